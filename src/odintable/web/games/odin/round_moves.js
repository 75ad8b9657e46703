/** What the players did in the current round, from the moves that were shown. */

/** @typedef {import("../../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../../app/message_types.js").GameEvent} GameEvent */
/** @typedef {{hasPassed: boolean, taken: string}} LastAction  of a player; `taken` is a card, or empty */

/** @param {TableEvent} move @param {...string} names of events */
function has(move, ...names) {
  return move.events?.some((one) => names.includes(one.event)) ?? false;
}

/**
 * The moves of the current round; right after its end, those of the round that has ended.
 * @param {TableEvent[]} history all moves, the newest last
 */
export function roundMoves(history) {
  const last = history.length - 1;
  if (last < 0 || has(history[last], "hand-over")) return [];
  let from = last;
  while (from > 0 && !has(history[from - 1], "round-over", "hand-over")) from--;
  return history.slice(from);
}

/** Whether a move begins a round. @param {TableEvent[]} history @param {number} at */
export function isLead(history, at) {
  return at === 0 || has(history[at - 1], "round-over", "hand-over");
}

/**
 * What each player did last in this round. A pass is about the set in the middle: nobody has passed on a new one.
 * @param {TableEvent[]} history
 * @returns {Map<number, LastAction>}
 */
export function lastActions(history) {
  /** @type {Map<number, LastAction>} */
  const actions = new Map();
  for (const { seat = 0, move, events = [] } of roundMoves(history)) {
    if (move !== "pass") for (const one of actions.values()) one.hasPassed = false;
    const taken = events.find((one) => one.event === "took")?.card ?? "";
    actions.set(seat, { hasPassed: move === "pass", taken });
  }
  return actions;
}

/** How the set in the middle came to lie there: the card taken of the set it beat. @param {TableEvent[]} history @returns {GameEvent | null} */
export function lastTake(history) {
  const last = roundMoves(history).findLast((one) => one.move !== "pass");
  return last?.events?.find((one) => one.event === "took") ?? null;
}

/** Whether the last move ended a round. @param {TableEvent[]} history */
export function isRoundOver(history) {
  const last = history.at(-1);
  return last !== undefined && has(last, "round-over");
}
