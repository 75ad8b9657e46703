"""How a table is looked at: with which names, words and signs, and with how much room."""

from collections.abc import Sequence
from dataclasses import dataclass

from odintable.i18n import Texts

from .symbols import Signs


@dataclass(frozen=True)
class Look:
    """What a drawing needs to know besides the position."""

    names: Sequence[str]
    players: Sequence[str]  # what plays at each seat, such as a bot's name; may be empty
    texts: Texts
    signs: Signs
    width: int
    lines: int  # how many there are for it; 0: as many as it takes

    def word(self, key: str, **given: object) -> str:
        """A label of the drawing."""
        return self.texts.text(f"terminal.drawing.{key}", **given)

    def dotted(self, *parts: str) -> str:
        """Several things in a line."""
        return f" {self.signs.dot} ".join(parts)
