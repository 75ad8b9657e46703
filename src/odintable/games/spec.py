"""GameSpec: everything that the rest of the program needs to know about a game, declared once.

A game is a package with the modules listed in docs/architecture.md and a module `spec` that holds
its `SPEC`. Nothing here imports NumPy or numba: the command line reads specs to print its help.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from odintable.errors import OdintableError, OptionError

from .json_reader import Json, is_whole, show, span

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_PLAYERS = 6  # of any game: the size of arrays with an entry for each seat
BUILT_IN = ("odintable.games.odin", "odintable.games.ravens")
MORE_GAMES = "ODINTABLE_GAMES"  # environment variable: packages of further games, comma-separated


@dataclass(frozen=True)
class Option:
    """A rule option: its name in notation, what it may be set to, and what it means."""

    name: str
    about: str  # one line of English; pages and terminal use the text keys `option.NAME[.about]`
    kind: Literal["flag", "number"] = "flag"
    default: int | None = None  # of a number; None: the rule is not in force
    low: int = 1
    high: int = 1
    suggested: tuple[int, ...] = ()  # numbers that set-up screens offer
    players: tuple[int, ...] = ()  # only for these numbers of players; empty: for all
    is_in_setup: bool = True  # offered on set-up screens

    def read(self, options: Mapping[str, Json], players: int) -> bool | int:
        """Return the value in force (0 or False if the option is absent), or raise OptionError."""
        value = options.get(self.name, False)
        if self.kind == "flag":
            if not isinstance(value, bool):
                raise OptionError(f"option {self.name} must be true or false, not {show(value)}")
        elif value is False:
            return self.default or 0
        elif not is_whole(value, self.low, self.high):
            expected = span(self.low, self.high)
            raise OptionError(f"option {self.name} must be {expected}, not {show(value)}")
        if value and self.players and players not in self.players:
            allowed = " or ".join(map(str, self.players))
            raise OptionError(f"option {self.name} is for {allowed} players, not {players}")
        return value if self.kind == "flag" else int(value)


class GameModules:
    """The modules of a game by name. Each is imported when it is first used."""

    def __init__(self, package: str) -> None:
        """Take the import path of the game's package."""
        self._package = package

    def __getattr__(self, name: str) -> Any:
        """Import a module, or give access to those of a subpackage; later uses are attributes."""
        if name.startswith("_"):
            raise AttributeError(name)
        module = import_module(f"{self._package}.{name}")
        found = GameModules(module.__name__) if hasattr(module, "__path__") else module
        setattr(self, name, found)
        return found

    @cache  # noqa: B019 - games live as long as the program
    def has(self, name: str) -> bool:
        """Whether the game has this module; one in a subpackage is written with a dot."""
        try:
            return find_spec(f"{self._package}.{name}") is not None
        except ModuleNotFoundError:  # not even the subpackage
            return False


@dataclass(frozen=True)
class GameSpec:
    """One game, as the engine, the server, the page, the terminal and the environments see it."""

    name: str  # in notation, URLs and commands
    title: str  # for people
    package: str  # import path of its modules
    min_players: int
    max_players: int
    options: tuple[Option, ...]
    leg: str  # what one deal of cards is called in English: a hand, a race
    leg_field: str  # the field of the state that numbers them
    turn_fields: tuple[str, ...]  # fields of the state of which one changes with every turn
    face_down_fields: tuple[str, ...] = ()  # counts of face-down cards that a move may turn up
    verbs_without_cards: frozenset[str] = frozenset()  # moves that show none of the mover's cards
    quiet_events: frozenset[str] = frozenset()  # events that show no hidden card
    detail_events: frozenset[str] = frozenset()  # how a move was made: `details` in the engine
    reversible_piles: frozenset[str] = frozenset()  # their cards come up either way round
    goal_options: tuple[str, ...] = ()  # options that end the game; the first in force decides
    fewest_points_win: bool = False
    has_net: bool = False  # nets/NAME.safetensors is shipped
    constants: Mapping[str, int] = field(default_factory=dict)  # numbers of the rules for screens

    @cached_property
    def modules(self) -> GameModules:
        """The game's code: `rules`, `notation` and so on."""
        return GameModules(self.package)

    @property
    def has_fixed_players(self) -> bool:
        """Whether the game is for exactly one number of players."""
        return self.min_players == self.max_players

    def option(self, name: str) -> Option:
        """Return an option by its name."""
        return next(option for option in self.options if option.name == name)

    def check_players(self, players: Json) -> None:
        """Raise OdintableError unless the game is for this number of players."""
        if not is_whole(players, self.min_players, self.max_players):
            low, high = self.min_players, self.max_players
            number = str(low) if low == high else f"{low} to {high}"
            raise OdintableError(f"{self.name} is for {number} players, not {show(players)}")

    def goal(self, options: Mapping[str, Json], players: int) -> dict[str, Json] | None:
        """Return the `option` that ends the game and its `value`; None: no option does."""
        for name in self.goal_options:
            if value := self.option(name).read(options, players):
                return {"option": name, "value": int(value)}
        return None

    def read_options(self, options: Json, players: int) -> dict[str, Any]:
        """Return the value in force of every option, by its name with underscores."""
        if not isinstance(options, dict):
            raise OptionError(f"options must be an object, not {show(options)}")
        names = [option.name for option in self.options]
        for name in options:
            if name not in names:
                raise OptionError(f"unknown option {show(name)}: there are {', '.join(names)}")
        return {
            option.name.replace("-", "_"): option.read(options, players) for option in self.options
        }


GAMES: dict[str, GameSpec] = {}  # by name, in the order in which they are offered


def register(spec: GameSpec) -> None:
    """Add a game to the registry, so that everything that plays games can play it."""
    if GAMES.setdefault(spec.name, spec) != spec:
        raise OdintableError(f"there are two games called {spec.name!r}")


def further_packages() -> list[str]:
    """Return the packages of games that the environment variable names."""
    return [name for name in os.environ.get(MORE_GAMES, "").split(",") if name]


def register_all() -> None:
    """Register the built-in games and those named in the environment variable."""
    for package in (*BUILT_IN, *further_packages()):
        register(import_module(f"{package}.spec").SPEC)
