"""A whole course of training: pieces, looks back on the way, and the files that come of it."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import torch

from odintable.errors import OdintableError
from odintable.nets import net

from .loss_plot import drawn
from .training_loop import NO_BELL, Duel, Plan, Training, half, read

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Tell = Callable[[str], None]

LOOKS = (0.2, 0.5, 1.0)  # after which parts of the time the net meets what it was before
DUELS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "odin": [(2, {"hands": 1}), (4, {"hands": 1})],
    "ravens": [(2, {"target": 1})],  # single races: whole games would take minutes
}
# Who begins as a copy of a player has much to lose by large steps.
ANSWERS: dict[str, dict[str, Any]] = {
    "odin": {"rate": 4e-4, "warmth": 0.1},
    "ravens": {"rate": 3e-4, "warmth": 0.01},
}
LEAVE_EVERY = 60.0  # seconds
STANDING = "standing."  # before the names of the weights that judge the game between two legs


def device_named(name: str) -> str:
    """The device asked for, or the GPU if there is one."""
    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise OdintableError("there is no GPU here that torch can use: --device cpu tries it out")
    return name


def train(plan: Plan, folder: Path, until: float, resume: Path | None, tell: Tell) -> Training:
    """Train, look back now and then, and leave everything in a folder."""
    training = Training(plan)
    earlier = None
    if resume is not None:
        training.resume(resume)
        if training.seconds >= 60 * until:
            raise OdintableError(
                f"{resume} has {training.seconds / 60:.2f} minutes behind it, more than asked for"
            )
        earlier = half(training.learner.average, plan.device)
    for look in LOOKS:
        end = min(until, look * plan.minutes)
        if end * 60 <= training.seconds:
            continue
        go_on(training, end, folder, tell)
        now = half(training.learner.average, plan.device)
        if earlier is not None:
            for players, options in DUELS[plan.game]:
                duel = training.duel(now, earlier, (players, options))
                if duel.ended:
                    training.curve[-1][f"share against before, {players} players"] = duel.share
                tell(f"one of {players} against the net before: {told(duel)}")
        earlier = now
    leave(training, folder)
    return training


def go_on(training: Training, minutes: float, folder: Path, tell: Tell) -> None:
    """Train until then, and leave everything in the folder now and then, and when stopped."""
    left = time.monotonic()

    def report(row: dict[str, float]) -> None:
        nonlocal left
        tell(line(row))
        if time.monotonic() - left >= LEAVE_EVERY:
            leave(training, folder)
            left = time.monotonic()

    try:
        training.run(minutes, report)
    except KeyboardInterrupt:
        tell(f"stopped: what was learned so far is in {folder}")
        raise
    finally:
        if training.is_sound:
            leave(training, folder)


def leave(training: Training, folder: Path) -> None:
    """Write the checkpoint, the net, and the curve as numbers and as a picture.

    What was there is replaced at once, so that no stop leaves half a file.
    """
    game = training.plan.game
    learner = training.learner
    between = {STANDING + name: one.detach() for name, one in learner.standing.items()}
    weights = {name: one.cpu().numpy() for name, one in (learner.average | between).items()}
    new = {name: folder / f"{name}.new" for name in (
        "checkpoint.pt", f"{game}.safetensors", "curve.json", "curve.svg")}  # fmt: skip
    training.save(new["checkpoint.pt"])
    net.save(new[f"{game}.safetensors"], game, weights, training.summary())
    new["curve.json"].write_text(json.dumps(training.curve), encoding="utf-8")
    new["curve.svg"].write_text(drawn(training.curve), encoding="utf-8")
    for name, path in new.items():
        path.replace(folder / name)


def told(duel: Duel) -> str:
    """What was taken, for who watches."""
    if not duel.ended:
        return "no game has ended"
    games = f"{duel.ended:,}" + (f" of {duel.games:,}" if duel.ended < duel.games else "")
    return f"{100 * duel.share:.1f} % of the win, {games} games"


def line(row: dict[str, float]) -> str:
    """A row of the curve, for who watches."""
    text = (
        f"{row['minutes']:5.2f} min  {row['decisions'] / 1e6:8.1f} M decisions"
        f"  {row['decisions_per_second'] / 1e3:7.0f} k/s  win loss {row['win_loss']:.4f}"
    )
    return text + (f"  share {100 * row['share']:.1f} %" if "share" in row else "")


def exploit(
    plan: Plan, bot: net.Net, options: tuple[int, dict[str, Any]], folder: Path, tell: Tell
) -> Duel:
    """Train against a net that does not change; the share of the win that is taken from it."""
    if STANDING + "layer0" not in bot.weights:
        raise OdintableError("the file has only half a net: what judges the standing is missing")
    frozen = read(bot.weights, plan.device)
    width = int(bot.weights["head"].shape[0])
    plan = replace(plan, hidden=width, blocks=bot.blocks, **ANSWERS[bot.game])
    training = Training(plan, [(1, *options)], frozen)
    training.learner.begin_as(frozen, STANDING)
    go_on(training, plan.minutes, folder, tell)
    answer = half(training.learner.average, plan.device)
    return training.duel(answer, frozen, options, NO_BELL)
