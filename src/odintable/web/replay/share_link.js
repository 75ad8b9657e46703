/** A link to a finished game, for others to look at it. */

import * as api from "../server/api.js";
import { tell } from "../server/attempt.js";
import { openDialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { copyLinkField } from "../ui/copy_link.js";
import { keep, table as kept } from "../app/saved_tables.js";
import { t } from "../app/i18n.js";

/** @param {string} table @param {string} [token] */
export async function shareReplay(table, token) {
  const { address } = await api.address();
  const watching = kept(table)?.spectating ?? (await api.createWatchLink(table, token)).token;
  keep({ table, spectating: watching });
  const field = copyLinkField(`${address}/replay/${table}#watch=${watching}`, t("replay.share"), tell);
  openDialog(t("replay.share"), [h("p", {}, t("replay.share.about")), field]);
}
