"""Reads the fields of a state as Python values, all at once.

NumPy takes microseconds for each field; `struct` unpacks them all in one call.
"""

from collections import namedtuple
from collections.abc import Collection
from operator import itemgetter
from struct import Struct
from typing import Any

import numpy as np

CODES = {1: "b", 2: "h", 4: "i", 8: "q"}  # bytes of an integer -> its code in `struct`
MIN_PILE = 7  # a row of this many small integers or more is a pile of cards


class StateFields:
    """Reads the states of one game.

    An integer becomes an int, a row of integers a tuple, and a pile of cards its bytes, one for
    each card (an unknown card, -1, reads as 255). A field with two rows becomes a tuple of two.
    """

    def __init__(self, state: np.dtype[Any], wanted: Collection[str] | None = None) -> None:
        """Locate all fields, or only the wanted ones."""
        codes = ["="]
        names: list[str] = []
        places: list[int | slice] = []  # in the unpacked values
        start = 0
        for name in state.names or ():
            if wanted is not None and name not in wanted:
                codes.append(f"{state[name].itemsize}x")
                continue
            field_codes = struct_codes(state[name])
            codes += field_codes
            names.append(name)
            count = len(field_codes)
            places.append(start if count == 1 else slice(start, start + count))
            start += count
        self._unpack = Struct("".join(codes)).unpack
        self._make = namedtuple("Fields", names)._make  # type: ignore[attr-defined]
        self._pick = itemgetter(*places) if len(places) > 1 else tuple

    def read(self, states: np.ndarray) -> Any:
        """Return the fields of the one state in an array, by name."""
        return self._make(self._pick(self._unpack(states.tobytes())))


def struct_codes(field: np.dtype[Any]) -> list[str]:
    """Return the format codes of a field, one for each value that it is unpacked to."""
    *rows, length = field.shape or (1,)
    if field.base.itemsize == 1 and length >= MIN_PILE:
        return [f"{length}s"] * (rows[0] if rows else 1)
    return [CODES[field.base.itemsize]] * length
