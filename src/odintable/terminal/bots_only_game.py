"""A game between bots, move by move, with its log."""

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

from .games.interface import default_names
from .text.ascii_text import texts_for
from .text.game_log import LoggedMove, LogLine
from .text.player_names import PlayerNames
from .text.sentences import result_sentence

OPEN = "open"  # the view that shows all cards


@dataclass(frozen=True)
class BotGameConfig:
    """The game to show, its bots, and how to show it."""

    game: str
    players: int = 2
    bots: Sequence[str] = ("greedy",)  # one for each seat, or one for all
    seed: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    move_delay: float = 0.6
    is_stepping: bool = False  # wait for a key after every move
    view: str = OPEN
    max_moves: int | None = None
    language: str = ""  # empty: the environment's
    shows_notation: bool = False  # of moves, beside their words


class BotGame:
    """The match, its bots and its log."""

    def __init__(self, config: BotGameConfig) -> None:
        """Deal; invalid bots, options, seats or numbers of players raise an OdintableError."""
        self.config = config
        self.seed = secrets.randbelow(MAX_SEED + 1) if config.seed is None else config.seed
        self.bot_names = one_for_each_seat(config.bots, config.players, "--bots")
        self.bots = [bots.get(name, config.game) for name in self.bot_names]
        self.match = Match.new(
            config.game,
            players=config.players,
            options=config.options,
            shuffler=FairShuffler.numbered(self.seed),
        )
        self.names = PlayerNames(
            default_names(config.game, config.players),
            texts_for(config.language, sys.stdout.encoding),
        )
        self.viewer = parse_viewer(config.view, config.players)
        self.moves = 0
        self.log: list[LogLine] = []
        self.new_lines = 0  # at the end of the log, about the last move
        self.is_leg_end = False  # the last move ended a leg or the game

    @property
    def is_done(self) -> bool:
        """Whether the game is over or `max_moves` moves have been made."""
        return self.match.position.is_over or self.moves == self.config.max_moves

    def view(self) -> Position:
        """Return the position as the viewer may see it."""
        position = self.match.position
        return position if self.viewer is None else position.view(self.viewer)

    def advance(self) -> list[LogLine]:
        """Let the bots move until there is something to log, and return the new lines."""
        lines: list[LogLine] = []
        while not lines and not self.is_done:
            lines = self._move()
        self.log += lines
        self.new_lines = len(lines)
        return lines

    def _move(self) -> list[LogLine]:
        """Let one bot move; return the log lines that the viewer may see."""
        before = self.match.position.copy()
        seat = before.turn
        seed = (self.seed * 1_000_003 + self.moves) % (MAX_SEED + 1)
        chosen = self.bots[seat].choose(before.view(seat), bots.Budget(), seed, bots.NeverStop())
        events = self.match.play(chosen.move)
        after = self.match.position
        self.moves += 1
        leg_end = {f"{before.spec.leg}-over", "game-over"}
        self.is_leg_end = any(event["event"] in leg_end for event in events)
        is_open = self.viewer in (None, seat) or after.is_over
        move = chosen.move if is_open else before.modules.notation.public_move_text(chosen.move)
        return LoggedMove(seat, move, before, after, events).log_lines(self.names)

    def result(self) -> str:
        """Say how the game ended, or after how many moves it was stopped."""
        if self.match.position.is_over:
            result = result_sentence(self.match.position, self.names)
            return f"{result}. {self._length('length')}"
        return self._length("stopped")

    def _length(self, key: str) -> str:
        return self.names.texts.text(f"terminal.watch.{key}", count=self.moves)

    def record(self) -> str:
        """Return the game so far as a record."""
        names = [
            f"{name} ({bot})" for name, bot in zip(self.names.names, self.bot_names, strict=True)
        ]
        return write(self.match.record(dt.datetime.now(tz=dt.UTC).date(), names))


def one_for_each_seat(bots: Sequence[str], seats: int, argument: str) -> list[str]:
    """Return the name of a bot for each seat, given one for all seats or one for each."""
    if len(bots) == 1:
        return list(bots) * seats
    if len(bots) != seats:
        raise OdintableError(
            f"{argument} names {len(bots)} bots for {seats} seats: name one, or one for each seat"
        )
    return list(bots)


def parse_viewer(view: str, players: int) -> int | None:
    """Parse `--view`: a seat or the spectator; None shows all cards."""
    if view == OPEN:
        return None
    if view == "spectator":
        return SPECTATOR
    if view in map(str, range(players)):
        return int(view)
    last = players - 1
    raise OdintableError(f"--view must be open, spectator or a seat from 0 to {last}, not {view!r}")
