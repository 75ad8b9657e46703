"""Mutated records: each is still a valid game, or is refused with an error that names a line.

`run(count, seed)` is called by `make test` and, with more, by `make soak`.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from odintable.errors import RecordError
from odintable.record.checksums import add_checksums
from odintable.record.reader import load, read
from odintable.record.record import Record, check_shuffles, replay, write

RECORDS = Path(__file__).parent / "records"
CLEAR = re.compile(r"line [1-9][0-9]*: \S.{5,}")
ODD = [
    "\x00",
    "\r",
    "\u2028",
    "\ufeff",
    "é",
    "🐐",
    "|",
    ";",
    "  ; ",
    "[1.0]",
    " ",
    "\t",
    "shuffle ",
]
VALUES = ["", "0", "9", "-1", "1e99", "{}", "[]", "null", '{"a":NaN}', "[" * 3000, "odin", "ravens"]

Mutator = Callable[[random.Random, list[str]], None]


# --- Mutators: each changes the lines in place ---------------------------------------------------


def change_a_character(rng: random.Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    place = rng.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:place] + chr(rng.randrange(32, 127)) + lines[at][place + 1 :]


def insert_something(rng: random.Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    place = rng.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:place] + rng.choice(ODD) + lines[at][place:]


def delete_a_line(rng: random.Random, lines: list[str]) -> None:
    del lines[rng.randrange(len(lines))]


def double_a_line(rng: random.Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    lines.insert(rng.choice([at, rng.randrange(len(lines))]), lines[at])


def swap_two_lines(rng: random.Random, lines: list[str]) -> None:
    one = rng.randrange(len(lines))
    two = min(one + 1, len(lines) - 1) if rng.random() < 0.5 else rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def cut_lines(rng: random.Random, lines: list[str]) -> None:
    del lines[rng.randrange(len(lines)) :]


def change_a_digit(rng: random.Random, lines: list[str]) -> None:
    if (at := a_line_with(rng, lines, "[0-9]")) is not None:
        place = rng.choice([found.start() for found in re.finditer("[0-9]", lines[at])])
        lines[at] = lines[at][:place] + rng.choice("0123456789") + lines[at][place + 1 :]


def a_line_with(rng: random.Random, lines: list[str], pattern: str) -> int | None:
    """The place of some line with this in it, if there is one left."""
    found = [at for at, line in enumerate(lines) if re.search(pattern, line)]
    return rng.choice(found) if found else None


def swap_two_words(rng: random.Random, lines: list[str]) -> None:
    """Of a shuffle for choice: two cards."""
    shuffles = [at for at, line in enumerate(lines) if line.startswith("shuffle")]
    at = rng.choice(shuffles or range(len(lines)))
    words = lines[at].split(" ")
    one, two = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[two] = words[two], words[one]
    lines[at] = " ".join(words)


def turn_a_card_round(rng: random.Random, lines: list[str]) -> None:
    if (at := a_line_with(rng, lines, " ")) is not None:
        words = lines[at].split(" ")
        word = rng.randrange(len(words))
        words[word] = words[word][::-1]
        lines[at] = " ".join(words)


def change_a_value(rng: random.Random, lines: list[str]) -> None:
    if (at := a_line_with(rng, lines, ": ")) is not None:
        lines[at] = lines[at].partition(": ")[0] + ": " + rng.choice(VALUES)


def change_json(rng: random.Random, lines: list[str]) -> None:
    """Of options or a starting position, one value."""
    if (at := a_line_with(rng, lines, "{")) is not None:
        parts = re.split(r"([,:\[\]{}])", lines[at])
        parts[rng.randrange(len(parts))] = rng.choice([*VALUES, "true", "-1", '"X0"', "99999"])
        lines[at] = "".join(parts)


def take_from_another(rng: random.Random, lines: list[str]) -> None:
    lines[rng.randrange(len(lines))] = rng.choice(rng.choice(ORIGINALS).split("\n"))


MUTATORS: list[Mutator] = [
    change_a_character,
    insert_something,
    delete_a_line,
    double_a_line,
    swap_two_lines,
    cut_lines,
    change_a_digit,
    swap_two_words,
    turn_a_card_round,
    change_a_value,
    change_json,
    take_from_another,
]
ORIGINALS = [path.read_text(encoding="utf-8") for path in sorted(RECORDS.glob("*.txt"))]


# --- Mutants -------------------------------------------------------------------------------------


def mutant(rng: random.Random) -> tuple[bytes, bool]:
    """A changed record as bytes, and whether marks and seal were made anew."""
    text = rng.choice(ORIGINALS)
    kind = rng.random()
    if kind < 0.15:
        return change_bytes(rng, text.encode()), False
    lines = text.split("\n")[:-1]
    is_sealed = kind > 0.5
    if is_sealed:
        lines = [line for line in lines if not line.startswith(("marks: ", "seal: "))]
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        if lines:
            rng.choice(MUTATORS)(rng, lines)
    if is_sealed and lines:
        return add_checksums(lines).encode(), True
    return "".join(f"{line}\n" for line in lines).encode(), False


def change_bytes(rng: random.Random, raw: bytes) -> bytes:
    """A byte flipped or put in, the end cut off anywhere, or something put behind it."""
    at = rng.randrange(len(raw))
    kind = rng.randrange(4)
    if kind == 3:
        return raw + rng.choice([b"x", b"\n", b"\r\n", b"; more\n", b"\xff", raw[at:]])
    if kind == 0:
        return raw[:at] + bytes([raw[at] ^ 1 << rng.randrange(8)]) + raw[at + 1 :]
    return raw[:at] + bytes([rng.randrange(256)]) + raw[at:] if kind == 1 else raw[:at]


def judge(raw: bytes, is_sealed: bool) -> str:
    """What became of a mutant: refused, or still a true game; anything else fails."""
    message, record = "", None
    try:
        record = load(raw)
    except RecordError as error:
        message = str(error)
    if record is None:
        assert CLEAR.fullmatch(message), (message, raw)
        assert message.isprintable(), (message, raw)
        return "refused"
    text = raw.decode()
    assert is_sealed or text in ORIGINALS, ("a change went unnoticed", raw)
    assert write(record) == text
    assert read(text) == record
    assert len(list(replay(record))) == len(record.steps)
    if record.seed is None:
        return "true"
    unfair = fault_of_shuffles(record)
    assert not unfair or CLEAR.fullmatch(unfair), unfair
    return "true, unfairly shuffled" if unfair else "true"


def fault_of_shuffles(record: Record) -> str:
    """What is wrong with the shuffles, if anything."""
    try:
        check_shuffles(record)
    except RecordError as error:
        return str(error)
    return ""


def run(count: int, seed: int) -> None:
    """So many mutants; fails if one is neither refused clearly nor true."""
    rng = random.Random(seed)
    ends = Counter(judge(*mutant(rng)) for _ in range(count))
    assert ends["refused"] > count * 0.8, ends
    if count >= 1000:  # the deeper checks were reached, too
        assert ends["true"] > 0, ends
        assert ends["true, unfairly shuffled"] > 0, ends
