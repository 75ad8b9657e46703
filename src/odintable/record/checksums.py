"""What a sealed text ends with: a mark for every line, and the seal over all of them.

The marks tell which line was changed, the seal that one was. `docs/records.md` has the form.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest

from odintable.errors import OdintableError, RecordError

MOST_BYTES = 5_000_000
MOST_LINES = 100_000
MOST_LINE = 10_000  # characters
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MARKS_WIDTH = 64  # two digits for each of 32 lines
SEAL_LINE = re.compile(r"seal: [0-9a-f]{64}")
CUT_OFF = "the record is cut off: its last line must be `seal: …`, with a line end"
AFTER_SEAL = "nothing may come after the seal"


def at_fault(line: int, what: str) -> RecordError:
    """The error that names a line."""
    return RecordError(f"line {line}: {what}", line)


@contextmanager
def at_line(line: int) -> Iterator[None]:
    """Whatever is found wrong here is the fault of this line."""
    try:
        yield
    except RecordError:
        raise
    except OdintableError as error:
        raise at_fault(line, str(error)) from error


# -- Sealing -----------------------------------------------------------------------------------


def seal(lines: Sequence[str]) -> str:
    """The lines as a text that shows when it is changed or cut off."""
    sums = digests(lines)
    return "\n".join([*lines, *marks_of(sums), f"seal: {sums[-1]}", ""])


def digests(lines: Sequence[str]) -> list[str]:
    """For every line the SHA-256 of the text up to its end."""
    running = hashlib.sha256()
    sums = []
    for line in lines:
        running.update(f"{line}\n".encode())
        sums.append(running.hexdigest())
    return sums


def marks_of(sums: Sequence[str]) -> list[str]:
    """The lines of marks: the first two digits of every sum."""
    marks = "".join(digest[:2] for digest in sums)
    return [f"marks: {marks[at : at + MARKS_WIDTH]}" for at in range(0, len(marks), MARKS_WIDTH)]


def unseal(text: str) -> list[str]:
    """The lines of a sealed text, or an error that names the one that was changed."""
    lines = split(text)
    sealed = lines[-1].removeprefix("seal: ")
    if not SEAL_LINE.fullmatch(lines[-1]):
        raise at_fault(len(lines), CUT_OFF)
    sums = digests(lines[:-1])
    if sealed not in sums:
        raise find_fault(lines, sums)
    end = sums.index(sealed) + 1
    due = marks_of(sums[:end])
    for line, (row, given) in enumerate(zip_longest(due, lines[end:-1]), end + 1):
        if row != given:
            raise at_fault(line, f"here must come `{row or lines[-1]}`")
    return lines[:end]


def find_fault(lines: Sequence[str], sums: Sequence[str]) -> RecordError:
    """The seal does not fit: the first line whose mark does not either is the one changed."""
    end = len(lines) - 1
    while end > 0 and lines[end - 1].startswith("marks: "):
        end -= 1
    marks = "".join(row.removeprefix("marks: ") for row in lines[end:-1])
    for at in range(end):
        if marks[2 * at : 2 * at + 2] != sums[at][:2]:
            return at_fault(at + 1, "this line, or its place, was changed: its mark does not fit")
    return at_fault(len(lines), "the seal does not fit what is above it")


# -- Bytes and lines ---------------------------------------------------------------------------


def decode(raw: bytes) -> str:
    """The text of a file: UTF-8, and lines that end as on Unix or, all of them, as on Windows."""
    if len(raw) > MOST_BYTES:
        raise at_fault(1, f"no record is so large: {MOST_BYTES} bytes are the most")
    if raw.startswith(BYTE_ORDER_MARK):
        raise at_fault(1, "begins with a byte order mark: save it as UTF-8 without one")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise at_fault(line, f"byte {raw[error.start]:#04x} is not UTF-8") from error
    if text.count("\r\n") == text.count("\n"):
        text = text.replace("\r\n", "\n")
    return text


def split(text: str) -> list[str]:
    """The lines of a text: none too long, all of them printable, none after the seal."""
    if text.count("\n") > MOST_LINES:
        raise at_fault(MOST_LINES + 1, f"no record is so long: {MOST_LINES} lines are the most")
    *lines, rest = text.split("\n")
    for number, line in enumerate([*lines, rest], 1):
        if len(line) > MOST_LINE:
            raise at_fault(number, f"no line is so long: {MOST_LINE} characters are the most")
        if not line.isprintable():
            odd = next(character for character in line if not character.isprintable())
            raise at_fault(number, f"has a character that cannot be printed: U+{ord(odd):04X}")
    sealed = [number for number, line in enumerate(lines, 1) if SEAL_LINE.fullmatch(line)]
    if sealed and (rest or sealed[0] < len(lines)):
        raise at_fault(sealed[0] + 1, AFTER_SEAL)
    if rest or not lines:
        raise at_fault(len(lines) + 1, CUT_OFF)
    return lines
