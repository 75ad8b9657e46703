"""The others at a table: bots that move until the learner's seat is to decide."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from odintable import bots
from odintable.bots import Bot, Budget, NeverStop
from odintable.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.games.position import Past

    from .game_batch import Flock

QUICK = Budget(sims=64)  # unless somebody says how long they may think


class Opponents:
    """One bot, or one for each other seat in turn; a bot is a name, or anything that thinks."""

    def __init__(
        self,
        flock: Flock,
        who: str | Bot | Sequence[str | Bot],
        seat: int | None,
        budget: Budget | None,
    ) -> None:
        """Seat the bots around the learner; without a seat it sits anywhere, by lot."""
        game, others = flock.setting.game, flock.setting.players - 1
        single = isinstance(who, str) or hasattr(who, "choose")
        given: list[Any] = [who] * others if single else list(who)  # type: ignore[arg-type]
        if len(given) != others:
            raise OptionError(f"{others} other seats need as many bots, not {len(given)}")
        if seat is not None and not 0 <= seat <= others:
            raise OptionError(f"seat must be from 0 to {others}, or None: by lot")
        self.bots: list[Bot] = [
            bots.get(one, game, measuring=True) if isinstance(one, str) else one for one in given
        ]
        self.flock = flock
        self.seat = seat
        self.budget = budget or QUICK
        self.pasts: list[Past] = [[] for _ in range(flock.count)]
        self.chance = random.Random(0)

    def seed(self, seed: int) -> None:
        """Fix where the learner sits, and what bots think that throw dice."""
        self.chance = random.Random(seed)

    def below(self, count: int) -> int:
        """A random whole number from 0 to count - 1, the same in every version of Python."""
        return int(self.chance.random() * count)

    def begin(self, wanted: np.ndarray[Any, Any]) -> None:
        """The learner sits down, and the others move until it is to decide."""
        flock = self.flock
        for at in np.flatnonzero(wanted):
            drawn = self.below(flock.setting.players)
            flock.seats[at] = drawn if self.seat is None else self.seat
            self.pasts[at] = []
        self.answer(wanted)

    def keep(self, actions: np.ndarray[Any, Any], wanted: np.ndarray[Any, Any]) -> None:
        """Write down the learner's moves before they are made: bots remember them."""
        moves = self.flock.setting.moves
        for at in np.flatnonzero(wanted):
            self.pasts[at].append((int(self.flock.seats[at]), int(moves[actions[at]])))

    def answer(self, wanted: np.ndarray[Any, Any]) -> None:
        """The others move, in all games at once, until the learner is to decide everywhere."""
        flock = self.flock
        legs = self.legs()
        while True:
            waiting = wanted & ~flock.ended & (flock.states["turn"] != flock.seats)
            self.forget(legs)
            legs = self.legs()
            if not waiting.any():
                return
            actions = np.zeros(flock.count, np.int64)
            for at in np.flatnonzero(waiting):
                actions[at] = self.choose(int(at))
            flock.play_legal(actions, waiting)

    def legs(self) -> np.ndarray[Any, Any]:
        """The number of the hand or race of each game."""
        return self.flock.states["deal" if self.flock.setting.game == "odin" else "race"].copy()

    def forget(self, legs: np.ndarray[Any, Any]) -> None:
        """What was played before the last deal is past."""
        for at in np.flatnonzero(legs != self.legs()):
            self.pasts[at] = []

    def choose(self, at: int) -> int:
        """The action of the bot that is to decide in one game."""
        flock = self.flock
        turn = int(flock.states[at]["turn"])
        bot = self.bots[(turn - int(flock.seats[at]) - 1) % flock.setting.players]
        position = flock.position(at, self.pasts[at])
        seen = position if bot.cheats else position.view(turn)
        seed = self.below(1 << 31)
        move = position.read_move(bot.choose(seen, self.budget, seed, NeverStop()).move)
        self.pasts[at].append((turn, move))
        return int(flock.setting.actions[move])
