"""`odintable replay`: step through a recorded game."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from odintable.command_arguments import add_language, add_notation, add_view
from odintable.errors import OdintableError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from odintable.i18n import Texts
    from odintable.record.record import Record
    from odintable.terminal.replay_record import Frame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "Keys: Enter, space or n goes on, b goes back, g and a number goes to that step, q quits. "
        "Without a terminal every step is printed."
    )
    parser.add_argument("file", metavar="FILE", help="a record; - reads it from standard input")
    parser.add_argument("--from", dest="start", type=int, metavar="N", help="first step to show")
    parser.add_argument("--to", dest="end", type=int, metavar="N", help="last step to show")
    add_view(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--plain", action="store_true", help="print every step as text, draw nothing")
    form.add_argument(
        "--json", action="store_true", help="print one JSON object a line for each step"
    )
    add_language(parser)
    add_notation(parser)


def run(args: argparse.Namespace) -> int:
    """Read and verify the whole record, then show it."""
    from odintable.terminal.bots_only_game import parse_viewer
    from odintable.terminal.replay_record import step_through, to_json
    from odintable.terminal.text.ascii_text import texts_for

    record = open_record(args.file)
    viewer = parse_viewer(args.view, len(record.names))
    shown = chosen_frames(args, record, viewer)
    texts = texts_for(args.language or "", sys.stdout.encoding)
    if args.json:
        for frame in shown:
            print(json.dumps(to_json(frame, viewer), separators=(",", ":")))
    elif args.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print_lines(record, shown, texts, shows_notation=args.notation)
    else:
        step_through(record, shown, texts, shows_notation=args.notation)
    return 0


def open_record(name: str) -> Record:
    """Read a record; raise OdintableError with the file name if it is not valid."""
    from odintable.record.reader import load, read_file

    try:
        return load(read_file(name))
    except OSError as error:
        raise OdintableError(f"{name}: {error.strerror or error}") from error
    except OdintableError as error:
        raise OdintableError(f"{name}: {error}") from error


def chosen_frames(args: argparse.Namespace, record: Record, viewer: int | None) -> list[Frame]:
    """Return the frames from --from to --to."""
    from odintable.terminal.replay_record import frames

    count = len(record.steps)
    start = 1 if args.start is None else args.start
    end = count if args.end is None else args.end
    for option, number in (("--from", args.start), ("--to", args.end)):
        if number is not None and not 1 <= number <= count:
            raise OdintableError(f"{option} must be a step from 1 to {count}, not {number}")
    if args.start is not None and start > end:
        raise OdintableError(f"--from {start} comes after --to {end}")
    return [frame for frame in frames(record, viewer) if start <= frame.number <= end]


def print_lines(
    record: Record, shown: Sequence[Frame], texts: Texts, *, shows_notation: bool
) -> None:
    """Print the game and its players, every step, and the result."""
    from odintable.record.record import compact, last_position, result_text
    from odintable.terminal.replay_record import frame_lines
    from odintable.terminal.text.player_names import PlayerNames

    options = f", {compact(record.options)}" if record.options else ""
    print(f"{record.game}{options}: {' | '.join(record.names)}, {record.date}")
    names, start = PlayerNames(record.names, texts), record.begin()
    for frame in shown:
        print(*frame_lines(frame, names, start, shows_notation), sep="\n")
    print(result_text(last_position(record), record.names, record.ending))
