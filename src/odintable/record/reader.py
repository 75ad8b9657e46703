"""Read a record and verify it: format, moves, result, seed and checksums."""

import datetime as dt
import json
import re
import sys
from pathlib import Path

from odintable import compile_cache
from odintable.errors import OdintableError
from odintable.games.json_reader import Json, show
from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import SEED_BYTES, check_salt, commitment_of
from odintable.record.checksums import (
    MAX_BYTES,
    decode,
    error_at_line,
    errors_at_line,
    verify_checksums,
)
from odintable.record.record import (
    FIRST_LINE,
    Comment,
    Ending,
    Move,
    Record,
    Shuffle,
    Step,
    check_names,
    compact,
    last_position,
    result_text,
)

ENDED = re.compile(r"([a-z]+)(?:, seat ([0-9]))?")
WINNER = re.compile(r"seat ([0-9])")
FIRST = re.compile(r"([0-9])( by lot)?")
HEX = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")
SALT = re.compile(r"salt ([0-9]): (.*)")
MOVE = re.compile(r"([0-9]) (.+?)(?:  \[([0-9]{1,7}\.[0-9])\])?(?:  ; (.+))?")
FORMS = "`shuffle …`, a move such as `0 pass`, or a comment `; …`"
STANDARD_INPUT = "-"


def read_file(name: str) -> bytes:
    """Read a file, or standard input for `-`; at most one byte more than a record may have."""
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def load(raw: bytes) -> Record:
    """Read a record from bytes; print a notice if the rules must be compiled first."""
    compile_cache.announce_compiling()
    return read(decode(raw))


def read(text: str) -> Record:
    """Read a record from text; a RecordError names the wrong line and what is expected."""
    if text.partition("\n")[0] != FIRST_LINE:
        raise error_at_line(1, f"not a record: the first line must be `{FIRST_LINE}`")
    lines = Lines(verify_checksums(text))
    fields = read_header(lines)
    lines.blank()
    steps = read_steps(lines)
    lines.blank()
    ending = read_ending(lines, fields)
    record = Record(**fields, steps=steps, ending=ending, seed=read_seed(lines, fields))
    lines.end("`seed: …` or the marks" if record.seed is None else "the marks")
    check_form(record, lines)
    check_end(record)
    return record


class Lines:
    """The lines of a record, read one after the other."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.number = 1  # of the next line

    @property
    def next(self) -> str | None:
        """The next line, if there is one."""
        return self.lines[self.number - 1] if self.number <= len(self.lines) else None

    @property
    def shown(self) -> str:
        """The next line, for error messages."""
        return "the end" if self.next is None else show(self.next)

    def pop(self) -> str:
        """Return the next line and move on."""
        self.number += 1
        return self.lines[self.number - 2]

    def has(self, name: str) -> bool:
        """Whether the next line has this name."""
        return (self.next or "").startswith(f"{name}: ")

    def take(self, name: str) -> str:
        """Return the value of the next line, which must have this name."""
        if not self.has(name):
            raise error_at_line(self.number, f"expected `{name}: …`, not {self.shown}")
        return self.pop().removeprefix(f"{name}: ")

    def blank(self) -> None:
        """Skip the empty line before or after the moves."""
        if self.next != "":
            raise error_at_line(self.number, f"expected an empty line, not {self.shown}")
        self.pop()

    def end(self, due: str) -> None:
        """Check that no line is left."""
        if self.next is not None:
            raise error_at_line(self.number, f"expected {due}, not {self.shown}")


# -- Header ------------------------------------------------------------------------------------


def read_header(lines: Lines) -> dict[str, Json]:
    lines.pop()
    fields: dict[str, Json] = {"game": read_game(lines)}
    options_line = lines.number
    fields["options"] = read_json(lines, "options")
    fields["names"] = read_names(lines, fields["game"])
    fields["date"] = read_date(lines)
    fields["result"] = lines.take("result")  # verified against the moves later
    fields |= read_start(lines, fields, options_line)
    if lines.has("commitment"):
        fields["commitment"] = read_hex(lines, "commitment")
    elif fields.get("by_lot"):
        raise error_at_line(lines.number, "expected `commitment: …`: a lot was drawn")
    fields["salts"] = read_salts(lines, fields)
    return fields


def read_game(lines: Lines) -> str:
    """Read the game's name and check that the game exists."""
    line, game = lines.number, lines.take("game")
    if game not in GAMES:
        raise error_at_line(line, f"game must be {' or '.join(GAMES)}, not {show(game)}")
    return game


def read_json(lines: Lines, name: str) -> Json:
    """Read a JSON object."""
    line, text = lines.number, lines.take(name)
    try:
        given = json.loads(text)
    except json.JSONDecodeError as error:
        place = len(f"{name}: ") + error.colno
        raise error_at_line(line, f"{name} must be JSON: {error.msg}, column {place}") from error
    except (ValueError, RecursionError) as error:  # number too long or nesting too deep
        raise error_at_line(line, f"{name} must be JSON of a sensible size") from error
    if not isinstance(given, dict):
        raise error_at_line(line, f"{name} must be an object, not {show(given)}")
    return given


def read_names(lines: Lines, game: str) -> tuple[str, ...]:
    """Read the names of the players."""
    with errors_at_line(lines.number):
        names = tuple(lines.take("players").split(" | "))
        check_names(names)
        GAMES[game].check_players(len(names))
    return names


def read_date(lines: Lines) -> dt.date:
    line, text = lines.number, lines.take("date")
    try:
        return dt.datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 - only a day
    except ValueError as error:
        raise error_at_line(line, f"date must be a day such as 2026-11-15: {show(text)}") from error


def read_start(lines: Lines, fields: dict[str, Json], options_line: int) -> dict[str, Json]:
    """Read the first player of a new game, or the position that it started from."""
    line = lines.number
    if lines.has("start"):
        start = read_json(lines, "start")
        with errors_at_line(line):
            position = Position.from_json(start)
            if (position.name, position.players) != (fields["game"], len(fields["names"])):
                raise OdintableError("the position is of another game, or for other players")
            if compact(position.options) != compact(fields["options"]):
                raise OdintableError("the position's options are not those above")
        return {"start": position.to_json()}
    text = lines.take("first")
    found = FIRST.fullmatch(text)
    if not found or int(found[1]) >= len(fields["names"]):
        raise error_at_line(line, f"first must be a seat, as in `0` or `0 by lot`: {show(text)}")
    with errors_at_line(options_line):
        Position.new(fields["game"], len(fields["names"]), int(found[1]), fields["options"])
    return {"first": int(found[1]), "by_lot": found[2] is not None}


def read_hex(lines: Lines, name: str) -> str:
    """Read 32 bytes in hex."""
    line, text = lines.number, lines.take(name)
    if not HEX.fullmatch(text):
        raise error_at_line(line, f"{name} must be {2 * SEED_BYTES} hex digits, not {show(text)}")
    return text


def read_salts(lines: Lines, fields: dict[str, Json]) -> dict[int, str]:
    """Read the salts of the players, by seat."""
    salts: dict[int, str] = {}
    while found := SALT.fullmatch(lines.next or ""):
        with errors_at_line(lines.number):
            seat = int(found[1])
            if "commitment" not in fields:
                raise OdintableError("expected `commitment: …`: a salt follows it")
            if seat >= len(fields["names"]) or seat in salts:
                raise OdintableError(f"every seat may have one salt: this is for seat {seat}")
            check_salt(found[2])
            salts[seat] = found[2]
        lines.pop()
    return salts


# -- Moves -------------------------------------------------------------------------------------


def read_steps(lines: Lines) -> tuple[Step, ...]:
    """Read the steps up to the next empty line."""
    steps = []
    while lines.next:
        with errors_at_line(lines.number):
            steps.append(read_step(lines.next))
        lines.pop()
    return tuple(steps)


def read_step(line: str) -> Step:
    """Parse a shuffle, a move or a comment."""
    if line.startswith("; "):
        return Comment(line[2:])
    if line.startswith("shuffle "):
        _, pile, *cards = line.split(" ")
        return Shuffle(pile, tuple(cards))
    found = MOVE.fullmatch(line)
    if not found:
        raise OdintableError(f"a line is {FORMS}: {show(line)}")
    clock = None if found[3] is None else float(found[3])
    return Move(int(found[1]), found[2], clock, found[4] or "")


# -- End ---------------------------------------------------------------------------------------


def read_ending(lines: Lines, fields: dict[str, Json]) -> Ending | None:
    """Read how the game ended early, if it did; the winners are in the result."""
    if not lines.has("ended"):
        return None
    with errors_at_line(lines.number):
        text = lines.take("ended")
        found = ENDED.fullmatch(text)
        if not found:
            raise OdintableError(f"ended must be as in `resigned, seat 0`: {show(text)}")
        winners = [int(seat) for seat in WINNER.findall(fields["result"])]
        if any(seat >= len(fields["names"]) for seat in winners):
            raise OdintableError(f"no such seat can have won: {show(fields['result'])}")
        return Ending(found[1], None if found[2] is None else int(found[2]), tuple(winners))


def read_seed(lines: Lines, fields: dict[str, Json]) -> bytes | None:
    """Read the seed and compare it with the commitment."""
    if not lines.has("seed"):
        return None
    line = lines.number
    seed = bytes.fromhex(read_hex(lines, "seed"))
    if "commitment" not in fields:
        raise error_at_line(line, "there must be no seed: nothing was committed to")
    if commitment_of(seed) != fields["commitment"]:
        raise error_at_line(line, f"the seed is not the one committed to: {commitment_of(seed)}")
    return seed


def check_form(record: Record, lines: Lines) -> None:
    """Check that every line is in canonical form, so that equal games have equal texts."""
    for number, (due, given) in enumerate(zip(record.lines(), lines.lines, strict=True), 1):
        if due != given:
            raise error_at_line(number, f"must be written `{due}`")


def check_end(record: Record) -> None:
    """Check that the moves lead to the result, and that there is a seed if the game is over."""
    position = last_position(record)
    ending = record.ending
    if ending is not None:
        with errors_at_line(record.lines().index(f"ended: {ending}") + 1):
            if position.is_over:
                raise OdintableError("there must be no `ended: …`: the game is over by the rules")
            ending.check(position.to_json()["scores"])
    due = result_text(position, ending=ending)
    if record.result != due:
        raise error_at_line(
            record.line_of_result(), f"result must be `{due}`, not {show(record.result)}"
        )
    is_over = position.is_over or ending is not None
    if record.commitment is not None and is_over != (record.seed is not None):
        raise error_at_line(
            len(record.lines()) + (record.seed is None),
            "expected `seed: …`: the game is over"
            if is_over
            else "there must be no seed before the game is over",
        )
