"""The full-screen program, made with Textual."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import App

from .screens.menu import MenuScreen

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from textual.binding import BindingType

    from .screens.app_screen import AppState
    from .tables.table import TerminalTable

# The terminal's own colours, so that the program is readable on light and on dark terminals.
THEME = "ansi-dark"


class TableApp(App[None]):
    """Starts with the menu."""

    CSS_PATH = "app.tcss"
    TITLE = "Odin’s Table"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c,ctrl+q", "quit", "")]

    def __init__(
        self, app_state: AppState, opening: Awaitable[TerminalTable] | None = None
    ) -> None:
        """Take a table to open at once, if the command line names one."""
        super().__init__(ansi_color=True)
        self.app_state = app_state
        self.opening = opening

    def on_mount(self) -> None:
        """Show the menu."""
        self.theme = THEME
        self.push_screen(MenuScreen(self.app_state, self.opening))
