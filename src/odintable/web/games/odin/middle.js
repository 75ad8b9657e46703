/** The middle of ODIN's table: the set to beat, the set it has beaten, and the cards to take one from. */

import { h } from "../../ui/dom.js";
import { sentence } from "../../table/player_sentences.js";
import { t } from "../../app/i18n.js";
import { cardButton, cardCorner, cardName, cardPicture, valueOfSet, shortName, sortCards } from "./card.js";
import { isRoundOver, lastTake } from "./round_moves.js";

/** @typedef {import("../../app/message_types.js").TableState} TableState */
/** @typedef {import("../../table/player_sentences.js").People} People */

/** The set in the middle and whose it is; if there is none, who leads. @param {TableState} state @param {People} people */
export function setToBeat(state, people) {
  const view = state.view ?? {};
  const table = sortCards(view.table, "number").reverse();
  if (!table.length) return [h("p", { class: "empty" }, leadText(state, people))];
  return [h("p", { class: "owner" }, ownerText(state, people)),
    h("div", { class: "beat" },
      h("ul", { class: "set" }, table.map((card) =>
        h("li", { "data-card": card }, h("span", { role: "img", "aria-label": cardName(card) }, cardPicture(card))))),
      h("p", { class: "value" }, h("span", { class: "visually-hidden" }, t("odin.value")), valueOfSet(table)))];
}

/** The set that the one in the middle has beaten, and which card of it was taken. @param {TableState} state @param {People} people */
export function beatenSet(state, people) {
  const view = state.view ?? {};
  const took = lastTake(state.history ?? []);
  if (!view.table?.length || (!view.offered.length && !took)) return null;
  const cards = sortCards(view.offered.length ? view.offered : took?.beaten ?? [], "number").reverse();
  const taken = view.offered.length ? "" : took?.card ?? "";
  const values = { value: valueOfSet(cards), card: taken && shortName(taken) };
  return h("div", { class: "beaten" },
    h("ul", { class: "beaten-cards", "aria-hidden": "true" }, cards.map((card) => (card === taken
      ? h("li", { class: "taken" }, cardCorner(card)) : h("li", { "data-card": card }, cardCorner(card))))),
    h("p", {}, sentence(taken ? "odin.beat-and-took" : "odin.beat-and-takes", view.owner, people, values)));
}

/** The cards of the beaten set, of which the reader takes one. @param {TableState} state @param {(card: string) => void} take */
export function offeredCards(state, take) {
  return [h("p", { class: "owner" }, t("odin.take-one")), h("div", { class: "set offered", role: "group", "aria-label": t("odin.take-one") },
    sortCards(state.view?.offered ?? [], "number").map((card) => cardButton(card, () => take(card))))];
}

/** @param {TableState} state @param {People} people */
function ownerText(state, people) {
  const owner = state.view?.owner;
  if (owner === null || owner === undefined) return "";
  if (state.stage !== "playing") return sentence("odin.last-set", owner, people);
  const value = valueOfSet(state.view?.table ?? []);
  return owner === people.you ? t("odin.own-set", { value }) : t("odin.set-to-beat", { name: people.name(owner), value });
}

/** @param {TableState} state @param {People} people */
function leadText(state, people) {
  const turn = state.view?.turn;
  if (state.stage !== "playing") return "";
  if (isRoundOver(state.history ?? [])) return sentence("odin.round-over", turn, people);
  return turn === people.you ? t("odin.you-lead") : t("odin.leads-now", { name: people.name(turn) });
}
