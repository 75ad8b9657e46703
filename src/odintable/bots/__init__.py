"""The bots by name. A bot gets a view, never the state; each lives in a file of its own."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from odintable.errors import OdintableError
from odintable.games.reading import show

from .bot import Bot, Budget, Candidate, Cheat, Never, Stop, Thought, UnknownBot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from odintable.games.position import Position

__all__ = [
    "BOTS",
    "Bot",
    "Budget",
    "Candidate",
    "Cheat",
    "Never",
    "Stop",
    "Thought",
    "UnknownBot",
    "get",
    "names",
    "strongest",
]


@dataclass(frozen=True)
class Listed:
    """A bot whose file (one for each game it plays) is imported when it first thinks."""

    name: str
    about: str
    level: int | None
    files: Mapping[str, str]
    cheats: bool = False

    @property
    def games(self) -> tuple[str, ...]:
        """What it plays."""
        return tuple(self.files)

    def think(self, view: Position, budget: Budget, seed: int, stop: Stop) -> Thought:
        """Choose a move for the seat whose view this is, and whose turn it is."""
        if view.is_over or (view.viewer != view.turn and not self.cheats):
            raise OdintableError("a bot thinks about a view of the seat to move, in a running game")
        room = import_module(f"{__name__}.{self.files[view.name]}")
        thought: Thought = room.think(view, budget, seed, stop)
        return thought


# From the weakest to the strongest.
BOTS: list[Bot] = [
    Listed(
        "random",
        "any legal move, each as likely as the other: it does not try to win, nor to end the game",
        None,
        {"odin": "random_bot", "ravens": "random_bot"},
    ),
    Listed(
        "greedy",
        "a few rules of thumb, at once: takes what looks best now and never looks ahead",
        1,
        {"odin": "greedy_odin", "ravens": "greedy_ravens"},
    ),
]


def names(game: str, *, measuring: bool = False) -> list[str]:
    """The bots that play this game, from the weakest to the strongest; cheats only to measure."""
    return [bot.name for bot in BOTS if game in bot.games and (measuring or not bot.cheats)]


def get(name: str, game: str, *, measuring: bool = False) -> Bot:
    """The bot of this name; one that cheats only to measure others by it."""
    for bot in BOTS:
        if bot.name == name and game in bot.games:
            if bot.cheats and not measuring:
                raise Cheat(f"{name} sees hidden cards: it plays in the arena only, to measure by")
            return bot
    there = ", ".join(names(game, measuring=measuring))
    raise UnknownBot(f"no bot {show(name)} plays {game}: there are {there}")


def strongest(game: str) -> Bot:
    """The bot that plays this game best."""
    return get(names(game)[-1], game)
