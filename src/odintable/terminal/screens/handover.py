"""Between two people at one screen: nobody's cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import Middle
from textual.widgets import Static

from .screen import House, Room

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType


class Cover(Room):
    """Says whose turn it is, and waits until they say that they are there."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [("Enter", "uncover", "leave")]

    def __init__(self, house: House, name: str) -> None:
        """Who is next."""
        super().__init__(house)
        self.next_name = name

    def compose(self) -> ComposeResult:
        """Large and quiet."""
        with Middle(id="cover"):
            yield Static(self.text("hand-over-to", name=self.next_name), classes="large")
            yield Static(f"▶ {self.text('uncover', name=self.next_name)} ◀", classes="large")
        yield self.key_line()

    def on_click(self) -> None:
        """A click will do."""
        self.action_leave()
