/** The dialog that checks the shuffles of a finished game in this browser. */

import { openDialog } from "../ui/dialogs_and_notes.js";
import { button, h, picture } from "../ui/dom.js";
import { savedTable } from "../app/saved_tables.js";
import { beganFromPosition, canCheck, checkRecord } from "./shuffle_check.js";
import { announceNow } from "../ui/live_region.js";
import { t } from "../app/i18n.js";

/**
 * @param {string} text the record
 * @param {string} name of the table, to find the data stored before the deal; empty: a file
 * @param {() => void} download
 */
export async function checkShuffle(text, name, download) {
  const saving = h("div", { class: "buttons" },
    button({ class: "pictured", onclick: download }, picture("shared", "icon-download", "0 0 24 24", "icon"), t("download")));
  const byHand = [h("p", { class: "soft" }, t("fair.by-hand"), " ", h("code", {}, "odintable check FILE")), saving];
  if (!canCheck()) {
    announceNow(t("fair.no-crypto"));
    openDialog(t("fair.check"), [h("p", {}, t("fair.no-crypto")), ...byHand], { name: "fairness" });
    return;
  }
  const saved = savedTable(name);
  const findings = await checkRecord(text, { commitment: saved?.commitment, salt: saved?.salt, seat: saved?.seat });
  const isUnknown = findings.some((one) => one.what === "no-seed");
  const isGood = findings.every((one) => one.isGood);
  const verdict = isGood ? t("fair.good") : isUnknown ? t("fair.unknown") : t("fair.bad");
  announceNow(verdict);
  openDialog(t("fair.check"), [
    h("p", { class: `verdict ${isGood ? "good" : "bad"}` }, verdict),
    beganFromPosition(text) ? h("p", { role: "note" }, t("fair.from-position")) : null,
    h("ul", { class: "findings" }, findings.map((one) => finding(one))),
    ...byHand,
  ], { name: "fairness" });
}

/** @param {import("./shuffle_check.js").Finding} one */
function finding(one) {
  const text = one.isGood ? t(`fair.${one.what}.good`, { count: one.count ?? 0 }) : t(`fair.${one.what}.bad`, { line: one.line ?? 0 });
  return h("li", { class: one.isGood ? "good" : "bad" },
    picture("shared", one.isGood ? "icon-check" : "icon-cross", "0 0 24 24", "icon"),
    h("span", {}, h("span", { class: "visually-hidden" }, one.isGood ? t("fair.yes") : t("fair.no")), text));
}
