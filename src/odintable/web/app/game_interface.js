/**
 * What a game brings to the table. Types only; docs/web.md tells how they are meant.
 *
 * @typedef {import("./types.js").TableState} TableState
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {import("./types.js").GameEvent} GameEvent
 * @typedef {import("../table/seat.js").People} People
 *
 * @typedef {object} TableContext  what a game's table gets
 * @property {People} people how the seats are called, and which is the reader's
 * @property {(move: string) => void} play one of the legal moves, as text
 * @property {() => void} back take back the last move
 * @property {(words: string) => void} explain say and show why something is not possible
 * @property {(question: string, yes: string) => Promise<boolean>} confirmed ask before a waste
 * @property {() => void} shown draw everything again: something of the game's own has changed
 *
 * @typedef {object} GameBoard  what a game's table provides
 * @property {HTMLElement} element
 * @property {(state: TableState, happened: TableEvent | null) => void} show draw how things stand
 * @property {() => string} status whose turn it is and what may be done, in one sentence
 * @property {() => import("../ui/keyboard.js").Key[]} keys
 * @property {() => void} [close]
 *
 * @typedef {object} GameModule
 * @property {(context: TableContext) => GameBoard} open
 * @property {(moves: TableEvent[], at: number, people: People) => string} tell
 *   a move in words; `moves` are all moves that stand, `at` is the one to tell
 * @property {(written: string) => string} cards cards as moves write them, in words
 * @property {(told: GameEvent, people: People) => string} told
 *   what it brought about; empty when there is nothing to say
 * @property {(told: GameEvent) => boolean} ends whether it ends a part of the game (a hand, a race)
 * @property {(state: TableState, told: GameEvent | null, people: People) => HTMLElement} scores
 *   the scores after a part of the game (told) or at the end of it (null)
 * @property {(state: TableState, people: People) => HTMLElement} [hands]
 *   everybody's cards, when the view shows them all
 */
export {};
