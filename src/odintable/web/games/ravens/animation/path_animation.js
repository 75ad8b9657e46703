/** Animations on the path, each under 400 ms and without blocking input. */

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const MAX_TIME = 380; // milliseconds

/**
 * A piece glides over spaces to its new position.
 * @param {HTMLElement} piece
 * @param {Element[]} over the spaces it passes, beginning with its old position
 */
export function animateGlide(piece, over) {
  const to = piece.parentElement?.getBoundingClientRect();
  if (!to || !over.length) return;
  const stops = over.map((space) => {
    const from = space.getBoundingClientRect();
    return `translate(${from.x + from.width / 2 - to.x - to.width / 2}px, ${from.y + from.height / 2 - to.y - to.height / 2}px)`;
  });
  const frames = [...stops, "translate(0, 0)"].map((transform, at, all) => (
    { transform: `${transform} scale(${at === 0 || at === all.length - 1 ? 1 : 1.15})`, zIndex: 6 }));
  piece.animate(frames, { duration: Math.min(MAX_TIME, 220 + 40 * over.length), easing: "ease-in-out" });
}

/** A card of the path is turned around. @param {HTMLElement} faces */
export function animateTurn(faces) {
  faces.animate([{ transform: "rotate(-180deg)" }, { transform: "none" }], { duration: 340, easing: EASE });
}

/** A card is added to the path. @param {HTMLElement} land @param {number} order its place among the added cards */
export function animateArrival(land, order) {
  land.animate([{ opacity: 0, transform: "translate(2.5rem, -1rem) scale(0.6)" }, { opacity: 1, transform: "none" }],
    { duration: 240, delay: Math.min(12 * order, 130), easing: EASE, fill: "backwards" });
}

/** A card is removed from the path. @param {HTMLElement} land @param {HTMLElement} path */
export function animateRemoval(land, path) {
  const { x, y, width, height } = land.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (land.cloneNode(true));
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  ghost.className = "land gone";
  for (const one of [ghost, ...ghost.querySelectorAll("[data-target]")]) {
    one.removeAttribute("data-card");
    one.removeAttribute("data-target");
  }
  Object.assign(ghost.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  queueMicrotask(() => {
    path.append(ghost);
    ghost.animate([{ opacity: 1, transform: "none" }, { opacity: 0, transform: "translateY(-2.5rem) rotate(9deg) scale(0.8)" }],
      { duration: 320, easing: EASE }).finished.then(() => ghost.remove(), () => ghost.remove());
  });
}
