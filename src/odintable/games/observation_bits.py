"""Sets the bits of observations in words of 64 bits, which is faster than `feature_bits`.

A call sets at most 63 bits. The array must have one word more than the bits need.
"""

import numpy as np

from .compiled import rule

_SIX, _LOW, _WORD = np.uint64(6), np.uint64(63), np.uint64(64)
UP_TO = (np.int64(1) << np.arange(63, dtype=np.int64)) - 1  # n -> n lowest bits set


@rule
def mark_set(words, at, some):
    """Set the bits of a non-negative integer."""
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
    """Set the first `number` bits, at most `width`: a thermometer code."""
    if number > 0:
        mark_set(words, at, UP_TO[min(number, width)])
