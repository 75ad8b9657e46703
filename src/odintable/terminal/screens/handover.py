"""The screen between two people's turns at one terminal: it shows no cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import Middle
from textual.widgets import Static

from .app_screen import AppScreen, AppState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType


class HandoverScreen(AppScreen):
    """Says whose turn it is, and waits until that person presses a key."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [("Enter", "uncover", "leave")]

    def __init__(self, app_state: AppState, name: str) -> None:
        """Take the name of the next person."""
        super().__init__(app_state)
        self.next_name = name

    def compose(self) -> ComposeResult:
        """Show the name and how to go on, in the middle of the screen."""
        with Middle(id="handover"):
            yield Static(self.text("hand-over-to", name=self.next_name), classes="large")
            yield Static(f"▶ {self.text('uncover', name=self.next_name)} ◀", classes="large")
        yield self.key_line()

    def on_click(self) -> None:
        """Go on, as with a key."""
        self.action_leave()
