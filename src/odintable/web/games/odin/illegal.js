/** Explains why the chosen cards cannot be played: from the legal moves, or by asking the rules. */

import { t } from "../../app/i18n.js";
import { valueOfSet } from "./card.js";

/**
 * @param {import("../../app/game_types.js").TableContext} context
 * @param {import("./card_choice.js").CardChoice} choice
 * @param {import("../../app/message_types.js").View} view
 */
export function explainChoice(context, choice, view) {
  const cards = [...choice.cards].sort();
  if (choice.canOnlyPass) context.explain(t("why.hopeless"));
  else if (!choice.sets.length) explainPass(context);
  else if (!cards.length) context.explain(t("why.choose"));
  else if (view.table.length && isPartOfSet(choice, cards)) context.explain(t("why.more", { mine: valueOfSet(cards), count: cards.length }));
  else context.explainMove(`play ${cards.join(" ")}`, t("why.impossible"));
}

/** @param {import("../../app/game_types.js").TableContext} context */
export function explainPass(context) {
  context.explainMove("pass", t("why.impossible"));
}

/** @param {import("./card_choice.js").CardChoice} choice @param {string[]} cards */
function isPartOfSet(choice, cards) {
  return choice.sets.some((set) => cards.every((card) => set.includes(card)));
}
