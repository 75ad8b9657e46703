"""The screen that replays a recorded game, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import Static

from odintable.terminal.replay_record import ReplayPlayer, frames, render_frame

from .app_screen import AppScreen, AppState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from odintable.record.record import Record

# Maps Textual's key names to the keys of `ReplayPlayer`.
PLAYER_KEYS = {"left": "b", "up": "b", "backspace": "b", "right": "n", "down": "n", "enter": "\r"}


class ReplayScreen(AppScreen):
    """Shows a game as `odintable replay` does."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("→", "on", "press('n')"),
        ("←", "step-back", "press('b')"),
        ("g", "go-to", "press('g')"),
        ("Esc", "back", "leave"),
    ]

    def __init__(self, app_state: AppState, record: Record) -> None:
        """Begin with the deal."""
        super().__init__(app_state)
        self.record = record
        self.player = ReplayPlayer(list(frames(record, None)))

    def compose(self) -> ComposeResult:
        """Show the position above the keys."""
        yield Static(id="replay")
        yield self.key_line()

    def on_mount(self) -> None:
        """Draw the first position."""
        self.draw_frame()

    def on_resize(self) -> None:
        """Fit the drawing to the window."""
        self.draw_frame()

    def draw_frame(self) -> None:
        """Draw the current step."""
        frame = render_frame(
            self.player,
            self.record,
            self.size.height - 1,
            self.texts,
            self.app_state.shows_notation,
        )
        self.query_one("#replay", Static).update(frame)

    def action_press(self, key: str) -> None:
        """Go to another step."""
        self.player.press(key)
        self.draw_frame()

    def on_key(self, event: events.Key) -> None:
        """Pass keys to the player, including digits after `g`."""
        key = PLAYER_KEYS.get(event.key) or event.character or ""
        if self.player.typed is not None and event.key == "backspace":
            key = "\x7f"
        if key and key not in "qQ" and event.key != "escape":
            event.stop()
            self.action_press(key)
