"""The base class of all screens: shared state, texts, and a line of keys at the bottom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from odintable.i18n import Texts
    from odintable.terminal.tables.saved_games import SavedGames


@dataclass
class AppState:
    """The state that all screens share."""

    texts: Texts
    saved_games: SavedGames
    bot_delay: float  # seconds before a bot moves
    shows_notation: bool = False  # of moves, beside their words
    name: str = ""  # of the player on servers
    resume_hint: str = ""  # how to continue the last game, printed when the program ends


class KeyLabel(Static):
    """A key and what it does; a click has the same effect as the key."""

    def __init__(self, key: str, meaning: str, action: str) -> None:
        """Show it as `h hint`."""
        super().__init__(f"[b]{key}[/b] {meaning}", classes="key")
        self.action = action

    async def on_click(self) -> None:
        """Do what the key does."""
        await self.screen.run_action(self.action)


class AppScreen(Screen[None]):
    """A screen with the shared state and a line of keys."""

    # A key, the last part of the key of its text, and its action.
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = ()

    def __init__(self, app_state: AppState) -> None:
        """Take the state that all screens share."""
        super().__init__()
        self.app_state = app_state

    @property
    def texts(self) -> Texts:
        """The texts of the player's language."""
        return self.app_state.texts

    def text(self, key: str, **placeholders: object) -> str:
        """Return a text in the player's language."""
        return self.texts.text(key, **placeholders)

    def key_line(self) -> Horizontal:
        """Return the line of this screen's keys."""
        return Horizontal(*self.key_labels(), id="keys")

    def key_labels(self) -> list[KeyLabel]:
        """Return each key and what it does, in the current language."""
        return [
            KeyLabel(key, self.text(f"terminal.key.{name}"), action)
            for key, name, action in self.KEYS
        ]

    async def refresh_keys(self) -> None:
        """Show the keys again after a change of language."""
        line = self.query_one("#keys", Horizontal)
        await line.remove_children()
        await line.mount_all(self.key_labels())

    def compose(self) -> ComposeResult:
        """Show the line of keys; screens add more above it."""
        yield self.key_line()

    def action_leave(self) -> None:
        """Return to the previous screen."""
        self.dismiss()
