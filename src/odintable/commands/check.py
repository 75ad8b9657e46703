"""`odintable check`: are these records true games?"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from odintable.record.record import Record

GOOD, BAD, NOT_THERE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a record; - reads it from standard input"
    )


def run(args: argparse.Namespace) -> int:
    """One line for each file; 1 if a record is bad, 2 if a file cannot be read."""
    return max([judge(name) for name in args.files])


def judge(name: str) -> int:
    """Say what there is to say about one file."""
    from odintable.errors import OdintableError
    from odintable.record.reader import fetch, load

    try:
        raw = fetch(name)
    except OSError as error:
        print(f"odintable: {name}: {error.strerror or error}", file=sys.stderr)
        return NOT_THERE
    try:
        told = praise(load(raw))
    except OdintableError as error:
        print(f"{name}: {error}")
        return BAD
    print(f"{name}: good: {told}")
    return GOOD


def praise(record: Record) -> str:
    """What game it was, how it ended, and whether the shuffles were fair."""
    from odintable.record.record import check_shuffles, last_position, result_text

    result = result_text(last_position(record), record.names, record.ending)
    if record.ending is not None:
        result += f" ({record.ending})"
    if record.seed is not None:
        check_shuffles(record)
        shuffles = "shuffles follow from the seed"
    elif record.commitment is not None:
        shuffles = "the shuffles cannot be checked yet: the seed is told when the game is over"
    else:
        shuffles = "the shuffles cannot be checked: the cards were shuffled elsewhere"
    moves = "1 move" if record.moves == 1 else f"{record.moves} moves"
    return f"{record.game}, {moves}, {result}; {shuffles}"
