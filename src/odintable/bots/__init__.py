"""The bots by name. A bot is given a view, never the full state; each kind has its own module."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from odintable.errors import OdintableError
from odintable.games.json_reader import show
from odintable.games.spec import GAMES
from odintable.search.stop_signal import StopSignal

from .bot import Bot, Budget, Candidate, CheatingBot, MoveChoice, NeverStop, UnknownBot

if TYPE_CHECKING:
    from odintable.games.position import Position

__all__ = [
    "BOTS",
    "Bot",
    "Budget",
    "Candidate",
    "CheatingBot",
    "MoveChoice",
    "NeverStop",
    "StopSignal",
    "UnknownBot",
    "get",
    "max_thinking_ms",
    "names",
    "strongest",
]


MAX_QUICK_SIMULATIONS = 10_000  # a search of so many ends at once


@dataclass(frozen=True)
class BotEntry:
    """A bot whose module is imported when it first chooses a move."""

    name: str
    about: str
    module: str  # of this package
    function: str = "choose"
    cheats: bool = False
    level: int | None = None
    game: str | None = None  # the only game it plays; None: all
    needs: str | None = None  # module that a game must have for the bot to play it

    @property
    def games(self) -> tuple[str, ...]:
        """The registered games that it plays."""
        return tuple(
            name
            for name, spec in GAMES.items()
            if self.game in (None, name) and (self.needs is None or spec.modules.has(self.needs))
        )

    def thinks_until_time_is_up(self, view: Position) -> bool:
        """Whether it searches as long as it may; other bots answer at once."""
        if self.level is None:
            return self.module == "search_bots"
        spec = GAMES[view.name]
        settings = spec.modules.bots.settings.LEVELS[self.level - 1]
        if settings.plays_net_moves and spec.has_net:
            untrained = spec.modules.bots.training.UNTRAINED_OPTIONS
            return any(view.options.get(option) for option in untrained)
        return bool(settings.sims > MAX_QUICK_SIMULATIONS)

    def choose(self, view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
        """Choose a move for the seat whose view this is, and whose turn it is."""
        if view.is_over or (view.viewer != view.turn and not self.cheats):
            raise OdintableError(
                "a bot needs a view of the seat to move, in a game that is not over"
            )
        function = getattr(import_module(f"{__name__}.{self.module}"), self.function)
        level = () if self.level is None else (self.level,)
        choice: MoveChoice = function(*level, view, budget, seed, stop)
        return choice


def opponent(level: int, name: str, about: str) -> BotEntry:
    """Return one of the five opponents that people choose from."""
    return BotEntry(name, about, "levels", level=level, needs="bots.settings")


def net_bots() -> list[BotEntry]:
    """Return a bot for each game that has a net."""
    about = "learned by playing itself: evaluates every move at once, and does not search"
    return [
        BotEntry(f"net-{name}", about, "net_bot", game=name)
        for name, spec in GAMES.items()
        if spec.has_net
    ]


# From the weakest to the strongest.
BOTS: list[Bot] = [
    BotEntry(
        "random",
        "any legal move, all equally likely: it does not try to win, nor to end the game",
        "random_bot",
    ),
    opponent(1, "ask", "new at the table: plays what catches the eye, and misses half of it"),
    opponent(2, "embla", "has played before: a good eye for her own cards, none for yours"),
    BotEntry(
        "greedy",
        "a few rules of thumb, at once: takes what looks best now and never looks ahead",
        "greedy",
        needs="bots.greedy",
    ),
    opponent(3, "snorri", "tells how it will end before it begins, and is right now and then"),
    BotEntry(
        "ismcts-plain",
        "textbook tree search with random rollouts: a yardstick that never changes",
        "search_bots",
        "choose_by_baseline",
        needs="rollout_policy",
    ),
    BotEntry(
        "ismcts-plain-cheat",
        "the same, but it sees all cards: for measuring only",
        "search_bots",
        "choose_by_baseline",
        cheats=True,
        needs="rollout_policy",
    ),
    *net_bots(),
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
        needs="bots.settings",
    ),
    BotEntry(
        "search",
        "searches as long as it may: samples the cards that it cannot see",
        "search_bots",
        needs="bots.settings",
    ),
    BotEntry(
        "seer",
        "the strongest: searches as long as it may, guided by what the nets have learned",
        "search_bots",
        "choose_with_net",
        needs="bots.settings",
    ),
]


def names(game: str, *, measuring: bool = False) -> list[str]:
    """Return the bots that play a game, weakest first; with `measuring`, also those that cheat."""
    return [bot.name for bot in BOTS if game in bot.games and (measuring or not bot.cheats)]


def get(name: str, game: str, *, measuring: bool = False) -> Bot:
    """Return the bot of this name; with `measuring`, it may be one that cheats."""
    for bot in BOTS:
        if bot.name == name and game in bot.games:
            if bot.cheats and not measuring:
                raise CheatingBot(f"{name} sees hidden cards: it plays in the arena only")
            return bot
    known = ", ".join(names(game, measuring=measuring))
    raise UnknownBot(f"no bot {show(name)} plays {game}: there are {known}")


def max_thinking_ms(name: str, view: Position, limit_ms: int) -> int:
    """Return how many milliseconds of a limit a bot uses at most; 0: it answers at once."""
    for bot in BOTS:
        if bot.name == name and isinstance(bot, BotEntry) and bot.thinks_until_time_is_up(view):
            if bot.level is None:
                return limit_ms
            settings = GAMES[view.name].modules.bots.settings.LEVELS[bot.level - 1]
            return min(limit_ms, int(settings.time_ms))
    return 0


def strongest(game: str) -> Bot:
    """Return the bot that plays a game best, for callers that name none."""
    return get(names(game)[-1], game)
