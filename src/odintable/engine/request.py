"""Parse a line of the protocol into a request: strict JSON, a known command, checked arguments.

Nothing here imports NumPy or numba: `hello` is answered before the rules are loaded.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from odintable.errors import OdintableError
from odintable.games.json_reader import Json, is_whole, show
from odintable.games.spec import GAMES, MAX_PLAYERS
from odintable.match.fair_shuffle import MAX_SEED

if TYPE_CHECKING:
    from collections.abc import Callable

CODES = (
    "bad-json bad-command bad-option bad-position illegal-move no-game unknown-bot hidden"
).split()
MAX_LINE_BYTES = 1 << 20
MAX_NESTING = 64  # brackets within brackets; a position needs four
MIN_PLAYERS = 2
SPECTATOR = "spectator"
WHITESPACE = b" \t\r\n"  # according to JSON
# A bracket or a whole string. A string without an end matches to the end of the line, so that the
# search takes linear time.
BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[][{}]', re.DOTALL)


class EngineError(OdintableError):
    """A request that the engine refuses; `code` is one of the protocol's codes."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Request:
    """A command and its arguments; `number` is the number of the line, from 1."""

    command: str
    arguments: dict[str, Json]
    number: int = 0


class Argument(NamedTuple):
    """How an argument is checked; `expected` describes a valid value in error messages."""

    is_valid: Callable[[Json], bool]
    expected: str
    required: bool = False


def whole(low: int, high: int, required: bool = False) -> Argument:
    """Declare an argument that is a whole number."""
    highest = f"{high}" if high != MAX_SEED else "2^53-1"
    return Argument(
        lambda value: is_whole(value, low, high),
        f"a whole number from {low} to {highest}",
        required,
    )


def text(expected: str, required: bool = False) -> Argument:
    """Declare an argument that is a string."""
    return Argument(lambda value: isinstance(value, str), expected, required)


def is_seat(value: Json) -> bool:
    """Whether a value is a seat of any game, or the spectator."""
    return is_whole(value, 0, MAX_PLAYERS - 1) or value == SPECTATOR


SEED = whole(0, MAX_SEED)
BUDGET = whole(1, MAX_SEED)
SEAT = Argument(is_seat, 'a seat, or "spectator"')
# The rules check positions, views and options, and answer with their own codes.
ANY_VALUE = Argument(lambda _value: True, "")

COMMANDS: dict[str, dict[str, Argument]] = {
    "hello": {},
    "new": {
        "game": text("the name of a game", required=True),
        "players": whole(MIN_PLAYERS, MAX_PLAYERS),
        "seed": SEED,
        "first": whole(0, MAX_PLAYERS - 1),
        "options": ANY_VALUE,
    },
    "position": {"position": ANY_VALUE._replace(required=True), "seed": SEED},
    "get": {"as": SEAT},
    "view": {
        "view": ANY_VALUE._replace(required=True),
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


def read_request(line: bytes, number: int = 0) -> Request:
    """Parse a line; raise EngineError if it is not a valid request."""
    given = read_json(line)
    if not isinstance(given, dict):
        raise EngineError(
            "bad-command", f'a command is an object such as {{"cmd":"hello"}}, not {show(given)}'
        )
    if "cmd" not in given:
        raise EngineError("bad-command", 'the command lacks "cmd", its name')
    command = given.pop("cmd")
    if not isinstance(command, str) or command not in COMMANDS:
        known = ", ".join(COMMANDS)
        raise EngineError("bad-command", f"unknown command {show(command)}: there are {known}")
    check_arguments(command, given)
    if command == "new":
        check_new(given)
    if "time_ms" in given and "sims" in given:
        raise EngineError("bad-command", f"{command} takes time_ms or sims, not both")
    return Request(command, given, number)


def check_arguments(command: str, given: dict[str, Json]) -> None:
    """Check that every argument is known and valid, and that none is missing."""
    arguments = COMMANDS[command]
    for key, value in given.items():
        if key not in arguments:
            known = f"it takes {', '.join(arguments)}" if arguments else "it takes no argument"
            raise EngineError("bad-command", f"{command} has an unknown key {show(key)}: {known}")
        if not arguments[key].is_valid(value):
            expected = arguments[key].expected
            raise EngineError("bad-command", f"{key} must be {expected}, not {show(value)}")
    for key, argument in arguments.items():
        if argument.required and key not in given:
            raise EngineError("bad-command", f'{command} lacks "{key}"')


def check_new(given: dict[str, Json]) -> None:
    """Check the game, its number of players, and the first player."""
    if given["game"] not in GAMES:
        known = " or ".join(f'"{name}"' for name in GAMES)
        raise EngineError("bad-command", f"game must be {known}, not {show(given['game'])}")
    spec = GAMES[given["game"]]
    if "players" not in given and not spec.has_fixed_players:
        expected = f"{spec.name} is for {spec.min_players} to {spec.max_players}"
        raise EngineError("bad-command", f'new lacks "players": {expected}')
    players = given.get("players", spec.max_players)
    try:
        spec.check_players(players)
    except OdintableError as error:
        raise EngineError("bad-command", str(error)) from None
    if given.get("first", 0) >= players:
        raise EngineError("bad-command", f"first must be a seat from 0 to {players - 1}")


# -- Strict JSON -------------------------------------------------------------------------------


def read_json(line: bytes) -> Json:
    """Parse strict JSON: UTF-8, of limited size, without NaN and without duplicate keys."""
    if len(line) > MAX_LINE_BYTES:
        raise EngineError("bad-json", f"the line is longer than {MAX_LINE_BYTES} bytes")
    try:
        written = line.strip(WHITESPACE).decode("utf-8")
    except UnicodeDecodeError as error:
        raise EngineError("bad-json", f"byte {error.start} of the line is not UTF-8") from None
    if nesting(written) > MAX_NESTING:
        raise EngineError("bad-json", f"brackets are nested deeper than {MAX_NESTING}")
    try:
        return json.loads(
            written, parse_constant=refuse_constant, object_pairs_hook=object_without_duplicates
        )
    except json.JSONDecodeError as error:
        raise EngineError("bad-json", f"not JSON: {error.msg} at character {error.pos}") from None
    except EngineError:
        raise
    except ValueError:  # the only one left: Python's limit for the digits of a number
        raise EngineError("bad-json", "a number has more than 4300 digits") from None


def nesting(written: str) -> int:
    """Return how deep brackets are nested, or 0 if there are too few of them to matter."""
    if written.count("[") + written.count("{") <= MAX_NESTING:
        return 0
    depth = deepest = 0
    for found in BRACKETS.finditer(written):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        deepest = max(deepest, depth)
    return deepest


def refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python's parser would accept."""
    raise EngineError("bad-json", f"not JSON: {name} is not a number")


def object_without_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Make an object of its pairs; refuse a key that occurs twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise EngineError("bad-json", f"the key {show(twice)} occurs twice in one object")
    return found
