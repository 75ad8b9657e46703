/** DOM elements, written as they nest. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with attributes and children. `on…` are listeners, `class` and `data-…` attributes;
 * true and false turn an attribute on and off.
 * @param {string} tag
 * @param {Record<string, any>} [given]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  set(made, given);
  made.append(...children.flat().filter(isThere));
  return made;
}

/**
 * A button that is one.
 * @param {Record<string, any>} given
 * @param {...(Child | Child[])} children
 * @returns {HTMLButtonElement}
 */
export function button(given, ...children) {
  return /** @type {HTMLButtonElement} */ (h("button", { type: "button", ...given }, ...children));
}

/**
 * @param {Element} element
 * @param {Record<string, any>} given
 */
export function set(element, given) {
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {any} child @returns {child is Node | string} */
function isThere(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * A picture from one of the sprites; it says nothing to a screen reader.
 * @param {string} sprite
 * @param {string} id
 * @param {string} [box]
 * @param {string} [name] a class
 * @returns {SVGSVGElement}
 */
export function picture(sprite, id, box = "0 0 100 140", name = "") {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  set(svg, { viewBox: box, "aria-hidden": "true", class: name || null, preserveAspectRatio: "xMidYMid slice" });
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `${art}${sprite}.svg#${id}`);
  svg.append(use);
  return svg;
}

/** A game's poster; where it is cut, it loses ground and no sky. @param {string} game */
export function poster(game) {
  const made = picture(game, `poster-${game}`, "0 0 320 200", "poster");
  made.setAttribute("preserveAspectRatio", "xMidYMin slice");
  return made;
}

const art = new URL("../art/", import.meta.url).pathname;

/**
 * An attribute, touched only where it changes: what is set is looked at again by the browser.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function mark(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
