"""A game for programs: play, undo, views, bots and records in one small class.

    >>> import odintable
    >>> game = odintable.new_game("odin", players=2, seed=7, first=0)
    >>> game.legal_moves()[:3]
    ['play B6', 'play G4', 'play G5']
    >>> game.play("play B6")
    []
    >>> game.turn
    1

It is built on `match`, which checks and records every move.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from odintable import bots
from odintable.bots import Bot, Budget, MoveChoice, NeverStop
from odintable.bots.evaluate_position import Evaluation, evaluate
from odintable.games import compiled_calls
from odintable.games.rng import generator
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Event, Match
from odintable.record.reader import read
from odintable.record.record import Move, Record, replay, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from odintable.games.position import Position


class Game:
    """A game being played; moves are text such as `play R2 R8` or `fly FF`."""

    def __init__(self, match: Match) -> None:
        """Take over a match; `new_game` makes one."""
        self.match = match

    # -- State ---------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the game, such as `"odin"`."""
        return self.position.name

    @property
    def position(self) -> Position:
        """The full position with all cards face up. Players get a `view`."""
        return self.match.position

    @property
    def players(self) -> int:
        """The number of players."""
        return self.position.players

    @property
    def turn(self) -> int:
        """The seat to move; when the game is over, the one that moved last."""
        return self.position.turn

    @property
    def scores(self) -> list[int]:
        """Points by seat."""
        return [int(points) for points in self.position.fields.scores[: self.players]]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty until the game is over.

        >>> new_game("odin").winners
        []
        """
        return self.position.winners()

    @property
    def moves(self) -> list[str]:
        """The moves so far.

        >>> game = new_game("odin", seed=7, first=0)
        >>> game.play("play B6")
        []
        >>> game.moves
        ['play B6']
        """
        return [step.text for step in self.match.steps if isinstance(step, Move)]

    def legal_moves(self) -> list[str]:
        """Return the legal moves, sorted; an empty list when the game is over."""
        return self.position.legal()

    def view(self, seat: int | None = None) -> Position:
        """Return what a seat may know, by default the seat to move.

        >>> game = new_game("odin", seed=7, first=0)
        >>> game.view(1).to_json()["hands"][0]  # the other hand is only a number of cards
        9
        """
        return self.position.view(self.turn if seat is None else seat)

    def __repr__(self) -> str:
        """The position in its notation."""
        return repr(self.position)

    # -- Playing -------------------------------------------------------------------------------

    def play(self, move: str) -> list[Event]:
        """Play a legal move and return its events. Pending shuffles are made at once.

        >>> new_game("odin", seed=7, first=0).play("play Y9")
        Traceback (most recent call last):
        odintable.errors.IllegalMove: illegal: play Y9: Not in your hand: Y9.
        """
        return self.match.play(move)

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves. Playing them again gives the same shuffles.

        >>> game = new_game("odin", seed=7, first=0)
        >>> game.play("play B6")
        []
        >>> game.undo()
        >>> game.turn, game.moves
        (0, [])
        """
        self.match.undo(moves)

    def ask(
        self,
        bot: str | Bot = "greedy",
        *,
        time_ms: int | None = None,
        sims: int | None = None,
        seed: int = 0,
    ) -> MoveChoice:
        """Ask a bot for a move; it sees only what the seat to move may know.

        >>> new_game("odin", seed=7, first=0).ask("greedy").move
        'play O1'
        """
        chosen = bots.get(bot, self.name) if isinstance(bot, str) else bot
        return chosen.choose(self.view(), Budget(time_ms, sims), seed, NeverStop())

    def evaluate(
        self,
        seat: int | None = None,
        *,
        time_ms: int | None = None,
        sims: int | None = None,
        seed: int = 0,
    ) -> Evaluation:
        """Estimate all win probabilities from a seat's view, and rate its moves if it is to move.

        >>> chances = new_game("odin", seed=7, first=0).evaluate(sims=200).win_probabilities
        >>> round(sum(chances), 6)
        1.0
        """
        return evaluate(self.view(seat), Budget(time_ms, sims), seed)

    # -- Records -------------------------------------------------------------------------------

    def record(self, names: Sequence[str] | None = None, date: dt.date | None = None) -> str:
        """Return the game as text, which people, `read_game` and `odintable replay` can read.

        >>> new_game("odin", seed=7).record(["Huginn", "Muninn"]).splitlines()[3]
        'players: Huginn | Muninn'
        """
        return write(self.match.record(date or dt.datetime.now(dt.UTC).date(), names))


def new_game(
    name: str,
    players: int = 2,
    *,
    seed: int | None = None,
    first: int | None = None,
    **options: Any,
) -> Game:
    """Deal a new game of `"odin"` or `"ravens"`; the game's options are keyword arguments.

    Without a seed the shuffles are secret; without `first` the first player is drawn by lot.

    >>> new_game("odin", players=4, goat=True).players
    4
    >>> new_game("ravens", target=5, strict_joker=True).position.options
    {'target': 5, 'strict-joker': True}
    """
    given = {key.replace("_", "-"): value for key, value in options.items()}
    shuffler = FairShuffler.secret() if seed is None else FairShuffler.numbered(seed)
    return Game(Match.new(name, players=players, first=first, options=given, shuffler=shuffler))


def read_game(text: str) -> tuple[Record, Iterator[tuple[Any, Position]]]:
    """Read and verify a record; return it with an iterator over its steps and positions.

    >>> record, steps = read_game(new_game("odin", seed=7).record())
    >>> record.game, [step.pile for step, position in steps]
    ('odin', ['deal'])
    """
    record = read(text)
    return record, replay(record)


def rollout(position: Position, seed: int = 0) -> list[float]:
    """Play a full position to its end at random and return each seat's share of the win.

    >>> sum(rollout(new_game("odin", seed=7).position))
    1.0
    """
    end = position.copy()
    compiled_calls.rollout_at(end.states, 0, generator(seed))
    return end.outcome()
