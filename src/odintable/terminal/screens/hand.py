"""The cards one may play, each with the number that chooses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.message import Message
from textual.widgets import Static

from odintable.terminal.drawing.symbols import COLOURS, GROUNDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events


class Fan(Static):
    """A hand in a line, and which of its cards are chosen; a click chooses too."""

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, at: int) -> None:
            """Which."""
            super().__init__()
            self.at = at

    def __init__(self) -> None:
        """Empty."""
        super().__init__(id="fan")
        self.cards: list[str] = []
        self.chosen: set[int] = set()

    @property
    def written(self) -> list[str]:
        """The chosen cards."""
        return [self.cards[at] for at in sorted(self.chosen)]

    def deal(self, cards: Sequence[str]) -> None:
        """Show these; nothing is chosen."""
        self.cards = list(cards)
        self.clear()

    def toggle(self, at: int) -> bool:
        """Choose a card or put it back; false if there is none."""
        if at >= len(self.cards):
            return False
        self.chosen ^= {at}
        self._draw_cards()
        return True

    def clear(self) -> None:
        """Put all back."""
        self.chosen = set()
        self._draw_cards()

    def _draw_cards(self) -> None:
        parts = [card(at, written, at in self.chosen) for at, written in enumerate(self.cards)]
        self.update(Text(" ").join(parts))

    def on_click(self, event: events.Click) -> None:
        """Tell whoever keeps the choice which card lies there."""
        end = 0
        for at, written in enumerate(self.cards):
            end += len(card(at, written, is_chosen=False)) + 1
            if event.get_content_offset_capture(self).x < end:
                self.post_message(self.Picked(at))
                return


def card(at: int, written: str, is_chosen: bool) -> Text:
    """Its number and its face; chosen it stands between arrows, so that no colour is needed."""
    letter = written.strip("()")
    ground = (COLOURS if len(letter) == 2 else GROUNDS)[letter[0]]
    left, right = ("▸", "◂") if is_chosen else (" ", " ")
    text = Text().append(f"{at + 1}", style="dim").append(left, style="bold")
    text.append(f" {written} ", style=f"{ground} bold" if is_chosen else ground)
    return text.append(right, style="bold")
