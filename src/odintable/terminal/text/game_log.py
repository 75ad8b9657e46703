"""The log of a game: its moves and their consequences, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass

from odintable.games.position import Position

from .player_names import PlayerNames
from .sentences import Event, event_sentences, move_sentence


@dataclass(frozen=True)
class LogLine:
    """A move with its notation, or an event without one."""

    text: str
    notation: str = ""


@dataclass(frozen=True)
class LoggedMove:
    """A move as its viewer may know it, with the positions around it and its events."""

    seat: int
    move: str
    before: Position
    after: Position
    events: Sequence[Event] = ()

    def log_lines(self, names: PlayerNames) -> list[LogLine]:
        """Put the move and its events into words; an empty move is secret and left out."""
        lines = []
        if self.move:
            sentence = move_sentence(self.before, self.after, self.move, names)
            lines.append(LogLine(sentence, self.move))
        return lines + [LogLine(line) for line in event_sentences(self.after, self.events, names)]
