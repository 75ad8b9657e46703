"""The shuffles of one deal, the same in every rotation as far as play permits."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

from odintable.match.fair_shuffle import MAX_SEED, FairShuffler

if TYPE_CHECKING:
    from collections.abc import Sequence


class Dealer(FairShuffler):
    """Shuffles by pile, size and how often that came up, not by their place in the game.

    So a third race is dealt alike in both rotations, however often a draw pile was made anew in
    the races before it.
    """

    def __init__(self, seed: int, number: int) -> None:
        """One deal of a contest."""
        super().__init__(hashlib.sha256(f"odintable deal {seed} {number}".encode()).digest())
        self.times: Counter[tuple[str, int]] = Counter()

    def shuffle(
        self, _number: int, name: str, cards: Sequence[str], reversible: bool = False
    ) -> list[str]:
        """The cards in a new order, from a seed of this pile's own."""
        pile = (name, len(cards))
        self.times[pile] += 1
        text = f"odintable pile {name} {len(cards)} {self.times[pile]} "
        own = FairShuffler(hashlib.sha256(text.encode() + self.seed).digest())
        own.commit()
        return own.shuffle(1, name, cards, reversible)


def seed_of_thought(seed: int, number: int, rotation: int, decision: int) -> int:
    """The seed a contestant thinks with: repeatable, and another for every decision."""
    text = f"odintable thought {seed} {number} {rotation} {decision}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") & MAX_SEED
