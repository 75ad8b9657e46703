/** Shares as whole percentages. */

/** @param {number} share 0 to 1 */
export function percentNumber(share) {
  return Math.round(share * 100);
}

/** With the sign. @param {number} share 0 to 1 */
export function percent(share) {
  return `${percentNumber(share)}\u00a0%`;
}
