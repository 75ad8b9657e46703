"""The list of finished games, to be replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.widgets import OptionList, Static

from odintable.errors import OdintableError

from .app_screen import AppScreen
from .menu_list import MenuList
from .replay import ReplayScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from odintable.i18n import Texts
    from odintable.terminal.tables.saved_games import SavedGame


class SavedGamesScreen(AppScreen):
    """The finished games that were played here, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("↑↓", "choose", "down"),
        ("Enter", "open", "open"),
        ("Esc", "back", "leave"),
    ]

    def compose(self) -> ComposeResult:
        """Show the games, and an explanation."""
        self.games = self.app_state.saved_games.games(over=True)
        yield Static(self.text("terminal.menu.replay"), classes="title")
        yield MenuList(*(Content(summary(saved, self.texts)) for saved in self.games), id="entries")
        has_games = bool(self.games)
        about = self.text("terminal.about.replay") if has_games else self.text("terminal.no-games")
        yield Static(about, id="about")
        yield self.key_line()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Replay a game, or show why it cannot be read."""
        try:
            record = self.games[message.option_index].read()
        except OdintableError as error:
            self.query_one("#about", Static).update(str(error))
            return
        self.app.push_screen(ReplayScreen(self.app_state, record))

    def action_open(self) -> None:
        """Replay the highlighted game."""
        self.query_one("#entries", MenuList).action_select()

    def action_down(self) -> None:
        """Go to the next game."""
        self.query_one("#entries", MenuList).action_cursor_down()


def summary(saved: SavedGame, texts: Texts) -> str:
    """Describe a saved game in one line: its players, score and date."""
    players = saved.players.replace(" | ", ", ")
    score = saved.result.split()[-1]
    return texts.labelled(texts.text(f"game.{saved.game}"), f"{players}, {score}, {saved.date}")
