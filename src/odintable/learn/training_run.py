"""A whole training run: its parts, the comparisons between them, and the files it writes."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import torch

from odintable.errors import OdintableError
from odintable.games.spec import GAMES
from odintable.nets import net

from .loss_plot import draw_curve
from .training_config import NO_TURN_LIMIT
from .training_loop import HeadToHead, Training, as_shipped, from_arrays

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .training_config import TrainingConfig

    Print = Callable[[str], None]

CHECKS = (0.2, 0.5, 1.0)  # fractions of the training after which the net plays its previous version
SAVE_EVERY = 60.0  # seconds
STANDING_PREFIX = "standing."  # of the names of the standing net's weights in a file


def device_named(name: str) -> str:
    """Return the device to use; `auto` is the GPU if there is one."""
    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise OdintableError("there is no GPU here that torch can use: --device cpu tries it out")
    return name


def train(
    config: TrainingConfig, folder: Path, until: float, resume: Path | None, show: Print
) -> Training:
    """Train, compare the net with its previous version at the CHECKS, and write all files."""
    training = Training(config)
    earlier = None
    if resume is not None:
        training.resume(resume)
        if training.seconds >= 60 * until:
            minutes = training.seconds / 60
            raise OdintableError(
                f"{resume} has already trained for {minutes:.2f} minutes: ask for more with --until"
            )
        earlier = as_shipped(training.learner.average, config.device)
    for check in CHECKS:
        end = min(until, check * config.minutes)
        if end * 60 <= training.seconds:
            continue
        run_part(training, end, folder, show)
        now = as_shipped(training.learner.average, config.device)
        if earlier is not None:
            for players, options in GAMES[config.game].modules.bots.training.EVALUATION_GAMES:
                result = training.head_to_head(now, earlier, (players, options))
                if result.finished:
                    training.curve[-1][f"share against before, {players} players"] = result.share
                show(f"one of {players} against the last version: {result_text(result)}")
        earlier = now
    write_files(training, folder)
    return training


def run_part(training: Training, minutes: float, folder: Path, show: Print) -> None:
    """Train up to this minute; write all files once a minute, at the end, and when interrupted."""
    saved = time.monotonic()

    def report(row: dict[str, float]) -> None:
        nonlocal saved
        show(row_text(row))
        if time.monotonic() - saved >= SAVE_EVERY:
            write_files(training, folder)
            saved = time.monotonic()

    try:
        training.run(minutes, report)
    except KeyboardInterrupt:
        show(f"stopped: what was learned so far is in {folder}")
        raise
    finally:
        if training.is_sound:
            write_files(training, folder)


def write_files(training: Training, folder: Path) -> None:
    """Write the checkpoint, the net, and the learning curve as numbers and as an image.

    Each file is replaced atomically, so that an interruption never leaves half a file.
    """
    game = training.config.game
    learner = training.learner
    standing = {STANDING_PREFIX + name: one.detach() for name, one in learner.standing.items()}
    weights = {name: one.cpu().numpy() for name, one in (learner.average | standing).items()}
    new = {name: folder / f"{name}.new" for name in (
        "checkpoint.pt", f"{game}.safetensors", "curve.json", "curve.svg")}  # fmt: skip
    training.save(new["checkpoint.pt"])
    net.save(new[f"{game}.safetensors"], game, weights, training.summary())
    new["curve.json"].write_text(json.dumps(training.curve), encoding="utf-8")
    new["curve.svg"].write_text(draw_curve(training.curve), encoding="utf-8")
    for name, path in new.items():
        path.replace(folder / name)


def result_text(result: HeadToHead) -> str:
    """Format a result for the console."""
    if not result.finished:
        return "no game was finished"
    is_part = result.finished < result.games
    games = f"{result.finished:,}" + (f" of {result.games:,}" if is_part else "")
    return f"{100 * result.share:.1f} % of the win, {games} games"


def row_text(row: dict[str, float]) -> str:
    """Format a row of the learning curve for the console."""
    text = (
        f"{row['minutes']:5.2f} min  {row['decisions'] / 1e6:8.1f} M decisions"
        f"  {row['decisions_per_second'] / 1e3:7.0f} k/s  win loss {row['win_loss']:.4f}"
    )
    return text + (f"  share {100 * row['share']:.1f} %" if "share" in row else "")


def exploit(
    config: TrainingConfig,
    bot: net.Net,
    options: tuple[int, dict[str, Any]],
    folder: Path,
    show: Print,
) -> HeadToHead:
    """Train a net against a fixed one, and return its result against it."""
    if STANDING_PREFIX + "layer0" not in bot.weights:
        raise OdintableError("the file is incomplete: it lacks the standing net")
    fixed = from_arrays(bot.weights, config.device)
    width = int(bot.weights["head"].shape[0])
    of_game = GAMES[bot.game].modules.bots.training
    config = replace(config, hidden=width, blocks=bot.blocks, **of_game.EXPLOIT_CONFIG)
    training = Training(config, [(1, *options)], fixed)
    training.learner.copy_from(fixed, STANDING_PREFIX)
    run_part(training, config.minutes, folder, show)
    answer = as_shipped(training.learner.average, config.device)
    return training.head_to_head(answer, fixed, options, NO_TURN_LIMIT)
