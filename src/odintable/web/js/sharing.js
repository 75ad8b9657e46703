/** A link to a finished game, for others to look at it. */

import * as api from "./api.js";
import { tell } from "./attempt.js";
import { windowOf } from "./dialog.js";
import { h } from "./element.js";
import { linkField } from "./link.js";
import { keep, table as kept } from "./memory.js";
import { t } from "./text.js";

/** @param {string} table @param {string} [token] */
export async function shareReplay(table, token) {
  const { address } = await api.address();
  const watching = kept(table)?.spectating ?? (await api.makeLink(table, token)).token;
  keep({ table, spectating: watching });
  const field = linkField(`${address}/replay/${table}#watch=${watching}`, t("replay.share"), tell);
  windowOf(t("replay.share"), [h("p", {}, t("replay.share.about")), field]);
}
