/**
 * What a game brings to the table. Types only; docs/web.md tells how they are meant.
 *
 * @typedef {import("./types.js").Standing} Standing
 * @typedef {import("./types.js").Happened} Happened
 * @typedef {import("./types.js").Told} Told
 * @typedef {import("../table/seat.js").People} People
 *
 * @typedef {object} Desk  what a game's table gets
 * @property {People} people how the seats are called, and which is the reader's
 * @property {(move: string) => void} play one of the legal moves, as text
 * @property {() => void} back take back the last move
 * @property {(words: string) => void} explain say and show why something is not possible
 * @property {(question: string, yes: string) => Promise<boolean>} confirmed ask before a waste
 * @property {() => void} shown draw everything again: something of the game's own has changed
 *
 * @typedef {object} GameTable  what a game's table provides
 * @property {HTMLElement} element
 * @property {(standing: Standing, happened: Happened | null) => void} show draw how things stand
 * @property {() => string} status whose turn it is and what may be done, in one sentence
 * @property {() => import("../ui/keyboard.js").Key[]} keys
 * @property {() => void} [close]
 *
 * @typedef {object} GameModule
 * @property {(desk: Desk) => GameTable} open
 * @property {(moves: Happened[], at: number, people: People) => string} tell
 *   a move in words; `moves` are all moves that stand, `at` is the one to tell
 * @property {(written: string) => string} cards cards as moves write them, in words
 * @property {(told: Told, people: People) => string} told
 *   what it brought about; empty when there is nothing to say
 * @property {(told: Told) => boolean} ends whether it ends a part of the game (a hand, a race)
 * @property {(standing: Standing, told: Told | null, people: People) => HTMLElement} scores
 *   the scores after a part of the game (told) or at the end of it (null)
 * @property {(standing: Standing, people: People) => HTMLElement} [hands]
 *   everybody's cards, when the view shows them all
 */
export {};
