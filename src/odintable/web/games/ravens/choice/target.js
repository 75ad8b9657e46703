/** The places where cards can be played: spaces of the path, ravens, the Magic Way, the stack, the piles. */

/** @typedef {import("./selection.js").Use} Use */
/** @typedef {Record<string, import("../../../app/message_types.js").Destination>} Destinations  by move, where it brings a raven */

export const WAY = "way";
export const STACK = "stack";
export const DISCARD = "discard";
export const PILE = "pile";

/** @param {number} lane @param {number} at @returns {string} as in the notation of moves */
export const spaceKey = (lane, at) => `${lane}:${at}`;
/** @param {number} lane */
export const ravenKey = (lane) => `raven-${lane}`;

/** @type {Record<string, string>} */
const PLACES = { magic: WAY, stack: STACK, arrange: STACK, add: PILE, discard: DISCARD };

/**
 * The places to press for a use.
 * @param {Use} use
 * @param {Destinations} destinations
 * @returns {string[]}
 */
export function targetsOf(use, destinations) {
  const land = destinations[use.move];
  if (land) return [spaceKey(land[0], land[1]), ravenKey(land[0])];
  if (use.verb === "stone") return use.aim;
  if (use.aim.length) return use.aim.flatMap((at) => [spaceKey(0, Number(at)), spaceKey(1, Number(at))]);
  return [PLACES[use.verb]];
}

/** @param {string} key @returns {[number, number] | null} lane and index, if it is a space */
export function spaceOf(key) {
  const found = /^([01]):(-?\d+)$/.exec(key);
  return found && [Number(found[1]), Number(found[2])];
}
