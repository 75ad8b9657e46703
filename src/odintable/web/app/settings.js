/** What this browser's player likes; kept in this browser. */

const USUAL = {
  name: "",
  language: "",
  theme: "system", // system, light, dark
  sounds: false,
  motion: true,
  confirm: true, // ask before a move that wastes something
  autopass: false, // pass by itself when nothing can be played
  notify: false,
  order: "colour", // of the hand in ODIN: colour, number
  level: 2,
  chance: false, // the chance to win, at tables that allow it
};
/** @typedef {typeof USUAL} Settings */
const KEY = "odintable.settings";

/** @type {Settings} */
export const settings = { ...USUAL, ...stored() };

/** @type {Set<(name: keyof Settings) => void>} */
const listeners = new Set();

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function choose(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing forgets it at the next visit.
  }
  apply();
  for (const listener of listeners) listener(name);
}

/** @param {(name: keyof Settings) => void} listener */
export function whenChosen(listener) {
  listeners.add(listener);
}

/** Let the page look as chosen. */
export function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion ? "on" : "off";
}
