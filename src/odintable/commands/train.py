"""`odintable train GAME --minutes M`: train a net by self-play."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from odintable.errors import OdintableError
from odintable.games.spec import GAMES

if TYPE_CHECKING:
    import argparse

MAX_MINUTES = 100_000  # a little more than two months
MAX_GAMES = 1 << 18
MAX_SEED = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the game, the length of training and the output folder."""
    parser.epilog = "It needs torch (the extra `train`); a GPU helps. See docs/learning.md."
    trainable = [name for name, spec in GAMES.items() if spec.modules.has("bots.training")]
    parser.add_argument("game", choices=trainable, help="the game to learn")
    add_training(parser)
    parser.add_argument(
        "--until",
        type=float,
        metavar="M",
        help="stop after this many minutes, to resume later (--minutes)",
    )
    parser.add_argument("--hidden", type=int, default=0, metavar="N", help="width of the net")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="resume from a checkpoint.pt")
    add_out(parser, "trained")


def add_out(parser: argparse.ArgumentParser, default: str) -> None:
    """Declare `--out`."""
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(default),
        metavar="FOLDER",
        help=f"folder of the results ({default})",
    )


def add_training(parser: argparse.ArgumentParser) -> None:
    """Declare how long to train, and with which seed, device and number of games."""
    parser.add_argument(
        "--minutes", type=float, required=True, metavar="M", help="length of the whole training"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="seed of cards and net (1)"
    )
    parser.add_argument(
        "--device",
        choices=("auto", "cuda", "cpu"),
        default="auto",
        help="device to train on (auto: the GPU if there is one)",
    )
    parser.add_argument(
        "--games", type=int, default=0, metavar="N", help="played at once, in each of two groups"
    )


def run(args: argparse.Namespace) -> int:
    """Check the arguments and train."""
    check(args)
    from odintable.learn.training_config import training_config
    from odintable.learn.training_run import device_named, train

    until = args.minutes if args.until is None else args.until
    if not 0 < until <= args.minutes:
        raise OdintableError(f"--until must be more than 0 and at most {args.minutes}, not {until}")
    if args.hidden < 0:
        raise OdintableError(f"--hidden must be 0 (the default) or more, not {args.hidden}")
    if args.resume is not None and not args.resume.is_file():
        raise OdintableError(f"--resume must be an existing checkpoint, not {args.resume}")
    make_folder(args.out)
    config = training_config(
        args.game, args.minutes, seed=args.seed, device=device_named(args.device),
        games=args.games, hidden=args.hidden,
    )  # fmt: skip
    train(config, args.out, until, args.resume, lambda text: print(text, flush=True))
    print(f"{args.out / args.game}.safetensors")
    return 0


def check(args: argparse.Namespace) -> None:
    """Refuse invalid arguments before anything slow is loaded."""
    if not 0 < args.minutes <= MAX_MINUTES:
        raise OdintableError(
            f"--minutes must be more than 0 and at most {MAX_MINUTES}, not {args.minutes}"
        )
    if not 0 <= args.games <= MAX_GAMES:
        raise OdintableError(
            f"--games must be from 0 (the default) to {MAX_GAMES:,}, not {args.games:,}"
        )
    if not 0 <= args.seed <= MAX_SEED:
        raise OdintableError(f"--seed must be from 0 to {MAX_SEED:,}, not {args.seed:,}")
    if find_spec("torch") is None:
        raise OdintableError("training needs torch: pip install 'odintable[train]'")


def make_folder(path: Path) -> None:
    """Create the output folder."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OdintableError(f"--out {path}: {error.strerror}") from None
