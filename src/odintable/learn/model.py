"""The net: how good each choice of a decision is, from its bits. Plain tensors by name.

The situation is looked at once, each choice is added to it, and a few residual layers judge the
sum. Three numbers come out for a choice: the odds of winning the game as a logarithm, and what the
hand or race will bring the player and the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch

Tensor = Any
Weights = dict[str, Tensor]

HEADS = 3  # win, own points, others' points


@dataclass(frozen=True)
class Shape:
    """How large a net is; the widths are in bytes of bits."""

    situation: int
    choice: int
    standing: int
    hidden: int
    blocks: int


def fresh(shape: Shape, seed: int, device: str) -> Weights:
    """A net that knows nothing."""
    source = torch.Generator().manual_seed(seed)

    def drawn(rows: int, columns: int, scale: float) -> Tensor:
        return (torch.randn(rows, columns, generator=source) * scale).to(device)

    hidden = shape.hidden
    weights = {
        "situation": drawn(8 * shape.situation, hidden, 0.08),
        "choice": drawn(8 * shape.choice, hidden, 0.15),
        "choice.bias": torch.zeros(hidden, device=device),
        "head": drawn(hidden, HEADS, 0.01),
        "head.bias": torch.zeros(HEADS, device=device),
    }
    for block in range(shape.blocks):
        weights[f"block{block}"] = drawn(hidden, hidden, (1.0 / hidden) ** 0.5)
        weights[f"block{block}.bias"] = torch.zeros(hidden, device=device)
    return weights


def fresh_standing(shape: Shape, seed: int, device: str) -> Weights:
    """A small net for the game between two hands or races."""
    source = torch.Generator().manual_seed(seed)
    sizes = [8 * shape.standing, 64, 64, 1]
    weights: Weights = {}
    for layer, (one, two) in enumerate(pairwise(sizes)):
        matrix = torch.randn(one, two, generator=source) * (1.5 / one**0.5)
        weights[f"layer{layer}"] = matrix.to(device)
        weights[f"layer{layer}.bias"] = torch.zeros(two, device=device)
    return weights


def unpacked(packed: Tensor, kind: Tensor) -> Tensor:
    """Bytes of bits as numbers, in the kind of the weights they will meet."""
    shifts = torch.arange(8, device=packed.device, dtype=torch.uint8)
    bits = (packed.unsqueeze(-1) >> shifts) & 1
    return bits.flatten(-2).to(kind.dtype)


def judged(weights: Weights, situations: Tensor, rows: Tensor, owners: Tensor | None) -> Tensor:
    """Three numbers for each row; `owners` says whose choice it is (None: one row each)."""
    known = unpacked(situations, weights["situation"]) @ weights["situation"]
    if owners is not None:
        known = known.index_select(0, owners)
    added = torch.addmm(
        weights["choice.bias"], unpacked(rows, weights["choice"]), weights["choice"]
    )
    layer = torch.relu_(known + added)
    block = 0
    while f"block{block}" in weights:
        inner = torch.addmm(weights[f"block{block}.bias"], layer, weights[f"block{block}"])
        layer = layer + torch.relu_(inner)
        block += 1
    return torch.addmm(weights["head.bias"], layer, weights["head"])


def judged_standing(weights: Weights, packed: Tensor) -> Tensor:
    """The odds of winning, as a logarithm, between two hands or races."""
    layer = unpacked(packed, weights["layer0"])
    for name in ("layer0", "layer1"):
        layer = torch.relu(layer @ weights[name] + weights[f"{name}.bias"])
    return (layer @ weights["layer2"] + weights["layer2.bias"]).squeeze(-1)
