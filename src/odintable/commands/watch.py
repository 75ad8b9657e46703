"""`odintable watch GAME`: bots play in the terminal, each position drawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from odintable.errors import OdintableError
from odintable.games import compile_cache
from odintable.match.fair_shuffle import MAX_SEED

if TYPE_CHECKING:
    import argparse

GAMES = ("odin", "ravens")
LANGUAGES = ("en", "de", "fr", "it")
SLOWEST = 3600.0  # seconds for one move


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, who plays, and how fast."""
    parser.epilog = (
        "Keys while it runs: space pauses, n or Enter makes one move, + and - change the speed, "
        "q quits. Without a terminal every position is printed once, at full speed."
    )
    parser.add_argument("game", choices=GAMES, help="which of the two")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="ODIN: 2 to 6 (2)")
    parser.add_argument(
        "--bots", default="greedy", metavar="NAME,NAME", help="one for all, or one a seat (greedy)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed, the same game")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="an option of the game, such as target=20 or strict-joker; may be repeated",
    )
    parser.add_argument(
        "--speed", type=float, default=0.6, metavar="SECONDS", help="for each move (0.6)"
    )
    parser.add_argument("--step", action="store_true", help="wait for a key after every move")
    parser.add_argument(
        "--view", default="open", metavar="SEAT", help="open, spectator, or what a seat sees (open)"
    )
    parser.add_argument("--moves", type=int, metavar="N", help="stop after so many moves")
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep the game in a new file")
    add_language(parser)


def add_language(parser: argparse.ArgumentParser) -> None:
    """In which language people are told."""
    parser.add_argument("--language", choices=LANGUAGES, help="left out: as your system speaks")


def run(args: argparse.Namespace) -> int:
    """Check what was asked, deal, and show it."""
    check(args)
    compile_cache.say_when_compiling()
    from odintable.terminal.bot_game import Game, Plan
    from odintable.terminal.watch import watch

    plan = Plan(
        game=args.game,
        players=args.players,
        bots=args.bots.split(","),
        seed=args.seed,
        options=dict(map(read_option, args.option)),
        speed=args.speed,
        step=args.step,
        view=args.view,
        moves=args.moves,
        language=args.language or "",
    )
    game = Game(plan)
    try:
        return watch(game)
    finally:
        if args.record is not None:
            keep(args.record, game.record())


def check(args: argparse.Namespace) -> None:
    """Numbers out of range are refused before anything is loaded."""
    if args.seed is not None and not 0 <= args.seed <= MAX_SEED:
        raise OdintableError(f"--seed is a number from 0 to {MAX_SEED}, not {args.seed}")
    if not 0 <= args.speed <= SLOWEST:
        raise OdintableError(f"--speed is from 0 to {SLOWEST:g} seconds, not {args.speed:g}")
    if args.moves is not None and args.moves < 0:
        raise OdintableError(f"--moves is a number of moves, not {args.moves}")
    if args.record is not None and (args.record.exists() or not args.record.parent.is_dir()):
        raise OdintableError(f"--record makes a new file in a folder that is there: {args.record}")
    for option in args.option:
        read_option(option)


def read_option(text: str) -> tuple[str, Any]:
    """`target=20`, `goat=true`, or just `goat`."""
    name, sign, value = text.partition("=")
    if not name or (sign and not value):
        raise OdintableError(f"--option is NAME or NAME=VALUE, not {text!r}")
    if not sign:
        return name, True
    try:
        return name, json.loads(value)
    except ValueError:
        raise OdintableError(f"--option {name} is a number, true or false, not {value!r}") from None


def keep(path: Path, record: str) -> None:
    """Write the record, never over another file."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(record)
    except OSError as error:
        raise OdintableError(f"--record {path}: {error.strerror}") from None
