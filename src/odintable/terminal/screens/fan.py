"""The cards one may play, each with the number that chooses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Static

from odintable.terminal.signs import COLOURS, GROUNDS

if TYPE_CHECKING:
    from collections.abc import Sequence


class Card(Static):
    """One card; a click chooses it, or puts it back."""

    def __init__(self, at: int, written: str) -> None:
        """Not chosen yet."""
        super().__init__(classes="card")
        self.at = at
        self.written = written
        self.draw_it(is_chosen=False)

    def draw_it(self, *, is_chosen: bool) -> None:
        """Its number and its face; chosen it stands between arrows, so that no colour is needed."""
        letter = self.written.strip("()")
        ground = (COLOURS if len(letter) == 2 else GROUNDS)[letter[0]]
        text = Text().append(f"{self.at + 1}", style="dim")
        left, right = ("▸", "◂") if is_chosen else (" ", " ")
        text.append(left, style="bold")
        text.append(f" {self.written} ", style=f"{ground} bold" if is_chosen else ground)
        self.update(text.append(right, style="bold"))

    def on_click(self) -> None:
        """Tell whoever keeps the choice."""
        self.post_message(Fan.Picked(self.at))


class Fan(Horizontal):
    """A hand, and which of its cards are chosen."""

    class Picked(Message):
        """A card was chosen or put back."""

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

    async def deal(self, cards: Sequence[str]) -> None:
        """Show these; nothing is chosen."""
        if list(cards) != self.cards:
            self.cards = list(cards)
            await self.remove_children()
            await self.mount_all(Card(at, written) for at, written in enumerate(self.cards))
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
        for card in self.query(Card):
            card.draw_it(is_chosen=card.at in self.chosen)
