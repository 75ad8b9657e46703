"""A position or a view as something Rich can show, at any width, with or without colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult

from odintable.games.position import Position

from . import draw_odin, draw_ravens
from .signs import ASCII, UNICODE

ROOMS = {"odin": draw_odin, "ravens": draw_ravens}


@dataclass(frozen=True)
class Drawing:
    """A position with the names of those who sit at the table."""

    position: Position
    names: Sequence[str]
    players: Sequence[str] = ()  # what plays at each seat, such as a bot's name
    lines: int = 0  # how many lines there are for it; 0: as many as it takes

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """What lies on the table, fitted to the width and the alphabet of the output."""
        signs = ASCII if options.ascii_only else UNICODE
        room = ROOMS[self.position.name]
        players = self.players or [""] * self.position.players
        width = options.max_width
        yield from room.draw(self.position.to_json(), self.names, players, signs, width, self.lines)


def names_of(position: Position) -> tuple[str, ...]:
    """What the seats of a game are called."""
    names: tuple[str, ...] = ROOMS[position.name].NAMES
    return names[: position.players]


def legend_of(game: str) -> tuple[str, ...]:
    """What the letters on the cards mean."""
    legend: tuple[str, ...] = ROOMS[game].LEGEND
    return legend
