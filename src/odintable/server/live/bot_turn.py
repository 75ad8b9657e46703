"""Lets a bot move when it is a bot's turn at a live table."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from odintable.server.bots.fair_queue import BOT_GAME, PEOPLE_GAME, Share
from odintable.server.bots.worker_pool import MAX_TRIES
from odintable.server.refused_error import Refused
from odintable.server.tables import events as ev

from .bot_pace import is_secret_move, pace_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from odintable.bots import MoveChoice
    from odintable.server.tables.table import Table

log = logging.getLogger("odintable.bot_turn")


class BotTurnTable(Protocol):
    """The part of `LiveTable` that this module uses; importing it would be circular."""

    job: Any  # the bot that is thinking, or its move that waits to be shown, if any
    bot_move_due: float | None  # when the next move of a bot may be shown, by the loop's clock

    @property
    def table(self) -> Table:
        """The table."""

    @property
    def registry(self) -> Any:
        """The registry with the workers and the clock."""

    @property
    def busy(self) -> Any:
        """Whether events are being stored."""

    @property
    def is_closed(self) -> bool:
        """Whether the table is unloaded."""

    @property
    def is_unwatched(self) -> bool:
        """Whether nobody has viewed the table for a while."""

    @property
    def is_played_by_people(self) -> bool:
        """Whether a person decides at any seat."""

    def when_stored(self, action: Callable[[], None], /) -> object:
        """Run an action as soon as everything is stored."""

    def apply_and_store(self, event: Any, done: Callable[[Any], None], /) -> object:
        """Apply an event and store it."""


def start_bot(live_table: BotTurnTable, tries: int = 0) -> None:
    """Let a bot think if it is a bot's turn; `tries` counts its illegal moves so far."""
    if (
        live_table.busy
        or live_table.is_closed
        or live_table.job is not None
        or live_table.is_unwatched
    ):
        return
    deciding = live_table.table.deciding_bot()
    if deciding is None:
        return
    seat, bot = deciding
    view = live_table.table.position.view(seat)
    registry = live_table.registry
    limit, pause = live_table.table.config.bot_time, registry.settings.bot_pause
    pace = pace_for(view, bot, limit, pause, registry.sources.random)
    if live_table.bot_move_due is None:  # secret moves do not delay the next one that is seen
        live_table.bot_move_due = registry.loop.time() + pace.shown_after / 1000
    done = partial(on_choice, live_table, seat, live_table.table.seq, tries)
    kind = PEOPLE_GAME if live_table.is_played_by_people else BOT_GAME
    share = Share(kind, live_table.table.name)
    live_table.job = registry.workers.choose_move(view, bot, pace.limit, done, share)


def on_choice(
    live_table: BotTurnTable, seat: int, seq: int, tries: int, choice: MoveChoice | None
) -> None:
    """Play the bot's move when it may be shown; None: the bot failed every time."""
    live_table.job = None
    move = choice.move if choice is not None else ""
    loop = live_table.registry.loop
    wait = (live_table.bot_move_due or 0.0) - loop.time()
    if wait <= 0 or (move and is_secret_move(live_table.table.position, move)):
        play_when_stored(live_table, seat, seq, tries, move)
    else:
        live_table.job = loop.call_later(wait, play_when_stored, live_table, seat, seq, tries, move)


def play_when_stored(live_table: BotTurnTable, seat: int, seq: int, tries: int, move: str) -> None:
    """Play the bot's move as soon as the table is stored."""
    live_table.job = None
    live_table.when_stored(partial(play_bot_move, live_table, seat, seq, tries, move))


def play_bot_move(live_table: BotTurnTable, seat: int, seq: int, tries: int, move: str) -> None:
    """Play a move, any legal one if it is empty: a failing bot must not hold up the game."""
    deciding = live_table.table.deciding_bot()
    if live_table.table.seq != seq or deciding is None or deciding[0] != seat:
        start_bot(live_table)
        return
    move = move or live_table.table.position.legal()[0]
    event = ev.Moved(live_table.registry.now(), seat=seat, move=move)
    live_table.apply_and_store(event, partial(on_outcome, live_table, seat, tries + 1))


def on_outcome(live_table: BotTurnTable, seat: int, tries: int, outcome: object) -> None:
    """Let the bot think again after an illegal move; LiveTable handles store errors."""
    if not isinstance(outcome, Refused) or outcome.code != "illegal-move":
        return
    log.warning(
        "a bot chose an illegal move: it is asked again, or any legal move is played",
        extra={"table": live_table.table.name, "seat": seat, "why": str(outcome)},
    )
    if tries < MAX_TRIES:
        start_bot(live_table, tries)
    else:
        play_bot_move(live_table, seat, live_table.table.seq, 0, "")
