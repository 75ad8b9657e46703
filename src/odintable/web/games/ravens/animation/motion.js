/** How things move on the path: each in under 400 ms, and never in the way of a hand. */

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const LONGEST = 380; // milliseconds

/**
 * A piece glides over spaces to where it now stands.
 * @param {HTMLElement} piece
 * @param {Element[]} over the spaces it leaves behind, from the first on
 */
export function glide(piece, over) {
  const to = piece.parentElement?.getBoundingClientRect();
  if (!to || !over.length) return;
  const stops = over.map((space) => {
    const from = space.getBoundingClientRect();
    return `translate(${from.x + from.width / 2 - to.x - to.width / 2}px, ${from.y + from.height / 2 - to.y - to.height / 2}px)`;
  });
  const frames = [...stops, "translate(0, 0)"].map((transform, at, all) => (
    { transform: `${transform} scale(${at === 0 || at === all.length - 1 ? 1 : 1.15})`, zIndex: 6 }));
  piece.animate(frames, { duration: Math.min(LONGEST, 220 + 40 * over.length), easing: "ease-in-out" });
}

/** A card of the path turns by half a circle. @param {HTMLElement} faces */
export function turn(faces) {
  faces.animate([{ transform: "rotate(-180deg)" }, { transform: "none" }], { duration: 340, easing: EASE });
}

/** A card comes to the path. @param {HTMLElement} land @param {number} order the later, the more come at once */
export function come(land, order) {
  land.animate([{ opacity: 0, transform: "translate(2.5rem, -1rem) scale(0.6)" }, { opacity: 1, transform: "none" }],
    { duration: 240, delay: Math.min(12 * order, 130), easing: EASE, fill: "backwards" });
}

/** A card leaves the path, which closes up under it. @param {HTMLElement} land @param {HTMLElement} path */
export function go(land, path) {
  const { x, y, width, height } = land.getBoundingClientRect();
  const shade = /** @type {HTMLElement} */ (land.cloneNode(true));
  shade.setAttribute("aria-hidden", "true");
  shade.inert = true;
  shade.className = "land gone";
  for (const one of [shade, ...shade.querySelectorAll("[data-target]")]) {
    one.removeAttribute("data-card");
    one.removeAttribute("data-target");
  }
  Object.assign(shade.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  queueMicrotask(() => {
    path.append(shade);
    shade.animate([{ opacity: 1, transform: "none" }, { opacity: 0, transform: "translateY(-2.5rem) rotate(9deg) scale(0.8)" }],
      { duration: 320, easing: EASE }).finished.then(() => shade.remove(), () => shade.remove());
  });
}
