/** When a game ends, and who wins then: "To 15 points, fewest wins". */

import { hasText, t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").Goal} Goal */

/** @param {Goal | null} [goal] @returns {string} empty if no option ends the game */
export function goalText(goal) {
  return goal && hasText(`goal.${goal.option}`) ? t(`goal.${goal.option}`, { count: goal.value }) : "";
}
