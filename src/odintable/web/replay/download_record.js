/** Downloads a record as a file, which `odintable check` and `odintable replay` read. */

import { h } from "../ui/dom.js";

/** @param {string} text @param {string} name of the file, without its extension */
export function downloadRecord(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: `${name}.record` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
