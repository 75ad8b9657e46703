"""Arguments that several commands share: how they are declared, checked and read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from odintable.errors import OdintableError
from odintable.games.spec import GAMES
from odintable.i18n import LANGUAGES
from odintable.match.fair_shuffle import MAX_SEED

if TYPE_CHECKING:
    import argparse

# -- Declarations ------------------------------------------------------------------------------


def add_language(parser: argparse.ArgumentParser) -> None:
    """Declare `--language`."""
    parser.add_argument("--language", choices=LANGUAGES, help="default: the language of the system")


def add_notation(parser: argparse.ArgumentParser) -> None:
    """Declare `--notation`."""
    parser.add_argument("--notation", action="store_true", help="also show moves in notation")


def add_view(parser: argparse.ArgumentParser) -> None:
    """Declare `--view`."""
    parser.add_argument(
        "--view",
        default="open",
        metavar="VIEW",
        help="open (all cards), spectator, or the number of a seat (open)",
    )


def add_game_option(parser: argparse.ArgumentParser) -> None:
    """Declare `--option`, with the names of the options of every game."""
    names = "; ".join(
        f"{game}: {', '.join(option.name for option in spec.options)}"
        for game, spec in GAMES.items()
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help=f"set a rule option, may be repeated ({names})",
    )


# -- Checks ------------------------------------------------------------------------------------


def check_positive(args: argparse.Namespace, *names: str) -> None:
    """Refuse numbers below 1; an argument that is not given is None."""
    for name in names:
        number = getattr(args, name)
        if number is not None and number < 1:
            raise OdintableError(f"--{name.replace('_', '-')} must be 1 or more, not {number}")


def check_seed(seed: int | None) -> None:
    """Refuse a seed that JSON cannot represent exactly."""
    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise OdintableError(f"--seed must be a number from 0 to {MAX_SEED}, not {seed}")


def check_delay(delay: float | None, max_seconds: float) -> None:
    """Refuse a delay that is negative, too long or not a number."""
    if delay is not None and not 0 <= delay <= max_seconds:
        raise OdintableError(f"--delay must be from 0 to {max_seconds:g} seconds, not {delay:g}")


# -- Values ------------------------------------------------------------------------------------


def read_options(texts: list[str]) -> dict[str, Any]:
    """Read all values of `--option`."""
    return dict(map(read_option, texts))


def read_option(text: str) -> tuple[str, Any]:
    """Read `NAME=VALUE` with a number, true or false, or just `NAME` for true."""
    name, sign, value = text.partition("=")
    if not name or (sign and not value):
        raise OdintableError(f"--option must be NAME or NAME=VALUE, not {text!r}")
    if not sign:
        return name, True
    try:
        return name, json.loads(value)
    except ValueError:
        message = f"--option {name} must be a number, true or false, not {value!r}"
        raise OdintableError(message) from None
