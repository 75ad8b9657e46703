"""Who sits at the table, for sentences: the reader's own seat is spoken to."""

from collections.abc import Sequence
from dataclasses import dataclass

from odintable.i18n import Texts

ENGLISH = Texts("en")


@dataclass(frozen=True)
class People:
    """The players by seat, the language they are told about in, and who is told."""

    names: Sequence[str]
    texts: Texts = ENGLISH
    you: int | None = None

    def sentence(self, key: str, seat: int, **given: object) -> str:
        """What a seat did; the catalogue has a form for others, and one for the reader."""
        return self.texts.sentence(key, seat == self.you, name=self.names[seat], **given)

    def wins(self, winners: Sequence[int]) -> str:
        """Who has won, alone or with others."""
        if self.you in winners:
            return self.texts.text("you-win" if len(winners) == 1 else "you-share")
        names = self.texts.format_list([self.names[seat] for seat in winners])
        return self.texts.text("wins", names=names, count=len(winners))

    def scores(self, scores: Sequence[int]) -> str:
        """Everybody's points in a line."""
        return ", ".join(f"{name} {score}" for name, score in zip(self.names, scores, strict=True))
