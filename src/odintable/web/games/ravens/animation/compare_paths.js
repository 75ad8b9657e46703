/** Compares two paths: which cards stayed, moved, were added or removed. */

/** The same card, turned around. @param {string} card */
export const turned = (card) => [...card].reverse().join("");

/**
 * @param {string[]} before
 * @param {string[]} after
 * @returns {(number | null)[]} for each card of the new path its old index; null: it was added
 */
export function oldIndexes(before, after) {
  if (before.length === after.length) return sameLength(before, after);
  const closed = before.findIndex((_, gone) => gone > 0 && startsWith(after, before.slice(gone)));
  if (closed > 0 && before.length - closed > 1) return after.map((_, at) => (at + closed < before.length ? at + closed : null));
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  const head = long.findIndex((card, at) => card !== short[at]);
  const tail = [...long].reverse().findIndex((card, at) => at >= short.length - head || card !== short[short.length - 1 - at]);
  return after.map((_, at) => {
    if (at < head) return at;
    return at >= after.length - tail ? at + before.length - after.length : null;
  });
}

/** @param {string[]} before @param {string[]} after */
function sameLength(before, after) {
  const changed = after.flatMap((card, at) => (card === before[at] ? [] : [at]));
  const [one, two] = changed;
  if (changed.length === 2 && after[one] === before[two] && after[two] === before[one]) {
    return after.map((_, at) => (at === one ? two : at === two ? one : at));
  }
  if (changed.length > 2) return after.map(() => null);
  return after.map((card, at) => (card === before[at] || card === turned(before[at]) ? at : null));
}

/** @param {string[]} cards @param {string[]} first */
function startsWith(cards, first) {
  return first.length <= cards.length && first.every((card, at) => card === cards[at]);
}
