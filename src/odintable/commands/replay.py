"""`odintable replay`: a recorded game, step by step."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from odintable.commands.watch import add_language
from odintable.errors import OdintableError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from odintable.i18n import Texts
    from odintable.record.record import Record
    from odintable.terminal.replay import Frame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and how much of it is shown to whom."""
    parser.epilog = (
        "Keys: Enter, space or n go on, b goes back, g and a number go to that step, q quits. "
        "Without a terminal every step is printed."
    )
    parser.add_argument("file", metavar="FILE", help="a record; - reads it from standard input")
    parser.add_argument("--from", dest="start", type=int, metavar="N", help="begin with step N")
    parser.add_argument("--to", dest="end", type=int, metavar="N", help="end with step N")
    parser.add_argument(
        "--view", default="open", metavar="SEAT", help="open, spectator, or what a seat sees (open)"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--plain", action="store_true", help="print every step, draw nothing")
    form.add_argument("--json", action="store_true", help="print positions, one JSON object a line")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Read all of it first: a record that is not true is not shown."""
    from odintable.terminal.bot_game import viewer_of
    from odintable.terminal.replay import as_json, step_through
    from odintable.terminal.text.ascii_text import texts_for

    record = open_record(args.file)
    viewer = viewer_of(args.view, len(record.names))
    shown = chosen(args, record, viewer)
    texts = texts_for(args.language or "", sys.stdout.encoding)
    if args.json:
        for frame in shown:
            print(json.dumps(as_json(frame, viewer), separators=(",", ":")))
    elif args.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print_plain(record, shown, texts)
    else:
        step_through(record, shown, texts)
    return 0


def open_record(name: str) -> Record:
    """The record in a file, or one line that says why not."""
    from odintable.record.reader import load, read_file

    try:
        return load(read_file(name))
    except OSError as error:
        raise OdintableError(f"{name}: {error.strerror or error}") from error
    except OdintableError as error:
        raise OdintableError(f"{name}: {error}") from error


def chosen(args: argparse.Namespace, record: Record, viewer: int | None) -> list[Frame]:
    """The steps that were asked for."""
    from odintable.terminal.replay import frames

    count = len(record.steps)
    start = 1 if args.start is None else args.start
    end = count if args.end is None else args.end
    for option, number in (("--from", args.start), ("--to", args.end)):
        if number is not None and not 1 <= number <= count:
            raise OdintableError(f"{option} is a step from 1 to {count}, not {number}")
    if args.start is not None and start > end:
        raise OdintableError(f"--from {start} comes after --to {end}")
    return [frame for frame in frames(record, viewer) if start <= frame.number <= end]


def print_plain(record: Record, shown: Sequence[Frame], texts: Texts) -> None:
    """Who played what and when, every step, and how it ended."""
    from odintable.record.record import compact, last_position, result_text
    from odintable.terminal.replay import told
    from odintable.terminal.text.player_names import People

    options = f", {compact(record.options)}" if record.options else ""
    print(f"{record.game}{options}: {' | '.join(record.names)}, {record.date}")
    people, start = People(record.names, texts), record.begin()
    for frame in shown:
        print(*told(frame, people, start), sep="\n")
    print(result_text(last_position(record), record.names, record.ending))
