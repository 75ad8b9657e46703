"""Drives the terminal app with key presses, through Textual's pilot."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from odintable.i18n import Texts
from odintable.terminal.app import TableApp
from odintable.terminal.launch import LaunchOptions, open_table
from odintable.terminal.screens.app_screen import AppState
from odintable.terminal.screens.game import GameScreen
from odintable.terminal.screens.handover import HandoverScreen
from odintable.terminal.screens.menu import MenuScreen
from odintable.terminal.tables.saved_games import SavedGames

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from pathlib import Path

    from textual.pilot import Pilot
    from textual.screen import Screen

    from odintable.terminal.tables.table import TerminalTable

PATIENCE = 600.0  # seconds; rules may have to be compiled first
SMALL, LARGE = (80, 24), (120, 40)


class Player:
    """Presses keys, and reads what is on the screen."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press them one after another; what comes of the last one may take longer."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def go_on(self) -> None:
        """Press Enter, and wait until something has come of it."""
        before = self.standing
        await self.press("enter")
        await self.until(lambda: self.standing != before)

    @property
    def standing(self) -> tuple[Screen[Any], int]:
        """Which screen is shown, and how much has happened on it."""
        screen = self.app.screen
        return screen, len(screen.table.log) if isinstance(screen, GameScreen) else 0

    async def reach(self, kind: type[Screen[Any]]) -> None:
        """Wait until a screen of this kind is shown, and hears the keys."""
        await self.until(lambda: isinstance(self.app.screen, kind) and self.is_listening)

    @property
    def is_listening(self) -> bool:
        """Something has the focus, if anything can have it."""
        screen = self.app.screen
        return screen.is_mounted and (screen.focused is not None or not screen.focus_chain)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until it is so; the screen goes on meanwhile."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await self.pilot.pause(0.01)

    async def see(self, wanted: str) -> None:
        """Wait until this is on the screen."""
        try:
            await self.until(lambda: wanted in self.text())
        except TimeoutError:
            raise AssertionError(f"not seen: {wanted!r} in\n{self.text()}") from None

    def text(self) -> str:
        """What is on the screen, line by line."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in lines)

    @property
    def game(self) -> GameScreen:
        assert isinstance(self.app.screen, GameScreen)
        return self.app.screen

    @property
    def table(self) -> TerminalTable:
        return self.game.table

    async def seated(self) -> None:
        """Wait until the table is there, and somebody here is to move."""
        await self.until(lambda: isinstance(self.app.screen, GameScreen | HandoverScreen))
        if isinstance(self.app.screen, GameScreen):
            await self.until(self.is_asked)

    def is_asked(self) -> bool:
        """Somebody here is to do something, and the screen shows what."""
        if not isinstance(self.app.screen, GameScreen):
            return isinstance(self.app.screen, HandoverScreen) and self.is_listening
        is_due = self.table.is_over or bool(self.table.moves)
        is_shown = not self.game._needs_refresh and self.game.move_list.option_count > 0
        return is_due and is_shown and self.is_listening


@asynccontextmanager
async def at_table(
    folder: Path, *, language: str = "en", size: tuple[int, int] = SMALL, **wished: Any
) -> AsyncIterator[Player]:
    """The program with its games in a folder of the test's; without a game: at the menu."""
    texts, shelf, wish = Texts(language), SavedGames(folder), LaunchOptions(**wished)
    opening = None if wish.opens_menu else open_table(wish, texts, shelf, 0.0)
    app = TableApp(AppState(texts, shelf, 0.0), opening)
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        if opening is not None:
            await player.seated()
        else:
            await player.reach(MenuScreen)
        yield player


def play(doing: Coroutine[Any, Any, None]) -> None:
    """Run a test that waits for things."""
    asyncio.run(doing)
