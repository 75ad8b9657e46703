"""`odintable evaluate`: estimate who wins, and suggest moves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from odintable.command_arguments import check_positive
from odintable.errors import OdintableError

if TYPE_CHECKING:
    import argparse

    from odintable.bots.evaluate_position import Evaluation
    from odintable.games.json_reader import Json
    from odintable.games.position import Position
    from odintable.record.record import Record

MAX_MOVES_SHOWN = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the position, the seat and the budget."""
    parser.epilog = (
        "FILE holds a position, or with --view what a seat knows, as JSON (docs/protocol.md), or a "
        "record of a game (docs/records.md). The estimate uses only what the seat may know."
    )
    parser.add_argument("file", metavar="FILE", help="the file; - reads standard input")
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument(
        "--as", dest="seat", type=int, metavar="SEAT", help="the seat that asks (the one to move)"
    )
    whose.add_argument("--view", type=int, metavar="SEAT", help="FILE is the view of this seat")
    parser.add_argument(
        "--at", type=int, metavar="N", help="in a record: the position before step N"
    )
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--time-ms", type=int, metavar="N", help="thinking time (1000)")
    length.add_argument(
        "--sims", type=int, metavar="N", help="number of simulations instead: repeatable"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of the simulations (0)"
    )
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="number of threads (1)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Evaluate one position and print the result."""
    from odintable import compile_cache
    from odintable.bots import Budget
    from odintable.bots.evaluate_position import evaluate

    compile_cache.announce_compiling()
    check_positive(args, "time_ms", "sims", "threads")
    view = view_of(args)
    found = evaluate(view, Budget(args.time_ms, args.sims, args.threads), args.seed)
    print(json.dumps(as_json(found)) if args.json else "\n".join(summary_lines(found, view)))
    return 0


def view_of(args: argparse.Namespace) -> Position:
    """Return the view of the seat for which to evaluate."""
    if args.view is not None:
        return read(args)
    whole = read(args)
    seat = whole.turn if args.seat is None else args.seat
    if not 0 <= seat < whole.players:
        raise OdintableError(f"--as must be a seat from 0 to {whole.players - 1}, not {seat}")
    return whole.view(seat)


def read(args: argparse.Namespace) -> Position:
    """Read the position, the view or the record in the file."""
    from odintable.games.position import FULL_STATE, Position
    from odintable.record.reader import load, read_file

    try:
        raw = read_file(args.file)
        if not raw.lstrip().startswith(b"{"):
            return position_in(load(raw), args.at)
        return Position.from_json(json.loads(raw), FULL_STATE if args.view is None else args.view)
    except OSError as error:
        raise OdintableError(f"{args.file}: {error.strerror or error}") from error
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise OdintableError(f"{args.file}: neither JSON nor a record: {error}") from error
    except OdintableError as error:
        raise OdintableError(f"{args.file}: {error}") from error


def position_in(record: Record, number: int | None) -> Position:
    """Return the position before a step of a record; without a number, the last one."""
    from odintable.record.record import replay

    count = len(record.steps)
    if number is not None and not 1 <= number <= count:
        raise OdintableError(f"--at must be a step from 1 to {count}, not {number}")
    position = record.begin()
    for at, (_, after) in enumerate(replay(record), 1):
        if at == number:
            break
        position = after
    if position.awaits_shuffle:
        raise OdintableError(f"a shuffle is pending before step {number}: choose the next step")
    return position


def summary_lines(found: Evaluation, view: Position) -> list[str]:
    """Write the evaluation as readable lines."""
    shares = ", ".join(
        f"seat {seat} {share:.1%}" for seat, share in enumerate(found.win_probabilities)
    )
    lines = [f"win probability: {shares} ({found.sims} simulations)"]
    if view.is_over:
        return [f"the game is over: {shares}"]
    if not found.candidates:
        lines.append(f"seat {view.turn} is to move: seat {view.viewer} cannot know its moves")
    lines += [
        f"{one.value:7.1%} ±{2 * (one.error or 0):.1%}  {one.move}  ({one.visits})"
        for one in found.candidates[:MAX_MOVES_SHOWN]
    ]
    if len(found.line) > 1:
        lines.append(f"expected: {', '.join(found.line)}")
    return lines


def as_json(found: Evaluation) -> dict[str, Json]:
    """Write the evaluation as JSON."""
    return {
        "chances": found.win_probabilities,
        "candidates": [
            {"move": one.move, "value": one.value, "error": one.error, "visits": one.visits}
            for one in found.candidates
        ],
        "line": found.line,
        "sims": found.sims,
    }
