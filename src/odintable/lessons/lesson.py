"""A lesson: a scripted game, step by step, with the expected moves and their results.

The learner has seat 0. Every view and every list of moves comes from the rules, so a lesson with an
illegal move cannot be written.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from odintable.errors import IllegalMove, OdintableError
from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.server.live.client_messages import encode
from odintable.server.tables.viewer_messages import view_and_moves

LEARNER = 0
Json = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """A step to read or to carry out; the locale files have its text under its name."""

    name: str
    expected: str = ""  # the expected move; empty: the step is only read
    replies: tuple[str, ...] = ()  # moves of the other seats after it
    wrong: dict[str, str] = field(default_factory=dict)  # moves with an explanation of their own
    highlights: tuple[str, ...] = ()  # parts of the board to highlight
    start: Json | None = None  # initial position; None: continue from the step before


@dataclass(frozen=True)
class Lesson:
    """A tutorial game: its seats and its steps."""

    game: str
    seats: tuple[str | None, ...]  # a bot's name; None is the learner
    steps: tuple[Step, ...]
    attempts: Callable[[Json], list[str]] = lambda _view: []  # moves to try in a view, legal or not


def lesson_to_json(lesson: Lesson) -> Json:
    """Play a lesson and return the JSON that the page reads."""
    match: Match | None = None
    steps = []
    for step in lesson.steps:
        if step.start is not None:
            match = Match(Position.from_json(step.start), FairShuffler.numbered(0))
        if match is None:
            raise OdintableError(f"step {step.name!r} has no position to begin with")
        reasons = reasons_in(match.position, lesson.attempts) if step.expected else {}
        steps.append({**play_step(step, match), "illegal": reasons})
    return {
        "game": lesson.game,
        "goal": GAMES[lesson.game].goal({}, len(lesson.seats)),
        "seats": list(lesson.seats),
        "steps": steps,
    }


def play_step(step: Step, match: Match) -> Json:
    """Play one step and return its JSON."""
    start = learner_state(match)
    legal = start["moves"]
    for move in (step.expected, *step.wrong):
        if move and move not in legal:
            raise OdintableError(f"step {step.name!r}: {move!r} is not one of {legal}")
    if not step.expected:
        start["moves"] = []
    played_moves = [play_move(match, move) for move in (step.expected, *step.replies) if move]
    return {
        "name": step.name,
        "highlights": list(step.highlights),
        "start": start,
        "expected": step.expected or None,
        "wrong": step.wrong,
        "played_moves": played_moves,
    }


def reasons_in(position: Position, attempts: Callable[[Json], list[str]]) -> Json:
    """Return the reason for each illegal move that the learner may try."""
    view = position.view(LEARNER)
    reasons = {}
    for move in attempts(view.to_json()):
        try:
            view.read_move(move)
        except IllegalMove as error:
            if error.reason is not None:
                reasons[move] = error.reason.to_dict()
    return reasons


def play_move(match: Match, move: str) -> Json:
    """Play a move and return it as the learner sees it, with the new state."""
    seat = match.position.turn
    events = match.play(move)
    seen = move if seat == LEARNER else match.position.modules.notation.public_move_text(move)
    return {"seat": seat, "move": seen, "events": events, **learner_state(match)}


def learner_state(match: Match) -> Json:
    """Return the state of the game as the learner sees it."""
    position = match.position
    is_mine = position.turn == LEARNER and not position.is_over
    stage = "over" if position.is_over else "playing"
    shown = view_and_moves(position, LEARNER, may_move=is_mine)
    return {"stage": stage, **msgspec.json.decode(encode(shown))}


def lesson_file(lesson: Lesson) -> str:
    """Return the JSON file of a lesson, one line per step."""
    whole = lesson_to_json(lesson)
    steps = ",\n".join(json.dumps(step, separators=(",", ":")) for step in whole["steps"])
    head = json.dumps({name: value for name, value in whole.items() if name != "steps"})
    return f'{head[:-1]}, "steps":[\n{steps}\n]}}\n'
