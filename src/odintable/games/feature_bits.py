"""Features as bits: a layout says what each bit means, and compiled code sets them.

Eight bits are packed into a byte, so that millions of situations can be copied each second.
"""

from typing import NamedTuple

from .compiled import rule


class Field(NamedTuple):
    """`width` bits with one meaning, repeated `times` times: for seats, cards or places."""

    name: str
    width: int
    times: int
    about: str


class Layout:
    """Where each field begins, counted in bits."""

    def __init__(self, *fields: tuple[str, int, int, str]) -> None:
        """Place the fields one after the other."""
        self.fields = [Field(*field) for field in fields]
        self.at: dict[str, int] = {}
        self.width = 0
        for field in self.fields:
            self.at[field.name] = self.width
            self.width += field.width * field.times
        self.bytes = (self.width + 7) // 8


@rule
def mark(bits, at):
    """Set one bit."""
    bits[at >> 3] |= 1 << (at & 7)


@rule
def mark_one(bits, at, width, number):
    """Set the bit of a number counted from 0; a number too high counts as the highest."""
    mark(bits, at + int(min(number, width - 1)))


@rule
def mark_up_to(bits, at, width, number):
    """Set the first `number` bits, at most `width`: a thermometer code."""
    if number > 0:
        mark_cards(bits, at, (1 << int(min(number, width))) - 1)


@rule
def mark_cards(bits, at, cards):
    """Set the bits of a set of at most 56 cards, given as an integer."""
    byte = at >> 3
    cards <<= at & 7
    while cards:
        bits[byte] |= cards & 255
        cards >>= 8
        byte += 1
