/** The dialog that checks the shuffles of a finished game in this browser. */

import { openDialog } from "../ui/dialogs_and_notes.js";
import { button, h, icon } from "../ui/dom.js";
import { savedTable } from "../app/saved_tables.js";
import { beganFromPosition, canCheck, checkShuffles } from "./check_shuffles.js";
import { announceNow } from "../ui/live_region.js";
import { t } from "../app/i18n.js";

/**
 * @param {string} text the record
 * @param {string} name of the table, to find the data stored before the deal; empty: a file
 * @param {() => void} download
 */
export async function openShuffleCheck(text, name, download) {
  const saving = h("div", { class: "buttons" },
    button({ class: "pictured", onclick: download }, icon("icon-download"), t("download")));
  const byHand = [h("p", { class: "soft" }, t("fair.by-hand"), " ", h("code", {}, "odintable check FILE")), saving];
  if (!canCheck()) {
    announceNow(t("fair.no-crypto"));
    openDialog(t("fair.check"), [h("p", {}, t("fair.no-crypto")), ...byHand], { name: "fairness" });
    return;
  }
  const saved = savedTable(name);
  const findings = await checkShuffles(text, { commitment: saved?.commitment, salt: saved?.salt, seat: saved?.seat });
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

/** @param {import("./check_shuffles.js").Finding} one */
function finding(one) {
  const text = one.isGood ? t(`fair.${one.what}.good`, { count: one.count ?? 0 }) : t(`fair.${one.what}.bad`, { line: one.line ?? 0 });
  return h("li", { class: one.isGood ? "good" : "bad" },
    icon(one.isGood ? "icon-check" : "icon-cross"),
    h("span", {}, h("span", { class: "visually-hidden" }, one.isGood ? t("fair.yes") : t("fair.no")), text));
}
