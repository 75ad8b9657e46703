"""The learner: a replay memory of decisions, and gradient steps on those whose leg has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from .gpu_transfer import Staging
from .model import (
    Shape,
    Tensor,
    Weights,
    forward,
    forward_standing,
    init_standing_weights,
    init_weights,
)

if TYPE_CHECKING:
    from .selfplay import Decisions, FinishedDecisions

SLOTS = 1 << 24  # of the replay memory on a GPU; the oldest are overwritten
BATCH = 1 << 14
SHUFFLED_BATCHES = 8  # batches that are shuffled together
AVERAGE_RATE = 0.0003  # weight of the newest weights in their running average, at least
POINTS_WEIGHT = 0.3  # of the points in the loss, next to the win
BINS = 20  # of the reliability table
STANDING_LEARNING_RATE = 2e-3
LOSS_RATE = 0.02  # of the running average of the losses

cross_entropy = torch.nn.functional.binary_cross_entropy_with_logits


class Learner:
    """A net, the running average of its weights, and the decisions it learns from."""

    def __init__(
        self, shape: Shape, seed: int, device: str, slots: int, batch: int, reuse: int
    ) -> None:
        """Start with random weights and an empty replay memory."""
        self.shape, self.device, self.batch, self.slots = shape, device, batch, slots
        self.reuse = reuse  # how often each decision is learned from
        self.is_gpu = device == "cuda"
        kind = torch.bfloat16 if self.is_gpu else torch.float32
        self.weights = init_weights(shape, seed, device)
        self.average = {name: one.clone() for name, one in self.weights.items()}
        self.acting = {name: one.to(kind, copy=True) for name, one in self.weights.items()}
        self.standing = init_standing_weights(shape, seed, device)
        for one in (*self.weights.values(), *self.standing.values()):
            one.requires_grad_(True)
        self._learning_rate = torch.tensor(0.0, device=device)
        self._average_rate = torch.tensor(0.0, device=device)
        self._optimizer = torch.optim.Adam(
            list(self.weights.values()), lr=self._learning_rate, betas=(0.9, 0.99),
            fused=self.is_gpu, capturable=self.is_gpu,
        )  # fmt: skip
        self._standing_optimizer = torch.optim.Adam(
            list(self.standing.values()), lr=STANDING_LEARNING_RATE, fused=self.is_gpu
        )
        self._staging = Staging(device)
        self._situations = torch.zeros((slots, shape.situation), dtype=torch.uint8, device=device)
        self._rows = torch.zeros((slots, shape.choice), dtype=torch.uint8, device=device)
        self._queue: list[tuple[Tensor, Tensor]] = []  # slots and targets of finished decisions
        self._queued = 0
        self._pool = (torch.zeros(0), torch.zeros(0))
        self._order = torch.zeros(0)
        self._batch_slots = torch.zeros(batch, dtype=torch.int64, device=device)
        self._batch_targets = torch.full((batch, 3), 0.5, device=device)
        self.steps = self.rounds = 0
        self.loss = torch.zeros(3, device=device)
        self.reliability = torch.zeros((BINS, 2), device=device)
        self._graph = self._capture_step() if self.is_gpu else None

    # -- Decisions ---------------------------------------------------------------------------------

    def store(self, slot: int, decisions: Decisions, chosen: Tensor) -> None:
        """Store decisions with the rows that were chosen, from this slot on."""
        at = slot % self.slots
        count = chosen.shape[0]
        self._situations[at : at + count] = decisions.situations
        self._rows[at : at + count] = decisions.rows.index_select(0, chosen)

    def add_finished(self, finished: FinishedDecisions) -> None:
        """Queue finished decisions with their targets.

        The target of a decision is its lambda-return. If the game goes on after the leg, the
        standing net estimates the outcome.
        """
        if not len(finished.is_over):
            return
        send = self._staging.to_device
        win = send(finished.shares).float()
        with torch.no_grad():
            estimated = torch.sigmoid(
                forward_standing(self.standing, send(finished.standing_after))
            )
        win = torch.where(send(finished.is_over)[:, None], win, estimated)
        outcomes = torch.cat([win.unsqueeze(-1), send(finished.points)], dim=-1)
        slots = send(finished.slots) % self.slots
        targets = outcomes.flatten(0, 1)[send(finished.leg_seats)]
        weight = send(finished.outcome_weight)
        targets[:, 0] = send(finished.bootstrap) + weight * targets[:, 0]
        self._queue.append((slots, targets))
        self._queued += slots.shape[0]
        self.rounds += 1
        if self.rounds % 4 == 0:
            self._learn_standing(send(finished.standing_before), win, send(finished.players))

    def _learn_standing(self, standings: Tensor, win: Tensor, players: Tensor) -> None:
        """Take one gradient step of the standing net, towards the results of the legs."""
        seats = torch.arange(win.shape[1], device=self.device)
        is_taken = (seats[None, :] < players[:, None]).float()
        log_odds = forward_standing(self.standing, standings)
        loss = cross_entropy(log_odds, win, is_taken, reduction="sum") / is_taken.sum()
        self._standing_optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self._standing_optimizer.step()
        self.loss[2].lerp_(loss.detach(), LOSS_RATE)

    # -- Learning ----------------------------------------------------------------------------------

    def learn(self, learning_rate: float, max_steps: int) -> None:
        """Learn from the queued decisions."""
        self._learning_rate.fill_(learning_rate)
        for _ in range(max_steps):
            if self._order.shape[0] < self.batch and not self._shuffle():
                break
            chosen, self._order = self._order[: self.batch], self._order[self.batch :]
            self._batch_slots.copy_(self._pool[0][chosen])
            self._batch_targets.copy_(self._pool[1][chosen])
            self._average_rate.fill_(max(AVERAGE_RATE, 3 / (self.steps + 3)))
            if self._graph is None:
                self._step()
            else:
                self._graph.replay()
            self.steps += 1

    def _shuffle(self) -> bool:
        """Shuffle all queued decisions, if there are enough."""
        if self._queued < SHUFFLED_BATCHES * self.batch:
            return False
        slots, targets = zip(*self._queue, strict=True)
        self._pool = (torch.cat(slots), torch.cat(targets))
        orders = [torch.randperm(self._queued, device=self.device) for _ in range(self.reuse)]
        self._order = torch.cat(orders)
        self._queue, self._queued = [], 0
        return True

    def _capture_step(self) -> Any:
        """Capture a step as a CUDA graph, which runs without a launch for every operation."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._step()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        self._optimizer.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph):
            self._step()
        return graph

    def _step(self) -> None:
        """Take one gradient step on the current batch."""
        slots, targets = self._batch_slots, self._batch_targets
        with torch.autocast(self.device, torch.bfloat16, enabled=self.is_gpu, cache_enabled=False):
            situations, rows = self._situations[slots], self._rows[slots]
            outputs = forward(self.weights, situations, rows, None).float()
        win = cross_entropy(outputs[:, 0], targets[:, 0])
        points = (outputs[:, 1:] - targets[:, 1:]).square().mean()
        self._optimizer.zero_grad(set_to_none=True)
        (win + POINTS_WEIGHT * points).backward()
        self._optimizer.step()
        with torch.no_grad():
            for name, one in self.average.items():
                one.lerp_(self.weights[name], self._average_rate)
            self.update_acting()
            self._track(win, points, outputs[:, 0].detach(), targets[:, 0])

    def update_acting(self) -> None:
        """Copy the newest weights to those that choose moves, in half precision on a GPU."""
        for name, one in self.weights.items():
            self.acting[name].copy_(one.detach())

    def _track(self, win: Tensor, points: Tensor, log_odds: Tensor, target: Tensor) -> None:
        """Track the losses and the reliability, without waiting for the GPU."""
        self.loss[:2].lerp_(torch.stack([win, points]).detach(), LOSS_RATE)
        bins = (torch.sigmoid(log_odds) * BINS).long().clamp_(0, BINS - 1)
        self.reliability *= 0.999
        self.reliability[:, 0].index_add_(0, bins, torch.ones_like(target))
        self.reliability[:, 1].index_add_(0, bins, target)

    # -- Saving ------------------------------------------------------------------------------------

    def copy_from(self, weights: Weights, standing_prefix: str) -> None:
        """Start as a copy of a net; names of the standing net's weights have this prefix."""
        with torch.no_grad():
            for name, one in self.weights.items():
                one.copy_(weights[name])
                self.average[name].copy_(weights[name])
            for name, one in self.standing.items():
                one.copy_(weights[standing_prefix + name])
            self.update_acting()

    def state(self) -> dict[str, Any]:
        """Return the state for a checkpoint, in half precision; without that of the optimizer."""
        return {
            part: {name: one.detach().half().cpu() for name, one in getattr(self, part).items()}
            for part in ("weights", "average", "standing")
        } | {"steps": self.steps}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from a checkpoint."""
        with torch.no_grad():
            for part in ("weights", "average", "standing"):
                own: Weights = getattr(self, part)
                for name, one in own.items():
                    one.copy_(state[part][name])
            self.update_acting()
        self.steps = state["steps"]
