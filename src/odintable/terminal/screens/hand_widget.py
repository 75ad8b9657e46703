"""The cards that can be chosen, each with the number of its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.message import Message
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events


class HandWidget(Static):
    """A hand on one line, with its chosen cards marked."""

    class CardClicked(Message):
        """A card was clicked."""

        def __init__(self, at: int) -> None:
            """Take the index of the card in the hand."""
            super().__init__()
            self.at = at

    def __init__(self) -> None:
        """Show no cards yet."""
        super().__init__(id="hand")
        self.cards: list[str] = []
        self.chosen: set[int] = set()
        self.card_style: Callable[[str], str] = lambda _card: ""

    @property
    def chosen_cards(self) -> list[str]:
        """The chosen cards in the order of the hand."""
        return [self.cards[at] for at in sorted(self.chosen)]

    def show_cards(self, cards: Sequence[str], card_style: Callable[[str], str]) -> None:
        """Show these cards, none of them chosen."""
        self.cards = list(cards)
        self.card_style = card_style
        self.clear_choice()

    def toggle(self, at: int) -> bool:
        """Choose a card or put it back; return whether there is such a card."""
        if at >= len(self.cards):
            return False
        self.chosen ^= {at}
        self._update()
        return True

    def clear_choice(self) -> None:
        """Put all cards back."""
        self.chosen = set()
        self._update()

    def _update(self) -> None:
        cards = (self.render_card(at, at in self.chosen) for at in range(len(self.cards)))
        self.update(Text(" ").join(cards))

    def render_card(self, at: int, is_chosen: bool) -> Text:
        """Draw a number and its card; arrows mark a chosen one, even without colours."""
        card = self.cards[at]
        style = self.card_style(card)
        left, right = ("▸", "◂") if is_chosen else (" ", " ")
        text = Text().append(f"{at + 1}", style="dim").append(left, style="bold")
        text.append(f" {card} ", style=f"{style} bold" if is_chosen else style)
        return text.append(right, style="bold")

    def on_click(self, event: events.Click) -> None:
        """Report which card was clicked."""
        end = 0
        for at in range(len(self.cards)):
            end += len(self.render_card(at, is_chosen=False)) + 1
            if event.get_content_offset_capture(self).x < end:
                self.post_message(self.CardClicked(at))
                return
