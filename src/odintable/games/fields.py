"""A record's fields as Python has them, all at once: numpy takes microseconds for each."""

from collections import namedtuple
from struct import Struct
from typing import Any

import numpy as np

CODES = {1: "b", 2: "h", 4: "i", 8: "q"}  # bytes of a whole number -> how it is unpacked
PILE = 7  # a row of so many small numbers or more is one of cards


class Fields:
    """How the records of one game are read.

    A number is an int, a row of numbers a tuple, a pile of cards its bytes, one a card (so a card
    that is not known, -1, reads 255); what has two of these has them in a tuple.
    """

    def __init__(self, record: np.dtype[Any]) -> None:
        """Find out once where everything is."""
        names = record.names or ()
        self._make = namedtuple("Plain", names)._make  # type: ignore[attr-defined]
        codes: list[str] = []
        self._places: list[int | slice] = []  # in what is unpacked
        for name in names:
            found = unpacked(record[name])
            start, end = len(codes), len(codes) + len(found)
            self._places.append(start if len(found) == 1 else slice(start, end))
            codes += found
        self._unpack = Struct("=" + "".join(codes)).unpack

    def read(self, states: np.ndarray) -> Any:
        """The fields by name of the one record in an array, as it is now."""
        found = self._unpack(states.tobytes())
        return self._make([found[place] for place in self._places])


def unpacked(field: np.dtype[Any]) -> list[str]:
    """What a field is unpacked to."""
    *rows, length = field.shape or (1,)
    if field.base.itemsize == 1 and length >= PILE:
        return [f"{length}s"] * (rows[0] if rows else 1)
    return [CODES[field.base.itemsize]] * length
