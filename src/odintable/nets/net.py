"""A net that evaluates the moves of a decision, without torch."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from odintable.errors import OdintableError
from odintable.games import compiled_calls
from odintable.games.spec import GAMES

from . import safetensors_format
from .former_settings import current_training
from .game_fingerprint import fingerprint
from .inference import Layers, forward

if TYPE_CHECKING:
    from odintable.games.position import Position

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Net:
    """The weights of a net in single precision, and how it was trained."""

    game: str
    weights: dict[str, np.ndarray]
    training: dict[str, Any]

    def evaluate_moves(self, view: Position, moves: list[int]) -> np.ndarray:
        """Return for each move the log odds of winning, the player's points and the others'."""
        return self.evaluate_bits(*feature_bits(view, moves))

    def evaluate_bits(self, situation: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Evaluate moves from the feature bits of the situation and of each move."""
        outputs: np.ndarray = forward(situation, rows, self.layers)
        return outputs

    @functools.cached_property
    def layers(self) -> Layers:
        """The weights as the compiled forward pass takes them."""
        names = [f"block{block}" for block in range(self.blocks)]
        weights = self.weights
        return Layers(
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
        """The number of residual layers."""
        return sum(name.startswith("block") for name in self.weights) // 2


def feature_bits(view: Position, moves: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Return the feature bits of the situation, and of each move of the seat to move."""
    features = GAMES[view.name].modules.features
    memories = np.zeros(1, features.MEMORY)
    history = np.array([move for _, move in view.history or ()], np.int16)
    compiled_calls.rebuild_memory_at(view.states, history, memories)
    situation = np.zeros(features.SITUATION.bytes, np.uint8)
    rows = np.zeros((len(moves), features.CHOICE.bytes), np.uint8)
    compiled_calls.mark_decision_at(
        view.states, memories, np.array(moves, np.int16), len(moves), situation, rows
    )
    return situation, rows


@functools.cache
def shipped(game: str) -> Net:
    """Return the net that ships with the package."""
    return load(FOLDER / f"{game}.safetensors", game)


def is_trained_for(view: Position) -> bool:
    """Whether there is a net for this game, trained with these options."""
    spec = GAMES[view.name]
    if not spec.has_net:
        return False
    untrained = spec.modules.bots.training.UNTRAINED_OPTIONS
    return not any(view.options.get(option) for option in untrained)


def load_any(path: Path) -> Net:
    """Load a net for whichever game its file names."""
    game = safetensors_format.read(path)[1].get("game")
    if game not in GAMES:
        raise OdintableError(f"{path.name} is a net for {game}, not for {' or '.join(GAMES)}")
    return load(path, game)


def load(path: Path, game: str) -> Net:
    """Load a net, if it was trained with these rules and features."""
    weights, about = safetensors_format.read(path)
    expected = description(game)
    for name, ours in expected.items():
        if about.get(name) != ours:
            raise OdintableError(
                f"{path.name} is a net for {name} {about.get(name)}, not {ours}: train it again"
            )
    missing = {"situation", "choice", "choice.bias", "block0", "head", "head.bias"} - set(weights)
    if missing:
        raise OdintableError(f"{path.name} is a net without {', '.join(sorted(missing))}")
    single = {name: one.astype(np.float32) for name, one in weights.items()}
    training = current_training(json.loads(about.get("training", "{}")))
    return Net(game, single, training)


def save(path: Path, game: str, weights: dict[str, np.ndarray], training: dict[str, Any]) -> None:
    """Write a net in half precision."""
    half = {name: one.astype(np.float16) for name, one in weights.items()}
    about = {**description(game), "training": json.dumps(training, separators=(",", ":"))}
    safetensors_format.write(path, half, about)


def description(game: str) -> dict[str, str]:
    """Return the metadata that a net for this game must have."""
    version = str(GAMES[game].modules.features.VERSION)
    return {"game": game, "features": version, "rules": fingerprint(game)}
