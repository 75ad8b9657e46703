"""Open the menu or a table for `odintable play`, full-screen or line by line."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from odintable import bots, compile_cache
from odintable.errors import OdintableError
from odintable.games.position import Position
from odintable.i18n import choose_language

from .bots_only_game import one_for_each_seat
from .games.interface import terminal_game, terminal_games
from .line_mode import LineMode
from .tables.local_table import TableSetup
from .tables.open_table import join_table, last_table, new_table
from .tables.saved_games import SavedGames
from .tables.table_link import TableLink
from .text.ascii_text import texts_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.i18n import Texts

    from .tables.table import TerminalTable

DEFAULT_BOT = "embla"
DEFAULT_BOT_DELAY = 0.6  # seconds, on a screen


@dataclass(frozen=True)
class LaunchOptions:
    """The arguments of the command line."""

    game: str | None = None
    players: int | None = None
    bots: Sequence[str] = ()
    people: int = 1
    names: Sequence[str] = ()
    options: dict[str, Any] = field(default_factory=dict)  # of the game
    seed: int | None = None
    bot_delay: float | None = None  # seconds before a bot moves
    join: str | None = None
    resume: bool = False
    language: str | None = None
    shows_notation: bool = False  # of moves, beside their words

    @property
    def opens_menu(self) -> bool:
        """Whether the arguments name no table."""
        return not (self.game or self.join or self.resume)

    @property
    def first_name(self) -> str:
        """The name of the first person, which servers show."""
        return self.names[0] if self.names else ""


def start(options: LaunchOptions, *, is_line_mode: bool) -> int:
    """Play; return the exit status."""
    texts = texts_for(choose_language(options.language or ""), sys.stdout.encoding)
    if not options.opens_menu:
        check(options)
    if is_line_mode:
        compile_cache.announce_compiling()
        return asyncio.run(play_in_lines(options, texts))
    return play_on_screen(options, texts)


def play_on_screen(options: LaunchOptions, texts: Texts) -> int:
    """Run the full-screen program; on leaving, print how to continue."""
    from .app import TableApp  # noqa: PLC0415 - line mode does not need Textual
    from .screens.app_screen import AppState  # noqa: PLC0415

    delay = DEFAULT_BOT_DELAY if options.bot_delay is None else options.bot_delay
    state = AppState(texts, SavedGames(), delay, options.shows_notation, options.first_name)
    opening = None
    if not options.opens_menu:
        opening = open_table(options, texts, state.saved_games, delay)
    app = TableApp(state, opening)
    app.run()
    for line in (state.resume_hint, state.saved_games.error):
        if line:
            print(line)
    return app.return_code or 0


async def play_in_lines(options: LaunchOptions, texts: Texts) -> int:
    """Play line by line on standard input and output."""
    table = await open_table(options, texts, SavedGames(), options.bot_delay or 0.0)
    return await LineMode(table, sys.stdin, sys.stdout, options.shows_notation).play()


async def open_table(
    options: LaunchOptions, texts: Texts, saved_games: SavedGames, bot_delay: float
) -> TerminalTable:
    """Open the table that the command line names."""
    if options.join:
        return await join_table(options.join, options.first_name, texts)
    if options.resume:
        return await asyncio.to_thread(last_table, texts, saved_games, bot_delay)
    setup = table_setup(options)
    return await asyncio.to_thread(new_table, setup, texts, saved_games, bot_delay)


def check(options: LaunchOptions) -> None:
    """Refuse invalid arguments before a screen opens."""
    if options.join:
        TableLink.parse(options.join)
    elif options.game:
        terminal_game(options.game)
        setup = table_setup(options)
        for bot in filter(None, setup.seats):
            bots.get(bot, setup.game)
        Position.new(setup.game, len(setup.seats), 0, setup.options)


def table_setup(options: LaunchOptions) -> TableSetup:
    """Seat people first, then bots: one bot for all other seats, or one for each."""
    if options.game is None:
        commands = ", or ".join(f"odintable play {name}" for name in terminal_games())
        raise OdintableError(f"which game? {commands}")
    people = options.people
    players = options.players or max(2, people, len(options.bots) + people)
    if not 1 <= people <= players:
        raise OdintableError(f"--people must be from 1 to {players}, not {people}")
    others = players - people
    names = one_for_each_seat(options.bots or [DEFAULT_BOT], others, "--bot")
    if len(options.names) > people:
        raise OdintableError(f"--name has {len(options.names)} names for {people} people")
    seats = ("",) * people + tuple(names)
    return TableSetup(options.game, seats, options.options, options.seed, tuple(options.names))
