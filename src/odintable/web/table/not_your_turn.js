/** Explains why the reader cannot move now. */

import { t } from "../app/i18n.js";

/**
 * @param {import("../app/message_types.js").TableState | null} state
 * @param {(seat: number) => string} name
 * @returns {string} empty if the reader is to move
 */
export function whyNotYourTurn(state, name) {
  const view = state?.view;
  if (!state || !view || state.stage !== "playing") return t("why.not-now");
  if (state.moves.length) return "";
  return view.turn === state.you ? t("please-wait") : t("why.not-yours", { name: name(view.turn) });
}
