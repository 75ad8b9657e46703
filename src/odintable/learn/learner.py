"""What is learned from decisions whose hand or race has ended, on the GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from .gpu_transfer import Staging
from .model import Shape, Tensor, Weights, fresh, fresh_standing, judged, judged_standing

if TYPE_CHECKING:
    from .selfplay import Decisions, Harvest

SLOTS = 1 << 24  # decisions that are kept, on a GPU; older ones are overwritten
BATCH = 1 << 14
POOL = 8  # batches that are shuffled together
AVERAGE = 0.0003  # how much of the newest weights goes into the averaged ones, at least, a step
POINTS = 0.3  # how much the points weigh in what is learned, beside the win
BINS = 20  # of the reliability table
STANDING_RATE = 2e-3

cross_entropy = torch.nn.functional.binary_cross_entropy_with_logits


class Learner:
    """A net, its average over time, and the decisions it learns from."""

    def __init__(
        self, shape: Shape, seed: int, device: str, slots: int, batch: int, reuse: int
    ) -> None:
        """A net that knows nothing, and no decisions."""
        self.shape, self.device, self.batch, self.slots = shape, device, batch, slots
        self.reuse = reuse  # how often each decision is learned from
        self.is_gpu = device == "cuda"
        kind = torch.bfloat16 if self.is_gpu else torch.float32
        self.weights = fresh(shape, seed, device)
        self.average = {name: one.clone() for name, one in self.weights.items()}
        self.acting = {name: one.to(kind, copy=True) for name, one in self.weights.items()}
        self.standing = fresh_standing(shape, seed, device)
        for one in (*self.weights.values(), *self.standing.values()):
            one.requires_grad_(True)
        self._rate = torch.tensor(0.0, device=device)
        self._pace = torch.tensor(0.0, device=device)
        self._optimizer = torch.optim.Adam(
            list(self.weights.values()), lr=self._rate, betas=(0.9, 0.99),
            fused=self.is_gpu, capturable=self.is_gpu,
        )  # fmt: skip
        self._standing_optimizer = torch.optim.Adam(
            list(self.standing.values()), lr=STANDING_RATE, fused=self.is_gpu
        )
        self._staging = Staging(device)
        self._situations = torch.zeros((slots, shape.situation), dtype=torch.uint8, device=device)
        self._rows = torch.zeros((slots, shape.choice), dtype=torch.uint8, device=device)
        self._waiting: list[tuple[Tensor, Tensor]] = []
        self._waiting_count = 0
        self._pool = (torch.zeros(0), torch.zeros(0))
        self._order = torch.zeros(0)
        self._batch_slots = torch.zeros(batch, dtype=torch.int64, device=device)
        self._batch_aims = torch.full((batch, 3), 0.5, device=device)
        self.steps = self.turns = 0
        self.loss = torch.zeros(3, device=device)
        self.reliability = torch.zeros((BINS, 2), device=device)
        self._graph = self._recorded() if self.is_gpu else None

    # -- Decisions ---------------------------------------------------------------------------------

    def keep(self, slot: int, decisions: Decisions, picked: Tensor) -> None:
        """Keep what was decided, from this slot on."""
        at = slot % self.slots
        count = picked.shape[0]
        self._situations[at : at + count] = decisions.situations
        self._rows[at : at + count] = decisions.rows.index_select(0, picked)

    def take(self, harvest: Harvest) -> None:
        """Decisions whose end is known wait to be learned from.

        A win is worth what came of it, and what was thought of the decisions on the way there.
        """
        if not len(harvest.is_over):
            return
        send = self._staging.sent
        win = send(harvest.shares).float()
        with torch.no_grad():
            going_on = torch.sigmoid(judged_standing(self.standing, send(harvest.opening)))
        win = torch.where(send(harvest.is_over)[:, None], win, going_on)
        ends = torch.cat([win.unsqueeze(-1), send(harvest.found)], dim=-1)
        slots = send(harvest.slots) % self.slots
        aims = ends.flatten(0, 1)[send(harvest.places)]
        aims[:, 0] = send(harvest.thought) + send(harvest.weight) * aims[:, 0]
        self._waiting.append((slots, aims))
        self._waiting_count += slots.shape[0]
        self.turns += 1
        if self.turns % 4 == 0:
            self._learn_standing(send(harvest.closed), win, send(harvest.players))

    def _learn_standing(self, closed: Tensor, win: Tensor, players: Tensor) -> None:
        """One step towards what hands and races made of the standing before them."""
        seats = torch.arange(win.shape[1], device=self.device)
        sits = (seats[None, :] < players[:, None]).float()
        odds = judged_standing(self.standing, closed)
        loss = cross_entropy(odds, win, sits, reduction="sum") / sits.sum()
        self._standing_optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self._standing_optimizer.step()
        self.loss[2].lerp_(loss.detach(), 0.02)

    # -- Learning ----------------------------------------------------------------------------------

    def learn(self, rate: float, most: int) -> None:
        """Learn from what waits, at most so many steps."""
        self._rate.fill_(rate)
        for _ in range(most):
            if self._order.shape[0] < self.batch and not self._shuffle():
                break
            chosen, self._order = self._order[: self.batch], self._order[self.batch :]
            self._batch_slots.copy_(self._pool[0][chosen])
            self._batch_aims.copy_(self._pool[1][chosen])
            self._pace.fill_(max(AVERAGE, 3 / (self.steps + 3)))
            if self._graph is None:
                self._step()
            else:
                self._graph.replay()
            self.steps += 1

    def _shuffle(self) -> bool:
        """Mix all decisions that wait, if they are enough."""
        if self._waiting_count < POOL * self.batch:
            return False
        slots, aims = zip(*self._waiting, strict=True)
        self._pool = (torch.cat(slots), torch.cat(aims))
        orders = [
            torch.randperm(self._waiting_count, device=self.device) for _ in range(self.reuse)
        ]
        self._order = torch.cat(orders)
        self._waiting, self._waiting_count = [], 0
        return True

    def _recorded(self) -> Any:
        """A step as a recording: the GPU plays it without being told every part."""
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
        """One step towards what happened."""
        slots, aims = self._batch_slots, self._batch_aims
        with torch.autocast(self.device, torch.bfloat16, enabled=self.is_gpu, cache_enabled=False):
            situations, rows = self._situations[slots], self._rows[slots]
            found = judged(self.weights, situations, rows, None).float()
        win = cross_entropy(found[:, 0], aims[:, 0])
        points = (found[:, 1:] - aims[:, 1:]).square().mean()
        self._optimizer.zero_grad(set_to_none=True)
        (win + POINTS * points).backward()
        self._optimizer.step()
        with torch.no_grad():
            for name, one in self.average.items():
                one.lerp_(self.weights[name], self._pace)
            self.refresh()
            self._note(win, points, found[:, 0].detach(), aims[:, 0])

    def refresh(self) -> None:
        """Let the moves be chosen by the newest weights, in half precision on a GPU."""
        for name, one in self.weights.items():
            self.acting[name].copy_(one.detach())

    def _note(self, win: Tensor, points: Tensor, odds: Tensor, aim: Tensor) -> None:
        """Keep the losses and the reliability, without waiting for the GPU."""
        self.loss[:2].lerp_(torch.stack([win, points]).detach(), 0.02)
        bins = (torch.sigmoid(odds) * BINS).long().clamp_(0, BINS - 1)
        self.reliability *= 0.999
        self.reliability[:, 0].index_add_(0, bins, torch.ones_like(aim))
        self.reliability[:, 1].index_add_(0, bins, aim)

    # -- Pieces ------------------------------------------------------------------------------------

    def begin_as(self, weights: Weights, standing: str) -> None:
        """Begin as a copy of a net; what judges the standing has this before its names."""
        with torch.no_grad():
            for name, one in self.weights.items():
                one.copy_(weights[name])
                self.average[name].copy_(weights[name])
            for name, one in self.standing.items():
                one.copy_(weights[standing + name])
            self.refresh()

    def state(self) -> dict[str, Any]:
        """What is needed to go on later, in half precision: the optimizer begins anew."""
        return {
            part: {name: one.detach().half().cpu() for name, one in getattr(self, part).items()}
            for part in ("weights", "average", "standing")
        } | {"steps": self.steps}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        with torch.no_grad():
            for part in ("weights", "average", "standing"):
                own: Weights = getattr(self, part)
                for name, one in own.items():
                    one.copy_(state[part][name])
            self.refresh()
        self.steps = state["steps"]
