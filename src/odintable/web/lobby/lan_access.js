/** The local network: let in with one click, by who sits at the server's own machine. */

import * as api from "../server/api.js";
import { note } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { errorText } from "../server/error_text.js";
import { alarm } from "../ui/live_region.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").AddressResponse} AddressResponse */

/**
 * How others reach this server, and what can be done about it; nothing where there is nothing to say.
 * @param {AddressResponse} reach
 * @param {() => Promise<void>} whenChanged
 * @returns {HTMLElement | null}
 */
export function lanAccess(reach, whenChanged) {
  if (!reach.lan) return reach.local_only ? h("p", { class: "soft" }, t("near-only")) : null;
  const isOpen = reach.lan === "open";
  const words = isOpen ? t("lan.is-open", { address: reach.address }) : t("lan.is-closed");
  return h("div", { class: `network ${reach.lan}` }, h("p", { class: "soft" }, words),
    button({ onclick: () => change(!isOpen, whenChanged) }, isOpen ? t("lan.close") : t("lan.open")));
}

/** @param {boolean} isOpen @param {() => Promise<void>} whenChanged */
async function change(isOpen, whenChanged) {
  let words = isOpen ? t("lan.opened") : t("lan.closed");
  try {
    await api.setLanAccess(isOpen);
    await whenChanged();
    /** @type {HTMLElement | null} */ (document.querySelector(".network button"))?.focus();
  } catch (error) {
    if (!(error instanceof api.ApiError)) throw error;
    words = errorText(error);
  }
  alarm(words);
  note(words);
}
