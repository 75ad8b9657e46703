"""Text to read: the rules, the letters on the cards, the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from odintable.terminal.drawing.drawing import legend_of
from odintable.terminal.text.short_rules import sections

from .screen import House, Room

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from odintable.i18n import Texts

GAME_KEYS = ("1-9", "arrows", "enter", "h", "u", "m", "escape", "q")


class Page(Room):
    """A text that scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,enter,f1", "leave", ""),
    ]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [("Esc", "back", "leave")]

    def __init__(self, house: House, text: Text) -> None:
        """What is to be read."""
        super().__init__(house)
        self.body = text

    def compose(self) -> ComposeResult:
        """The text above the keys."""
        with VerticalScroll(id="page"):
            yield Static(self.body)
        yield self.key_line()

    def on_mount(self) -> None:
        """The arrows scroll at once."""
        self.query_one("#page").focus()


def rules(game: str, texts: Texts) -> Text:
    """The rules in short, the letters and the keys."""
    text = Text()
    text.append(
        f"{texts.text('rules.of', game=texts.text(f'game.{game}'))}\n\n", style="bold underline"
    )
    for head, rule in sections(game, texts):
        text.append(f"{head}\n", style="bold").append(f"{rule}\n\n")
    text.append(f"{texts.text('terminal.letters')}\n", style="bold")
    text.append("\n".join(legend_of(game, texts)) + "\n\n")
    text.append(f"{texts.text('keys')}\n", style="bold")
    for key in GAME_KEYS:
        text.append(f"{texts.text(f'terminal.press.{key}')}\n")
    return text.append("\n")
