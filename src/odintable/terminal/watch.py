"""Show a game between bots: in place on a terminal, line by line everywhere else."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderResult
from rich.live import Live
from rich.segment import Segment
from rich.text import Text

from .drawing.position_drawing import Drawing
from .drawing.symbols import ASCII, UNICODE, Symbols
from .games.interface import terminal_game
from .key_reader import KeyReader

if TYPE_CHECKING:
    from .bots_only_game import BotGame
    from .text.game_log import LogLine

MIN_SECONDS, MAX_SECONDS = 0.05, 10.0  # for each move, set by keys
LEG_END_FACTOR = 4  # the end of a leg is shown this many times longer
MIN_LOG_LINES = 3  # always shown
TICK = 0.2  # seconds until a new window size is noticed


def watch(game: BotGame) -> int:
    """Show the whole game; return the exit status."""
    console = Console(highlight=False)
    console.print(f"commitment {game.match.commitment}", soft_wrap=True)
    if sys.stdout.isatty() and not console.is_dumb_terminal:
        show_in_place(game, console)
        print_position(game, console)
    else:
        print_game(game, console)
    if game.match.position.is_over:
        console.print(f"seed {game.match.shuffler.seed.hex()}", soft_wrap=True)
    seed = game.names.texts.text("terminal.watch.seed", seed=game.seed)
    console.print(f"{game.result()}. {seed}", style="bold", soft_wrap=True)
    return 0


# -- Line by line ------------------------------------------------------------------------------


def print_game(game: BotGame, console: Console) -> None:
    """Print every position once, below the move that led to it."""
    for legend_line in legend(game):
        console.print(legend_line, soft_wrap=True)
    console.print()
    print_position(game, console)
    is_paced = sys.stdout.isatty()
    is_stepping = game.config.is_stepping
    while not game.is_done:
        if is_stepping:
            is_stepping = bool(sys.stdin.readline())
        elif is_paced:
            time.sleep(game.config.move_delay)
        for line in game.advance():
            shown = styled_line(line, game.config.shows_notation)
            console.print(shown, soft_wrap=True)
        print_position(game, console)


def print_position(game: BotGame, console: Console) -> None:
    """Print the position and an empty line."""
    names = game.names
    console.print(Drawing(game.view(), names.names, game.bot_names, texts=names.texts))
    console.print()


def legend(game: BotGame) -> list[str]:
    """Explain the letters on the cards."""
    return terminal_game(game.config.game).legend(game.names.texts)


def styled_line(line: LogLine, shows_notation: bool, style: str = "bold") -> Text:
    """Format a move, with its notation if it is wanted, or an event with an indent."""
    text = Text(no_wrap=True, overflow="crop")
    if not line.notation:
        return text.append(f"    {line.text}", style=style)
    text.append(line.text, style=style)
    return text.append(f"  [{line.notation}]", style="dim") if shows_notation else text


# -- In place ----------------------------------------------------------------------------------


@dataclass
class Playback:
    """The delay before each move and whether it is paused; keys change them."""

    move_delay: float
    is_paused: bool
    is_quit: bool = False
    steps: int = 0  # moves requested while paused

    def press(self, key: str) -> None:
        """React to a key."""
        if key == " ":
            self.is_paused = not self.is_paused
        elif key in "+=":
            self.move_delay = max(MIN_SECONDS, round(self.move_delay / 1.5, 2))
        elif key in "-_":
            slower = round(max(self.move_delay, MIN_SECONDS) * 1.5, 2)
            self.move_delay = min(MAX_SECONDS, slower)
        elif key in "n\r\n":
            self.is_paused = True
            self.steps += 1
        elif key in "qQ":
            self.is_quit = True


def show_in_place(game: BotGame, console: Console) -> None:
    """Show the game full-screen, controlled by keys."""
    playback = Playback(game.config.move_delay, is_paused=game.config.is_stepping)
    with KeyReader() as keyboard, Live(console=console, screen=True, auto_refresh=False) as live:
        display = WatchDisplay(game, playback, keyboard)
        live.update(display, refresh=True)
        while not game.is_done and wait_for_move(display, live):
            game.advance()
            live.update(display, refresh=True)
        if game.match.position.is_over:
            wait_for_move(display, live)


def wait_for_move(display: WatchDisplay, live: Live) -> bool:
    """Wait until the next move is due; return False if the user quits."""
    playback = display.playback
    if not display.keyboard.is_available and playback.is_paused:
        playback.is_paused = bool(sys.stdin.readline())  # Enter steps until the input ends
        return True
    pause(LEG_END_FACTOR if display.game.is_leg_end else 1, display, live)
    playback.steps = max(0, playback.steps - 1)
    return not playback.is_quit


def pause(factor: int, display: WatchDisplay, live: Live) -> None:
    """Wait for the next move while reacting to keys; if paused, wait for a requested step."""
    started, playback = time.monotonic(), display.playback
    while not playback.is_quit and not playback.steps:
        left = started + playback.move_delay * factor - time.monotonic()
        timeout = TICK if playback.is_paused else max(0, min(TICK, left))
        key = display.keyboard.wait(timeout)
        if key:
            playback.press(key)
        if key or live.console.size != display.size:
            live.refresh()
        if not playback.is_paused and not key and left <= 0:
            return


@dataclass
class WatchDisplay:
    """The whole screen: the table, the end of the log, and the line of keys."""

    game: BotGame
    playback: Playback
    keyboard: KeyReader
    size: ConsoleDimensions | None = None  # of the window when it was last drawn

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Fill the window: the log gets the lines that the table does not need."""
        self.size = options.size
        height = options.height or console.height
        symbols = ASCII if options.ascii_only else UNICODE
        options = options.update(height=None)
        names = self.game.names
        drawing = Drawing(
            self.game.view(),
            names.names,
            self.game.bot_names,
            lines=height - MIN_LOG_LINES - 1,
            texts=names.texts,
        )
        table = console.render_lines(drawing, options)
        below = self.lines_below(max(1, height - len(table) - 1))
        for line in [*table, *(console.render_lines(text, options)[0] for text in below)]:
            yield from line
            yield Segment.line()
        yield key_line(self.playback, self.game, self.keyboard.is_available, symbols)

    def lines_below(self, height: int) -> list[Text]:
        """Return the end of the log, and the legend if the window is high enough."""
        legend_lines = [Text(line, style="dim", no_wrap=True) for line in legend(self.game)]
        if height < len(legend_lines) + 2 * MIN_LOG_LINES:
            legend_lines = []
        gap = [Text()] if height > len(legend_lines) + 2 * MIN_LOG_LINES else []
        space = height - len(legend_lines) - len(gap)
        shown = self.game.log[-space:]
        older = len(shown) - self.game.new_lines
        lines = [
            styled_line(line, self.game.config.shows_notation, "bold" if at >= older else "")
            for at, line in enumerate(shown)
        ]
        return gap + lines + [Text()] * (space - len(lines)) + legend_lines


def key_line(playback: Playback, game: BotGame, has_keys: bool, symbols: Symbols) -> Text:
    """Return the lowest line: the keys, the delay and the number of the move."""
    texts = game.names.texts
    actions = ["continue" if playback.is_paused else "pause", "step", "faster", "slower", "quit"]
    keys = [
        texts.text(f"terminal.watch.{action}")
        for action in (actions if has_keys else ["interrupt"])
    ]
    state = "paused" if playback.is_paused else "delay"
    delay = texts.text(f"terminal.watch.{state}", seconds=f"{playback.move_delay:g}")
    number = texts.text("terminal.watch.move", number=game.moves)
    line = f" {symbols.dot} ".join([*keys, delay, number])
    return Text(line, style="reverse", no_wrap=True, overflow="crop", end="")
