"""A screen of text to read, such as the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from odintable.terminal.games.interface import terminal_game
from odintable.terminal.text.short_rules import rule_sections

from .app_screen import AppScreen, AppState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from odintable.i18n import Texts

GAME_KEYS = ("1-9", "arrows", "enter", "h", "u", "m", "escape", "q")


class TextScreen(AppScreen):
    """A text that scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,enter,f1", "leave", ""),
    ]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [("Esc", "back", "leave")]

    def __init__(self, app_state: AppState, content: Text) -> None:
        """Take the text."""
        super().__init__(app_state)
        self.content = content

    def compose(self) -> ComposeResult:
        """Show the text above the keys."""
        with VerticalScroll(id="content"):
            yield Static(self.content)
        yield self.key_line()

    def on_mount(self) -> None:
        """Let the arrow keys scroll at once."""
        self.query_one("#content").focus()


def rules_text(game: str, texts: Texts) -> Text:
    """Return a summary of the rules, the letters on the cards, and the keys."""
    title = texts.text("rules.of", game=texts.text(f"game.{game}"))
    text = Text().append(f"{title}\n\n", style="bold underline")
    for heading, rule in rule_sections(game, texts):
        text.append(f"{heading}\n", style="bold").append(f"{rule}\n\n")
    text.append(f"{texts.text('terminal.letters')}\n", style="bold")
    text.append("\n".join(terminal_game(game).legend(texts)) + "\n\n")
    text.append(f"{texts.text('keyboard-shortcuts')}\n", style="bold")
    for key in GAME_KEYS:
        text.append(f"{texts.text(f'terminal.key-help.{key}')}\n")
    return text.append("\n")
