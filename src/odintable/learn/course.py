"""A whole course of training: pieces, looks back on the way, and the files that come of it."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import torch

from odintable.errors import OdintableError
from odintable.nets import net

from .curve import drawn
from .train import Plan, Training, half, read

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Tell = Callable[[str], None]

LOOKS = (0.15, 0.4, 0.7, 1.0)  # after which parts of the time the net meets what it was before
DUELS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "odin": [(2, {"hands": 1}), (4, {"hands": 1})],
    "ravens": [(2, {"target": 1})],  # single races: whole games would take minutes
}
# Who begins as a copy of a player has much to lose by large steps.
ANSWERS: dict[str, dict[str, Any]] = {
    "odin": {"rate": 4e-4, "warmth": 0.1},
    "ravens": {"rate": 3e-4, "warmth": 0.01},
}
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
    if resume is not None:
        training.resume(resume)
    earlier = None
    for look in LOOKS:
        end = min(until, look * plan.minutes)
        if end * 60 <= training.seconds:
            continue
        training.run(end, lambda row: tell(line(row)))
        leave(training, folder)
        now = half(training.learner.average, plan.device)
        if earlier is not None:
            for players, options in DUELS[plan.game]:
                share = training.duel(now, earlier, (players, options))
                if not math.isnan(share):
                    training.curve[-1][f"share against before, {players} players"] = share
                tell(f"one of {players} against the net before: {told(share)}")
        earlier = now
    leave(training, folder)
    return training


def leave(training: Training, folder: Path) -> None:
    """Write the checkpoint, the net, and the curve as numbers and as a picture."""
    game = training.plan.game
    learner = training.learner
    training.save(folder / "checkpoint.pt")
    between = {STANDING + name: one.detach() for name, one in learner.standing.items()}
    weights = {name: one.cpu().numpy() for name, one in (learner.average | between).items()}
    net.save(folder / f"{game}.safetensors", game, weights, training.summary())
    (folder / "curve.json").write_text(json.dumps(training.curve), encoding="utf-8")
    (folder / "curve.svg").write_text(drawn(training.curve), encoding="utf-8")


def told(share: float) -> str:
    """What was taken, for who watches."""
    return "no game has ended" if math.isnan(share) else f"{100 * share:.1f} % of the win"


def line(row: dict[str, float]) -> str:
    """A row of the curve, for who watches."""
    text = (
        f"{row['minutes']:5.2f} min  {row['decisions'] / 1e6:8.1f} M decisions"
        f"  {row['decisions_per_second'] / 1e3:7.0f} k/s  win loss {row['win_loss']:.4f}"
    )
    return text + (f"  share {100 * row['share']:.1f} %" if "share" in row else "")


def exploit(
    plan: Plan, bot: net.Net, options: tuple[int, dict[str, Any]], folder: Path, tell: Tell
) -> float:
    """Train against a net that does not change; the share of the win that is taken from it."""
    frozen = read(bot.weights, plan.device)
    width = int(bot.weights["head"].shape[0])
    plan = replace(plan, hidden=width, blocks=bot.blocks, **ANSWERS[bot.game])
    training = Training(plan, [(1, *options)], frozen)
    training.learner.begin_as(frozen, STANDING)
    for look in LOOKS:
        training.run(look * plan.minutes, lambda row: tell(line(row)))
        leave(training, folder)
    answer = half(training.learner.average, plan.device)
    return training.duel(answer, frozen, options)
