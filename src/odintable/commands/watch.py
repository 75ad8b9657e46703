"""`odintable watch GAME`: watch bots play in the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from odintable.errors import OdintableError
from odintable.games import compile_cache
from odintable.games.spec import GAMES
from odintable.i18n import LANGUAGES
from odintable.match.fair_shuffle import MAX_SEED

if TYPE_CHECKING:
    import argparse

MAX_SECONDS = 3600.0  # for one move


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the arguments."""
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


def add_language(parser: argparse.ArgumentParser) -> None:
    """Define `--language`."""
    parser.add_argument("--language", choices=LANGUAGES, help="default: the language of the system")


def add_view(parser: argparse.ArgumentParser) -> None:
    """Define `--view`."""
    parser.add_argument(
        "--view",
        default="open",
        metavar="VIEW",
        help="open (all cards), spectator, or the number of a seat (open)",
    )


def add_game_option(parser: argparse.ArgumentParser) -> None:
    """Define `--option`, with the names of the options of every game."""
    names = "; ".join(
        f"{game}: {', '.join(option.name for option in spec.options)}"
        for game, spec in GAMES.items()
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help=f"set a rule option, may be repeated ({names})",
    )


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
        options=dict(map(read_option, args.option)),
        move_delay=args.delay,
        is_stepping=args.step,
        view=args.view,
        max_moves=args.moves,
        language=args.language or "",
    )
    game = BotGame(config)
    try:
        return watch(game)
    finally:
        if args.record is not None:
            save_record(args.record, game.record())


def check(args: argparse.Namespace) -> None:
    """Refuse numbers out of range before anything is loaded."""
    if args.seed is not None and not 0 <= args.seed <= MAX_SEED:
        raise OdintableError(f"--seed is a number from 0 to {MAX_SEED}, not {args.seed}")
    if not 0 <= args.delay <= MAX_SECONDS:
        raise OdintableError(f"--delay is from 0 to {MAX_SECONDS:g} seconds, not {args.delay:g}")
    if args.moves is not None and args.moves < 0:
        raise OdintableError(f"--moves is a number of moves, not {args.moves}")
    if args.record is not None and (args.record.exists() or not args.record.parent.is_dir()):
        raise OdintableError(f"--record needs a new file in an existing folder: {args.record}")
    for option in args.option:
        read_option(option)


def read_option(text: str) -> tuple[str, Any]:
    """Read `NAME=VALUE` with a number, true or false, or just `NAME` for true."""
    name, sign, value = text.partition("=")
    if not name or (sign and not value):
        raise OdintableError(f"--option is NAME or NAME=VALUE, not {text!r}")
    if not sign:
        return name, True
    try:
        return name, json.loads(value)
    except ValueError:
        raise OdintableError(f"--option {name} is a number, true or false, not {value!r}") from None


def save_record(path: Path, record: str) -> None:
    """Write the record; never overwrite a file."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(record)
    except OSError as error:
        raise OdintableError(f"--record {path}: {error.strerror}") from None
