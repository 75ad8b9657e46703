/** Makes a table and goes there. */

import * as api from "../server/api.js";
import { keep } from "../app/saved_tables.js";
import { go } from "../app/router.js";
import { settings } from "../app/settings.js";
import { fresh } from "../server/socket.js";
import { t } from "../app/i18n.js";

/**
 * @typedef {object} Wanted
 * @property {import("../app/types.js").GameName} game
 * @property {string} mode bots, friends, screen, watch
 * @property {(string | null)[]} seats a bot's name, or null for a person
 * @property {Record<string, boolean | number>} options
 * @property {string[]} [names] of the people at one screen
 * @property {boolean} [open]
 * @property {boolean} [hints] allowed against people
 * @property {{text: string, moves: number | null, redeal: boolean}} [start] a position to play on from
 * @property {{kind: string, turn?: number, start?: number, increment?: number} | null} [clock]
 */

let isMaking = false;

/** Who presses twice means one table. @param {Wanted} wanted */
export async function createTable(wanted) {
  if (isMaking) return;
  isMaking = true;
  try {
    await make(wanted);
  } finally {
    isMaking = false;
  }
}

/** @param {Wanted} wanted */
async function make(wanted) {
  const mine = wanted.seats.indexOf(null);
  const name = wanted.names?.[0] || settings.name;
  const made = await api.createTable({
    game: wanted.game,
    seats: wanted.seats.map((bot) => (bot === null ? {} : { bot })),
    options: wanted.options,
    start: wanted.start ?? null,
    open: Boolean(wanted.open),
    clock: wanted.clock ?? null,
    sit: mine < 0 ? null : mine,
    name: mine < 0 ? "" : name,
    bot_time: 1500,
    hints: wanted.mode === "bots" || Boolean(wanted.hints),
  });
  const told = { table: made.table, game: wanted.game };
  if (wanted.mode === "screen") await seatAll(wanted, made);
  else if (made.tokens.seat) await api.storeToken(made.table, made.tokens.seat);
  else await api.storeToken(made.table, made.tokens.spectating);
  if (wanted.mode !== "screen") keep({ ...told, invitation: made.tokens.invitation, spectating: made.tokens.spectating });
  await go(`/table/${made.table}`);
}

/**
 * Everybody at this screen sits down and is ready.
 * @param {Wanted} wanted
 * @param {Awaited<ReturnType<typeof api.createTable>>} made
 */
async function seatAll(wanted, made) {
  const people = wanted.seats.flatMap((bot, seat) => (bot === null ? [seat] : []));
  /** @type {Record<number, string>} */
  const shared = {};
  for (const [at, seat] of people.entries()) {
    if (at === 0) shared[seat] = made.tokens.seat ?? "";
    else {
      const name = wanted.names?.[at] || t("player", { number: at + 1 });
      const taken = await api.sit(made.table, { invitation: made.tokens.invitation, seat, name });
      shared[seat] = taken.token;
    }
  }
  for (const token of Object.values(shared)) {
    await api.request(made.table, { do: "ready", salt: fresh() }, token);
  }
  keep({ table: made.table, game: wanted.game, shared, spectating: made.tokens.spectating });
}
