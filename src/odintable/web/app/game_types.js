/**
 * The interface of a game's folder: game.js exports `game`, rules_with_pictures.js `rules` and
 * tutorial_targets.js `tutorial`.
 * Types only; docs/web.md explains them.
 *
 * @typedef {import("./message_types.js").TableState} TableState
 * @typedef {import("./message_types.js").TableEvent} TableEvent
 * @typedef {import("./message_types.js").GameEvent} GameEvent
 * @typedef {import("../table/player_sentences.js").People} People
 *
 * @typedef {object} TableContext  what the page offers to a board
 * @property {People} people the names of the seats, and which one is the reader's
 * @property {(move: string) => void} play one of the legal moves, as text
 * @property {() => void} takeBack take back the last move
 * @property {(text: string) => void} explain announce and show why something is not possible
 * @property {(move: string, otherwise: string) => void} explainMove announce and show why a move is not legal;
 *   `otherwise` if the rules give no reason
 * @property {(question: string, yes: string) => Promise<boolean>} confirm ask before a wasteful move
 * @property {() => void} redraw draw everything again: something within the board has changed
 *
 * @typedef {object} GameBoard
 * @property {HTMLElement} element
 * @property {(state: TableState, event: TableEvent | null) => void} show draw a state; `event` led to it
 * @property {(move: string | null) => void} showHint light up the cards and places of a move; null: none
 * @property {() => string} status whose turn it is and what to do, in one sentence
 * @property {() => import("../ui/keyboard.js").Key[]} keys
 * @property {() => void} [close]
 *
 * @typedef {object} GameModule
 * @property {(context: TableContext) => GameBoard} createBoard
 * @property {(moves: TableEvent[], index: number, people: People) => string} describeMove
 *   a sentence about one of the moves; `moves` are all moves that were not taken back
 * @property {(moves: TableEvent[], people: People) => string} [describeTurn]
 *   one sentence about all moves of a turn of another player
 * @property {(notation: string) => string} describeCards cards in notation, in words
 * @property {(event: GameEvent, people: People) => string} describeEvent
 *   a sentence about an effect of a move; empty if there is nothing to say
 * @property {(event: GameEvent) => boolean} endsLeg whether it ends a leg of the game (a hand, a race)
 * @property {(leg: GameEvent, view: import("./message_types.js").View) => import("../ending/score_tables.js").Column[]} legColumns
 *   what led to the points of a leg, by seat; `view` is the table at its end
 * @property {(state: TableState, people: People) => HTMLElement} [openHands]
 *   the cards of all players, when the view shows them
 *
 * @typedef {object} GameRules
 * @property {string[]} sections their names in text keys and addresses, in reading order
 * @property {(section: string) => import("../ui/dom.js").Child[]} picture
 *
 * @typedef {object} GameTutorial
 * @property {(root: Element, move: string) => Element[]} targets what to press next to play a move
 * @property {(move: string | null) => Record<string, string>} terms placeholders of the lesson's texts
 */
export {};
