"""What a table can be made with: options and clocks, with what each may be set to."""

from typing import get_args

from odintable import bots
from odintable.games.odin.parts import DEFAULT_LIMIT, MAX_LIMIT, MIN_PLAYERS
from odintable.games.position import GAMES, players_of
from odintable.games.ravens.parts import DEFAULT_TARGET, MAX_TARGET, MOST_TURNS

from .shapes import ClockAsked, ClockTold, GameTold, NumberTold, OptionTold


def flag(name: str, about: str, players: list[int] | None = None) -> OptionTold:
    """An option that is on or off, and off when it is left out."""
    return OptionTold(name=name, kind="flag", default=False, about=about, players=players)


def number(name: str, high: int, default: int | None, about: str) -> OptionTold:
    """An option that is a number from 1 on; without a default it is not there when left out."""
    return OptionTold(name=name, kind="number", default=default, low=1, high=high, about=about)


OPTIONS: dict[str, list[OptionTold]] = {
    "odin": [
        number("limit", MAX_LIMIT, DEFAULT_LIMIT, "the game ends when somebody has so many points"),
        number("hands", 1, None, "the game ends after one hand, whatever the points"),
        flag("goat", "a 55th card: worth 0, goes with any colour, costs 5 points in hand"),
        flag("four-colours", "orange and purple stay in the box", [MIN_PLAYERS]),
    ],
    "ravens": [
        flag("removed-under", "a landscape that is removed goes under the pile"),
        flag("buy-magic", "pay for the Magic Way card itself and turn up the next"),
        flag("keep-cards", "hands and stacks stay from one race to the next"),
        number("target", MAX_TARGET, DEFAULT_TARGET, "who has so many points wins the game"),
        flag("strict-joker", "two alike pay only for who has no matching card left"),
        number("max-turns", MOST_TURNS, None, "a race ends after so many turns"),
    ],
}
CLOCKS = {
    "move": ("so long for each turn", ("turn",)),
    "game": ("so long in all, and more after each turn", ("start", "increment")),
    "days": ("correspondence: so long for each turn, days as a rule", ("turn",)),
}


def games() -> list[GameTold]:
    """The games, with everything that can be chosen for them."""
    return [
        GameTold(
            game=name,
            players=list(range(low, high + 1)),
            options=list(game.notation.OPTIONS),
            choices=OPTIONS[name],
            bots=[bot.name for bot in bots.BOTS if name in bot.games and not bot.cheats],
            clocks=clocks(),
        )
        for name, game in GAMES.items()
        for low, high in [players_of(name)]
    ]


def clocks() -> list[ClockTold]:
    """The kinds of clocks, with their times; no clock is another choice, and the usual one."""
    kinds = get_args(ClockAsked.model_fields["kind"].annotation)
    return [
        ClockTold(kind=kind, about=about, times=[time_of(name) for name in names])
        for kind in kinds
        for about, names in [CLOCKS[kind]]
    ]


def time_of(name: str) -> NumberTold:
    """A time of a clock, within the bounds that a call is held to; all but the extra is needed."""
    field = ClockAsked.model_json_schema()["properties"][name]
    is_extra = name == "increment"
    return NumberTold(
        name=name,
        low=field["minimum"] if is_extra else 1,
        high=field["maximum"],
        default=field["default"] if is_extra else None,
    )
