"""Everything that can be chosen when a table is created, read from the specs of the games."""

import functools
from typing import get_args

from odintable import bots
from odintable.games.spec import GAMES, Option

from .schemas import (
    ClockKindResponse,
    ClockSettings,
    ClockTimeResponse,
    GameResponse,
    OptionResponse,
)

CLOCK_KINDS = {
    "move": ("a fixed time for each turn", ("turn",)),
    "game": ("a fixed time for the game, and an increment after each turn", ("start", "increment")),
    "days": ("correspondence: a long time for each turn, usually days", ("turn",)),
}


def describe_games() -> list[GameResponse]:
    """Describe every registered game."""
    return [
        GameResponse(
            game=name,
            title=spec.title,
            players=list(range(spec.min_players, spec.max_players + 1)),
            options=[describe_option(option) for option in spec.options],
            bots=[bot.name for bot in bots.BOTS if name in bot.games and not bot.cheats],
            clocks=describe_clocks(),
        )
        for name, spec in GAMES.items()
    ]


def describe_option(option: Option) -> OptionResponse:
    """Describe one rule option; only numbers have a range."""
    is_number = option.kind == "number"
    return OptionResponse(
        name=option.name,
        kind=option.kind,
        default=option.default if is_number else False,
        low=option.low if is_number else None,
        high=option.high if is_number else None,
        suggested=list(option.suggested),
        players=list(option.players) or None,
        is_in_setup=option.is_in_setup,
        about=option.about,
    )


@functools.cache  # the schema takes milliseconds
def describe_clocks() -> list[ClockKindResponse]:
    """Describe every kind of clock; a table without a clock is the default."""
    kinds = get_args(ClockSettings.model_fields["kind"].annotation)
    return [
        ClockKindResponse(kind=kind, about=about, times=[describe_time(name) for name in names])
        for kind in kinds
        for about, names in [CLOCK_KINDS[kind]]
    ]


def describe_time(name: str) -> ClockTimeResponse:
    """Describe a time of a clock, with the limits of the request; only the increment may be 0."""
    field = ClockSettings.model_json_schema()["properties"][name]
    is_increment = name == "increment"
    return ClockTimeResponse(
        name=name,
        low=field["minimum"] if is_increment else 1,
        high=field["maximum"],
        default=field["default"] if is_increment else None,
    )
