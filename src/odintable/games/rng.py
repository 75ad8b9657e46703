"""A small seeded random generator for simulations, compiled.

Marsaglia's xorshift64: fast, and the same on every machine. A generator is an array with one number
that is passed around. Real games are shuffled by `match/fair_shuffle.py`, never by this.
"""

import numpy as np

from .compiled import rule

_LEFT, _RIGHT, _LAST, _HALF = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)


def generator(seed: int) -> np.ndarray:
    """Return a generator; neighbouring seeds give unrelated streams."""
    mixed = (seed + 1) * 0x9E3779B97F4A7C15 & (1 << 64) - 1
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return np.array([mixed ^ mixed >> 31 or 1], np.uint64)


@rule
def below(rng, count):
    """Return a random integer from 0 to count - 1."""
    bits = rng[0]
    bits ^= bits << _LEFT
    bits ^= bits >> _RIGHT
    bits ^= bits << _LAST
    rng[0] = bits
    return np.int64((bits >> _HALF) * np.uint64(count) >> _HALF)


@rule
def shuffle(cards, count, rng):
    """Put the first `count` cards into a random order."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


@rule
def uniform(rng):
    """Return a random number strictly between 0 and 1."""
    return (below(rng, 1 << 32) + 0.5) / (1 << 32)
