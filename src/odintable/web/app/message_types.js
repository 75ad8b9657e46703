/**
 * The messages of the server (docs/server-wire.md, docs/api.md). Types only.
 *
 * @typedef {Record<string, any>} View  a position without the cards that the viewer may not see (docs/protocol.md)
 *
 * @typedef {object} SeatState
 * @property {"person" | "bot"} kind
 * @property {string} name
 * @property {string | null} bot
 * @property {boolean} taken
 * @property {boolean} ready
 * @property {boolean} present
 * @property {string | null} played_by
 * @property {boolean} resigned
 *
 * @typedef {object} AddressResponse
 * @property {string} address where other people reach this server
 * @property {boolean} local_only whether only this machine can reach it
 * @property {"closed" | "open" | null} lan whether the local network may connect; null: the visitor may not change it
 *
 * @typedef {{option: string, value: number}} Goal  the option that ends the game, and its value in force
 *
 * @typedef {object} TableConfig
 * @property {string} name
 * @property {string} game
 * @property {number} players
 * @property {Record<string, boolean | number>} options
 * @property {Goal | null} [goal]
 * @property {boolean} rated
 * @property {boolean} open
 * @property {boolean} hints
 * @property {boolean} take_backs
 * @property {boolean} [known_cards] it begins from a position whose creator may know every card
 * @property {{kind: string, turn?: number, start?: number, increment?: number} | null} clock
 *
 * @typedef {object} TableResponse  a table with free seats
 * @property {string} table
 * @property {string} game
 * @property {Record<string, boolean | number>} options
 * @property {SeatState[]} seats
 * @property {boolean} known_cards it begins from a position whose creator may know every card
 *
 * @typedef {object} Proposal
 * @property {string} what
 * @property {number | null} seat
 * @property {number} by
 * @property {number[]} agreed
 * @property {number[]} asked the seats that have not answered yet
 *
 * @typedef {object} Result
 * @property {string} why
 * @property {number[]} winners
 * @property {number | null} seat
 *
 * @typedef {object} GameEvent  an effect of a move (docs/protocol.md, events)
 * @property {string} event
 * @property {any} [seat]
 * @property {string} [card] that was taken
 * @property {string[]} [beaten] the set it was taken from
 * @property {string} [terrain] that a raven crossed
 * @property {number} [spaces] how many of them
 * @property {string} [jokers] the terrain of each joker that paid for it
 * @property {number} [paid] how often it was paid
 * @property {number} [count]
 * @property {number} [leader]
 * @property {number[]} [left]
 * @property {number[]} [points] of a leg
 * @property {number[]} [scores]
 * @property {number[]} [winners]
 * @property {number | null} [winner]
 * @property {number} [distance]
 * @property {number | null} [way]
 *
 * @typedef {object} TableEvent  an event of a table; messages also carry the state after it
 * @property {number} n
 * @property {string} kind
 * @property {number} [seat]
 * @property {string} [move]
 * @property {GameEvent[]} [events]
 * @property {number} [undone]
 * @property {string} [what]
 * @property {boolean} [done]
 * @property {string} [name]
 * @property {number} [first]
 * @property {string} [why]
 * @property {string} [table]
 * @property {string} [id]
 * @property {string[]} [remarks] only in the page: sentences about what followed a move
 * @property {View} [leg_end] after a move that ended a leg: the view before the next deal
 *
 * @typedef {[number, number, string?, string?, number?]} Destination  lane and index; of a flight also the
 *   terrain it crosses, the terrain of each joker, and how often it is paid
 *
 * @typedef {object} TableState  the table as this viewer sees it, updated by welcome messages and events
 * @property {TableConfig} table
 * @property {number | "spectator"} you
 * @property {number} n
 * @property {SeatState[]} seats
 * @property {"waiting" | "playing" | "leg-over" | "over" | "archived"} stage `leg-over` only in the page: a leg has ended, the next is not dealt yet
 * @property {string} commitment
 * @property {View | null} view
 * @property {string[]} moves
 * @property {Record<string, Destination>} [destinations] where moves bring a piece
 * @property {{left: number[], running: number | null, at?: number} | null} clock times in milliseconds; `at` is when they were received
 * @property {Proposal[]} proposals
 * @property {"free" | "ask" | "no"} may_take_back
 * @property {Result | null} result
 * @property {string | null} seed
 * @property {string | null} rematch
 * @property {string[]} phrases
 * @property {boolean} [isShared] whether all people share this screen
 * @property {TableEvent[]} [history] the moves that led to this state, as far as they are known
 *
 * @typedef {object} ReplayResponse  a game move by move
 * @property {string} game
 * @property {Record<string, boolean | number>} options
 * @property {Goal | null} goal
 * @property {SeatState[]} seats
 * @property {number | "spectator"} you
 * @property {string} viewer
 * @property {string[]} viewers
 * @property {boolean} is_over
 * @property {boolean} has_win_probabilities
 * @property {number[]} winners
 * @property {{view?: View, changed?: Partial<View>, seat?: number, move?: string, events?: GameEvent[], leg_end?: View}[]} timeline
 *
 * @typedef {object} TurningPoint  a move that lost much of the win chance
 * @property {number} at
 * @property {number} seat
 * @property {string} move
 * @property {number} value
 * @property {string} better
 * @property {number} better_value
 *
 * @typedef {object} ReviewResponse  win probabilities of a game
 * @property {number} total
 * @property {boolean} is_done
 * @property {number} min_loss share of the win that a turning point gave away, at least
 * @property {{at: number, win_probabilities: number[]}[]} points
 * @property {TurningPoint[]} turning_points
 *
 * @typedef {object} Option  a rule option of a game
 * @property {string} name
 * @property {"flag" | "number"} kind
 * @property {boolean | number | null} default
 * @property {number[]} suggested numbers to offer
 * @property {number[] | null} players only with one of these numbers of players; null: with any
 * @property {boolean} is_in_setup whether the setup dialog offers it
 *
 * @typedef {object} GameResponse
 * @property {string} game
 * @property {number[]} players the possible numbers of players
 * @property {Option[]} options
 */
export {};
