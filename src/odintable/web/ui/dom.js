/** Creates DOM elements. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with attributes and children. `on…` are event listeners; true and false turn an attribute
 * on and off.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.flat().filter(isContent));
  return element;
}

/**
 * A button that does not submit a form, unless `type` says so.
 * @param {Record<string, any>} attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLButtonElement}
 */
export function button(attributes, ...children) {
  return /** @type {HTMLButtonElement} */ (h("button", { type: "button", ...attributes }, ...children));
}

/** @param {string} tag @param {Record<string, any>} [attributes] @returns {SVGElement} */
export function svgElement(tag, attributes = {}) {
  const element = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", tag));
  setAttributes(element, attributes);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {any} child @returns {child is Node | string} */
function isContent(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * A picture from one of the sprites, hidden from screen readers.
 * @param {string} sprite
 * @param {string} id
 * @param {string} [box] its viewBox
 * @param {string} [className]
 * @returns {SVGSVGElement}
 */
export function picture(sprite, id, box = "0 0 100 140", className = "") {
  const svg = /** @type {SVGSVGElement} */ (
    svgElement("svg", { viewBox: box, "aria-hidden": "true", class: className || null, preserveAspectRatio: "xMidYMid slice" }));
  svg.append(svgElement("use", { href: `${art}${sprite}.svg#${id}` }));
  return svg;
}

/** An icon of the shared sprite. @param {string} id */
export function icon(id) {
  return picture("shared", id, "0 0 24 24", "icon");
}

/**
 * A button that shows only an icon.
 * @param {string} id of the icon
 * @param {string} name what it does, as accessible name and tooltip
 * @param {() => void} onclick
 */
export function iconButton(id, name, onclick) {
  return button({ class: "icon-button", "aria-label": name, title: name, onclick }, icon(id));
}

/** Change what an icon button shows and does. @param {HTMLButtonElement} element @param {string} id @param {string} name */
export function updateIconButton(element, id, name) {
  setAttributes(element, { "aria-label": name, title: name });
  element.replaceChildren(icon(id));
}

/** The poster of a game, cropped at the bottom rather than at the top. @param {string} game */
export function poster(game) {
  const svg = picture(game, `poster-${game}`, "0 0 320 200", "poster");
  svg.setAttribute("preserveAspectRatio", "xMidYMin slice");
  return svg;
}

const art = new URL("../art/", import.meta.url).pathname;

/**
 * Set an attribute only if it changes, because browsers restyle the element each time it is set.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function updateAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
