/** Runs an action that the server may refuse; shows the reason to the player, who can try again. */

import { ApiError } from "./api.js";
import { showMessage } from "../ui/dialogs_and_notes.js";
import { errorText } from "./error_text.js";

/**
 * @param {() => Promise<unknown>} action
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function tryRequest(action) {
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showMessage(errorText(error));
    return false;
  }
}
