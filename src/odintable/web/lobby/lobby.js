/** A table before the deal: who is there, and how others come. */

import * as api from "../server/api.js";
import { confirmed, note } from "../ui/dialog.js";
import { button, h, poster } from "../ui/dom.js";
import { copyLinkField } from "../ui/copy_link.js";
import { forget, keep, table as kept } from "../app/saved_tables.js";
import { errorText } from "../server/error_text.js";
import { go, linkTo } from "../app/router.js";
import { seatName, seatPicture } from "../table/seat.js";
import { choose, settings } from "../app/settings.js";
import { say } from "../ui/live_region.js";
import { t } from "../app/i18n.js";
import { fresh } from "../server/socket.js";

/** @typedef {import("../app/types.js").TableState} TableState */

export class Lobby {
  #shown = "";
  #seats = h("ul");
  #isJoining = false;

  /** @param {import("../table/table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {TableState} state */
  show(state) {
    const seats = gathered(state);
    this.#seats.replaceWith(seats);
    this.#seats = seats;
    const isFree = state.seats.some((one) => !one.taken);
    const mayJoin = isFree && state.you === "spectator" && state.table.open;
    const mayInvite = isFree && state.you !== "spectator";
    // What one is about to press or has written stays, whoever comes and goes meanwhile.
    const key = JSON.stringify([state.you, mayJoin, mayInvite]);
    if (key === this.#shown) return;
    this.#shown = key;
    const link = mayInvite ? h("div", { class: "invitation" }) : null;
    this.table.middle.replaceChildren(h("div", { class: "page lobby" }, poster(state.table.game),
      h("h2", {}, t("gathering", { game: t(`game.${state.table.game}`) })),
      seats,
      mayJoin ? this.joining("") : null, link,
      state.you === "spectator" ? null : button({ class: "leave", onclick: () => this.leave() }, t("lobby.leave"))));
    if (link) this.fill(link);
  }

  /** Who has opened the table wants to play; the salt stirs the shuffle. */
  beReady() {
    const { name, state, socket } = this.table;
    if (!state || state.stage !== "waiting" || typeof state.you !== "number") return;
    if (state.seats[state.you].ready) return;
    const salt = fresh();
    keep({ table: name, salt, seat: state.you });
    socket?.ask({ do: "ready", salt });
  }

  /** @param {HTMLElement} place where the link and its code go */
  async fill(place) {
    const invitation = kept(this.table.name)?.invitation;
    if (!invitation) {
      place.append(h("p", {}, t("wait-for-others")));
      return;
    }
    const reach = await api.address().catch(() => ({ address: location.origin, local_only: false, lan: null }));
    const [{ qrPicture }, { lanAccess }] = await Promise.all([import("../ui/qr_code.js"), import("./lan_access.js")]);
    const link = linkTo(reach.address, this.table.name, "join", invitation);
    place.replaceChildren(
      h("div", {}, h("h3", {}, t("invite")), h("p", {}, t("invite.about")),
        copyLinkField(link, t("invitation"), (words) => this.table.explain(words)),
        "share" in navigator ? button({ onclick: () => navigator.share({ url: link, title: t("title") }).catch(() => {}) }, t("share")) : null,
        lanAccess(reach, () => this.fill(place)) ?? ""),
      qrPicture(link, t("qr")));
  }

  /** Somebody came by an invitation, which may be a dead one. @param {string} invitation */
  async enter(invitation) {
    const { table } = this;
    try {
      const told = await api.retryWhileOffline(() => api.invitation(table.name, invitation), () => table.link("lost", 0), table.element);
      table.link("open", 0);
      this.invite(invitation, told);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      table.link("open", 0);
      const seen = await api.look(table.name).catch(() => null);
      if (seen?.you === "spectator") table.explain(errorText(error));
      if (seen) table.connect(); // by a seat taken before, or to watch an open table
      else this.turnAway(error);
    }
  }

  /** @param {string} invitation @param {import("../app/types.js").TableResponse} told */
  invite(invitation, { game, seats }) {
    const state = /** @type {TableState} */ ({ seats, you: "spectator" });
    this.table.middle.replaceChildren(h("div", { class: "page lobby" }, poster(game),
      h("h2", {}, t("invited")), h("p", {}, t("gathering", { game: t(`game.${game}`) })), gathered(state),
      this.joining(invitation)));
  }

  /** The invitation leads to no seat: why, and what can be done instead. @param {api.ApiError} error */
  turnAway(error) {
    const words = error.code === "no-link" ? t("invited.no-link") : errorText(error);
    this.table.middle.replaceChildren(h("div", { class: "page lobby" },
      h("h2", {}, t("invited.not")), h("p", { role: "alert" }, words), h("p", {}, t("invited.instead")),
      h("p", {}, h("a", { href: "/", "data-go": true }, t("home")))));
  }

  /** @param {string} invitation */
  joining(invitation) {
    const input = /** @type {HTMLInputElement} */ (
      h("input", { type: "text", id: "my-name", maxlength: 20, autocomplete: "nickname", value: settings.name }));
    return h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.join(invitation, input.value.trim()); } },
      h("div", { class: "field" }, h("label", { for: "my-name" }, t("name")), input),
      h("div", { class: "buttons" }, button({ type: "submit", class: "main" }, t("sit-down"))));
  }

  /** @param {string} invitation @param {string} name */
  async join(invitation, name) {
    const { table } = this;
    if (this.#isJoining) return; // who presses twice means one seat
    this.#isJoining = true;
    choose("name", name);
    try {
      const taken = await api.sit(table.name, { invitation, name });
      await api.storeToken(table.name, taken.token);
      keep({ table: table.name, invitation, seated: true });
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      table.explain(errorText(error));
      return;
    } finally {
      this.#isJoining = false;
    }
    say(t("seated"));
    if (table.socket) table.socket.hello();
    else table.connect();
  }

  /** Give the seat to somebody else. */
  async leave() {
    const { name, socket } = this.table;
    if (!await confirmed(t("lobby.leave.sure"), t("lobby.leave"))) return;
    socket?.close(); // or it would say that the link opens nothing any more
    try {
      await api.request(name, { do: "leave" });
      await api.removeToken(name);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      this.table.explain(errorText(error));
      this.table.connect();
      return;
    }
    forget(name);
    await go("/");
    say(t("lobby.left"));
    note(t("lobby.left"));
  }
}

/** Who sits where, and what is free. @param {TableState} state */
function gathered(state) {
  return h("ul", { class: "gathered" }, state.seats.map((one, seat) =>
    h("li", { class: one.taken ? "" : "free" }, seatPicture(state, seat),
      h("span", {}, one.taken ? seatName(state, seat) : t("free-seat")))));
}
