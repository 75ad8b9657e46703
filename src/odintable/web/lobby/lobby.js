/** A table before the deal: its seats, and the invitation for others. */

import * as api from "../server/api.js";
import { askToConfirm, showNote } from "../ui/dialogs_and_notes.js";
import { button, h, poster } from "../ui/dom.js";
import { copyLinkField } from "../ui/copy_link.js";
import { removeTable, saveTable, savedTable } from "../app/saved_tables.js";
import { errorText } from "../server/error_text.js";
import { tryRequest } from "../server/try_request.js";
import { go, tableLink } from "../app/router.js";
import { seatName, seatPicture } from "../table/seat.js";
import { changeSetting, settings } from "../app/settings.js";
import { announce } from "../ui/live_region.js";
import { t } from "../app/i18n.js";
import { randomId } from "../server/socket.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */

export class Lobby {
  #shown = "";
  #seats = h("ul");
  #isJoining = false;

  /** @param {import("../table/table_page.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {TableState} state */
  show(state) {
    const seats = seatList(state);
    this.#seats.replaceWith(seats);
    this.#seats = seats;
    const isFree = state.seats.some((one) => !one.taken);
    const mayJoin = isFree && state.you === "spectator" && state.table.open;
    const mayInvite = isFree && state.you !== "spectator";
    // Redraw only if needed: the visitor may be typing or about to press a button.
    const key = JSON.stringify([state.you, mayJoin, mayInvite]);
    if (key === this.#shown) return;
    this.#shown = key;
    const link = mayInvite ? h("div", { class: "invitation" }) : null;
    this.table.middle.replaceChildren(h("div", { class: "page lobby" }, poster(state.table.game),
      h("h2", {}, t("lobby.title", { game: t(`game.${state.table.game}`) })),
      knownCardsNote(state.table.known_cards),
      seats,
      mayJoin ? this.joinForm("") : null, link,
      state.you === "spectator" ? null : button({ class: "leave", onclick: () => this.leave() }, t("lobby.leave"))));
    if (link) this.showLink(link);
  }

  /** Tell the server that the player is ready, with a salt for the shuffle. */
  sendReady() {
    const { name, state, socket } = this.table;
    if (!state || state.stage !== "waiting" || typeof state.you !== "number") return;
    if (state.seats[state.you].ready) return;
    const salt = randomId();
    saveTable({ table: name, salt, seat: state.you });
    socket?.request({ do: "ready", salt });
  }

  /** Show the invitation link and its QR code. @param {HTMLElement} place */
  async showLink(place) {
    const invitation = savedTable(this.table.name)?.invitation;
    if (!invitation) {
      place.append(h("p", {}, t("deal-when-all-here")));
      return;
    }
    const address = await api.address().catch(() => ({ address: location.origin, local_only: false, lan: null }));
    const [{ qrPicture }, { lanSwitch }] = await Promise.all([import("../ui/qr_code.js"), import("./lan_switch.js")]);
    const link = tableLink(address.address, this.table.name, "join", invitation);
    place.replaceChildren(
      h("div", {}, h("h3", {}, t("invite")), h("p", {}, t("invite.about")),
        copyLinkField(link, t("invitation"), (text) => this.table.explain(text)),
        "share" in navigator ? button({ onclick: () => navigator.share({ url: link, title: t("title") }).catch(() => {}) }, t("share")) : null,
        lanSwitch(address, () => this.showLink(place)) ?? ""),
      qrPicture(link, t("qr")));
  }

  /** Open an invitation link, which may no longer be valid. @param {string} invitation */
  async openInvitation(invitation) {
    const { table } = this;
    try {
      const found = await api.retryWhileOffline(() => api.checkInvitation(table.name, invitation), () => table.showConnection("lost", 0), table.element);
      table.showConnection("open", 0);
      this.showInvitation(invitation, found);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      table.showConnection("open", 0);
      const watched = await api.getTable(table.name).catch(() => null);
      if (watched?.you === "spectator") table.explain(errorText(error));
      if (watched) table.connect(); // the visitor already has a seat, or may watch
      else this.showInvalidInvitation(error);
    }
  }

  /** @param {string} invitation @param {import("../app/message_types.js").TableResponse} table */
  showInvitation(invitation, { game, seats, known_cards }) {
    const state = /** @type {TableState} */ ({ seats, you: "spectator" });
    this.table.middle.replaceChildren(h("div", { class: "page lobby" }, poster(game),
      h("h2", {}, t("invited")), h("p", {}, t("lobby.title", { game: t(`game.${game}`) })), knownCardsNote(known_cards), seatList(state),
      this.joinForm(invitation)));
  }

  /** Say why an invitation leads to no seat, and what to do instead. @param {api.ApiError} error */
  showInvalidInvitation(error) {
    const text = error.code === "no-access" ? t("invited.no-access") : errorText(error);
    this.table.middle.replaceChildren(h("div", { class: "page lobby" },
      h("h2", {}, t("invited.not")), h("p", { role: "alert" }, text), h("p", {}, t("invited.instead")),
      h("p", {}, h("a", { href: "/", "data-go": true }, t("home")))));
  }

  /** @param {string} invitation */
  joinForm(invitation) {
    const input = /** @type {HTMLInputElement} */ (
      h("input", { type: "text", id: "my-name", maxlength: 20, autocomplete: "nickname", value: settings.name }));
    return h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.join(invitation, input.value.trim()); } },
      h("div", { class: "field" }, h("label", { for: "my-name" }, t("name")), input),
      h("div", { class: "buttons" }, button({ type: "submit", class: "main" }, t("sit-down"))));
  }

  /** @param {string} invitation @param {string} name */
  async join(invitation, name) {
    const { table } = this;
    if (this.#isJoining) return; // pressed twice
    this.#isJoining = true;
    changeSetting("name", name);
    const takeSeat = async () => {
      const seated = await api.takeSeat(table.name, { invitation, name });
      await api.storeToken(table.name, seated.token);
      saveTable({ table: table.name, invitation, seated: true });
    };
    const isSeated = await tryRequest(takeSeat).finally(() => { this.#isJoining = false; });
    if (!isSeated) return;
    announce(t("seated"));
    if (table.socket) table.socket.hello();
    else table.connect();
  }

  /** Give up the seat. */
  async leave() {
    const { name, socket } = this.table;
    if (!await askToConfirm(t("lobby.leave.sure"), t("lobby.leave"))) return;
    socket?.close(); // else it would report that the link is no longer valid
    const hasLeft = await tryRequest(async () => {
      await api.sendRequest(name, { do: "leave" });
      await api.removeToken(name);
    });
    if (!hasLeft) {
      this.table.connect();
      return;
    }
    removeTable(name);
    await go("/");
    announce(t("lobby.left"));
    showNote(t("lobby.left"));
  }
}

/** Warn that whoever created the table may know its cards. @param {boolean} [isKnown] */
function knownCardsNote(isKnown) {
  return isKnown ? h("p", { class: "known-cards", role: "note" }, t("known-cards")) : null;
}

/** The seats, taken and free. @param {TableState} state */
function seatList(state) {
  return h("ul", { class: "gathered" }, state.seats.map((one, seat) =>
    h("li", { class: one.taken ? "" : "free" }, seatPicture(state, seat),
      h("span", {}, one.taken ? seatName(state, seat) : t("free-seat")))));
}
