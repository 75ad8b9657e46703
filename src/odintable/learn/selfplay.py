"""Self-play: many games advanced on all cores, and their moves chosen together on the GPU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from odintable.games import selfplay_games
from odintable.games.rng import generator
from odintable.games.spec import GAMES, MAX_PLAYERS

from .gpu_transfer import Staging
from .model import Tensor, Weights, forward
from .training_config import LAST_TURN_LIMIT

MAX_DECISIONS = 512  # decisions of a leg; later ones are not learned from


@dataclass(frozen=True)
class FinishedDecisions:
    """The decisions of all legs that have just ended, and how these legs ended."""

    slots: np.ndarray  # where each decision is in the replay memory
    leg_seats: np.ndarray  # which leg it belongs to, times MAX_PLAYERS, plus the seat that decided
    bootstrap: np.ndarray  # what the values of later decisions add to its value
    outcome_weight: np.ndarray  # how much the outcome of the leg counts
    standing_before: np.ndarray  # [leg, seat]: features of the scores
    standing_after: np.ndarray  # ... if the game goes on
    is_over: np.ndarray  # [leg]: the game has ended with it
    hit_turn_limit: np.ndarray  # [leg]
    shares: np.ndarray  # [leg, seat]: of the win, if the game is over
    points: np.ndarray  # [leg, seat, 2]: the seat's, the others'
    players: np.ndarray  # [leg]
    is_opponent: np.ndarray  # [leg, seat]: does not learn
    games: np.ndarray  # [leg]: the number of the game


class VectorGames:
    """Games played side by side, all waiting for a decision at the same time."""

    def __init__(
        self,
        game: str,
        starts: selfplay_games.Starts,
        count: int,
        seed: int,
        device: str,
        *,
        opponent_percent: int = 0,
    ) -> None:
        """Deal all games; one seat of each learns, and some of the others are opponents."""
        parts, features = GAMES[game].modules.components, GAMES[game].modules.features
        self.count, self.device = count, device
        self._starts = starts
        self._opponent_percent = opponent_percent
        standings = np.zeros((count, MAX_PLAYERS, features.STANDING.bytes), np.uint8)
        self._games = selfplay_games.GameArrays(
            states=np.zeros(count, parts.STATE),
            memories=np.zeros(count, features.MEMORY),
            trackers=np.zeros(count, selfplay_games.TRACKER),
            standings=standings,
            rngs=np.stack([generator(seed * 1_000_003 + at) for at in range(count)]),
        )
        self._results = selfplay_games.LegResults(
            standings=np.zeros_like(standings),
            shares=np.zeros((count, MAX_PLAYERS)),
            points=np.zeros((count, MAX_PLAYERS, 2), np.float32),
        )
        self._log = selfplay_games.DecisionLog(
            slots=np.zeros((count, MAX_DECISIONS), np.int64),
            seats=np.zeros((count, MAX_DECISIONS), np.int8),
            values=np.zeros((count, MAX_DECISIONS), np.float32),
        )
        self._legs = np.zeros(count, np.int32)
        self.counts = self._pinned((count,), torch.int32)
        self.first_rows = self._pinned((count,), torch.int64)
        self.chosen_rows = self._pinned((count,), torch.int64)
        self.chosen_values = self._pinned((count,), torch.float32)
        self._pending = selfplay_games.PendingDecisions(
            moves=np.zeros((count, parts.MAX_LEGAL_MOVES), np.int16),
            counts=self.counts.numpy(),
            first_rows=self.first_rows.numpy(),
            chosen_rows=self.chosen_rows.numpy(),
        )
        self.situations = self._pinned((count, features.SITUATION.bytes), torch.uint8)
        self.is_learner = self._pinned((count,), torch.bool)
        self._row_bytes = features.CHOICE.bytes
        self.rows = self._pinned((16 * count, self._row_bytes), torch.uint8)
        self.row_count = 0
        self.learner_rows = self.opponent_rows = np.zeros(0, np.int64)
        self.staging = Staging(device)
        self.chosen_event = torch.cuda.Event() if device == "cuda" else None
        selfplay_games.start_all(self._games, starts, opponent_percent)

    def _pinned(self, shape: tuple[int, ...], kind: Any) -> Tensor:
        """Allocate memory that the GPU reads quickly."""
        return torch.zeros(shape, dtype=kind, pin_memory=self.device == "cuda")

    @property
    def states(self) -> np.ndarray:
        """The states of all games."""
        states: np.ndarray = self._games.states
        return states

    def advance(
        self, oldest_slot: int, turn_limit: int = LAST_TURN_LIMIT, lambda_: float = 1.0
    ) -> FinishedDecisions:
        """Make the chosen moves, and advance to the next decisions.

        Legs that reach the turn limit end. Decisions in slots before `oldest_slot` are left
        out, because newer ones have overwritten them.
        """
        if self.chosen_event is not None:
            self.chosen_event.synchronize()
        selfplay_games.log_values(self._games, self._log, self.chosen_values.numpy())
        selfplay_games.advance(
            self._games, self._starts, self._pending, self._results, self._opponent_percent,
            turn_limit,
        )  # fmt: skip
        return self._finished(oldest_slot, lambda_)

    def _finished(self, oldest_slot: int, lambda_: float) -> FinishedDecisions:
        """Collect the decisions of the legs that have just ended."""
        finished = np.empty(int(self._games.trackers["finished"].sum()), selfplay_games.FINISHED)
        count, ended = selfplay_games.collect_finished(
            self._games, self._log, lambda_, oldest_slot, finished, self._legs
        )
        legs = self._legs[:ended]
        trackers, finished = self._games.trackers[legs], finished[:count]
        return FinishedDecisions(
            slots=finished["slot"].copy(),
            leg_seats=finished["leg_seat"].copy(),
            bootstrap=finished["bootstrap"].copy(),
            outcome_weight=finished["outcome_weight"].copy(),
            standing_before=self._results.standings[legs],
            standing_after=self._games.standings[legs],
            is_over=trackers["is_over"].astype(bool),
            hit_turn_limit=trackers["hit_turn_limit"].astype(bool),
            shares=self._results.shares[legs],
            points=self._results.points[legs],
            players=trackers["leg_players"].copy(),
            is_opponent=trackers["leg_is_opponent"].astype(bool),
            games=legs.copy(),
        )

    def describe(self, first_slot: int) -> None:
        """Write the features of all decisions; the first will be stored in this slot."""
        counts, first_rows = self._pending.counts, self._pending.first_rows
        np.cumsum(counts, out=first_rows)
        self.row_count = int(first_rows[-1])
        first_rows -= counts
        if self.row_count > self.rows.shape[0]:
            self.rows = self._pinned((self.row_count * 5 // 4, self._row_bytes), torch.uint8)
        features = selfplay_games.DecisionFeatures(
            self.situations.numpy(), self.rows.numpy(), self.is_learner.numpy()
        )
        selfplay_games.describe(self._games, self._pending, self._log, first_slot, features)
        if self._opponent_percent:
            is_learners = np.repeat(features.is_learner, counts)
            self.learner_rows = np.flatnonzero(is_learners)
            self.opponent_rows = np.flatnonzero(~is_learners)


@dataclass(frozen=True)
class Decisions:
    """The pending decisions of all games, on the GPU."""

    situations: Tensor
    rows: Tensor  # a row for each legal move
    owners: Tensor  # [row]: the number of its game
    is_learner: Tensor


def send_decisions(games: VectorGames) -> Decisions:
    """Send the features of all decisions to the GPU."""
    device = games.device
    counts = games.counts.to(device, non_blocking=True)
    owners = torch.repeat_interleave(counts, output_size=games.row_count)
    return Decisions(
        games.situations.to(device, non_blocking=True),
        games.rows[: games.row_count].to(device, non_blocking=True),
        owners,
        games.is_learner.to(device, non_blocking=True),
    )


@dataclass(frozen=True)
class Opponent:
    """The player in the seats that do not learn."""

    weights: Weights
    temperatures: Tensor  # games use them in turn


def choose_moves(
    games: VectorGames,
    decisions: Decisions,
    weights: Weights,
    temperature: float,
    opponent: Opponent | None = None,
) -> Tensor:
    """Choose a row for every decision: the best, or with a temperature sometimes another."""
    owners = decisions.owners
    estimated = log_odds_by_seat(games, decisions, weights, opponent)
    log_odds = estimated
    if opponent is not None:
        learns = decisions.is_learner.index_select(0, owners)
        temperatures = opponent.temperatures[owners % len(opponent.temperatures)]
        log_odds = log_odds + torch.where(learns, temperature, temperatures) * gumbel(log_odds)
    elif temperature:
        log_odds = log_odds + temperature * gumbel(log_odds)
    best = torch.full((games.count,), -torch.inf, device=log_odds.device)
    best.scatter_reduce_(0, owners, log_odds, "amax")
    numbers = torch.arange(games.row_count, device=log_odds.device)
    numbers = torch.where(log_odds == best.index_select(0, owners), numbers, -1)
    chosen = torch.full((games.count,), -1, dtype=torch.int64, device=log_odds.device)
    chosen.scatter_reduce_(0, owners, numbers, "amax")
    games.chosen_rows.copy_(chosen, non_blocking=True)
    values = torch.sigmoid(estimated.index_select(0, chosen))
    games.chosen_values.copy_(values, non_blocking=True)
    if games.chosen_event is not None:
        games.chosen_event.record()
    return chosen


def log_odds_by_seat(
    games: VectorGames, decisions: Decisions, weights: Weights, opponent: Opponent | None
) -> Tensor:
    """Return the log odds of every row, as estimated by the player in that seat."""
    situations, rows, owners = decisions.situations, decisions.rows, decisions.owners
    if opponent is None or opponent.weights is weights:
        return forward(weights, situations, rows, owners)[:, 0].float()
    log_odds = torch.empty(games.row_count, device=rows.device)
    by_player = ((games.learner_rows, weights), (games.opponent_rows, opponent.weights))
    for row_numbers, player_weights in by_player:
        own = games.staging.to_device(row_numbers)
        log_odds[own] = forward(
            player_weights, situations, rows.index_select(0, own), owners.index_select(0, own)
        )[:, 0].float()
    return log_odds


def gumbel(like: Tensor) -> Tensor:
    """Return Gumbel noise: the highest log odds with it added are a draw from their softmax."""
    return -torch.log(-torch.log(torch.rand_like(like).clamp_(1e-9, 1 - 1e-7)))
