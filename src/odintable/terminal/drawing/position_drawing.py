"""A position or view as a Rich renderable, for any width, with or without colours.

>>> Console().print(Drawing(Position.new("ravens")))
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from odintable.games.position import Position
from odintable.i18n import Texts
from odintable.terminal.games.interface import default_names, terminal_game
from odintable.terminal.text.ascii_text import AsciiTexts
from odintable.terminal.text.player_names import ENGLISH_TEXTS

from .display_options import DisplayOptions
from .symbols import ASCII, UNICODE


@dataclass(frozen=True)
class Drawing:
    """A position with the names of its players."""

    position: Position
    names: Sequence[str] = ()  # empty: the game's default names
    bots: Sequence[str] = ()  # shown beside the names
    lines: int = 0  # available height; 0: unlimited
    texts: Texts = ENGLISH_TEXTS

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the table in the width and the character set of the output."""
        position = self.position
        display = DisplayOptions(
            names=self.names or default_names(position.name, position.players),
            bots=self.bots or [""] * position.players,
            texts=AsciiTexts(self.texts.language) if options.ascii_only else self.texts,
            symbols=ASCII if options.ascii_only else UNICODE,
            width=options.max_width,
            lines=self.lines,
        )
        yield from terminal_game(position.name).draw(position.to_json(), display)


def render_to_text(drawing: Drawing, console: Console, width: int) -> Text:
    """Render a drawing once, for a widget that repaints it often."""
    options = console.options.update(width=width, height=None)
    lines = console.render_lines(drawing, options, pad=False)
    return Text("\n", no_wrap=True).join(
        Text.assemble(*((part.text, part.style or "") for part in line)) for line in lines
    )
