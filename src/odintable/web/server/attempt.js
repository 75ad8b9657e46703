/** What the server, or the way to it, may refuse: then it is said why, and can be tried again. */

import { ApiError } from "./api.js";
import { note } from "../ui/dialog.js";
import { errorText } from "./error_text.js";
import { alarm } from "../ui/live_region.js";

/** @param {string} words said and shown */
export function tell(words) {
  alarm(words);
  note(words);
}

/**
 * @param {() => Promise<unknown>} doing
 * @returns {Promise<boolean>} whether it was done
 */
export async function attempt(doing) {
  try {
    await doing();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tell(errorText(error));
    return false;
  }
}
