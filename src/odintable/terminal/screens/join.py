"""The form for joining a table on a server by its link."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import Input, Label, Static

from .app_screen import AppScreen, AppState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType


class JoinScreen(AppScreen):
    """Fields for the link and the player's name."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("Tab", "choose", "app.focus_next"),
        ("Enter", "sit-down", "join"),
        ("Esc", "back", "leave"),
    ]

    def __init__(self, app_state: AppState, join: Callable[[str, str], None]) -> None:
        """Take the function to call with the link and the name."""
        super().__init__(app_state)
        self.join = join

    def compose(self) -> ComposeResult:
        """Show the two fields, and a line for errors."""
        yield Static(self.text("terminal.menu.join"), classes="title")
        yield Label(self.text("terminal.link"))
        yield Input(id="link", placeholder="http://…/table/…#join=…")
        yield Label(self.text("name"))
        yield Input(id="name", value=self.app_state.name, max_length=40)
        yield Static(id="about")
        yield self.key_line()

    def on_input_submitted(self) -> None:
        """Join on Enter in either field."""
        self.action_join()

    def action_join(self) -> None:
        """Try to join."""
        link, name = (
            self.query_one(f"#{field}", Input).value.strip() for field in ("link", "name")
        )
        self.app_state.name = name
        if link:
            self.join(link, name)
