"""`odintable arena GAME A B …`: compare the strength of contestants, with error bars."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from odintable.cli import INTERRUPTED
from odintable.command_arguments import add_game_option, check_positive, read_options
from odintable.errors import OdintableError
from odintable.games.spec import GAMES

if TYPE_CHECKING:
    import argparse

    from odintable.arena import Contest, Result
    from odintable.arena.deals.deal_result import DealResult

DEFAULT_TIME_MS = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the game, the contestants and all options."""
    parser.epilog = (
        "Every deal is played in all rotations of the seats, so that luck cancels out. More than "
        "two contestants play in pairs and get Elo ratings. See docs/arena.md."
    )
    parser.add_argument("game", choices=tuple(GAMES), help="the game to play")
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
        help="a program that speaks the engine protocol; LABEL@50ms=… gives it a budget",
    )
    bots.required = False  # there may be engines only; with nargs="*" no bot could follow an option
    bots.default = []
    add_amounts(parser)
    add_outputs(parser)


def add_amounts(parser: argparse.ArgumentParser) -> None:
    """Declare the number of games, budgets, options and processes."""
    parser.add_argument(
        "--games",
        type=int,
        default=1000,
        metavar="N",
        help="games for each pair of contestants (1000)",
    )
    parser.add_argument(
        "--players",
        type=int,
        default=2,
        metavar="N",
        help="number of players (2); with more than 2, the first contestant has one seat and the "
        "second has the others",
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--time-ms",
        type=int,
        metavar="N",
        help=f"per decision, for contestants without their own budget ({DEFAULT_TIME_MS})",
    )
    budget.add_argument(
        "--sims", type=int, metavar="N", help="simulations per decision instead: repeatable"
    )
    add_game_option(parser)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the deals (1)")
    parser.add_argument(
        "--workers", type=int, metavar="N", help="number of processes (one per core)"
    )
    parser.add_argument(
        "--stop-when-clear",
        action="store_true",
        help="stop early when it is clear who is stronger (a sequential test at 5 %%)",
    )


def add_outputs(parser: argparse.ArgumentParser) -> None:
    """Declare files and formats of the result."""
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="write finished deals to FILE, and resume from those that it already has",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the full result as one JSON object"
    )
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the ratings")


def run(args: argparse.Namespace) -> int:
    """Check the arguments, play the contest and print the result."""
    check(args)
    result = play_contest(args, contest_of(args))
    print_result(args, result)
    return INTERRUPTED if result.is_interrupted else 0


def check(args: argparse.Namespace) -> None:
    """Refuse invalid arguments before anything slow is loaded."""
    check_positive(args, "workers", "time_ms", "sims")
    if args.plot is not None and (args.plot.suffix != ".svg" or not args.plot.parent.is_dir()):
        raise OdintableError(f"--plot must be a .svg file in an existing folder, not {args.plot}")


def contest_of(args: argparse.Namespace) -> Contest:
    """Return the contest that the arguments describe."""
    from odintable.arena import Contest, read_bot, read_engine
    from odintable.bots import Budget

    budget = Budget(sims=args.sims) if args.sims else Budget(args.time_ms or DEFAULT_TIME_MS)
    bots = [read_bot(text, budget) for text in args.contestants]
    if any(":" in one.bot for one in bots):
        sys.path.append(str(Path.cwd()))  # the user's own bot may be in the current folder
    engines = [read_engine(text, budget) for text in args.engine]
    return Contest(
        game=args.game,
        contestants=(*bots, *engines),
        games=args.games,
        players=args.players,
        options=read_options(args.option),
        seed=args.seed,
    )


def play_contest(args: argparse.Namespace, contest: Contest) -> Result:
    """Play the contest with a progress display, and save deals if asked to."""
    from odintable.arena import DealFile, play
    from odintable.arena.report.progress import ProgressDisplay

    with ExitStack() as stack:
        file = stack.enter_context(DealFile(args.save, contest)) if args.save else None
        finished_deals = file.deals if file else []
        progress = stack.enter_context(ProgressDisplay(contest, len(finished_deals)))

        def on_deal(deal: DealResult) -> None:
            if file:
                file.add(deal)
            progress.add(deal)

        return play(
            contest,
            workers=args.workers,
            finished_deals=finished_deals,
            on_deal=on_deal,
            stop_when_clear=args.stop_when_clear,
        )


def print_result(args: argparse.Namespace, result: Result) -> None:
    """Print the result, and draw it if asked to."""
    from odintable.arena.report.report import as_json, as_svg, as_text

    if args.plot is not None and result.deals:
        args.plot.write_text(as_svg(result), encoding="utf-8")
    print(json.dumps(as_json(result)) if args.json else as_text(result))
