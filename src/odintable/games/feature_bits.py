"""Features are bits: a layout says which bit means what, and compiled code sets them.

Bits are packed, eight to a byte, so that millions of situations a second can travel.
"""

from typing import NamedTuple

from .compiled import rule


class Field(NamedTuple):
    """So many bits with one meaning; `times` over, for as many seats, cards or places."""

    name: str
    width: int
    times: int
    about: str


class Layout:
    """Where each field of some features begins, counted in bits."""

    def __init__(self, *fields: tuple[str, int, int, str]) -> None:
        """Lay the fields end to end."""
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
    """Set the bit of a number from 0 on; a number too high counts as the highest."""
    mark(bits, at + int(min(number, width - 1)))


@rule
def mark_up_to(bits, at, width, number):
    """Set as many bits as the number says: a thermometer."""
    if number > 0:
        mark_cards(bits, at, (1 << int(min(number, width))) - 1)


@rule
def mark_cards(bits, at, cards):
    """Set the bits of a set of cards that is a number; at most 56 of them."""
    byte = at >> 3
    cards <<= at & 7
    while cards:
        bits[byte] |= cards & 255
        cards >>= 8
        byte += 1
