"""The players' names in sentences; the reader is addressed as "you"."""

from collections.abc import Sequence
from dataclasses import dataclass

from odintable.i18n import Texts

ENGLISH_TEXTS = Texts("en")


@dataclass(frozen=True)
class PlayerNames:
    """The players by seat, the language of the sentences, and the reader's seat."""

    names: Sequence[str]
    texts: Texts = ENGLISH_TEXTS
    you: int | None = None  # the reader's seat; None: nobody is addressed

    def sentence(self, key: str, seat: int, **placeholders: object) -> str:
        """Say what a seat did."""
        return self.texts.sentence(key, seat == self.you, name=self.names[seat], **placeholders)

    def winners(self, seats: Sequence[int]) -> str:
        """Say who has won."""
        if self.you in seats:
            return self.texts.text("you-win" if len(seats) == 1 else "you-share")
        names = self.texts.format_list([self.names[seat] for seat in seats])
        return self.texts.text("wins", names=names, count=len(seats))

    def scores(self, scores: Sequence[int]) -> str:
        """List all players' points in one line."""
        return ", ".join(f"{name} {score}" for name, score in zip(self.names, scores, strict=True))
