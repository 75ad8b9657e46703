"""A record's fields as Python has them, all at once: numpy takes microseconds for each."""

from collections import namedtuple
from collections.abc import Collection
from operator import itemgetter
from struct import Struct
from typing import Any

import numpy as np

CODES = {1: "b", 2: "h", 4: "i", 8: "q"}  # bytes of a whole number -> how it is unpacked
PILE = 7  # a row of so many small numbers or more is one of cards


class StateFields:
    """How the records of one game are read.

    A number is an int, a row of numbers a tuple, a pile of cards its bytes, one a card (so a card
    that is not known, -1, reads 255); what has two of these has them in a tuple.
    """

    def __init__(self, record: np.dtype[Any], wanted: Collection[str] | None = None) -> None:
        """Find out once where everything is, or what is wanted of it."""
        codes = ["="]
        names: list[str] = []
        places: list[int | slice] = []  # in what is unpacked
        start = 0
        for name in record.names or ():
            if wanted is not None and name not in wanted:
                codes.append(f"{record[name].itemsize}x")
                continue
            found = unpacked(record[name])
            codes += found
            names.append(name)
            places.append(start if len(found) == 1 else slice(start, start + len(found)))
            start += len(found)
        self._unpack = Struct("".join(codes)).unpack
        self._make = namedtuple("Plain", names)._make  # type: ignore[attr-defined]
        self._pick = itemgetter(*places) if len(places) > 1 else tuple

    def read(self, states: np.ndarray) -> Any:
        """The fields by name of the one record in an array, as it is now."""
        return self._make(self._pick(self._unpack(states.tobytes())))


def unpacked(field: np.dtype[Any]) -> list[str]:
    """What a field is unpacked to."""
    *rows, length = field.shape or (1,)
    if field.base.itemsize == 1 and length >= PILE:
        return [f"{length}s"] * (rows[0] if rows else 1)
    return [CODES[field.base.itemsize]] * length
