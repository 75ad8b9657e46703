"""Replay a recorded game step by step: printed as lines, or drawn and controlled by keys."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs
from rich.console import Console, Group
from rich.text import Text

from odintable.games.position import Position
from odintable.i18n import Texts
from odintable.record.record import Comment, Move, Record, Shuffle, Step, replay

from .drawing.position_drawing import Drawing
from .key_reader import KeyReader
from .text.player_names import PlayerNames
from .text.sentences import event_sentences, move_sentence

LINES_BELOW = 6  # under the table: the step, its line of the record, its events, the keys
TICK = 0.2  # seconds until a new window size is noticed
NEXT_KEYS = ("\r", "\n", "n", " ", "\x1b[C", "\x1b[B")
PREVIOUS_KEYS = ("b", "\x7f", "\x1b[D", "\x1b[A")
MAX_DIGITS = 6  # of a step number


@dataclass(frozen=True)
class Frame:
    """A step of a record as the viewer may know it, with its events and positions."""

    number: int  # of the step, from 1
    step: Step
    line: str
    events: Sequence[dict[str, Any]]
    move: str  # as the viewer may know it; empty: not a move
    before: Position
    after: Position
    position: Position | None  # as the viewer sees it; None while a shuffle is pending


def frames(record: Record, viewer: int | None) -> Iterator[Frame]:
    """Yield the steps that the viewer may know of; None sees everything."""
    before = record.begin()
    for number, (step, after) in enumerate(replay(record), 1):
        events = []
        if not isinstance(step, Comment):
            events = after.modules.events.events_between(before.state, after.state)
        if line := visible_line(step, viewer, after):
            position = None
            if not after.awaits_shuffle:
                position = after if viewer is None else after.view(viewer)
            move = visible_move(step, viewer, after) if isinstance(step, Move) else ""
            yield Frame(number, step, line, events, move, before, after, position)
        before = after


def visible_line(step: Step, viewer: int | None, position: Position) -> str:
    """Return the record line as the viewer may know it; empty if only the mover may."""
    if viewer is None or isinstance(step, Comment):
        return str(step)
    if isinstance(step, Shuffle):
        return f"shuffle {step.pile} ({len(step.cards)} cards)"
    move = visible_move(step, viewer, position)
    return str(structs.replace(step, text=move)) if move else ""


def visible_move(step: Move, viewer: int | None, position: Position) -> str:
    """Return the move as the viewer may know it; empty if only the mover may."""
    is_open = viewer is None or step.seat == viewer
    return step.text if is_open else position.modules.notation.public_move_text(step.text)


# -- Lines -------------------------------------------------------------------------------------


def frame_lines(
    frame: Frame, names: PlayerNames, start: Position, shows_notation: bool
) -> list[str]:
    """Return the step in words with its number, its line of the record if wanted, its events."""
    lines = event_sentences(frame.position or start, frame.events, names)
    if shows_notation and not isinstance(frame.step, Comment):
        lines.insert(0, f"[{frame.line}]")
    words = step_sentence(frame, names)
    return [f"{frame.number:>5}  {words}", *(f"         {line}" for line in lines)]


def step_sentence(frame: Frame, names: PlayerNames) -> str:
    """Put a step into words, with its comment."""
    step, texts = frame.step, names.texts
    if isinstance(step, Comment):
        return str(step)
    if isinstance(step, Shuffle):
        return texts.text("terminal.replay.shuffle", count=len(step.cards))
    sentence = move_sentence(frame.before, frame.after, frame.move, names)
    return f"{sentence}  ; {step.comment}" if step.comment else sentence


def to_json(frame: Frame, viewer: int | None) -> dict[str, Any]:
    """Return the step and the position or view after it as JSON."""
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


class ReplayPlayer:
    """The frames that can be drawn, and the index of the current one."""

    def __init__(self, shown: Sequence[Frame]) -> None:
        """Begin with the first frame; the shuffles of a deal are shown as one frame."""
        self.frames = [frame for frame in shown if frame.position]
        self.at = 0
        self.typed: str | None = None  # the step number after `g`
        self.is_quit = False

    @property
    def frame(self) -> Frame:
        """The current frame."""
        return self.frames[self.at]

    def press(self, key: str) -> None:
        """React to a key."""
        if self.typed is not None:
            self._type(key)
        elif key in NEXT_KEYS:
            self.at = min(self.at + 1, len(self.frames) - 1)
        elif key in PREVIOUS_KEYS:
            self.at = max(self.at - 1, 0)
        elif key == "g":
            self.typed = ""
        elif key in ("q", "Q"):
            self.is_quit = True

    def _type(self, key: str) -> None:
        """Add a digit to the step number; Enter goes there, any other key cancels."""
        typed, self.typed = self.typed or "", None
        if key in "0123456789" and len(typed) < MAX_DIGITS:
            self.typed = typed + key
        elif key == "\x7f":
            self.typed = typed[:-1]
        elif key in "\r\n" and typed:
            self.go_to(int(typed))

    def go_to(self, number: int) -> None:
        """Show the step with this number, or the next one that can be drawn, or the last."""
        later = (at for at, frame in enumerate(self.frames) if frame.number >= number)
        self.at = next(later, len(self.frames) - 1)


def step_through(
    record: Record, shown: Sequence[Frame], texts: Texts, *, shows_notation: bool
) -> None:
    """Show one position after the other, controlled by keys."""
    player = ReplayPlayer(shown)
    console = Console(highlight=False)
    with KeyReader() as keyboard, console.screen() as screen:
        while player.frames and not player.is_quit:
            screen.update(render_frame(player, record, console.height, texts, shows_notation))
            size = console.size
            key = ""
            while not key and console.size == size:
                key = keyboard.wait(TICK)
            while key and not player.is_quit:  # draw once for all queued keys
                player.press(key)
                key = keyboard.wait(0)


def render_frame(
    player: ReplayPlayer, record: Record, height: int, texts: Texts, shows_notation: bool
) -> Group:
    """Draw the table, the step that led to it, and the line of keys."""
    frame = player.frame
    assert frame.position is not None
    names = PlayerNames(record.names, texts)
    lines = [
        Text(line, no_wrap=True, overflow="ellipsis")
        for line in frame_lines(frame, names, record.begin(), shows_notation)
    ]
    lines[0].stylize("bold")
    return Group(
        Drawing(frame.position, record.names, lines=max(1, height - LINES_BELOW), texts=texts),
        *lines[: LINES_BELOW - 2],
        Text(key_line(player, texts), style="reverse", no_wrap=True, overflow="crop"),
    )


def key_line(player: ReplayPlayer, texts: Texts) -> str:
    """Return the number of the step, and the keys."""
    last = player.frames[-1].number
    step = texts.text("terminal.replay.step", number=player.frame.number, last=last)
    if player.typed is not None:
        return f"{step} · {texts.text('terminal.replay.go-to-step', typed=player.typed)}"
    keys = {"n": "on", "b": "step-back", "g": "go-to", "q": "quit"}
    actions = (f"{key} {texts.text(f'terminal.key.{action}')}" for key, action in keys.items())
    return " · ".join([step, *actions])
