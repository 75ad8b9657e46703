"""Sitting down at a table on a server, by the link that somebody sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import Input, Label, Static

from .screen import House, Room

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType


class Join(Room):
    """The link, and a name."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("Tab", "choose", "app.focus_next"),
        ("Enter", "sit-down", "join"),
        ("Esc", "back", "leave"),
    ]

    def __init__(self, house: House, join: Callable[[str, str], None]) -> None:
        """Whoever opens the table gets link and name."""
        super().__init__(house)
        self.join = join

    def compose(self) -> ComposeResult:
        """Two fields."""
        yield Static(self.text("terminal.menu.join"), classes="title")
        yield Label(self.text("terminal.link"))
        yield Input(id="link", placeholder="http://…/table/…#join=…")
        yield Label(self.text("name"))
        yield Input(id="name", value=self.house.name, max_length=40)
        yield Static(id="about")
        yield self.key_line()

    def on_input_submitted(self) -> None:
        """Enter in either field."""
        self.action_join()

    def action_join(self) -> None:
        """Try it."""
        link, name = (self.query_one(f"#{one}", Input).value.strip() for one in ("link", "name"))
        self.house.name = name
        if link:
            self.join(link, name)
