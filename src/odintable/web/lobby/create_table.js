/** Creates a table and opens it. */

import * as api from "../server/api.js";
import { saveTable } from "../app/saved_tables.js";
import { go } from "../app/router.js";
import { settings } from "../app/settings.js";
import { randomId } from "../server/socket.js";
import { t } from "../app/i18n.js";

/**
 * @typedef {object} TableSetup
 * @property {string} game
 * @property {string} mode bots, friends, screen, watch
 * @property {(string | null)[]} seats a bot's name, or null for a person
 * @property {Record<string, boolean | number>} options
 * @property {string[]} [names] of the people who share this screen
 * @property {boolean} [open]
 * @property {boolean} [hints] whether hints are allowed against people
 * @property {{text: string, moves: number | null, redeal: boolean}} [start] a record or position to continue from
 * @property {{kind: string, turn?: number, start?: number, increment?: number} | null} [clock]
 */

const BOT_TIME = 1500; // milliseconds for each move

let isBusy = false;

/**
 * Create a table, unless one is just being created: the button may be pressed twice.
 * @param {TableSetup} setup
 */
export async function createTable(setup) {
  if (isBusy) return;
  isBusy = true;
  try {
    await create(setup);
  } finally {
    isBusy = false;
  }
}

/** @param {TableSetup} setup */
async function create(setup) {
  const own = setup.seats.indexOf(null);
  const name = setup.names?.[0] || settings.name;
  const created = await api.createTable({
    game: setup.game,
    seats: setup.seats.map((bot) => (bot === null ? {} : { bot })),
    options: setup.options,
    start: setup.start ?? null,
    open: Boolean(setup.open),
    clock: setup.clock ?? null,
    sit: own < 0 ? null : own,
    name: own < 0 ? "" : name,
    bot_time: BOT_TIME,
    hints: setup.mode === "bots" || Boolean(setup.hints),
  });
  if (setup.mode === "screen") await seatEverybody(setup, created);
  else {
    const { seat, invitation, spectating } = created.tokens;
    await api.storeToken(created.table, seat ?? spectating);
    saveTable({ table: created.table, game: setup.game, invitation, spectating });
  }
  await go(`/table/${created.table}`);
}

/**
 * Take the seats of all people at this screen, and mark them as ready.
 * @param {TableSetup} setup
 * @param {Awaited<ReturnType<typeof api.createTable>>} created
 */
async function seatEverybody(setup, created) {
  const people = setup.seats.flatMap((bot, seat) => (bot === null ? [seat] : []));
  /** @type {Record<number, string>} */
  const shared = {};
  for (const [at, seat] of people.entries()) {
    if (at === 0) shared[seat] = created.tokens.seat ?? "";
    else {
      const name = setup.names?.[at] || t("player", { number: at + 1 });
      const seated = await api.takeSeat(created.table, { invitation: created.tokens.invitation, seat, name });
      shared[seat] = seated.token;
    }
  }
  for (const token of Object.values(shared)) {
    await api.sendRequest(created.table, { do: "ready", salt: randomId() }, token);
  }
  saveTable({ table: created.table, game: setup.game, shared, spectating: created.tokens.spectating });
}
