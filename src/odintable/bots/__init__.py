"""The bots by name. A bot gets a view, never the state; each lives in a file of its own."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from odintable.errors import OdintableError
from odintable.games.json_reader import show
from odintable.search.stop_signal import StopSignal

from .bot import Bot, Budget, Candidate, Cheat, MoveChoice, NeverStop, UnknownBot

if TYPE_CHECKING:
    from odintable.games.position import Position

__all__ = [
    "BOTS",
    "Bot",
    "Budget",
    "Candidate",
    "Cheat",
    "MoveChoice",
    "NeverStop",
    "StopSignal",
    "UnknownBot",
    "get",
    "names",
    "strongest",
]


BOTH = ("odin", "ravens")


@dataclass(frozen=True)
class BotEntry:
    """A bot whose file is imported when it first thinks."""

    name: str
    about: str
    file: str  # with {} for the game, if there is one for each
    function: str = "choose"
    cheats: bool = False
    level: int | None = None
    games: tuple[str, ...] = BOTH

    def choose(self, view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
        """Choose a move for the seat whose view this is, and whose turn it is."""
        if view.is_over or (view.viewer != view.turn and not self.cheats):
            raise OdintableError("a bot thinks about a view of the seat to move, in a running game")
        room = import_module(f"{__name__}.{self.file.format(view.name)}")
        choose = getattr(room, self.function)
        rank = () if self.level is None else (self.level,)
        thought: MoveChoice = choose(*rank, view, budget, seed, stop)
        return thought


def opponent(level: int, name: str, about: str) -> BotEntry:
    """One of the five that people choose from."""
    return BotEntry(name, about, "levels", level=level)


# From the weakest to the strongest.
BOTS: list[Bot] = [
    BotEntry(
        "random",
        "any legal move, each as likely as the other: it does not try to win, nor to end the game",
        "random_bot",
    ),
    opponent(1, "ask", "new at the table: plays what catches the eye, and misses half of it"),
    opponent(2, "embla", "has played before: a good eye for her own cards, none for yours"),
    BotEntry(
        "greedy",
        "a few rules of thumb, at once: takes what looks best now and never looks ahead",
        "greedy_{}",
    ),
    opponent(3, "snorri", "tells how it will end before it begins, and is right now and then"),
    BotEntry(
        "ismcts-plain",
        "the textbook's tree search with random playouts: a yardstick that never changes",
        "search_bots",
        "choose_by_baseline",
    ),
    BotEntry(
        "ismcts-plain-cheat",
        "the same, but it sees all cards: for measuring only",
        "search_bots",
        "choose_by_baseline",
        cheats=True,
    ),
    BotEntry(
        "net-ravens",
        "learned by playing itself: judges every move at once, and searches nothing",
        "net_bot",
        games=("ravens",),
    ),
    BotEntry(
        "net-odin",
        "learned by playing itself: judges every move at once, and searches nothing",
        "net_bot",
        games=("odin",),
    ),
    opponent(
        4, "gudrun", "thinks three moves ahead and waits for yours; forgets what you passed on"
    ),
    opponent(
        5, "mimir", "has played more games than there are years, and forgot none: the strongest"
    ),
    BotEntry(
        "oracle",
        "the strongest search, but it sees all cards: for measuring only",
        "search_bots",
        cheats=True,
    ),
    BotEntry(
        "search",
        "a search for as long as it is given: imagines the cards it cannot see",
        "search_bots",
    ),
    BotEntry(
        "seer",
        "the strongest: searches as long as it is given, and trusts what the nets have learned",
        "search_bots",
        "choose_with_net",
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
    """The bot that makes most of its time: asked when nobody else is named."""
    return get(names(game)[-1], game)
