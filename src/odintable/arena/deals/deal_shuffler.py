"""The shuffles of a deal: the same in every rotation, as far as the moves allow."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

from odintable.match.fair_shuffle import MAX_SEED, FairShuffler

if TYPE_CHECKING:
    from collections.abc import Sequence


class DealShuffler(FairShuffler):
    """Derives each shuffle from the pile, its size and its count so far, not from its order.

    So the third leg has the same deal in all rotations, however often a pile was reshuffled in
    the legs before it.
    """

    def __init__(self, seed: int, number: int) -> None:
        super().__init__(hashlib.sha256(f"odintable deal {seed} {number}".encode()).digest())
        self.times: Counter[tuple[str, int]] = Counter()

    def shuffle(
        self, _number: int, name: str, cards: Sequence[str], reversible: bool = False
    ) -> list[str]:
        """Shuffle with a seed derived from the pile."""
        pile = (name, len(cards))
        self.times[pile] += 1
        text = f"odintable pile {name} {len(cards)} {self.times[pile]} "
        own = FairShuffler(hashlib.sha256(text.encode() + self.seed).digest())
        own.commit()
        return own.shuffle(1, name, cards, reversible)


def bot_seed(seed: int, number: int, rotation: int, decision: int) -> int:
    """Return the seed that a contestant searches with: repeatable, different for every decision."""
    text = f"odintable thought {seed} {number} {rotation} {decision}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") & MAX_SEED
