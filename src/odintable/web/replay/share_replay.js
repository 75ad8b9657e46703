/** The dialog with a link to the replay of a finished game. */

import * as api from "../server/api.js";
import { openDialog, showMessage } from "../ui/dialogs_and_notes.js";
import { h } from "../ui/dom.js";
import { copyLinkField } from "../ui/copy_link.js";
import { saveTable, savedTable } from "../app/saved_tables.js";
import { t } from "../app/i18n.js";

/** @param {string} table @param {string} [token] */
export async function shareReplay(table, token) {
  const { address } = await api.address();
  const spectating = savedTable(table)?.spectating ?? (await api.createWatchLink(table, token)).token;
  saveTable({ table, spectating });
  const field = copyLinkField(`${address}/replay/${table}#watch=${spectating}`, t("replay.share"), showMessage);
  openDialog(t("replay.share"), [h("p", {}, t("replay.share.about")), field]);
}
