"""What all screens have: the words of the player's language, and a line of keys at the bottom."""

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
    from odintable.terminal.tables.saved_games import Shelf


@dataclass
class House:
    """What all screens share."""

    texts: Texts
    shelf: Shelf
    speed: float  # seconds before a bot's move
    name: str = ""  # what the player is called on servers
    farewell: str = ""  # how the last game can be gone on with, told when the program ends


class Key(Static):
    """A key and what it does; a click is as good as the key."""

    def __init__(self, key: str, does: str, action: str) -> None:
        """Shown as `h hint`."""
        super().__init__(f"[b]{key}[/b] {does}", classes="key")
        self.action = action

    async def on_click(self) -> None:
        """Do what the key does."""
        await self.screen.run_action(self.action)


class Room(Screen[None]):
    """A screen of ours."""

    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = ()  # key, what it does, the action

    def __init__(self, house: House) -> None:
        """Everything else is in the house."""
        super().__init__()
        self.house = house

    @property
    def texts(self) -> Texts:
        """The words of the player's language."""
        return self.house.texts

    def text(self, key: str, **given: object) -> str:
        """Something in the player's language."""
        return self.texts.text(key, **given)

    def key_line(self) -> Horizontal:
        """The keys of this screen."""
        return Horizontal(*self.keys(), id="keys")

    def keys(self) -> list[Key]:
        """Each key with what it does, in the language that is spoken now."""
        said = ((key, self.text(f"terminal.key.{does}"), action) for key, does, action in self.KEYS)
        return [Key(*one) for one in said]

    async def refresh_keys(self) -> None:
        """Say what the keys do in another language."""
        line = self.query_one("#keys", Horizontal)
        await line.remove_children()
        await line.mount_all(self.keys())

    def compose(self) -> ComposeResult:
        """The keys alone; screens put more above."""
        yield self.key_line()

    def action_leave(self) -> None:
        """Back to where one came from."""
        self.dismiss()
