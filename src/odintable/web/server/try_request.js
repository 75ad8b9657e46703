/** Runs an action that the server may refuse; shows the reason to the player, who can try again. */

import { ApiError } from "./api.js";
import { showNote } from "../ui/dialogs_and_notes.js";
import { errorText } from "./error_text.js";
import { announceNow } from "../ui/live_region.js";

/** Announce and show a message. @param {string} text */
export function showMessage(text) {
  announceNow(text);
  showNote(text);
}

/**
 * @param {() => Promise<unknown>} action
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function attempt(action) {
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showMessage(errorText(error));
    return false;
  }
}
