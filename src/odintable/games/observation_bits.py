"""Bits set in words of 64, compiled: observations are written far more often than features are.

All that is marked at once has at most 63 bits; the last word is never the last of the array.
"""

import numpy as np

from .compiled import rule

_SIX, _LOW, _WORD = np.uint64(6), np.uint64(63), np.uint64(64)
UP_TO = (np.int64(1) << np.arange(63, dtype=np.int64)) - 1  # so many bits from the lowest


@rule
def mark_set(words, at, some):
    """Set some bits, given as a number that is not negative."""
    place, bits = np.uint64(at), np.uint64(some)
    word, shift = place >> _SIX, place & _LOW
    words[word] |= bits << shift
    if shift:
        words[word + np.uint64(1)] |= bits >> (_WORD - shift)


@rule
def mark(words, at):
    """Set one bit."""
    place = np.uint64(at)
    words[place >> _SIX] |= np.uint64(1) << (place & _LOW)


@rule
def mark_up_to(words, at, width, number):
    """Set as many bits as the number says, from the first: a thermometer."""
    if number > 0:
        mark_set(words, at, UP_TO[min(number, width)])
