"""A position or a view as something Rich can show, at any width, with or without colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from odintable.games.position import Position
from odintable.i18n import Texts
from odintable.terminal.games.odin import drawing as draw_odin
from odintable.terminal.games.ravens import drawing as draw_ravens
from odintable.terminal.text.ascii_text import AsciiTexts
from odintable.terminal.text.player_names import ENGLISH

from .display_options import Look
from .symbols import ASCII, UNICODE

ROOMS = {"odin": draw_odin, "ravens": draw_ravens}


@dataclass(frozen=True)
class Drawing:
    """A position with the names of those who sit at the table."""

    position: Position
    names: Sequence[str]
    players: Sequence[str] = ()  # what plays at each seat, such as a bot's name
    lines: int = 0  # how many lines there are for it; 0: as many as it takes
    texts: Texts = ENGLISH

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """What lies on the table, fitted to the width and the alphabet of the output."""
        signs = ASCII if options.ascii_only else UNICODE
        texts = AsciiTexts(self.texts.language) if options.ascii_only else self.texts
        players = self.players or [""] * self.position.players
        look = Look(self.names, players, texts, signs, options.max_width, self.lines)
        yield from ROOMS[self.position.name].draw(self.position.to_json(), look)


def as_text(drawing: Drawing, console: Console, width: int) -> Text:
    """A drawing made once, for a screen that asks for it often."""
    options = console.options.update(width=width, height=None)
    lines = console.render_lines(drawing, options, pad=False)
    return Text("\n", no_wrap=True).join(
        Text.assemble(*((part.text, part.style or "") for part in line)) for line in lines
    )


def names_of(position: Position) -> tuple[str, ...]:
    """What the seats of a game are called."""
    return names_in(position.name, position.players)


def names_in(game: str, players: int) -> tuple[str, ...]:
    """What so many seats of a game are called."""
    names: tuple[str, ...] = ROOMS[game].NAMES
    return names[:players]


def legend_of(game: str, texts: Texts = ENGLISH) -> list[str]:
    """What the letters on the cards mean."""
    legend: list[str] = ROOMS[game].legend(texts)
    return legend
