"""`odintable arena GAME A B …`: who is stronger, with error bars."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from odintable.commands.watch import GAMES, read_option
from odintable.errors import OdintableError

if TYPE_CHECKING:
    import argparse

    from odintable.arena import Contest, Result
    from odintable.arena.deals.deal_result import Deal

INTERRUPTED = 130
DEFAULT_TIME_MS = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, who against whom, how much of it, and what becomes of the result."""
    parser.epilog = (
        "Every deal is played in all rotations of the seats, so that luck cancels. More than two "
        "contestants meet two by two and are rated (Elo). See docs/arena.md."
    )
    parser.add_argument("game", choices=GAMES, help="which of the two")
    bots = parser.add_argument(
        "contestants",
        nargs="+",
        metavar="CONTESTANT",
        help="a bot: greedy, search@50ms, search@500sims; wise=search@2s gives it a label; "
        "mine.safetensors is a net, module:maker a bot of your own",
    )
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="[LABEL=]COMMAND",
        help="a contestant that speaks the engine protocol; LABEL@50ms=… for its own budget",
    )
    bots.required = False  # all may be engines; with nargs="*" none could follow an option
    bots.default = []
    add_amounts(parser)
    add_outputs(parser)


def add_amounts(parser: argparse.ArgumentParser) -> None:
    """How much is played, and how."""
    parser.add_argument(
        "--games", type=int, default=1000, metavar="N", help="for each two contestants (1000)"
    )
    parser.add_argument(
        "--players",
        type=int,
        default=2,
        metavar="N",
        help="ODIN: 2 to 6; with more than 2, one of the first against others of the second (2)",
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--time-ms",
        type=int,
        metavar="N",
        help=f"a decision, for contestants without a budget of their own ({DEFAULT_TIME_MS})",
    )
    budget.add_argument("--sims", type=int, metavar="N", help="the same in simulations: repeatable")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="an option of the game, such as target=20 or hands=1; may be repeated",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which deals (1)")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (one for each core)")
    parser.add_argument(
        "--stop-when-clear",
        action="store_true",
        help="end early when it is clear who is stronger (a sequential test at 5 %%)",
    )


def add_outputs(parser: argparse.ArgumentParser) -> None:
    """Where the result goes."""
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="keep finished deals in FILE, and go on from those that are there",
    )
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the ladder")


def run(args: argparse.Namespace) -> int:
    """Check what was asked, play, and tell."""
    check(args)
    result = played(args, contest_of(args))
    tell(args, result)
    return INTERRUPTED if result.is_interrupted else 0


def check(args: argparse.Namespace) -> None:
    """What can be refused before anything is loaded."""
    for name in ("workers", "time_ms", "sims"):
        number = getattr(args, name)
        if number is not None and number < 1:
            raise OdintableError(f"--{name.replace('_', '-')} is 1 or more, not {number}")
    if args.plot is not None and (args.plot.suffix != ".svg" or not args.plot.parent.is_dir()):
        raise OdintableError(f"--plot is a file .svg in a folder that is there, not {args.plot}")


def contest_of(args: argparse.Namespace) -> Contest:
    """What is to be played."""
    from odintable.arena import Contest, read_bot, read_engine
    from odintable.bots import Budget

    budget = Budget(sims=args.sims) if args.sims else Budget(args.time_ms or DEFAULT_TIME_MS)
    bots = [read_bot(text, budget) for text in args.contestants]
    if any(":" in one.bot for one in bots):
        sys.path.append(str(Path.cwd()))  # where a bot of one's own is looked for, too
    engines = [read_engine(text, budget) for text in args.engine]
    return Contest(
        game=args.game,
        contestants=(*bots, *engines),
        games=args.games,
        players=args.players,
        options=dict(map(read_option, args.option)),
        seed=args.seed,
    )


def played(args: argparse.Namespace, contest: Contest) -> Result:
    """Play it before the user's eyes, and keep it if that was asked for."""
    from odintable.arena import Ledger, play
    from odintable.arena.report.progress import Watcher

    with ExitStack() as stack:
        ledger = stack.enter_context(Ledger(args.save, contest)) if args.save else None
        already = ledger.deals if ledger else []
        watcher = stack.enter_context(Watcher(contest, len(already)))

        def on_deal(deal: Deal) -> None:
            if ledger:
                ledger.add(deal)
            watcher.add(deal)

        return play(
            contest,
            workers=args.workers,
            already=already,
            on_deal=on_deal,
            stop_when_clear=args.stop_when_clear,
        )


def tell(args: argparse.Namespace, result: Result) -> None:
    """Print the result, and draw it."""
    from odintable.arena.report.report import as_json, as_svg, as_text

    if args.plot is not None and result.deals:
        args.plot.write_text(as_svg(result), encoding="utf-8")
    print(json.dumps(as_json(result)) if args.json else as_text(result))
