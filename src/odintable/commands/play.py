"""`odintable play`: both games in the terminal, against bots, several people, or on a server."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from odintable.commands.watch import add_language
from odintable.errors import OdintableError
from odintable.match.fair_shuffle import MAX_SEED

if TYPE_CHECKING:
    import argparse

    from odintable.terminal.launch import Wish

GAMES = ("odin", "ravens")
SLOWEST = 60.0  # seconds before a bot's move


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, against whom, and how it is shown."""
    parser.epilog = (
        "Without a game there is a menu. Keys are shown at the bottom of the screen; F1 explains "
        "the rules. Games that are left are kept, and can be gone on with."
    )
    parser.add_argument("game", nargs="?", choices=GAMES, help="left out: a menu")
    parser.add_argument("--players", type=int, metavar="N", help="ODIN: 2 to 6 (2)")
    parser.add_argument(
        "--bot",
        default="",
        metavar="NAME,…",
        help="ask, embla, snorri, gudrun or mimir: one for all seats, or one for each (embla)",
    )
    parser.add_argument("--people", type=int, default=1, metavar="N", help="so many play here (1)")
    parser.add_argument("--name", default="", metavar="NAME,…", help="what the people are called")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed, the same cards")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="an option of the game, such as target=20 or goat; may be repeated",
    )
    parser.add_argument(
        "--speed", type=float, metavar="SECONDS", help="before each move of a bot (0.6; plain: 0)"
    )
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--join", metavar="URL", help="sit down at a server's table by its link")
    other.add_argument(
        "--resume", action="store_true", help="go on with the last game that was left"
    )
    add_language(parser)
    parser.add_argument(
        "--plain", action="store_true", help="line by line, for screen readers and pipes"
    )


def run(args: argparse.Namespace) -> int:
    """Check what was asked, and open the table."""
    wish = wished(args)
    from odintable.terminal.launch import start

    is_screen = sys.stdin.isatty() and sys.stdout.isatty()
    if not args.plain and not is_screen:
        raise OdintableError("play needs a terminal: --plain works through pipes too")
    return start(wish, plain=args.plain)


def wished(args: argparse.Namespace) -> Wish:
    """What was asked for; what cannot be is refused before anything is shown."""
    from odintable.commands.watch import read_option
    from odintable.terminal.launch import Wish

    if args.seed is not None and not 0 <= args.seed <= MAX_SEED:
        raise OdintableError(f"--seed is a number from 0 to {MAX_SEED}, not {args.seed}")
    if args.speed is not None and not 0 <= args.speed <= SLOWEST:
        raise OdintableError(f"--speed is from 0 to {SLOWEST:g} seconds, not {args.speed:g}")
    options = dict(map(read_option, args.option))
    alone = [name for name in ("players", "bot", "seed") if getattr(args, name)]
    if (args.join or args.resume) and (args.game or options or alone):
        raise OdintableError("--join and --resume take the game as it is: leave out the rest")
    return Wish(
        game=args.game,
        players=args.players,
        bots=args.bot.split(",") if args.bot else [],
        people=args.people,
        names=[name.strip() for name in args.name.split(",") if name.strip()],
        options=options,
        seed=args.seed,
        speed=args.speed,
        join=args.join,
        resume=args.resume,
        language=args.language,
    )
