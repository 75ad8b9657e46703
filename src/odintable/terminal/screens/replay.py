"""A game that was played, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import Static

from odintable.terminal.replay import Reel, frames, scene

from .screen import House, Room

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from odintable.record.record import Record

PRESSED = {"left": "b", "up": "b", "backspace": "b", "right": "n", "down": "n", "enter": "\r"}


class ReelScreen(Room):
    """The table as `odintable replay` draws it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("→", "on", "press('n')"),
        ("←", "step-back", "press('b')"),
        ("g", "go-to", "press('g')"),
        ("Esc", "back", "leave"),
    ]

    def __init__(self, house: House, record: Record) -> None:
        """Begin with the deal."""
        super().__init__(house)
        self.record = record
        self.reel = Reel(list(frames(record, None)))

    def compose(self) -> ComposeResult:
        """The picture above the keys."""
        yield Static(id="reel")
        yield self.key_line()

    def on_mount(self) -> None:
        """The first picture."""
        self.draw_it()

    def on_resize(self) -> None:
        """Fit it to the window."""
        self.draw_it()

    def draw_it(self) -> None:
        """The step that is looked at."""
        picture = scene(self.reel, self.record, self.size.height - 1, self.texts)
        self.query_one("#reel", Static).update(picture)

    def action_press(self, key: str) -> None:
        """Steer."""
        self.reel.press(key)
        self.draw_it()

    def on_key(self, event: events.Key) -> None:
        """Keys that steer, and digits after `g`."""
        key = PRESSED.get(event.key) or event.character or ""
        if self.reel.typed is not None and event.key == "backspace":
            key = "\x7f"
        if key and key not in "qQ" and event.key != "escape":
            event.stop()
            self.action_press(key)
