"""One game being played: shuffles fairly, checks every move and applies it.

This is the only door to changing a game.
"""

from typing import Any, Self

from odintable.errors import OdintableError
from odintable.fair import Fair
from odintable.games.position import Position

Event = dict[str, Any]


class Match:
    """A game, the shuffles it is dealt by, and how it came to where it is."""

    def __init__(self, position: Position, fair: Fair) -> None:
        """Begin with a position; shuffles that it waits for are made at once."""
        self.position = position
        self.fair = fair
        self.shuffles = 0
        self._settle()

    @classmethod
    def new(
        cls,
        name: str,
        *,
        players: int = 2,
        first: int | None = None,
        options: dict[str, Any] | None = None,
        fair: Fair | None = None,
    ) -> Self:
        """A new game, dealt; chance decides who starts if nobody else does."""
        fair = fair or Fair.secret()
        starter = first if first is not None else fair.first(max(players, 1))
        return cls(Position.new(name, players, starter, options or {}), fair)

    def play(self, text: str) -> list[Event]:
        """Make a legal move; what it brought about."""
        if self.position.viewer >= 0:
            raise OdintableError("a view cannot be played on: the hidden cards are not known")
        move = self.position.read_move(text)
        before = self.position.copy()
        self.position.apply(move)
        events: list[Event] = self.position.game.events.happened(before.state, self.position.state)
        return events + self._settle()

    def _settle(self) -> list[Event]:
        """Make every shuffle that is due."""
        events: list[Event] = []
        while self.position.waits:
            self.shuffles += 1
            name, cards = self.position.pile()
            order = self.fair.shuffle(self.shuffles, name, cards)
            before = self.position.copy()
            self.position.shuffled(order)
            events += self.position.game.events.happened(before.state, self.position.state)
        return events
