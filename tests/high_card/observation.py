# mypy: disable-error-code="no-untyped-def"
"""Observations of high card for environments, as bits, compiled."""

from odintable.games.compiled import rule
from odintable.games.feature_bits import Layout
from odintable.games.observation_bits import mark, mark_set

from .components import CARDS, NO_CARD, PLAYERS, STATE
from .features import MEMORY, clear_memory, update_memory
from .rules import apply_shuffle

__all__ = ["MEMORY", "STATE", "clear_memory", "deal", "observe", "update_memory"]

FIELDS = Layout(
    ("hand", CARDS, 1, "the player's own cards"),
    ("shown", CARDS, PLAYERS, "the card that each player has shown, the own one first"),
)


@rule
def deal(state, cards, _hand_size):
    """Deal a round from cards in the order given."""
    apply_shuffle(state, cards)


@rule
def observe(view, _memory, _packing, field_offsets, words):
    """Set the bits of what the viewer knows."""
    mark_set(words, field_offsets[0], view.hands[view.viewer])
    for other in range(PLAYERS):
        card = view.shown[(view.viewer + other) % PLAYERS]
        if card != NO_CARD:
            mark(words, field_offsets[1] + other * CARDS + card)
