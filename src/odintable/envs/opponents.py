"""Bots in the other seats: they move until it is the learner's turn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from odintable import bots
from odintable.bots import Bot, Budget, NeverStop
from odintable.errors import OptionError

if TYPE_CHECKING:
    from odintable.games.position import History

    from .game_batch import GameBatch

DEFAULT_BUDGET = Budget(sims=64)
OpponentChoice = str | Bot | Sequence[str | Bot]  # one bot for all other seats, or one for each


class Opponents:
    """The bots of all games of a batch; `batch.viewers` holds the learner's seats."""

    def __init__(
        self, batch: GameBatch, chosen: OpponentChoice, seat: int | None, budget: Budget | None
    ) -> None:
        """Take one bot for all other seats, or a list in turn order, starting after the learner.

        A bot is a name or an object with the methods of `Bot`. Without `seat` the learner's seat is
        drawn at random in every game.
        """
        game, others = batch.config.game, batch.config.players - 1
        single = isinstance(chosen, str) or hasattr(chosen, "choose")
        given: list[Any] = [chosen] * others if single else list(chosen)  # type: ignore[arg-type]
        if len(given) != others:
            raise OptionError(f"{others} other seats need as many bots, not {len(given)}")
        if seat is not None and not 0 <= seat <= others:
            raise OptionError(f"seat must be from 0 to {others}, or None: drawn at random")
        self.bots: list[Bot] = [
            bots.get(one, game, measuring=True) if isinstance(one, str) else one for one in given
        ]
        self.batch = batch
        self.seat = seat
        self.budget = budget or DEFAULT_BUDGET
        # The moves since the last deal.
        self.histories: list[History] = [[] for _ in range(batch.count)]
        self.legs = self.leg_numbers()  # the legs in which these moves were made
        self.rng = random.Random(0)

    def seed(self, seed: int) -> None:
        """Seed the draw of the learner's seats and the bots' random choices."""
        self.rng = random.Random(seed)

    def draw_below(self, count: int) -> int:
        """Return a random whole number below `count`, the same in every version of Python."""
        return int(self.rng.random() * count)

    def reset(self, selected: np.ndarray[Any, Any]) -> None:
        """Seat the learner in the selected games, and move until it is the learner's turn."""
        batch = self.batch
        for at in np.flatnonzero(selected):
            drawn = self.draw_below(batch.config.players)
            batch.viewers[at] = drawn if self.seat is None else self.seat
            self.histories[at] = []
        self.legs[selected] = self.leg_numbers()[selected]
        self.play(selected)

    def note_actions(self, actions: np.ndarray[Any, Any], selected: np.ndarray[Any, Any]) -> None:
        """Note the learner's actions before they are carried out: bots use the history."""
        moves = self.batch.config.move_of_action
        for at in np.flatnonzero(selected):
            self.histories[at].append((int(self.batch.viewers[at]), int(moves[actions[at]])))

    def play(self, selected: np.ndarray[Any, Any]) -> None:
        """Move in all selected games until it is the learner's turn everywhere."""
        batch = self.batch
        while True:
            self.forget_finished_legs()
            waiting = selected & ~batch.is_over & (batch.states["turn"] != batch.viewers)
            if not waiting.any():
                return
            actions = np.zeros(batch.count, np.int64)
            for at in np.flatnonzero(waiting):
                actions[at] = self.choose(int(at))
            batch.play(actions, waiting)

    def leg_numbers(self) -> np.ndarray[Any, Any]:
        """Return the number of the current leg of each game."""
        return self.batch.states[self.batch.config.spec.leg_field].copy()

    def forget_finished_legs(self) -> None:
        """Drop the history of games in which a new leg has begun."""
        current = self.leg_numbers()
        for at in np.flatnonzero(self.legs != current):
            self.histories[at] = []
        self.legs = current

    def choose(self, at: int) -> int:
        """Return the action that the bot to move chooses in one game."""
        batch = self.batch
        turn = int(batch.states[at]["turn"])
        bot = self.bots[(turn - int(batch.viewers[at]) - 1) % batch.config.players]
        position = batch.position(at, self.histories[at])
        view = position if bot.cheats else position.view(turn)
        seed = self.draw_below(1 << 31)
        move = position.read_move(bot.choose(view, self.budget, seed, NeverStop()).move)
        self.histories[at].append((turn, move))
        return int(batch.config.action_of_move[move])
