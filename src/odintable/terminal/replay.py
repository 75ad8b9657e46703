"""A recorded game, step by step: as lines anywhere, steered by keys on a terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs
from rich.console import Console, Group
from rich.text import Text

from odintable.games.position import Position
from odintable.i18n import Texts
from odintable.record.record import Comment, Move, Record, Shuffle, Step, replay

from .drawing.drawing import Drawing
from .keyboard import Keys
from .text import sentences
from .text.player_names import People

BELOW = 6  # lines under the table: the step, what it brought about, the keys
TICK = 0.2  # seconds after which a new size of the window is noticed
ON, BACK = ("\r", "\n", "n", " ", "\x1b[C", "\x1b[B"), ("b", "\x7f", "\x1b[D", "\x1b[A")


@dataclass(frozen=True)
class Frame:
    """A step as the onlooker may see it, and what it led to."""

    number: int  # of the step, from 1: the so-many-th line of the record's moves
    step: Step
    line: str
    events: Sequence[dict[str, Any]]
    move: str  # as the onlooker may know it; empty: none, or one that waits for a shuffle
    before: Position
    after: Position
    position: Position | None  # as the onlooker sees it; None while the game waits for a shuffle


def frames(record: Record, viewer: int | None) -> Iterator[Frame]:
    """Every step that the viewer may know of; None sees all."""
    before = record.begin()
    for number, (step, after) in enumerate(replay(record), 1):
        happened = []
        if not isinstance(step, Comment):
            happened = after.modules.events.events_between(before.state, after.state)
        seen = after if viewer is None or after.awaits_shuffle else after.view(viewer)
        if line := seen_line(step, viewer, after):
            move = ""
            if isinstance(step, Move) and not after.awaits_shuffle:
                move = seen_move(step, viewer, after)
            shown = None if after.awaits_shuffle else seen
            yield Frame(number, step, line, happened, move, before, after, shown)
        before = after


def seen_line(step: Step, viewer: int | None, position: Position) -> str:
    """The line as the viewer may know it; empty if it is nobody's but the mover's business."""
    if viewer is None or isinstance(step, Comment):
        return str(step)
    if isinstance(step, Shuffle):
        return f"shuffle {step.pile} ({len(step.cards)} cards)"
    seen = seen_move(step, viewer, position)
    return str(structs.replace(step, text=seen)) if seen else ""


def seen_move(step: Move, viewer: int | None, position: Position) -> str:
    """The move as the viewer may know it; empty if it is nobody's but the mover's business."""
    is_open = viewer is None or step.seat == viewer
    return step.text if is_open else position.modules.notation.public_move_text(step.text)


# -- Lines -------------------------------------------------------------------------------------


def told(frame: Frame, people: People, start: Position) -> list[str]:
    """The step with its number, and what it brought about."""
    lines = sentences.events(frame.position or start, frame.events, people)
    if frame.move:
        lines.insert(0, sentences.move(frame.before, frame.after, frame.move, people))
    return [f"{frame.number:>5}  {frame.line}", *(f"         {line}" for line in lines)]


def as_json(frame: Frame, viewer: int | None) -> dict[str, Any]:
    """The step and the position, or the view, after it."""
    position = frame.position.to_json() if frame.position else None
    mover = {}
    if isinstance(frame.step, Move):
        mover = {"seat": frame.step.seat}
    return {
        "step": frame.number,
        **mover,
        "line": frame.line,
        "events": frame.events,
        "position" if viewer is None else "view": position,
    }


# -- Keys --------------------------------------------------------------------------------------


class Reel:
    """The frames that can be drawn, and the one that is."""

    def __init__(self, shown: Sequence[Frame]) -> None:
        """Begin with the first; shuffles go with the last of a deal."""
        self.frames = [frame for frame in shown if frame.position]
        self.at = 0
        self.typed: str | None = None  # the number after `g`
        self.is_left = False

    @property
    def frame(self) -> Frame:
        """The one that is drawn."""
        return self.frames[self.at]

    def press(self, key: str) -> None:
        """Steer by one key."""
        if self.typed is not None:
            self._type(key)
        elif key in ON:
            self.at = min(self.at + 1, len(self.frames) - 1)
        elif key in BACK:
            self.at = max(self.at - 1, 0)
        elif key == "g":
            self.typed = ""
        elif key in ("q", "Q"):
            self.is_left = True

    def _type(self, key: str) -> None:
        """One more digit of the step to go to; Enter goes there, anything else gives up."""
        typed, self.typed = self.typed or "", None
        if key in "0123456789" and len(typed) < 6:
            self.typed = typed + key
        elif key == "\x7f":
            self.typed = typed[:-1]
        elif key in "\r\n" and typed:
            self.go_to(int(typed))

    def go_to(self, number: int) -> None:
        """The step with this number, or the next one that can be drawn, or the last."""
        later = (at for at, frame in enumerate(self.frames) if frame.number >= number)
        self.at = next(later, len(self.frames) - 1)


def step_through(record: Record, shown: Sequence[Frame], texts: Texts) -> None:
    """Draw one position after the other, as the keys say."""
    reel = Reel(shown)
    console = Console(highlight=False)
    with Keys() as keys, console.screen() as screen:
        while reel.frames and not reel.is_left:
            screen.update(scene(reel, record, console.height, texts))
            size = console.size
            pressed = ""
            while not pressed and console.size == size:
                pressed = keys.wait(TICK)
            while pressed and not reel.is_left:  # who holds a key waits for no drawing
                reel.press(pressed)
                pressed = keys.wait(0)


def scene(reel: Reel, record: Record, height: int, texts: Texts) -> Group:
    """The table, the step that led to it, and the keys."""
    frame = reel.frame
    assert frame.position is not None
    people = People(record.names, texts)
    said = told(frame, people, record.begin())
    lines = [Text(line, no_wrap=True, overflow="ellipsis") for line in said]
    lines[0].stylize("bold")
    return Group(
        Drawing(frame.position, record.names, lines=max(1, height - BELOW), texts=texts),
        *lines[: BELOW - 2],
        Text(steering(reel, texts), style="reverse", no_wrap=True, overflow="crop"),
    )


def steering(reel: Reel, texts: Texts) -> str:
    """Where one is, and the keys."""
    at = texts.text("terminal.replay.step", number=reel.frame.number, last=reel.frames[-1].number)
    if reel.typed is not None:
        return f"{at} · {texts.text('terminal.replay.goal', typed=reel.typed)}"
    keys = {"n": "on", "b": "step-back", "g": "go-to", "q": "quit"}
    return " · ".join(
        [at, *(f"{key} {texts.text(f'terminal.key.{one}')}" for key, one in keys.items())]
    )
