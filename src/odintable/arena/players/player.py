"""A contestant that plays: a bot in this process, or an external engine."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from odintable import bots
from odintable.errors import OdintableError

from .bot_lookup import find_bot
from .contestant import Contestant, budget_to_json
from .engine_process import EngineFailure, EngineProcess, shortened

if TYPE_CHECKING:
    from odintable.games.position import Position

GRACE = 1.0  # seconds past its time limit after which an engine forfeits
DEFAULT_TIMEOUT = 60.0  # seconds for an engine to start, and for a decision without a time limit


class ArenaPlayer(Protocol):
    """A contestant in a game; it may play in several seats."""

    def choose(self, position: Position, seed: int) -> str:
        """Choose a move for the player to move; an EngineFailure forfeits the game."""

    def prepare(self, opening: Position) -> None:
        """Warm up before a game, without a time limit."""

    def close(self) -> None:
        """Release all resources."""


class BotPlayer:
    """A bot in this process."""

    def __init__(self, contestant: Contestant, game: str) -> None:
        self._bot = find_bot(contestant.bot, game)
        self._budget = contestant.budget
        self._is_ready = False

    def choose(self, position: Position, seed: int) -> str:
        """Ask the bot; only a cheating bot gets the full position."""
        view = position.copy() if self._bot.cheats else position.view(position.turn)
        return self._bot.choose(view, self._budget, seed, bots.NeverStop()).move

    def prepare(self, opening: Position) -> None:
        """Choose one move, so that everything is loaded and compiled."""
        if not self._is_ready:
            self.choose(opening, 0)
            self._is_ready = True

    def close(self) -> None:
        """Do nothing: a bot holds no resources."""


class EnginePlayer:
    """An external engine. It receives only a view for every decision."""

    def __init__(self, contestant: Contestant, game: str) -> None:
        self._contestant = contestant
        self._game = game
        self._limit = DEFAULT_TIMEOUT
        if contestant.budget.time_ms is not None:
            self._limit = contestant.budget.time_ms / 1000 + GRACE
        self._process: EngineProcess | None = None
        self._failure = EngineFailure("was not started")

    def prepare(self, opening: Position) -> None:
        """Start the engine if it is not running. If that fails, its next decision fails."""
        if self._process is not None:
            return
        try:
            self._process = EngineProcess(self._contestant.command)
            self._process.check_hello(self._game, DEFAULT_TIMEOUT)
            self._ask(self._process, opening, 0, DEFAULT_TIMEOUT)
        except EngineFailure as failure:
            self._failure = failure
            self.close()

    def choose(self, position: Position, seed: int) -> str:
        """Return the engine's move; stop the engine if it fails or the move is illegal."""
        if self._process is None:
            raise self._failure
        try:
            return self._ask(self._process, position, seed, self._limit)
        except EngineFailure:
            self.close()
            raise

    def _ask(self, process: EngineProcess, position: Position, seed: int, seconds: float) -> str:
        """Send a view and ask for a move."""
        deadline = time.monotonic() + seconds
        view = position.view(position.turn).to_json()
        process.request(
            deadline, **{"cmd": "view", "view": view, "as": position.turn, "seed": seed}
        )
        budget = budget_to_json(self._contestant.budget)
        move = process.request(deadline, cmd="go", seed=seed, **budget).get("move")
        if not isinstance(move, str):
            raise EngineFailure(f"answered without a move: {shortened(move)}")
        try:
            position.read_move(move)
        except OdintableError as error:
            raise EngineFailure(shortened(str(error))) from None
        return move

    def close(self) -> None:
        """Stop the engine."""
        if self._process is not None:
            self._process.close()
            self._process = None


def make_player(contestant: Contestant, game: str) -> ArenaPlayer:
    """Return the player for a contestant."""
    return EnginePlayer(contestant, game) if contestant.command else BotPlayer(contestant, game)


def check_engine(contestant: Contestant, game: str) -> None:
    """Refuse an engine that does not start or does not speak our protocol, before any game."""
    if not contestant.command:
        return
    try:
        process = EngineProcess(contestant.command)
        try:
            process.check_hello(game, DEFAULT_TIMEOUT)
        finally:
            process.close()
    except EngineFailure as failure:
        raise OdintableError(f"the engine {contestant.label} {failure}") from None
