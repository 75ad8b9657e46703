/**
 * A lesson as it was written by the rules (`odintable.lessons`): what is asked for, and what then
 * happens. Its words stand in the catalogue.
 *
 * @typedef {import("../app/types.js").GameEvent} GameEvent
 *
 * @typedef {object} Stand  how things stand for the learner
 * @property {"playing" | "over"} stage
 * @property {import("../app/types.js").View} view
 * @property {string[]} moves
 * @property {Record<string, [number, number]>} [destinations] in Ravens, where moves bring a raven
 *
 * @typedef {Stand & {seat: number, move: string, events: GameEvent[]}} Frame  a move, and how things stand then
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} shows parts of the table that are pointed at
 * @property {Stand} start
 * @property {string | null} wanted the move that is asked for; null: there is only something to read
 * @property {Record<string, string>} wrong moves with an explanation of their own, and its name
 * @property {Frame[]} happens
 *
 * @typedef {object} Lesson
 * @property {import("../app/types.js").GameName} game
 * @property {(string | null)[]} seats a bot's name, or null for the learner
 * @property {Step[]} steps
 */

export const LEARNER = 0;

/** @param {import("../app/types.js").GameName} game @returns {Promise<Lesson>} */
export async function loadLesson(game) {
  const found = await fetch(new URL(`../lessons/${game}.json`, import.meta.url));
  if (!found.ok) throw new Error(`there is no lesson for ${game}`);
  return found.json();
}

/**
 * A lesson's step as the tables of the games want it.
 * @param {Lesson} lesson
 * @param {Stand} stand
 * @returns {import("../app/types.js").TableState}
 */
export function stateOf(lesson, stand) {
  const seats = lesson.seats.map((bot) => ({
    kind: bot ? /** @type {const} */ ("bot") : /** @type {const} */ ("person"),
    name: "", bot, taken: true, ready: true, present: true, played_by: null, resigned: false,
  }));
  return {
    table: { name: "", game: lesson.game, players: seats.length, options: {}, rated: false, open: false, hints: false, take_backs: false, clock: null },
    you: LEARNER, n: 0, seats, stage: stand.stage, commitment: "", view: stand.view, moves: stand.moves, destinations: stand.destinations,
    clock: null, proposals: [], may_take_back: "no", result: null, seed: null, rematch: null, phrases: [],
  };
}
