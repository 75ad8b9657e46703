"""The checksums at the end of a record: two hex digits per line (`marks:`) and a SHA-256 (`seal:`).

The seal shows that a record was changed, and the marks show which line. `docs/records.md` defines
the format. They detect accidental changes; they do not prove who wrote the record.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest

from odintable.errors import OdintableError, RecordError

MAX_BYTES = 5_000_000
MAX_LINES = 100_000
MAX_LINE_LENGTH = 10_000  # characters
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MARKS_WIDTH = 64  # two digits for each of 32 lines
SEAL_LINE = re.compile(r"seal: [0-9a-f]{64}")
CUT_OFF = "the record is cut off: its last line must be `seal: …`, with a line end"
AFTER_SEAL = "nothing may come after the seal"


def error_at_line(line: int, what: str) -> RecordError:
    """Return an error that names a line."""
    return RecordError(f"line {line}: {what}", line)


@contextmanager
def errors_at_line(line: int) -> Iterator[None]:
    """Turn every error in this block into a RecordError that names the line."""
    try:
        yield
    except RecordError:
        raise
    except OdintableError as error:
        raise error_at_line(line, str(error)) from error


# -- Checksums ---------------------------------------------------------------------------------


def add_checksums(lines: Sequence[str]) -> str:
    """Join the lines and append their checksums."""
    sums = digests(lines)
    return "\n".join([*lines, *checksum_lines(sums), f"seal: {sums[-1]}", ""])


def digests(lines: Sequence[str]) -> list[str]:
    """Return for every line the SHA-256 of the text up to the end of that line."""
    running = hashlib.sha256()
    sums = []
    for line in lines:
        running.update(f"{line}\n".encode())
        sums.append(running.hexdigest())
    return sums


def checksum_lines(sums: Sequence[str]) -> list[str]:
    """Return the `marks:` lines: the first two digits of every digest."""
    marks = "".join(digest[:2] for digest in sums)
    return [f"marks: {marks[at : at + MARKS_WIDTH]}" for at in range(0, len(marks), MARKS_WIDTH)]


def verify_checksums(text: str) -> list[str]:
    """Return the lines without their checksums; RecordError names a line that was changed."""
    lines = split_lines(text)
    sealed = lines[-1].removeprefix("seal: ")
    if not SEAL_LINE.fullmatch(lines[-1]):
        raise error_at_line(len(lines), CUT_OFF)
    sums = digests(lines[:-1])
    if sealed not in sums:
        raise find_changed_line(lines, sums)
    end = sums.index(sealed) + 1
    due = checksum_lines(sums[:end])
    for line, (row, given) in enumerate(zip_longest(due, lines[end:-1]), end + 1):
        if row != given:
            raise error_at_line(line, f"expected `{row or lines[-1]}`")
    return lines[:end]


def find_changed_line(lines: Sequence[str], sums: Sequence[str]) -> RecordError:
    """Return an error for the first line whose checksum is wrong."""
    end = len(lines) - 1
    while end > 0 and lines[end - 1].startswith("marks: "):
        end -= 1
    marks = "".join(row.removeprefix("marks: ") for row in lines[end:-1])
    for at in range(end):
        if marks[2 * at : 2 * at + 2] != sums[at][:2]:
            return error_at_line(
                at + 1, "this line, or its place, was changed: its mark does not fit"
            )
    return error_at_line(len(lines), "the seal does not fit what is above it")


# -- Decoding ----------------------------------------------------------------------------------


def decode(raw: bytes) -> str:
    """Decode a file: UTF-8 with Unix line endings or, in all lines, Windows ones."""
    if len(raw) > MAX_BYTES:
        raise error_at_line(1, f"a record has at most {MAX_BYTES} bytes")
    if raw.startswith(BYTE_ORDER_MARK):
        raise error_at_line(1, "starts with a byte order mark: save the file as UTF-8 without one")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise error_at_line(line, f"byte {raw[error.start]:#04x} is not UTF-8") from error
    if text.count("\r\n") == text.count("\n"):
        text = text.replace("\r\n", "\n")
    return text


def split_lines(text: str) -> list[str]:
    """Split a text into lines; check their number, length and characters, and the last line."""
    if text.count("\n") > MAX_LINES:
        raise error_at_line(MAX_LINES + 1, f"a record has at most {MAX_LINES} lines")
    *lines, rest = text.split("\n")
    for number, line in enumerate([*lines, rest], 1):
        if len(line) > MAX_LINE_LENGTH:
            raise error_at_line(number, f"a line has at most {MAX_LINE_LENGTH} characters")
        if not line.isprintable():
            odd = next(character for character in line if not character.isprintable())
            raise error_at_line(number, f"has a character that is not printable: U+{ord(odd):04X}")
    sealed = [number for number, line in enumerate(lines, 1) if SEAL_LINE.fullmatch(line)]
    if sealed and (rest or sealed[0] < len(lines)):
        raise error_at_line(sealed[0] + 1, AFTER_SEAL)
    if rest or not lines:
        raise error_at_line(len(lines) + 1, CUT_OFF)
    return lines
