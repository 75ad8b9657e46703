/** Why what is chosen cannot be played, from what was offered. The server has the last word. */

import { formatList, t } from "../../app/i18n.js";
import { shortName, setValue } from "./card.js";

/**
 * @param {import("./card_choice.js").CardChoice} choice
 * @param {import("../../app/types.js").TableState | null} state
 * @param {(seat: number) => string} name
 * @param {string} [move] what was wanted, if not to play what is chosen
 */
export function whyNot(choice, state, name, move = "play") {
  const view = state?.view;
  if (!state || !view || state.stage !== "playing") return t("why.not-now");
  if (!choice.moves.length) return t("why.not-yours", { name: name(view.turn) });
  if (view.phase === "take") return t("why.take-first");
  if (move === "pass") return t("why.must-lead");
  const cards = [...choice.cards];
  if (!cards.length) return choice.canOnlyPass ? t("why.hopeless") : t("why.choose");
  if (view.phase === "lead") return t("why.lead-one");
  if (choice.canOnlyPass) return t("why.hopeless");
  const given = { cards: formatList(cards.map(shortName)), mine: setValue(cards), value: setValue(view.table), count: view.table.length, more: view.table.length + 1 };
  const isPart = choice.sets.some((set) => cards.every((card) => set.includes(card)));
  if (isPart) return t("why.more", given);
  if (cards.length > 1 && !isAlike(cards)) return t("why.not-alike", given);
  if (cards.length > view.table.length + 1) return t("why.too-many", given);
  return t("why.too-little", given);
}

/** @param {string[]} cards of one colour or one number, as far as one sees */
function isAlike(cards) {
  const plain = cards.filter((card) => card !== "X0");
  return new Set(plain.map((card) => card[0])).size < 2 || new Set(cards.map((card) => card[1])).size === 1;
}
