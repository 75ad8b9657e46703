/** Waits until the browser has drawn a change. */

const MAX_PAINT_DELAY = 250; // milliseconds: a hidden page never paints

/** @returns {Promise<void>} when the changes to the page are on the screen */
export function nextPaint() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, MAX_PAINT_DELAY);
  });
}
