/**
 * What the server sends, as docs/server-wire.md tells it. Types only.
 *
 * @typedef {"odin" | "ravens"} GameName
 * @typedef {Record<string, any>} View  a position as one seat may know it (docs/protocol.md)
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
 * @property {string} address where others find this server
 * @property {boolean} local_only nobody but this machine does
 * @property {"closed" | "open" | null} lan whether the local network is let in; null: not ours to change
 *
 * @typedef {object} TableConfig
 * @property {string} name
 * @property {GameName} game
 * @property {number} players
 * @property {Record<string, boolean | number>} options
 * @property {boolean} rated
 * @property {boolean} open
 * @property {boolean} hints
 * @property {boolean} take_backs
 * @property {{kind: string, turn?: number, start?: number, increment?: number} | null} clock
 *
 * @typedef {object} TableResponse  a table that waits for people, as it is told to who may sit down
 * @property {string} table
 * @property {GameName} game
 * @property {Record<string, boolean | number>} options
 * @property {SeatState[]} seats
 *
 * @typedef {object} Proposal
 * @property {string} what
 * @property {number | null} seat
 * @property {number} by
 * @property {number[]} agreed
 * @property {number[]} asked whose answer is waited for
 *
 * @typedef {object} Result
 * @property {string} why
 * @property {number[]} winners
 * @property {number | null} seat
 *
 * @typedef {object} GameEvent  what a move brought about (docs/protocol.md, events)
 * @property {string} event
 * @property {any} [seat]
 * @property {number} [count]
 * @property {number} [leader]
 * @property {number[]} [left]
 * @property {number[]} [scores]
 * @property {number[]} [winners]
 * @property {number | null} [winner]
 * @property {number} [distance]
 * @property {number | null} [way]
 *
 * @typedef {object} TableEvent  an event, with or without how things stand after it
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
 *
 * @typedef {object} TableState  how things stand, kept up to date from welcome and events
 * @property {TableConfig} table
 * @property {number | "spectator"} you
 * @property {number} n
 * @property {SeatState[]} seats
 * @property {"waiting" | "playing" | "over" | "archived"} stage
 * @property {string} commitment
 * @property {View | null} view
 * @property {string[]} moves
 * @property {Record<string, [number, number]>} [destinations] in Ravens, where moves bring a raven: lane and index
 * @property {{left: number[], running: number | null, at?: number} | null} clock with when it was told
 * @property {Proposal[]} proposals
 * @property {"free" | "ask" | "no"} may_take_back
 * @property {Result | null} result
 * @property {string | null} seed
 * @property {string | null} rematch
 * @property {string[]} phrases
 * @property {boolean} [isShared] all people sit at this screen
 *
 * @typedef {object} ReplayResponse  a game moment by moment (docs/api.md)
 * @property {GameName} game
 * @property {Record<string, boolean | number>} options
 * @property {SeatState[]} seats
 * @property {number | "spectator"} you
 * @property {string} viewer
 * @property {string[]} viewers
 * @property {boolean} is_over
 * @property {boolean} has_win_probabilities
 * @property {number[]} winners
 * @property {{view?: View, changed?: Partial<View>, seat?: number, move?: string, events?: GameEvent[]}[]} timeline
 *
 * @typedef {object} TurningPoint  a move that gave much away
 * @property {number} at
 * @property {number} seat
 * @property {string} move
 * @property {number} value
 * @property {string} better
 * @property {number} better_value
 *
 * @typedef {object} ReviewResponse
 * @property {number} total
 * @property {boolean} is_done
 * @property {{at: number, win_probabilities: number[]}[]} points
 * @property {TurningPoint[]} turning_points
 *
 * @typedef {object} Bot
 * @property {string} name
 * @property {string[]} games
 * @property {string} about
 * @property {number | null} level
 */
export {};
