"""A game among bots, move by move, with what was told about it."""

import datetime as dt
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from odintable import bots
from odintable.errors import OdintableError
from odintable.games.position import SPECTATOR, Position
from odintable.match.fair_shuffle import MAX_SEED, FairShuffler
from odintable.match.match import Match
from odintable.record.record import write

from .drawing.drawing import names_of
from .text import sentences
from .text.ascii_text import texts_for
from .text.player_names import People

OPEN = "open"
BREAKS = ("race-over", "hand-over", "game-over")  # worth a longer look


@dataclass(frozen=True)
class Plan:
    """What was asked to be watched."""

    game: str
    players: int = 2
    bots: Sequence[str] = ("greedy",)  # one for each seat, or one for all
    seed: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    speed: float = 0.6  # seconds for each move
    step: bool = False
    view: str = OPEN
    moves: int | None = None  # stop after so many
    language: str = ""  # empty: the environment's


@dataclass(frozen=True)
class Told:
    """A line about the game: a move with its notation, or an event without."""

    text: str
    notation: str = ""


class Game:
    """The match, its bots, and the lines told so far."""

    def __init__(self, plan: Plan) -> None:
        """Deal; wrong bots, options, seats or players are refused."""
        self.plan = plan
        self.seed = secrets.randbelow(MAX_SEED + 1) if plan.seed is None else plan.seed
        self.names_of_bots = seated(plan)
        self.bots = [bots.get(name, plan.game) for name in self.names_of_bots]
        shuffler = FairShuffler.numbered(self.seed)
        self.match = Match.new(
            plan.game, players=plan.players, options=plan.options, shuffler=shuffler
        )
        self.names = names_of(self.match.position)
        self.people = People(self.names, texts_for(plan.language, sys.stdout.encoding))
        self.viewer = viewer_of(plan.view, plan.players)
        self.moves = 0
        self.told: list[Told] = []
        self.fresh = 0  # how many of these are about the last move
        self.is_break = False  # the last move ended a race, a hand or the game

    @property
    def is_done(self) -> bool:
        """Nothing more is to be played."""
        return self.match.position.is_over or self.moves == self.plan.moves

    def seen(self) -> Position:
        """The position as the onlooker may see it."""
        position = self.match.position
        return position if self.viewer is None else position.view(self.viewer)

    def advance(self) -> list[Told]:
        """Let the bots move until there is something to tell; what that is."""
        fresh: list[Told] = []
        while not fresh and not self.is_done:
            fresh = self._move()
        self.told += fresh
        self.fresh = len(fresh)
        return fresh

    def _move(self) -> list[Told]:
        """Let the bot at turn make its move; what the onlooker may be told about it."""
        before = self.match.position.copy()
        view = before.view(before.turn)
        seed = (self.seed * 1_000_003 + self.moves) % (MAX_SEED + 1)
        move = self.bots[before.turn].choose(view, bots.Budget(), seed, bots.NeverStop()).move
        happened = self.match.play(move)
        self.moves += 1
        self.is_break = any(event["event"] in BREAKS for event in happened)
        return self._tell(before, move, happened)

    def _tell(self, before: Position, move: str, happened: list[dict[str, Any]]) -> list[Told]:
        """The move as the onlooker may know it, and its events."""
        after = self.match.position
        is_open = self.viewer in (None, before.turn) or after.is_over
        text = move if is_open else before.modules.notation.public_move_text(move)
        told = [Told(sentences.move(before, after, text, self.people), text)] if text else []
        return told + [Told(line) for line in sentences.events(after, happened, self.people)]

    def result(self) -> str:
        """How it ended, or that it was left."""
        if self.match.position.is_over:
            return f"{sentences.result(self.match.position, self.people)}. {self._length('length')}"
        return self._length("stopped")

    def _length(self, key: str) -> str:
        """How many moves it was long."""
        return self.people.texts.text(f"terminal.watch.{key}", count=self.moves)

    def record(self) -> str:
        """The game so far as a record."""
        names = [
            f"{name} ({bot})" for name, bot in zip(self.names, self.names_of_bots, strict=True)
        ]
        return write(self.match.record(dt.datetime.now(tz=dt.UTC).date(), names))


def seated(plan: Plan) -> list[str]:
    """A bot for each seat."""
    if len(plan.bots) == 1:
        return list(plan.bots) * plan.players
    if len(plan.bots) != plan.players:
        raise OdintableError(
            f"--bots names {len(plan.bots)} bots for {plan.players} seats: name one, or one a seat"
        )
    return list(plan.bots)


def viewer_of(view: str, players: int) -> int | None:
    """Whose view is shown; None for everything."""
    if view == OPEN:
        return None
    if view == "spectator":
        return SPECTATOR
    if view in map(str, range(players)):
        return int(view)
    last = players - 1
    raise OdintableError(f"--view is open, spectator or a seat from 0 to {last}, not {view!r}")
