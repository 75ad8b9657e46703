"""The settings of a training run. Each game overrides some in its `bots/training.py`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from odintable.games.spec import GAMES

from .model import Shape

# Turns after which a leg is decided as it stands; few at first, while nets play aimlessly.
FIRST_TURN_LIMIT, LAST_TURN_LIMIT = 30, 80
NO_TURN_LIMIT = 1 << 14  # turns: more than any leg takes
WARMUP = 0.3  # the fraction of the training after which turn limit and lambda are constant


@dataclass(frozen=True)
class TrainingConfig:
    """The settings of one training run."""

    game: str
    minutes: float  # of training in total, over all parts of the run
    seed: int = 1
    device: str = "cuda"
    games: int = 0  # played at once, in each group; 0: as many as suit the device
    learning_rate: float = 1.2e-3
    final_learning_rate: float = 2e-5
    temperature: float = 0.6  # of the softmax over log odds that draws moves, at first
    final_temperature: float = 0.03
    opponent_percent: int = 0  # of the other seats: played by the opponent pool
    past_self_percent: int = 0  # of the pool: past versions of the learner; the rest are noisy
    reuse: int = 2  # how often each decision is learned from
    lambda_: float = 1.0  # TD(lambda); 1: only the outcome of the leg counts
    hidden: int = 0  # the width of the net; 0: as shipped
    blocks: int = 0  # its residual layers; 0: as shipped

    def shape(self) -> Shape:
        """Return the size of the net."""
        modules = GAMES[self.game].modules
        features, training = modules.features, modules.bots.training
        return Shape(
            features.SITUATION.bytes, features.CHOICE.bytes, features.STANDING.bytes,
            self.hidden or training.HIDDEN, self.blocks or training.BLOCKS,
        )  # fmt: skip

    def learning_rate_at(self, progress: float) -> float:
        """Return the learning rate at this point of the training: a cosine schedule."""
        falling = 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
        return self.final_learning_rate + (self.learning_rate - self.final_learning_rate) * falling

    def temperature_at(self, progress: float) -> float:
        """Return the temperature at this point of the training: an exponential schedule."""
        cooling: float = (self.final_temperature / self.temperature) ** min(1.0, progress / 0.9)
        return self.temperature * cooling

    def lambda_at(self, progress: float) -> float:
        """Return the lambda at this point of the training: from 1 down to its final value."""
        return 1.0 - (1.0 - self.lambda_) * min(1.0, progress / WARMUP)


def training_config(game: str, minutes: float, **chosen: Any) -> TrainingConfig:
    """Return the settings that suit a game, except for those that are given."""
    of_game = GAMES[game].modules.bots.training.CONFIG
    return TrainingConfig(game, minutes, **{**of_game, **chosen})


def turn_limit_at(progress: float) -> int:
    """Return the turn limit at this point of the training."""
    growth = math.log(LAST_TURN_LIMIT / FIRST_TURN_LIMIT) * min(1.0, progress / WARMUP)
    return round(FIRST_TURN_LIMIT * math.exp(growth))
