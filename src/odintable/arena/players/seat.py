"""Who sits down at the table: one of our bots, a guest, or a stranger's engine."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from odintable import bots
from odintable.errors import OdintableError

from .bot_lookup import find_bot
from .contestant import Contestant, written
from .engine_process import Failed, Stranger, shown

if TYPE_CHECKING:
    from odintable.games.position import Position

GRACE = 1.0  # seconds past its time bound that an engine has, to read, write and be woken
PATIENCE = 60.0  # seconds for an engine to start, and for a decision that has no time bound


class Seat(Protocol):
    """A contestant at the table; it may have several seats there."""

    def choose(self, position: Position, seed: int) -> str:
        """A move for the player to move; Failed loses the game."""

    def prepare(self, opening: Position) -> None:
        """Before a game: decide once without a clock, if nothing was decided yet."""

    def leave(self) -> None:
        """Get up."""


class BotSeat:
    """One of our bots, or a guest in Python."""

    def __init__(self, contestant: Contestant, game: str) -> None:
        """Fetch the bot."""
        self._bot = find_bot(contestant.bot, game)
        self._budget = contestant.budget
        self._is_ready = False

    def choose(self, position: Position, seed: int) -> str:
        """What the bot thinks best; only a cheat is handed the whole position."""
        seen = position.copy() if self._bot.cheats else position.view(position.turn)
        return self._bot.choose(seen, self._budget, seed, bots.NeverStop()).move

    def prepare(self, opening: Position) -> None:
        """Think about an opening once, so that all is loaded and compiled."""
        if not self._is_ready:
            self.choose(opening, 0)
            self._is_ready = True

    def leave(self) -> None:
        """Nothing is left behind."""


class EngineSeat:
    """A stranger's engine, which is handed a view for every decision and never anything else."""

    def __init__(self, contestant: Contestant, game: str) -> None:
        """Remember how to start it."""
        self._contestant = contestant
        self._game = game
        self._limit = PATIENCE
        if contestant.budget.time_ms is not None:
            self._limit = contestant.budget.time_ms / 1000 + GRACE
        self._stranger: Stranger | None = None
        self._failed = Failed("was not started")

    def prepare(self, opening: Position) -> None:
        """Start it, if it does not run or has failed; should that fail, its next decision does."""
        if self._stranger is not None:
            return
        try:
            self._stranger = Stranger(self._contestant.command)
            self._stranger.greet(self._game, PATIENCE)
            self._ask(self._stranger, opening, 0, PATIENCE)
        except Failed as failed:
            self._failed = failed
            self.leave()

    def choose(self, position: Position, seed: int) -> str:
        """Its move, if it is legal; otherwise the engine is let go and has failed."""
        if self._stranger is None:
            raise self._failed
        try:
            return self._ask(self._stranger, position, seed, self._limit)
        except Failed:
            self.leave()
            raise

    def _ask(self, stranger: Stranger, position: Position, seed: int, seconds: float) -> str:
        """Hand it a view and let it go."""
        deadline = time.monotonic() + seconds
        view = position.view(position.turn).to_json()
        stranger.ask(deadline, **{"cmd": "view", "view": view, "as": position.turn, "seed": seed})
        budget = written(self._contestant.budget)
        move = stranger.ask(deadline, cmd="go", seed=seed, **budget).get("move")
        if not isinstance(move, str):
            raise Failed(f"answered without a move: {shown(move)}")
        try:
            position.read_move(move)
        except OdintableError as error:
            raise Failed(shown(str(error))) from None
        return move

    def leave(self) -> None:
        """Let the engine go."""
        if self._stranger is not None:
            self._stranger.close()
            self._stranger = None


def take_seat(contestant: Contestant, game: str) -> Seat:
    """A seat for a contestant."""
    return EngineSeat(contestant, game) if contestant.command else BotSeat(contestant, game)


def audition(contestant: Contestant, game: str) -> None:
    """Refuse an engine that does not start, or does not speak our protocol, before all games."""
    if not contestant.command:
        return
    try:
        stranger = Stranger(contestant.command)
        try:
            stranger.greet(game, PATIENCE)
        finally:
            stranger.close()
    except Failed as failed:
        raise OdintableError(f"the engine {contestant.label} {failed}") from None
