"""`odintable watch GAME`: watch bots play in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from odintable import compile_cache
from odintable.command_arguments import (
    add_game_option,
    add_language,
    add_notation,
    add_view,
    check_delay,
    check_seed,
    read_options,
)
from odintable.errors import OdintableError
from odintable.games.spec import GAMES

if TYPE_CHECKING:
    import argparse

MAX_SECONDS = 3600.0  # for one move


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "Keys while it runs: space pauses, n or Enter makes one move, + and - change the speed, "
        "q quits. Without a terminal every position is printed once, at full speed."
    )
    parser.add_argument("game", choices=tuple(GAMES), help="which game to watch")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="number of players (2)")
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="NAME,…",
        help="one for all seats, or one for each (greedy)",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same game")
    add_game_option(parser)
    parser.add_argument(
        "--delay", type=float, default=0.6, metavar="SECONDS", help="delay before each move (0.6)"
    )
    parser.add_argument("--step", action="store_true", help="wait for a key after every move")
    add_view(parser)
    parser.add_argument("--moves", type=int, metavar="N", help="stop after this many moves")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the game to a new file")
    add_language(parser)
    add_notation(parser)


def run(args: argparse.Namespace) -> int:
    """Check the arguments, deal, and show the game."""
    check(args)
    compile_cache.announce_compiling()
    from odintable.terminal.bots_only_game import BotGame, BotGameConfig
    from odintable.terminal.watch import watch

    config = BotGameConfig(
        game=args.game,
        players=args.players,
        bots=args.bots.split(","),
        seed=args.seed,
        options=read_options(args.option),
        move_delay=args.delay,
        is_stepping=args.step,
        view=args.view,
        max_moves=args.moves,
        language=args.language or "",
        shows_notation=args.notation,
    )
    game = BotGame(config)
    try:
        return watch(game)
    finally:
        if args.record is not None:
            save_record(args.record, game.record())


def check(args: argparse.Namespace) -> None:
    """Refuse numbers out of range before anything is loaded."""
    check_seed(args.seed)
    check_delay(args.delay, MAX_SECONDS)
    if args.moves is not None and args.moves < 0:
        raise OdintableError(f"--moves must be 0 or more, not {args.moves}")
    if args.record is not None and (args.record.exists() or not args.record.parent.is_dir()):
        raise OdintableError(f"--record needs a new file in an existing folder: {args.record}")
    read_options(args.option)


def save_record(path: Path, record: str) -> None:
    """Write the record; never overwrite a file."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(record)
    except OSError as error:
        raise OdintableError(f"--record {path}: {error.strerror}") from None
