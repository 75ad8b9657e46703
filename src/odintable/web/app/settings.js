/** The player's settings, stored in this browser. The names are stored: they never change. */

const DEFAULTS = {
  name: "",
  language: "",
  theme: "system", // system, light, dark
  sounds: false,
  motion: true,
  pace: "normal", // of the others' moves: slow, normal, fast, instant
  confirm: true, // ask before a wasteful move
  autopass: false, // pass automatically when nothing can be played
  notify: false,
  order: "colour", // of the cards in the hand: colour or number
  level: 2, // of the opponent, from 1
  chance: false, // show win chances at tables that allow it
  notation: false, // show moves in the notation of records too
};
/** @typedef {typeof DEFAULTS} Settings */
const KEY = "odintable.settings";

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...stored() };

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
export function changeSetting(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing forgets the setting at the next visit.
  }
  applySettings();
  for (const listener of listeners) listener(name);
}

/** @param {(name: keyof Settings) => void} listener */
export function onSettingChange(listener) {
  listeners.add(listener);
}

/** Apply the settings for theme, motion and notation to the page. */
export function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion ? "on" : "off";
  root.dataset.notation = settings.notation ? "on" : "off";
}
