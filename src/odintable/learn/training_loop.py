"""The training loop: games on all cores, move choices and gradient steps on the GPU."""

from __future__ import annotations

import math
import pickle
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np
import torch

from odintable.errors import OdintableError
from odintable.games.spec import GAMES
from odintable.nets.former_settings import current_training
from odintable.nets.net import description

from .game_mixture import GameMixture, starts_of
from .learner import BATCH, SLOTS, Learner
from .opponent_pool import OpponentPool, fixed_opponent
from .selfplay import FinishedDecisions, VectorGames, choose_moves, send_decisions
from .training_config import LAST_TURN_LIMIT, TrainingConfig, turn_limit_at

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .model import Weights

GAMES_PER_CORE = 256  # with fewer, another core is not worth its overhead
GROUPS = 2  # of games: one is advanced while the moves of the other are chosen
REPORT_EVERY = 10.0  # seconds
MAY_DIFFER = ("device", "games")  # settings that may change when a training run is resumed
# By device: the games of a head-to-head, and the most decisions in each.
HEAD_TO_HEAD = {"cuda": (1 << 12, 3000), "cpu": (64, 400)}
RAMP = 0.01  # the fraction of the training in which the learning rate rises


class HeadToHead(NamedTuple):
    """The share of the win of one player against others, and the number of finished games."""

    share: float  # NaN if no game was finished
    finished: int
    games: int


class Training:
    """A training run, which can be interrupted and resumed."""

    def __init__(
        self,
        config: TrainingConfig,
        mixture: GameMixture | None = None,
        opponent: Weights | None = None,
    ) -> None:
        """Deal the games and make a net with random weights; train against an opponent, if any."""
        self.config = config
        on_gpu = config.device == "cuda"
        if not on_gpu:
            torch.set_num_threads(1)  # products are small: more threads would wait for each other
        torch.manual_seed(config.seed)
        of_game = GAMES[config.game].modules.bots.training
        count = config.games or (of_game.GAMES_AT_ONCE if on_gpu else 256)
        numba.set_num_threads(max(1, min(numba.config.NUMBA_NUM_THREADS, count // GAMES_PER_CORE)))
        self.opponent = None if opponent is None else fixed_opponent(opponent, config.device)
        self._starts = starts_of(config.game, of_game.MIXTURE if mixture is None else mixture)
        self.groups = self._new_groups(count, 0)
        slots = SLOTS // count * count if on_gpu else 1024 * count
        batch = BATCH if on_gpu else 256
        self.learner = Learner(
            config.shape(), config.seed, config.device, slots, batch, config.reuse
        )
        self.seconds = 0.0  # of training so far
        self.decisions = 0  # made so far; the next slot of the replay memory
        self.curve: list[dict[str, float]] = []
        self._opponent_results = [0.0, 0]  # shares of the win, games
        self.is_sound = True  # all losses are finite
        self._resumed_at = 0.0  # the progress when this part of the training began
        self.pool = OpponentPool(
            config.game, self.learner.acting, config.past_self_percent, config.seed, config.device
        )

    def _new_groups(self, count: int, decisions: int) -> list[VectorGames]:
        """Deal groups of games; their seeds depend on the number of decisions so far."""
        config = self.config
        opponent_percent = config.opponent_percent if self.opponent is None else 100
        return [
            VectorGames(config.game, self._starts, count,
                        config.seed * 10 + number + 101 * decisions, config.device,
                        opponent_percent=opponent_percent)
            for number in range(GROUPS)
        ]  # fmt: skip

    @property
    def progress(self) -> float:
        """The fraction of the training that is done, from 0 to 1."""
        return min(1.0, self.seconds / (60 * self.config.minutes))

    def run(self, minutes: float, report: Callable[[dict[str, float]], None]) -> None:
        """Train until the whole run has taken this many minutes."""
        for games in self.groups:
            self._advance(games)  # compiles on the first call, before the clock starts
        began, before = time.monotonic(), self.seconds
        reported, decisions = began, self.decisions
        limit = 60 * min(minutes, self.config.minutes)
        while self.seconds < limit:
            for games in self.groups:
                self._advance(games)
            now = time.monotonic()
            self.seconds = before + now - began
            if now - reported >= REPORT_EVERY or self.seconds >= limit:
                row = self._curve_row((self.decisions - decisions) / (now - reported))
                self.curve.append(row)
                report(row)
                reported, decisions = now, self.decisions

    def _advance(self, games: VectorGames) -> None:
        """Make a decision in every game of a group, and learn from the legs that have ended."""
        progress = self.progress
        turn_limit = LAST_TURN_LIMIT if self.opponent is not None else turn_limit_at(progress)
        oldest_slot = self.decisions - self.learner.slots + GROUPS * games.count
        finished = games.advance(oldest_slot, turn_limit, self.config.lambda_at(progress))
        if self.opponent is not None:
            forfeit_cut_off(finished)
            self._track_opponent(finished)
        self.learner.add_finished(finished)
        games.describe(self.decisions)
        with torch.inference_mode():
            decisions = send_decisions(games)
            temperature = self.config.temperature_at(progress)
            opponent = self.opponent or self.pool.current
            chosen = choose_moves(games, decisions, self.learner.acting, temperature, opponent)
            self.learner.store(self.decisions, decisions, chosen)
        self.decisions += games.count
        ramp = min(1.0, (progress - self._resumed_at) / RAMP)
        self.learner.learn(
            ramp * self.config.learning_rate_at(progress),
            (self.config.reuse + 1) * games.count // self.learner.batch + 1,
        )
        self.pool.step(progress)

    def _track_opponent(self, finished: FinishedDecisions) -> None:
        """Add up the learner's shares of the win against a fixed opponent."""
        learners = ~finished.is_opponent & finished.is_over[:, None]
        self._opponent_results[0] += float(finished.shares[learners].sum())
        self._opponent_results[1] += int(finished.is_over.sum())

    def _curve_row(self, speed: float) -> dict[str, float]:
        """Return the current losses and counts, as a row of the learning curve."""
        win, points, standing = (float(loss) for loss in self.learner.loss.cpu())
        self.is_sound = math.isfinite(win + points + standing)
        if not self.is_sound:
            raise OdintableError("training diverged, its losses are not numbers: start again")
        row = {
            "minutes": self.seconds / 60,
            "decisions": float(self.decisions),
            "decisions_per_second": speed,
            "steps": float(self.learner.steps),
            "temperature": self.config.temperature_at(self.progress),
            "win_loss": win,
            "points_loss": points,
            "standing_loss": standing,
        }
        shares, games = self._opponent_results
        if self.opponent is not None and games:
            row["share"] = shares / games
            self._opponent_results = [0.0, 0]
        return row

    def head_to_head(
        self,
        one: Weights,
        two: Weights,
        options: tuple[int, dict[str, Any]],
        turn_limit: int = LAST_TURN_LIMIT,
    ) -> HeadToHead:
        """Play games in which one seat has the first net and all others the second."""
        game, device = self.config.game, self.config.device
        starts = starts_of(game, [(1, *options)])
        count, max_decisions = HEAD_TO_HEAD[device]
        games = VectorGames(game, starts, count, 7 + self.decisions, device, opponent_percent=100)
        total, is_done = 0.0, np.zeros(count, bool)
        for _ in range(max_decisions):
            finished = games.advance(0, turn_limit)
            is_first = finished.is_over & ~is_done[finished.games]  # each game counts once
            total += float(finished.shares[~finished.is_opponent & is_first[:, None]].sum())
            is_done[finished.games[is_first]] = True
            if is_done.all():
                break
            games.describe(0)
            with torch.inference_mode():
                choose_moves(games, send_decisions(games), one, 0.0, fixed_opponent(two, device))
        done = int(is_done.sum())
        return HeadToHead(total / done if done else math.nan, done, count)

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        torch.save(
            {"net": description(self.config.game), "config": asdict(self.config),
             "learner": self.learner.state(), "seconds": self.seconds,
             "decisions": self.decisions, "curve": self.curve},
            path,
        )  # fmt: skip

    def resume(self, path: Path) -> None:
        """Continue from a checkpoint: with other games, a new optimizer and no past versions."""
        try:
            saved = torch.load(path, map_location=self.config.device, weights_only=True)
            saved = current_training(saved)
            made_for = {**saved["net"], **asdict(TrainingConfig(**saved["config"]))}
        except (pickle.UnpicklingError, RuntimeError, EOFError, KeyError, TypeError):
            raise OdintableError(f"{path} is not a checkpoint of a training run") from None
        needed = {**description(self.config.game), **asdict(self.config)}
        for name, value in needed.items():
            if name not in MAY_DIFFER and made_for.get(name) != value:
                raise OdintableError(
                    f"{path} is of a training run with {name} {made_for.get(name)}, not {value}"
                )
        self.learner.restore(saved["learner"])
        count = self.groups[0].count
        self.seconds = saved["seconds"]
        self.decisions = saved["decisions"] + -saved["decisions"] % count
        self.curve = saved["curve"]
        self.groups = self._new_groups(count, self.decisions)
        torch.manual_seed(self.config.seed + self.decisions)
        self._resumed_at = self.progress
        self.pool.add_snapshot(self.progress)

    def summary(self) -> dict[str, Any]:
        """Return how the net was trained, for the metadata of its file."""
        table = self.learner.reliability.cpu().tolist()
        return {
            "config": asdict(self.config),
            "minutes": round(self.seconds / 60, 2),
            "decisions": self.decisions,
            "steps": self.learner.steps,
            "device": torch.cuda.get_device_name() if self.config.device == "cuda" else "cpu",
            "reliability": [[round(share / many, 4) if many else None, round(many)]
                            for many, share in table],
        }  # fmt: skip


def forfeit_cut_off(finished: FinishedDecisions) -> None:
    """Count legs that hit the turn limit as games that the learner has lost."""
    cut_off = finished.hit_turn_limit
    finished.shares[cut_off] = finished.is_opponent[cut_off]
    finished.is_over[cut_off] = True


def as_shipped(weights: Weights, device: str) -> Weights:
    """Return weights rounded to half precision, as in a file, in the type for choosing moves."""
    kind = torch.bfloat16 if device == "cuda" else torch.float32
    return {name: one.detach().half().to(device, kind) for name, one in weights.items()}


def from_arrays(weights: dict[str, Any], device: str) -> Weights:
    """Return weights for choosing moves, from the arrays of a net."""
    kind = torch.bfloat16 if device == "cuda" else torch.float32
    return {name: torch.from_numpy(one).to(device, kind) for name, one in weights.items()}
