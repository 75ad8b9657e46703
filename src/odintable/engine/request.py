"""One line of the protocol as a request: strict JSON, a known command, its arguments checked.

Nothing heavy is imported here: a line is understood before the rules are needed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from odintable.errors import OdintableError
from odintable.games.json_reader import Json, is_whole, show
from odintable.games.spec import MAX_PLAYERS
from odintable.match.fair_shuffle import MOST_SEED

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = ("odin", "ravens")
CODES = (
    "bad-json bad-command bad-option bad-position illegal-move no-game unknown-bot hidden"
).split()
MOST_BYTES = 1 << 20  # in a line
MOST_NESTED = 64  # brackets within brackets; a position needs four
SPECTATOR = "spectator"
SPACE = b" \t\r\n"  # what JSON takes for space
# A bracket, or a string to its end; one without an end is taken whole, so no letter is seen twice.
BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[][{}]', re.DOTALL)


class Refused(OdintableError):  # noqa: N818 - what the engine does, and says so
    """A line that the engine does not carry out, with the protocol's code for why."""

    def __init__(self, code: str, message: str) -> None:
        """Take one of the protocol's codes, and a sentence."""
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Request:
    """A command and its arguments; `number` counts the lines, from 1."""

    command: str
    arguments: dict[str, Json]
    number: int = 0


class Argument(NamedTuple):
    """What an argument must be, and in words."""

    fits: Callable[[Json], bool]
    words: str
    required: bool = False


def whole(low: int, high: int, required: bool = False) -> Argument:
    """A whole number in a range."""
    span = f"{high}" if high != MOST_SEED else "2^53-1"
    return Argument(
        lambda value: is_whole(value, low, high), f"a whole number from {low} to {span}", required
    )


def text(words: str, required: bool = False) -> Argument:
    """A string."""
    return Argument(lambda value: isinstance(value, str), words, required)


def is_seat(value: Json) -> bool:
    """A seat at some table, or the spectator's."""
    return is_whole(value, 0, MAX_PLAYERS - 1) or value == SPECTATOR


SEED = whole(0, MOST_SEED)
BUDGET = whole(1, MOST_SEED)
SEAT = Argument(is_seat, 'a seat, or "spectator"')
# Positions, views and options are looked at by the rules, with codes of their own.
WHATEVER = Argument(lambda _value: True, "")

COMMANDS: dict[str, dict[str, Argument]] = {
    "hello": {},
    "new": {
        "game": Argument(lambda value: value in GAMES, '"odin" or "ravens"', required=True),
        "players": whole(2, MAX_PLAYERS),
        "seed": SEED,
        "first": whole(0, MAX_PLAYERS - 1),
        "options": WHATEVER,
    },
    "position": {"position": WHATEVER._replace(required=True), "seed": SEED},
    "get": {"as": SEAT},
    "view": {
        "view": WHATEVER._replace(required=True),
        "as": SEAT._replace(required=True),
        "seed": SEED,
    },
    "legal": {},
    "play": {"move": text("a move as text", required=True)},
    "go": {"bot": text("a bot's name"), "time_ms": BUDGET, "sims": BUDGET, "seed": SEED},
    "evaluate": {"as": SEAT, "time_ms": BUDGET, "sims": BUDGET, "seed": SEED},
    "stop": {},
    "bots": {},
    "quit": {},
}


def read(line: bytes, number: int = 0) -> Request:
    """A request from a line; Refused, if it is none."""
    given = read_json(line)
    if not isinstance(given, dict):
        raise Refused(
            "bad-command", f'a command is an object such as {{"cmd":"hello"}}, not {show(given)}'
        )
    if "cmd" not in given:
        raise Refused("bad-command", 'the command lacks "cmd", its name')
    command = given.pop("cmd")
    if not isinstance(command, str) or command not in COMMANDS:
        there = ", ".join(COMMANDS)
        raise Refused("bad-command", f"unknown command {show(command)}: there are {there}")
    check_arguments(command, given)
    if command == "new":
        check_new(given)
    if "time_ms" in given and "sims" in given:
        raise Refused("bad-command", f"{command} takes time_ms or sims, not both")
    return Request(command, given, number)


def check_arguments(command: str, given: dict[str, Json]) -> None:
    """Every argument is one of the command's, and is what it must be; none is missing."""
    arguments = COMMANDS[command]
    for key, value in given.items():
        if key not in arguments:
            there = f"it takes {', '.join(arguments)}" if arguments else "it takes no argument"
            raise Refused("bad-command", f"{command} has an unknown key {show(key)}: {there}")
        if not arguments[key].fits(value):
            words = arguments[key].words
            raise Refused("bad-command", f"{key} must be {words}, not {show(value)}")
    for key, argument in arguments.items():
        if argument.required and key not in given:
            raise Refused("bad-command", f'{command} lacks "{key}"')


def check_new(given: dict[str, Json]) -> None:
    """ODIN is for the players it is told, Ravens is always for two; one of them is first."""
    if given["game"] == "ravens" and given.get("players", 2) != 2:
        raise Refused("bad-command", f"ravens is for 2 players, not {given['players']}")
    if given["game"] == "odin" and "players" not in given:
        raise Refused("bad-command", 'new lacks "players": odin is for 2 to 6')
    players = given.get("players", 2)
    if given.get("first", 0) >= players:
        raise Refused("bad-command", f"first must be a seat from 0 to {players - 1}")


# -- Strict JSON -------------------------------------------------------------------------------


def read_json(line: bytes) -> Json:
    """What a line holds; Refused, if it is no JSON, or none that any program would mean."""
    if len(line) > MOST_BYTES:
        raise Refused("bad-json", f"the line is longer than {MOST_BYTES} bytes")
    try:
        written = line.strip(SPACE).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("bad-json", f"byte {error.start} of the line is not UTF-8") from None
    if nesting(written) > MOST_NESTED:
        raise Refused("bad-json", f"brackets are nested deeper than {MOST_NESTED}")
    try:
        return json.loads(written, parse_constant=no_number, object_pairs_hook=distinct)
    except json.JSONDecodeError as error:
        raise Refused("bad-json", f"no JSON: {error.msg} at character {error.pos}") from None
    except Refused:
        raise
    except ValueError:  # the only one left: Python reads no more digits than this
        raise Refused("bad-json", "a number has more than 4300 digits") from None


def nesting(written: str) -> int:
    """How deep brackets are nested; counted only where there are many."""
    if written.count("[") + written.count("{") <= MOST_NESTED:
        return 0
    depth = deepest = 0
    for found in BRACKETS.finditer(written):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        deepest = max(deepest, depth)
    return deepest


def no_number(name: str) -> NoReturn:
    """Python would read these; JSON has no such number."""
    raise Refused("bad-json", f"no JSON: {name} is no number")


def distinct(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object, if no key comes twice in it."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise Refused("bad-json", f"the key {show(twice)} comes twice in one object")
    return found
