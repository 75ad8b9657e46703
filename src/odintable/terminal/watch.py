"""Bots at play, shown in place on a terminal and line by line everywhere else."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderResult
from rich.live import Live
from rich.segment import Segment
from rich.text import Text

from .drawing.drawing import Drawing, legend_of
from .drawing.symbols import ASCII, UNICODE, Signs
from .keyboard import Keys

if TYPE_CHECKING:
    from .bot_game import Game, Told

FASTEST, SLOWEST = 0.05, 10.0  # seconds for each move
LONGER = 4  # times as long is the look at the end of a race or a hand
LEAST_TOLD = 3  # lines about the last moves that are always shown
TICK = 0.2  # seconds after which a new size of the window is noticed


def watch(game: Game) -> int:
    """Show the whole game; the exit status."""
    console = Console(highlight=False)
    console.print(f"commitment {game.match.commitment}", soft_wrap=True)
    if sys.stdout.isatty() and not console.is_dumb_terminal:
        in_place(game, console)
        show(game, console)
    else:
        line_by_line(game, console)
    if game.match.position.is_over:
        console.print(f"seed {game.match.shuffler.seed.hex()}", soft_wrap=True)
    seed = game.people.texts.text("terminal.watch.seed", seed=game.seed)
    console.print(f"{game.result()}. {seed}", style="bold", soft_wrap=True)
    return 0


# -- Line by line ------------------------------------------------------------------------------


def line_by_line(game: Game, console: Console) -> None:
    """Every position once, below the move that led to it."""
    for line in legend_of(game.plan.game, game.people.texts):
        console.print(line, soft_wrap=True)
    console.print()
    show(game, console)
    is_paced = sys.stdout.isatty()
    is_stepping = game.plan.step
    while not game.is_done:
        if is_stepping:
            is_stepping = bool(sys.stdin.readline())
        elif is_paced:
            time.sleep(game.plan.speed)
        for told in game.advance():
            console.print(line_of(told), soft_wrap=True)
        show(game, console)


def show(game: Game, console: Console) -> None:
    """The position, and a line between it and the next."""
    console.print(Drawing(game.seen(), game.names, game.names_of_bots, texts=game.people.texts))
    console.print()


def line_of(told: Told, style: str = "bold") -> Text:
    """A move with its notation, an event set in."""
    text = Text(no_wrap=True, overflow="crop")
    if not told.notation:
        return text.append(f"    {told.text}", style=style)
    return text.append(told.text, style=style).append(f"  [{told.notation}]", style="dim")


# -- In place ----------------------------------------------------------------------------------


@dataclass
class Pace:
    """How fast it goes, and whether it goes at all."""

    speed: float
    is_paused: bool
    is_left: bool = False
    steps: int = 0  # moves asked for while paused

    def press(self, key: str) -> None:
        """Steer by one key."""
        if key == " ":
            self.is_paused = not self.is_paused
        elif key in "+=":
            self.speed = max(FASTEST, round(self.speed / 1.5, 2))
        elif key in "-_":
            self.speed = min(SLOWEST, round(max(self.speed, FASTEST) * 1.5, 2))
        elif key in "n\r\n":
            self.is_paused = True
            self.steps += 1
        elif key in "qQ":
            self.is_left = True


def in_place(game: Game, console: Console) -> None:
    """The game on a screen of its own, steered by keys."""
    pace = Pace(game.plan.speed, is_paused=game.plan.step)
    with Keys() as keys, Live(console=console, screen=True, auto_refresh=False) as live:
        scene = Scene(game, pace, keys)
        live.update(scene, refresh=True)
        while not game.is_done and wait(scene, live):
            game.advance()
            live.update(scene, refresh=True)
        if game.match.position.is_over:
            wait(scene, live)


def wait(scene: Scene, live: Live) -> bool:
    """Wait until the next move is due; whether there is to be one."""
    pace = scene.pace
    if not scene.keys.are_live and pace.is_paused:
        pace.is_paused = bool(sys.stdin.readline())  # no keys: Enter, until there is no more
        return True
    pause(LONGER if scene.game.is_break else 1, scene, live)
    pace.steps = max(0, pace.steps - 1)
    return not pace.is_left


def pause(times: int, scene: Scene, live: Live) -> None:
    """Let a move's time pass, listening to the keys; while paused, until a step is asked for."""
    begun, pace = time.monotonic(), scene.pace
    while not pace.is_left and not pace.steps:
        left = begun + pace.speed * times - time.monotonic()
        pressed = scene.keys.wait(TICK if pace.is_paused else max(0, min(TICK, left)))
        if pressed:
            pace.press(pressed)
        if pressed or live.console.size != scene.size:
            live.refresh()
        if not pace.is_paused and not pressed and left <= 0:
            return


@dataclass
class Scene:
    """The screen: the table, the last moves, and how to steer."""

    game: Game
    pace: Pace
    keys: Keys
    size: ConsoleDimensions | None = None  # of the window when it was last drawn

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Fill the height: what is told gets what the table leaves."""
        self.size = options.size
        height = options.height or console.height
        signs = ASCII if options.ascii_only else UNICODE
        options = options.update(height=None)
        drawing = Drawing(
            self.game.seen(),
            self.game.names,
            self.game.names_of_bots,
            lines=height - LEAST_TOLD - 1,
            texts=self.game.people.texts,
        )
        table = console.render_lines(drawing, options)
        below = self.lines_below(max(1, height - len(table) - 1))
        for line in [*table, *(console.render_lines(text, options)[0] for text in below)]:
            yield from line
            yield Segment.line()
        yield steering(self.pace, self.game, self.keys.are_live, signs)

    def lines_below(self, room: int) -> list[Text]:
        """The last moves, the newest lowest, and what the letters mean if there is room."""
        legend = [
            Text(line, style="dim", no_wrap=True)
            for line in legend_of(self.game.plan.game, self.game.people.texts)
        ]
        if room < len(legend) + 2 * LEAST_TOLD:
            legend = []
        gap = [Text()] if room > len(legend) + 2 * LEAST_TOLD else []
        space = room - len(legend) - len(gap)
        last = self.game.told[-space:]
        older = len(last) - self.game.fresh
        told = [line_of(line, "bold" if at >= older else "") for at, line in enumerate(last)]
        return gap + told + [Text()] * (space - len(told)) + legend


def steering(pace: Pace, game: Game, has_keys: bool, signs: Signs) -> Text:
    """The keys, the pace and the seed, in the lowest line."""
    texts = game.people.texts
    way = ["go-on" if pace.is_paused else "pause", "step", "faster", "slower", "quit"]
    keys = [texts.text(f"terminal.watch.{one}") for one in (way if has_keys else ["interrupt"])]
    state = "paused" if pace.is_paused else "pace"
    told = texts.text(f"terminal.watch.{state}", speed=f"{pace.speed:g}")
    parts = [*keys, told, texts.text("terminal.watch.move", number=game.moves)]
    line = f" {signs.dot} ".join(parts)
    return Text(line, style="reverse", no_wrap=True, overflow="crop", end="")
