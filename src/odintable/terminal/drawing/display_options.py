"""Options for drawing a position: names, language, symbols and the available space."""

from collections.abc import Sequence
from dataclasses import dataclass

from odintable.i18n import Texts

from .symbols import Symbols


@dataclass(frozen=True)
class DisplayOptions:
    """Everything that a drawing depends on besides the position."""

    names: Sequence[str]
    bots: Sequence[str]  # shown beside each name; an empty text for a person
    texts: Texts
    symbols: Symbols
    width: int
    lines: int  # available height; 0: unlimited

    def label(self, key: str, **placeholders: object) -> str:
        """Return a text of the drawing, by the last part of its key."""
        return self.texts.text(f"terminal.drawing.{key}", **placeholders)

    def join(self, *parts: str) -> str:
        """Join several parts on a line, with dots between them."""
        return f" {self.symbols.dot} ".join(parts)
