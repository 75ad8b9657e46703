"""The net: evaluates each move of a decision from its feature bits. Plain tensors by name.

The situation is embedded once, each move is added to it, and a few residual layers follow. A move
gets three outputs: the log odds of winning the game, and the points that the leg will bring the
player and the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch

Tensor = Any
Weights = dict[str, Tensor]

OUTPUTS = 3  # win, own points, others' points


@dataclass(frozen=True)
class Shape:
    """The size of a net; the widths of its inputs are in bytes of feature bits."""

    situation: int
    choice: int
    standing: int
    hidden: int
    blocks: int


def init_weights(shape: Shape, seed: int, device: str) -> Weights:
    """Return random weights for a net."""
    source = torch.Generator().manual_seed(seed)

    def normal(rows: int, columns: int, scale: float) -> Tensor:
        return (torch.randn(rows, columns, generator=source) * scale).to(device)

    hidden = shape.hidden
    weights = {
        "situation": normal(8 * shape.situation, hidden, 0.08),
        "choice": normal(8 * shape.choice, hidden, 0.15),
        "choice.bias": torch.zeros(hidden, device=device),
        "head": normal(hidden, OUTPUTS, 0.01),
        "head.bias": torch.zeros(OUTPUTS, device=device),
    }
    for block in range(shape.blocks):
        weights[f"block{block}"] = normal(hidden, hidden, (1.0 / hidden) ** 0.5)
        weights[f"block{block}.bias"] = torch.zeros(hidden, device=device)
    return weights


def init_standing_weights(shape: Shape, seed: int, device: str) -> Weights:
    """Return random weights for the small net that evaluates the standing between two legs."""
    source = torch.Generator().manual_seed(seed)
    sizes = [8 * shape.standing, 64, 64, 1]
    weights: Weights = {}
    for layer, (one, two) in enumerate(pairwise(sizes)):
        matrix = torch.randn(one, two, generator=source) * (1.5 / one**0.5)
        weights[f"layer{layer}"] = matrix.to(device)
        weights[f"layer{layer}.bias"] = torch.zeros(two, device=device)
    return weights


def unpack_bits(packed: Tensor, like: Tensor) -> Tensor:
    """Unpack bytes into bits, as numbers of the same type as the weights `like`."""
    shifts = torch.arange(8, device=packed.device, dtype=torch.uint8)
    bits = (packed.unsqueeze(-1) >> shifts) & 1
    return bits.flatten(-2).to(like.dtype)


def forward(weights: Weights, situations: Tensor, rows: Tensor, owners: Tensor | None) -> Tensor:
    """Return three outputs per row; `owners` are the rows' situations (None: one row each)."""
    embedded = unpack_bits(situations, weights["situation"]) @ weights["situation"]
    if owners is not None:
        embedded = embedded.index_select(0, owners)
    added = torch.addmm(
        weights["choice.bias"], unpack_bits(rows, weights["choice"]), weights["choice"]
    )
    layer = torch.relu_(embedded + added)
    block = 0
    while f"block{block}" in weights:
        inner = torch.addmm(weights[f"block{block}.bias"], layer, weights[f"block{block}"])
        layer = layer + torch.relu_(inner)
        block += 1
    return torch.addmm(weights["head.bias"], layer, weights["head"])


def forward_standing(weights: Weights, packed: Tensor) -> Tensor:
    """Return the log odds of winning the game, between two legs."""
    layer = unpack_bits(packed, weights["layer0"])
    for name in ("layer0", "layer1"):
        layer = torch.relu(layer @ weights[name] + weights[f"{name}.bias"])
    return (layer @ weights["layer2"] + weights["layer2.bias"]).squeeze(-1)
