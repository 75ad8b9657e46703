"""`odintable check`: verify records."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from odintable.record.record import Record

GOOD, BAD, UNREADABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the files."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a record; - reads it from standard input"
    )


def run(args: argparse.Namespace) -> int:
    """Print one line per file; return 1 if a record is bad, 2 if a file cannot be read."""
    return max([check_file(name) for name in args.files])


def check_file(name: str) -> int:
    """Verify one file and print the result."""
    from odintable.errors import OdintableError
    from odintable.record.reader import load, read_file

    try:
        raw = read_file(name)
    except OSError as error:
        print(f"odintable: {name}: {error.strerror or error}", file=sys.stderr)
        return UNREADABLE
    try:
        summary = summarize(load(raw))
    except OdintableError as error:
        print(f"{name}: {error}")
        return BAD
    print(f"{name}: good: {summary}")
    return GOOD


def summarize(record: Record) -> str:
    """Return the game, its result, and whether the shuffles were fair."""
    from odintable.record.record import check_shuffles, last_position, result_text

    result = result_text(last_position(record), record.names, record.ending)
    if record.ending is not None:
        result += f" ({record.ending})"
    if record.seed is not None:
        check_shuffles(record)
        shuffles = "shuffles follow from the seed"
    elif record.commitment is not None:
        shuffles = "the shuffles cannot be checked yet: the seed is published when the game is over"
    else:
        shuffles = "the shuffles cannot be checked: the cards were shuffled elsewhere"
    if record.start is not None:
        shuffles += "; it began from a position, whose cards somebody may have known"
    moves = "1 move" if record.moves == 1 else f"{record.moves} moves"
    return f"{record.game}, {moves}, {result}; {shuffles}"
