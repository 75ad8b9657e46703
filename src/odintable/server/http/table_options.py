"""What a table can be made with: options and clocks, with what each may be set to."""

from typing import get_args

from odintable import bots
from odintable.games.spec import GAMES, Option

from .schemas import ClockAsked, ClockTold, GameTold, NumberTold, OptionTold

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
            players=list(range(spec.min_players, spec.max_players + 1)),
            options=[option.name for option in spec.options],
            choices=[option_told(option) for option in spec.options],
            bots=[bot.name for bot in bots.BOTS if name in bot.games and not bot.cheats],
            clocks=clocks(),
        )
        for name, spec in GAMES.items()
    ]


def option_told(option: Option) -> OptionTold:
    """An option as the API describes it."""
    if option.kind == "flag":
        return OptionTold(
            name=option.name,
            kind="flag",
            default=False,
            about=option.about,
            players=list(option.players) or None,
        )
    return OptionTold(
        name=option.name,
        kind="number",
        default=option.default,
        low=option.low,
        high=option.high,
        about=option.about,
    )


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
