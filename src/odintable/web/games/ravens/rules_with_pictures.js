/** The sections of Ravens' rules, with pictures of real cards and landscapes. */

import { h, picture } from "../../ui/dom.js";
import { RAVENS, cardName, cardPicture, tilePicture } from "./card.js";
import { t } from "../../app/i18n.js";
import { pictureSign } from "../../rules/picture_sign.js";

/** @typedef {import("../../ui/dom.js").Child} Child */

const ACTIONS = { s: ["stone", "swap"], t: ["turn", "remove"], r: ["back", "forward"], a: ["arrange", "add"] };

/** @param {string} letters @param {string} [className] */
function row(letters, className = "") {
  return h("span", { class: `row ${className}` }, [...letters].map((letter) =>
    h("span", { class: "one", role: "img", "aria-label": cardName(letter) }, cardPicture(letter))));
}

/**
 * A part of the path.
 * @param {string[]} lands each with its upper and lower space, or only the lower one
 * @param {{ravens?: (number | null)[], stone?: number}} [pieces] where the ravens are, and the stone in the lower lane
 */
function path(lands, { ravens = [], stone } = {}) {
  return h("span", { class: "little-path" }, lands.map((land, at) =>
    h("span", { class: "land-card" }, [...land].map((terrain, lane) => {
      const seat = land.length > 1 ? 1 - lane : 0;
      return h("span", { class: "land-space", role: "img", "aria-label": t(`terrain.${terrain}`) }, tilePicture(terrain),
        stone === at && seat === 0 ? picture("ravens", "stone", "0 0 100 100", "on") : null,
        ravens[seat] === at ? picture("ravens", `raven-${RAVENS[seat]}`, "0 0 100 100", "on raven") : null);
    }))));
}

/** Content with a sign before it. @param {string} mark @param {string} text @param {Child[]} content */
function after(mark, text, ...content) {
  return h("span", { class: "valued" }, pictureSign(mark, text), ...content);
}

/** The result. @param {HTMLElement} content */
const then = (content) => after("→", t("rules.becomes"), content);
/** An addition. @param {HTMLElement} content */
const plus = (content) => after("+", "", content);

/** An Odin card and its actions. @param {keyof typeof ACTIONS} letter */
function odinCard(letter) {
  return h("li", {}, row(letter),
    h("ul", { class: "acts" }, ACTIONS[letter].map((act) =>
      h("li", {}, picture("ravens", `act-${act}`, "0 0 64 64", "icon"), h("span", {}, t(`rules.act.${act}`))))));
}

/** @type {Record<string, () => Child[]>} the sections in reading order, with their pictures */
const PICTURES = {
  goal: () => [path(["MF", "SW", "FM", "MP", "WS", "PF"], { ravens: [3, 1] })],
  turn: () => [h("span", { class: "valued" }, h("strong", {}, "3"), row("FSt")), after("+", "", h("strong", {}, "3"), row("PWM", "close"))],
  flying: () => [row("M"), path(["S", "M", "M", "F"], { ravens: [0] }), then(path(["S", "M", "M", "F"], { ravens: [2] }))],
  joker: () => [row("SS"), path(["F", "W", "P"], { ravens: [0] }), then(path(["F", "W", "P"], { ravens: [1] }))],
  stack: () => [row("SPM", "close"), then(path(["M", "P", "S"], { ravens: [0] }))],
  "odin-cards": () => [h("ul", { class: "odin-cards" }, odinCard("s"), odinCard("t"), odinCard("r"), odinCard("a"))],
  stone: () => [path(["F", "W", "W", "P"], { ravens: [0], stone: 1 }), plus(row("WW")), then(path(["F", "W", "W", "P"], { ravens: [2] }))],
  magic: () => [h("span", { role: "img", "aria-label": `${t("terrain.M")}, ${t("terrain.o")}` }, picture("ravens", "way-Mo", "0 0 140 100", "way-picture")), row("Mt")],
  lengthening: () => [path(["WP", "SM"]), plus(path(["FW"])), after("/", "", path(["WF"]))],
  scoring: () => [path(["FM", "WS", "MF", "PW", "SP"], { ravens: [4, 1] }), h("strong", {}, t("points", { count: 3 }))],
};

/** @type {import("../../app/game_types.js").GameRules} */
export const rules = { sections: Object.keys(PICTURES), picture: (section) => PICTURES[section]() };
