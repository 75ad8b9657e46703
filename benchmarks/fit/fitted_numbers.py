"""The result of a fit: numbers as source code, and their quality compared with the current ones."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

DIGITS = 3  # significant ones


@dataclass(frozen=True)
class Loss:
    """The error of the numbers on games that were not used to fit them."""

    of: str
    nothing: float  # of uniform guesses
    source: float  # of the numbers in the source
    found: float

    def __str__(self) -> str:
        return (
            f"# {self.of}: {self.found:.4f}, with the source's numbers {self.source:.4f}, "
            f"knowing nothing {self.nothing:.4f}"
        )


@dataclass(frozen=True)
class FittedNumbers:
    """A fitted array of numbers."""

    name: str  # in the source
    numbers: np.ndarray
    rows: Sequence[tuple[int, str]]  # the count and the meaning of each row in the source
    losses: Sequence[Loss]
    notes: Sequence[str] = field(default_factory=tuple)

    def __str__(self) -> str:
        """The array as source code, with its losses and notes as comments."""
        lines, at = [], 0
        for count, what in self.rows:
            row = ", ".join(format_number(number) for number in self.numbers[at : at + count])
            lines += [f"        # {what}", f"        *({row}),"]
            at += count
        array = [f"{self.name} = np.array(", "    [", *lines, "    ]", ")"]
        notes = [f"# {note}" for note in self.notes]
        return "\n".join([*array, *map(str, self.losses), *notes])


def format_number(number: float) -> str:
    """A number rounded to its significant digits."""
    return str(float(f"{number:.{DIGITS}g}"))
