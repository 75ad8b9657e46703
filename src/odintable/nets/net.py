"""A net that judges the choices of a decision, without torch."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from odintable.errors import OdintableError
from odintable.games import calls
from odintable.games.spec import GAMES

from . import safetensors_format
from .fingerprint import fingerprint
from .inference import judge_bits

if TYPE_CHECKING:
    from odintable.games.position import Position

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Net:
    """Weights in single precision, and how they came about."""

    game: str
    weights: dict[str, np.ndarray]
    training: dict[str, Any]

    def judge(self, view: Position, moves: list[int]) -> np.ndarray:
        """For each move: the odds of winning as a logarithm, own points, others' points."""
        return self.judge_bits(*bits_of(view, moves))

    def judge_bits(self, situation: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """The same, from the bits."""
        judged: np.ndarray = judge_bits(situation, rows, *self.layers)
        return judged

    @functools.cached_property
    def layers(self) -> tuple[np.ndarray, ...]:
        """The weights in the order in which they are met."""
        names = [f"block{block}" for block in range(self.blocks)]
        weights = self.weights
        return (
            weights["situation"],
            weights["choice"],
            weights["choice.bias"],
            np.stack([weights[name] for name in names]),
            np.stack([weights[f"{name}.bias"] for name in names]),
            weights["head"],
            weights["head.bias"],
        )

    @property
    def blocks(self) -> int:
        """How many residual layers there are."""
        return sum(name.startswith("block") for name in self.weights) // 2


def bits_of(view: Position, moves: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """The situation and the choices of a seat that is to move."""
    features = GAMES[view.name].modules.features
    memories = np.zeros(1, features.MEMORY)
    past = np.array([move for _, move in view.past or ()], np.int16)
    calls.recall_at(view.states, past, memories)
    situation = np.zeros(features.SITUATION.bytes, np.uint8)
    rows = np.zeros((len(moves), features.CHOICE.bytes), np.uint8)
    calls.describe_at(view.states, memories, np.array(moves, np.int16), len(moves), situation, rows)
    return situation, rows


@functools.cache
def shipped(game: str) -> Net:
    """The net that comes with the package."""
    return load(FOLDER / f"{game}.safetensors", game)


def knows(view: Position) -> bool:
    """Whether the net of the package learned to play so: races that end by themselves."""
    return not view.options.get("max-turns")


def load_any(path: Path) -> Net:
    """A net from a file, for the game that it says it is for."""
    game = safetensors_format.read(path)[1].get("game")
    if game not in GAMES:
        raise OdintableError(f"{path.name} is a net for {game}, not for {' or '.join(GAMES)}")
    return load(path, game)


def load(path: Path, game: str) -> Net:
    """A net from a file, if it was made for these rules and features."""
    weights, about = safetensors_format.read(path)
    expected = description(game)
    for name, ours in expected.items():
        if about.get(name) != ours:
            raise OdintableError(
                f"{path.name} is a net for {name} {about.get(name)}, not {ours}: train it anew"
            )
    absent = {"situation", "choice", "choice.bias", "block0", "head", "head.bias"} - set(weights)
    if absent:
        raise OdintableError(f"{path.name} is a net without {', '.join(sorted(absent))}")
    single = {name: one.astype(np.float32) for name, one in weights.items()}
    return Net(game, single, json.loads(about.get("training", "{}")))


def save(path: Path, game: str, weights: dict[str, np.ndarray], training: dict[str, Any]) -> None:
    """Write a net in half precision."""
    half = {name: one.astype(np.float16) for name, one in weights.items()}
    about = {**description(game), "training": json.dumps(training, separators=(",", ":"))}
    safetensors_format.write(path, half, about)


def description(game: str) -> dict[str, str]:
    """What a net must have been made for."""
    version = str(GAMES[game].modules.features.VERSION)
    return {"game": game, "features": version, "rules": fingerprint(game)}
