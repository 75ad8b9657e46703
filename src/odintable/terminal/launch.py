"""From what was asked on the command line to a table, and to a screen or lines that show it."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from odintable import bots
from odintable.errors import OdintableError
from odintable.games import compile_cache
from odintable.games.position import Position
from odintable.i18n import choose_language

from .line_mode import Plain
from .tables.local_table import Seating
from .tables.open_table import joined_table, last_game, new_game
from .tables.saved_games import Shelf
from .tables.table_link import Link
from .text.ascii_text import texts_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.i18n import Texts

    from .tables.table import Table

USUAL_BOT = "embla"
USUAL_SPEED = 0.6  # seconds before a bot's move on a screen


@dataclass(frozen=True)
class Wish:
    """What was asked on the command line."""

    game: str | None = None
    players: int | None = None
    bots: Sequence[str] = ()
    people: int = 1
    names: Sequence[str] = ()
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    speed: float | None = None
    join: str | None = None
    resume: bool = False
    language: str | None = None

    @property
    def is_open(self) -> bool:
        """Nothing was said about which game: there is to be a menu."""
        return not (self.game or self.join or self.resume)


def start(wish: Wish, *, plain: bool) -> int:
    """Show it; the exit status."""
    texts = texts_for(choose_language(wish.language or ""), sys.stdout.encoding)
    if not wish.is_open:
        check(wish)
    if plain:
        compile_cache.say_when_compiling()
        return asyncio.run(line_by_line(wish, texts))
    return on_screen(wish, texts)


def on_screen(wish: Wish, texts: Texts) -> int:
    """The game on a screen of its own; when it is left, how to go on is told."""
    from .app import TableApp  # noqa: PLC0415 - Textual is not needed for lines
    from .screens.screen import House  # noqa: PLC0415

    name = wish.names[0] if wish.names else ""
    speed = USUAL_SPEED if wish.speed is None else wish.speed
    house = House(texts, Shelf(), speed, name)
    opening = None if wish.is_open else open_table(wish, texts, house.shelf, speed)
    app = TableApp(house, opening)
    app.run()
    for line in (house.farewell, house.shelf.trouble):
        if line:
            print(line)
    return app.return_code or 0


async def line_by_line(wish: Wish, texts: Texts) -> int:
    """The game as lines, on standard input and output."""
    table = await open_table(wish, texts, Shelf(), pace=wish.speed or 0.0)
    return await Plain(table, sys.stdin, sys.stdout).play()


async def open_table(wish: Wish, texts: Texts, shelf: Shelf, pace: float) -> Table:
    """The table that was asked for."""
    if wish.join:
        return await joined_table(wish.join, wish.names[0] if wish.names else "", texts)
    if wish.resume:
        return await asyncio.to_thread(last_game, texts, shelf, pace)
    return await asyncio.to_thread(new_game, seating_of(wish), texts, shelf, pace)


def check(wish: Wish) -> None:
    """What cannot be is refused before a screen opens."""
    if wish.join:
        Link.read(wish.join)
    elif wish.game:
        seating = seating_of(wish)
        for bot in filter(None, seating.seats):
            bots.get(bot, seating.game)
        Position.new(seating.game, len(seating.seats), 0, seating.options)


def seating_of(wish: Wish) -> Seating:
    """People first, then bots: one for all seats, or one for each."""
    if wish.game is None:
        raise OdintableError("which game? odintable play odin, or odintable play ravens")
    players = wish.players or max(2, wish.people, len(wish.bots) + wish.people)
    if not 1 <= wish.people <= players:
        raise OdintableError(f"--people is from 1 to {players}, not {wish.people}")
    others = players - wish.people
    bots = list(wish.bots or [USUAL_BOT])
    if len(bots) == 1:
        bots *= others
    if len(bots) != others:
        raise OdintableError(
            f"--bot names {len(bots)} bots for {others} seats: name one, or one a seat"
        )
    if len(wish.names) > wish.people:
        raise OdintableError(f"--name has {len(wish.names)} names for {wish.people} people")
    seats = ("",) * wish.people + tuple(bots)
    return Seating(wish.game, seats, wish.options, wish.seed, tuple(wish.names))
