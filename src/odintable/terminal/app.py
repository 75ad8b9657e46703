"""The terminal table as a program on a screen of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import App

from .screens.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from textual.binding import BindingType

    from .screens.screen import House
    from .tables.table import Table

# The terminal's own ground and ink, so that it reads alike on light and on dark ones.
THEME = "ansi-dark"


class TableApp(App[None]):
    """Menu, table, and what lies around them."""

    CSS_PATH = "app.tcss"
    TITLE = "Odin’s Table"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c,ctrl+q", "quit", "")]

    def __init__(self, house: House, opening: Awaitable[Table] | None = None) -> None:
        """With a table that is to be opened at once, if the command line named one."""
        super().__init__(ansi_color=True)
        self.house = house
        self.opening = opening

    def on_mount(self) -> None:
        """The menu, and what was asked for above it."""
        self.theme = THEME
        self.push_screen(Menu(self.house, self.opening))
