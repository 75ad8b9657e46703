"""The terminal table with somebody at its keys."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from odintable.terminal.app import TableApp
from odintable.terminal.screens.cover import Cover
from odintable.terminal.screens.game import GameScreen
from odintable.terminal.screens.room import House
from odintable.terminal.shelf import Shelf
from odintable.terminal.start import Wish, open_table
from odintable.words import Words

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from pathlib import Path

    from textual.pilot import Pilot

    from odintable.terminal.table import Table

PATIENCE = 60.0  # seconds; rules may have to be compiled first
SMALL, LARGE = (80, 24), (120, 40)


class Player:
    """Presses keys, and reads what is on the screen."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until it is so; the screen goes on meanwhile."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await self.pilot.pause(0.01)

    async def see(self, words: str) -> None:
        """Wait until this is on the screen."""
        try:
            await self.until(lambda: words in self.text())
        except TimeoutError:
            raise AssertionError(f"not seen: {words!r} in\n{self.text()}") from None

    def text(self) -> str:
        """What is on the screen, line by line."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in lines)

    @property
    def game(self) -> GameScreen:
        assert isinstance(self.app.screen, GameScreen)
        return self.app.screen

    @property
    def table(self) -> Table:
        return self.game.table

    async def seated(self) -> None:
        """Wait until the table is there, and somebody here is to move."""
        await self.until(lambda: isinstance(self.app.screen, GameScreen | Cover))
        if isinstance(self.app.screen, GameScreen):
            await self.until(self.is_asked)

    def is_asked(self) -> bool:
        if not isinstance(self.app.screen, GameScreen):
            return isinstance(self.app.screen, Cover)
        is_due = self.table.is_over or bool(self.table.moves)
        return is_due and self.app.screen.picks.option_count > 0


@asynccontextmanager
async def at_table(
    folder: Path, *, language: str = "en", size: tuple[int, int] = SMALL, **wished: Any
) -> AsyncIterator[Player]:
    """The program with its games in a folder of the test's; without a game: at the menu."""
    words, shelf, wish = Words(language), Shelf(folder), Wish(**wished)
    opening = None if wish.is_open else open_table(wish, words, shelf, 0.0)
    app = TableApp(House(words, shelf, 0.0), opening)
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        if opening is not None:
            await player.seated()
        yield player


def play(doing: Coroutine[Any, Any, None]) -> None:
    """Run a test that waits for things."""
    asyncio.run(doing)
