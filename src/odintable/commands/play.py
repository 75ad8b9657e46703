"""`odintable play`: play in the terminal against bots, with several people, or on a server."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from odintable.command_arguments import (
    add_game_option,
    add_language,
    add_notation,
    check_delay,
    check_seed,
    read_options,
)
from odintable.errors import OdintableError
from odintable.games.spec import GAMES

if TYPE_CHECKING:
    import argparse

    from odintable.terminal.launch import LaunchOptions

MAX_SECONDS = 60.0  # before a bot's move


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "Without a game, a menu opens. The keys are shown at the bottom of the screen; F1 explains "
        "the rules. Every game is saved after each move and can be resumed."
    )
    parser.add_argument("game", nargs="?", choices=tuple(GAMES), help="without it: the menu")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (2)")
    parser.add_argument(
        "--bot",
        default="",
        metavar="NAME,…",
        help="ask, embla, snorri, gudrun or mimir: one for all seats, or one for each (embla)",
    )
    parser.add_argument(
        "--people", type=int, default=1, metavar="N", help="people at this terminal (1)"
    )
    parser.add_argument("--name", default="", metavar="NAME,…", help="names of these people")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same cards")
    add_game_option(parser)
    parser.add_argument(
        "--delay",
        type=float,
        metavar="SECONDS",
        help="delay before each move of a bot (0.6; with --plain 0)",
    )
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--join", metavar="URL", help="join a table on a server by its link")
    other.add_argument("--resume", action="store_true", help="continue the last unfinished game")
    add_language(parser)
    add_notation(parser)
    parser.add_argument(
        "--plain", action="store_true", help="line by line, for screen readers and pipes"
    )


def run(args: argparse.Namespace) -> int:
    """Check the arguments and open the menu or the table."""
    options = launch_options(args)
    from odintable.terminal.launch import start

    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not args.plain and not is_terminal:
        raise OdintableError("play needs a terminal: use --plain with pipes")
    return start(options, is_line_mode=args.plain)


def launch_options(args: argparse.Namespace) -> LaunchOptions:
    """Check the arguments before anything is shown."""
    from odintable.terminal.launch import LaunchOptions

    check_seed(args.seed)
    check_delay(args.delay, MAX_SECONDS)
    options = read_options(args.option)
    about_new_games = [name for name in ("players", "bot", "seed") if getattr(args, name)]
    if (args.join or args.resume) and (args.game or options or about_new_games):
        raise OdintableError("--join and --resume take the game as it is: leave out the rest")
    return LaunchOptions(
        game=args.game,
        players=args.players,
        bots=args.bot.split(",") if args.bot else [],
        people=args.people,
        names=[name.strip() for name in args.name.split(",") if name.strip()],
        options=options,
        seed=args.seed,
        bot_delay=args.delay,
        join=args.join,
        resume=args.resume,
        language=args.language,
        shows_notation=args.notation,
    )
