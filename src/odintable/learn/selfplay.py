"""A herd of games on all cores, and the choice of moves in all of them at once on the GPU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from odintable.games import vector
from odintable.games.rng import generator
from odintable.games.spec import GAMES, MAX_PLAYERS

from .game_mixture import LAST_BELL
from .gpu_transfer import Staging
from .model import Tensor, Weights, judged

MOST_KEPT = 512  # decisions of a hand or race; what comes later is not learned from


@dataclass(frozen=True)
class Harvest:
    """The decisions of all hands or races that have just ended."""

    slots: np.ndarray  # where each decision lies
    places: np.ndarray  # which leg (hand or race) it belongs to, times six, and who decided
    thought: np.ndarray  # what was thought of the decisions after it, as far as that counts
    weight: np.ndarray  # how much the end counts
    closed: np.ndarray  # [leg, seat] the standing before it, as bits
    opening: np.ndarray  # ... and after it, if the game goes on
    is_over: np.ndarray  # [leg] the game, too
    is_called: np.ndarray  # [leg] because the bell rang
    shares: np.ndarray  # [leg, seat] of the win, if the game is over
    found: np.ndarray  # [leg, seat, 2] points: the own, the others'
    players: np.ndarray  # [leg]
    who: np.ndarray  # [leg, seat] 0 is the one that learns
    games: np.ndarray  # [leg] which game of the herd


class Herd:
    """Games that are played side by side, all waiting for a decision at the same time."""

    def __init__(
        self,
        game: str,
        starts: tuple[np.ndarray, np.ndarray],
        count: int,
        seed: int,
        device: str,
        *,
        others: int = 0,
    ) -> None:
        """Deal all games; one seat of each learns, and so many in a hundred of the rest do not."""
        rules, features = GAMES[game].modules.components, GAMES[game].modules.features
        self.count, self.device = count, device
        self._starts, self._seats = starts
        self._others = others
        self._rngs = np.stack([generator(seed * 1_000_003 + at) for at in range(count)])
        self._states = np.zeros(count, rules.STATE)
        self._memories = np.zeros(count, features.MEMORY)
        self._care = np.zeros(count, vector.CARE)
        self._opening = np.zeros((count, MAX_PLAYERS, features.STANDING.bytes), np.uint8)
        self._closed = np.zeros_like(self._opening)
        self._shares = np.zeros((count, MAX_PLAYERS))
        self._found = np.zeros((count, MAX_PLAYERS, 2), np.float32)
        self._moves = np.zeros((count, rules.MAX_MOVES), np.int16)
        self._slots = np.zeros((count, MOST_KEPT), np.int64)
        self._deciders = np.zeros((count, MOST_KEPT), np.int8)
        self._opinions = np.zeros((count, MOST_KEPT), np.float32)
        self._legs = np.zeros(count, np.int32)
        self.counts = self._shared((count,), torch.int32)
        self.firsts = self._shared((count,), torch.int64)
        self.situations = self._shared((count, features.SITUATION.bytes), torch.uint8)
        self.learning = self._shared((count,), torch.bool)
        self.picked = self._shared((count,), torch.int64)
        self.said = self._shared((count,), torch.float32)
        self._row_bytes = features.CHOICE.bytes
        self.rows = self._shared((16 * count, self._row_bytes), torch.uint8)
        self.row_count = 0
        self.learners_rows = self.guests_rows = np.zeros(0, np.int64)  # who judges which
        self.staging = Staging(device)
        self.picked_event = torch.cuda.Event() if device == "cuda" else None
        vector.begin_all(
            self._states, self._memories, self._care, self._opening,
            self._starts, self._seats, self._rngs, self._others,
        )  # fmt: skip

    def _shared(self, shape: tuple[int, ...], kind: Any) -> Tensor:
        """Memory that the GPU reads quickly."""
        return torch.zeros(shape, dtype=kind, pin_memory=self.device == "cuda")

    def advance(self, oldest: int, bell: int = LAST_BELL, trust: float = 0.0) -> Harvest:
        """Make the moves that were picked, and go on to the next decisions.

        Races that have taken as many turns as the bell says are over. What was thought of a
        decision counts for those before it as far as it is trusted.
        """
        if self.picked_event is not None:
            self.picked_event.synchronize()
        vector.note(self._care, self.said.numpy(), self._opinions)
        vector.advance(
            self._states, self._memories, self._care, self._opening, self._closed,
            self._shares, self._found, self._starts, self._seats, self._rngs, self._others,
            bell, self.picked.numpy(), self.firsts.numpy(), self._moves, self.counts.numpy(),
        )  # fmt: skip
        return self._gathered(oldest, trust)

    def _gathered(self, oldest: int, trust: float) -> Harvest:
        """What has just ended, but for decisions in slots that were used again."""
        ready = np.empty(int(self._care["done"].sum()), vector.READY)
        count, ended = vector.gather(
            self._care, self._slots, self._deciders, self._opinions, trust, oldest, ready,
            self._legs,
        )  # fmt: skip
        at = self._legs[:ended]
        care, ready = self._care[at], ready[:count]
        return Harvest(
            ready["slot"].copy(), ready["place"].copy(), ready["thought"].copy(),
            ready["weight"].copy(), self._closed[at], self._opening[at],
            care["is_over"].astype(bool), care["is_called"].astype(bool),
            self._shares[at], self._found[at],
            care["sat"].copy(), care["had"].copy(), at.copy(),
        )  # fmt: skip

    def describe(self, first_slot: int) -> None:
        """Write down the bits of all decisions; the first is kept in this slot."""
        counts, firsts = self.counts.numpy(), self.firsts.numpy()
        np.cumsum(counts, out=firsts)
        self.row_count = int(firsts[-1])
        firsts -= counts
        if self.row_count > self.rows.shape[0]:
            self.rows = self._shared((self.row_count * 5 // 4, self._row_bytes), torch.uint8)
        vector.describe(
            self._states, self._memories, self._care, self._moves, counts, firsts,
            self._slots, self._deciders, first_slot,
            self.situations.numpy(), self.rows.numpy(), self.learning.numpy(),
        )  # fmt: skip
        if self._others:
            is_learners = np.repeat(self.learning.numpy(), counts)
            self.learners_rows = np.flatnonzero(is_learners)
            self.guests_rows = np.flatnonzero(~is_learners)


@dataclass(frozen=True)
class Decisions:
    """The decisions of a herd, on the GPU."""

    situations: Tensor
    rows: Tensor
    owners: Tensor
    learning: Tensor


def sent(games: Herd) -> Decisions:
    """Send what was written down to the GPU."""
    device = games.device
    counts = games.counts.to(device, non_blocking=True)
    owners = torch.repeat_interleave(counts, output_size=games.row_count)
    return Decisions(
        games.situations.to(device, non_blocking=True),
        games.rows[: games.row_count].to(device, non_blocking=True),
        owners,
        games.learning.to(device, non_blocking=True),
    )


@dataclass(frozen=True)
class Guest:
    """Who has the seats that do not learn."""

    weights: Weights
    strays: Tensor  # by how much from the best, in odds as a logarithm; games take turns


def choose(
    games: Herd, decisions: Decisions, weights: Weights, warmth: float, guest: Guest | None = None
) -> Tensor:
    """Pick a row for every decision: the best, or with warmth now and then another."""
    owners = decisions.owners
    odds = judged_by_seat(games, decisions, weights, guest)
    said = odds
    if guest is not None:
        learns = decisions.learning.index_select(0, owners)
        strays = guest.strays[owners % len(guest.strays)]
        odds = odds + torch.where(learns, warmth, strays) * gumbel(odds)
    elif warmth:
        odds = odds + warmth * gumbel(odds)
    best = torch.full((games.count,), -torch.inf, device=odds.device)
    best.scatter_reduce_(0, owners, odds, "amax")
    numbers = torch.arange(games.row_count, device=odds.device)
    numbers = torch.where(odds == best.index_select(0, owners), numbers, -1)
    picked = torch.full((games.count,), -1, dtype=torch.int64, device=odds.device)
    picked.scatter_reduce_(0, owners, numbers, "amax")
    games.picked.copy_(picked, non_blocking=True)
    games.said.copy_(torch.sigmoid(said.index_select(0, picked)), non_blocking=True)
    if games.picked_event is not None:
        games.picked_event.record()
    return picked


def judged_by_seat(
    games: Herd, decisions: Decisions, weights: Weights, guest: Guest | None
) -> Tensor:
    """The odds of every row, as whoever has the seat sees them."""
    situations, rows, owners = decisions.situations, decisions.rows, decisions.owners
    if guest is None or guest.weights is weights:
        return judged(weights, situations, rows, owners)[:, 0].float()
    odds = torch.empty(games.row_count, device=rows.device)
    for which, theirs in ((games.learners_rows, weights), (games.guests_rows, guest.weights)):
        chosen = games.staging.sent(which)
        odds[chosen] = judged(
            theirs, situations, rows.index_select(0, chosen), owners.index_select(0, chosen)
        )[:, 0].float()
    return odds


def gumbel(odds: Tensor) -> Tensor:
    """Noise: who adds it to odds and takes the best has drawn by these odds."""
    return -torch.log(-torch.log(torch.rand_like(odds).clamp_(1e-9, 1 - 1e-7)))
