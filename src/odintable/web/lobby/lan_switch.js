/** A switch that lets devices of the local network connect, shown only on the server's own machine. */

import * as api from "../server/api.js";
import { showMessage } from "../ui/dialogs_and_notes.js";
import { button, h } from "../ui/dom.js";
import { tryRequest } from "../server/try_request.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").AddressResponse} AddressResponse */

/**
 * A note on who can reach this server, and a button to change that; null if neither is needed.
 * @param {AddressResponse} address
 * @param {() => Promise<void>} onChange
 * @returns {HTMLElement | null}
 */
export function lanSwitch(address, onChange) {
  if (!address.lan) return address.local_only ? h("p", { class: "soft" }, t("lan.this-computer-only")) : null;
  const isOpen = address.lan === "open";
  const text = isOpen ? t("lan.is-open", { address: address.address }) : t("lan.is-closed");
  return h("div", { class: `network ${address.lan}` }, h("p", { class: "soft" }, text),
    button({ onclick: () => setAccess(!isOpen, onChange) }, isOpen ? t("lan.close") : t("lan.open")));
}

/** @param {boolean} isOpen @param {() => Promise<void>} onChange */
async function setAccess(isOpen, onChange) {
  const isDone = await tryRequest(async () => {
    await api.setLanAccess(isOpen);
    await onChange();
    /** @type {HTMLElement | null} */ (document.querySelector(".network button"))?.focus();
  });
  if (isDone) showMessage(isOpen ? t("lan.opened") : t("lan.closed"));
}
