"""Training from end to end: games on all cores, choices and learning on the GPU, a report of it."""

from __future__ import annotations

import math
import pickle
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np
import torch

from odintable.errors import OdintableError
from odintable.games.spec import GAMES
from odintable.nets.net import description

from .game_mixture import LAST_BELL, MIXES, Mix, bell_at, starts
from .learner import BATCH, SLOTS, Learner
from .model import Shape, Weights
from .opponent_pool import Guests, frozen
from .selfplay import Harvest, Herd, choose, sent

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIZES = {"odin": (832, 4), "ravens": (640, 3)}  # (width, blocks): as many as 12 MB hold
# In each of two herds, with a GPU. A race takes long, so that fewer at once are known sooner.
GAMES_AT_ONCE = {"odin": 1 << 15, "ravens": 1 << 12}
GAMES_A_CORE = 256  # fewer are not worth waiting for another core
HERDS = 2  # one is advanced while the other's moves are chosen
REPORT_EVERY = 10.0  # seconds
ELSEWHERE = ("device", "games")  # of a plan: what may be another when a training goes on
A_DUEL = {"cuda": (1 << 12, 3000), "cpu": (64, 400)}  # games, and decisions that one may take
NO_BELL = 1 << 14  # turns: more than any race takes
RISE = 0.01  # the part of the time in which the step size rises
TRUST_GROWS = 0.3  # the part of the time in which a net comes to be trusted


@dataclass(frozen=True)
class Plan:
    """How long and how warm; the rest is the same for everybody."""

    game: str
    minutes: float  # of training in all, over all pieces
    seed: int = 1
    device: str = "cuda"
    games: int = 0  # at once, in each herd; 0: as many as suit the device
    rate: float = 1.2e-3
    last_rate: float = 2e-5
    warmth: float = 0.6  # how far moves stray from the best, in odds as a logarithm; at first
    last_warmth: float = 0.03  # ... and in the end
    guests: int = 0  # in a hundred of the other seats: had by somebody who plays less well
    past: int = 0  # in a hundred guests: the player as it was before; the others are less careful
    reuse: int = 2  # how often each decision is learned from
    trust: float = 0.0  # how far what is thought of a decision counts for the one before it
    hidden: int = 0  # the width of the net; 0: as shipped
    blocks: int = 0  # its residual layers; 0: as shipped

    def shape(self) -> Shape:
        """The net's size."""
        features = GAMES[self.game].modules.features
        hidden, blocks = SIZES[self.game]
        return Shape(
            features.SITUATION.bytes, features.CHOICE.bytes, features.STANDING.bytes,
            self.hidden or hidden, self.blocks or blocks,
        )  # fmt: skip

    def rate_at(self, part: float) -> float:
        """The step size after this part of the time: down like a cosine."""
        falling = 0.5 * (1 + math.cos(math.pi * min(1.0, part)))
        return self.last_rate + (self.rate - self.last_rate) * falling

    def warmth_at(self, part: float) -> float:
        """How far moves stray from the best, after this part of the time."""
        cooling: float = (self.last_warmth / self.warmth) ** min(1.0, part / 0.9)
        return self.warmth * cooling

    def trust_at(self, part: float) -> float:
        """How far the net's own opinions count, after this part of the time."""
        return self.trust * min(1.0, part / TRUST_GROWS)


# A turn of Ravens is many small decisions, and few of them change the odds by much.
HABITS: dict[str, dict[str, Any]] = {
    "odin": {"warmth": 0.6, "last_warmth": 0.03, "guests": 30, "reuse": 2},
    "ravens": {
        "warmth": 0.03,
        "last_warmth": 0.003,
        "guests": 30,
        "past": 50,
        "reuse": 4,
        "trust": 0.05,
    },
}


def plan_for(game: str, minutes: float, **chosen: Any) -> Plan:
    """The plan that suits a game, but for what was chosen."""
    return Plan(game, minutes, **{**HABITS[game], **chosen})


class Duel(NamedTuple):
    """What share of the games one took from another, and how many games were played to the end."""

    share: float  # no number if none was: then nobody knows
    ended: int
    games: int


class Training:
    """A training run that can be cut into pieces."""

    def __init__(self, plan: Plan, mix: Mix | None = None, opponent: Weights | None = None) -> None:
        """Deal the games and make a net, which knows nothing."""
        self.plan = plan
        on_gpu = plan.device == "cuda"
        if not on_gpu:
            torch.set_num_threads(1)  # small products: more of them would wait for each other
        torch.manual_seed(plan.seed)
        count = plan.games or (GAMES_AT_ONCE[plan.game] if on_gpu else 256)
        numba.set_num_threads(max(1, min(numba.config.NUMBA_NUM_THREADS, count // GAMES_A_CORE)))
        self.opponent = None if opponent is None else frozen(opponent, plan.device)
        self._begins = starts(plan.game, MIXES[plan.game] if mix is None else mix)
        self.herds = self._dealt(count, 0)
        slots = SLOTS // count * count if on_gpu else 1024 * count
        batch = BATCH if on_gpu else 256
        self.learner = Learner(plan.shape(), plan.seed, plan.device, slots, batch, plan.reuse)
        self.seconds = 0.0  # of training so far
        self.head = 0  # the next slot
        self.curve: list[dict[str, float]] = []
        self._shares = [0.0, 0]
        self.is_sound = True  # all losses are numbers
        self._begun = 0.0  # the part of the time that was done when this piece began
        self.guests = Guests(plan.game, self.learner.acting, plan.past, plan.seed, plan.device)

    def _dealt(self, count: int, done: int) -> list[Herd]:
        """Herds of games that nobody has met; so many decisions were made before."""
        others = self.plan.guests if self.opponent is None else 100
        return [
            Herd(self.plan.game, self._begins, count, self.plan.seed * 10 + number + 101 * done,
                 self.plan.device, others=others)
            for number in range(HERDS)
        ]  # fmt: skip

    @property
    def part(self) -> float:
        """How much of the training is done, 0 to 1."""
        return min(1.0, self.seconds / (60 * self.plan.minutes))

    def run(self, minutes: float, tell: Callable[[dict[str, float]], None]) -> None:
        """Train until so many minutes of the whole have passed."""
        for games in self.herds:
            self._turn(games)  # compiled and warmed up, before the clock runs
        begun, before = time.monotonic(), self.seconds
        reported, decisions = begun, self.head
        limit = 60 * min(minutes, self.plan.minutes)
        while self.seconds < limit:
            for games in self.herds:
                self._turn(games)
            now = time.monotonic()
            self.seconds = before + now - begun
            if now - reported >= REPORT_EVERY or self.seconds >= limit:
                row = self._report((self.head - decisions) / (now - reported))
                self.curve.append(row)
                tell(row)
                reported, decisions = now, self.head

    def _turn(self, games: Herd) -> None:
        """A decision in every game of a herd, and learning from what has ended."""
        bell = LAST_BELL if self.opponent is not None else bell_at(self.part)
        oldest = self.head - self.learner.slots + HERDS * games.count
        harvest = games.advance(oldest, bell, self.plan.trust_at(self.part))
        if self.opponent is not None:
            forfeit(harvest)
            self._note(harvest)
        self.learner.take(harvest)
        games.describe(self.head)
        with torch.inference_mode():
            decisions = sent(games)
            warmth = self.plan.warmth_at(self.part)
            guest = self.opponent or self.guests.present
            picked = choose(games, decisions, self.learner.acting, warmth, guest)
            self.learner.keep(self.head, decisions, picked)
        self.head += games.count
        rising = min(1.0, (self.part - self._begun) / RISE)
        self.learner.learn(
            rising * self.plan.rate_at(self.part),
            (self.plan.reuse + 1) * games.count // self.learner.batch + 1,
        )
        self.guests.go_on(self.part)

    def _note(self, harvest: Harvest) -> None:
        """How much the player that learns wins, against another."""
        learns = (harvest.who == 0) & harvest.is_over[:, None]
        self._shares[0] += float(harvest.shares[learns].sum())
        self._shares[1] += int(harvest.is_over.sum())

    def _report(self, speed: float) -> dict[str, float]:
        """A row of the curve."""
        win, points, between = (float(loss) for loss in self.learner.loss.cpu())
        self.is_sound = math.isfinite(win + points + between)
        if not self.is_sound:
            raise OdintableError("the net has come apart, its losses are no numbers: start anew")
        row = {
            "minutes": self.seconds / 60,
            "decisions": float(self.head),
            "decisions_per_second": speed,
            "steps": float(self.learner.steps),
            "warmth": self.plan.warmth_at(self.part),
            "win_loss": win,
            "points_loss": points,
            "standing_loss": between,
        }
        if self.opponent is not None and self._shares[1]:
            row["share"] = self._shares[0] / self._shares[1]
            self._shares = [0.0, 0]
        return row

    def duel(
        self, one: Weights, two: Weights, options: tuple[int, dict[str, Any]], bell: int = LAST_BELL
    ) -> Duel:
        """What share of the games one seat of the first takes from seats of the second."""
        players, settings = options
        begins = starts(self.plan.game, [(1, players, settings)])
        count, most = A_DUEL[self.plan.device]
        games = Herd(self.plan.game, begins, count, 7 + self.head, self.plan.device,
                     others=100)  # fmt: skip
        total, is_done = 0.0, np.zeros(count, bool)
        for _ in range(most):
            harvest = games.advance(0, bell)
            is_first = harvest.is_over & ~is_done[harvest.games]  # each counts once, however short
            total += float(harvest.shares[(harvest.who == 0) & is_first[:, None]].sum())
            is_done[harvest.games[is_first]] = True
            if is_done.all():
                break
            games.describe(0)
            with torch.inference_mode():
                choose(games, sent(games), one, 0.0, frozen(two, self.plan.device))
        ended = int(is_done.sum())
        return Duel(total / ended if ended else math.nan, ended, count)

    def save(self, path: Path) -> None:
        """Everything that is needed to go on in another piece."""
        torch.save(
            {"net": description(self.plan.game), "plan": asdict(self.plan),
             "learner": self.learner.state(), "seconds": self.seconds, "head": self.head,
             "curve": self.curve},
            path,
        )  # fmt: skip

    def resume(self, path: Path) -> None:
        """Go on from a file: other games, the optimizer begins anew, and so do past selves."""
        try:
            kept = torch.load(path, map_location=self.plan.device, weights_only=True)
            made_for = {**kept["net"], **kept["plan"]}
        except (pickle.UnpicklingError, RuntimeError, EOFError, KeyError, TypeError):
            raise OdintableError(f"{path} is no checkpoint of a training") from None
        asked_for = {**description(self.plan.game), **asdict(self.plan)}
        for name, asked in asked_for.items():
            if name not in ELSEWHERE and made_for.get(name) != asked:
                raise OdintableError(
                    f"{path} is of a training with {name} {made_for.get(name)}, not {asked}"
                )
        self.learner.restore(kept["learner"])
        count = self.herds[0].count
        self.seconds = kept["seconds"]
        self.head = kept["head"] + -kept["head"] % count
        self.curve = kept["curve"]
        self.herds = self._dealt(count, self.head)
        torch.manual_seed(self.plan.seed + self.head)
        self._begun = self.part
        self.guests.remember(self.part)

    def summary(self) -> dict[str, Any]:
        """How the net was trained, to be kept with its weights."""
        table = self.learner.reliability.cpu().tolist()
        return {
            "plan": asdict(self.plan),
            "minutes": round(self.seconds / 60, 2),
            "decisions": self.head,
            "steps": self.learner.steps,
            "device": torch.cuda.get_device_name() if self.plan.device == "cuda" else "cpu",
            "reliability": [[round(share / many, 4) if many else None, round(many)]
                            for many, share in table],
        }  # fmt: skip


def forfeit(harvest: Harvest) -> None:
    """What the bell has ended is lost for who learns: an answer must win where no bell rings."""
    called = harvest.is_called
    harvest.shares[called] = harvest.who[called] != 0
    harvest.is_over[called] = True


def half(weights: Weights, device: str) -> Weights:
    """The weights as they will be shipped, back in the precision that is calculated with."""
    kind = torch.bfloat16 if device == "cuda" else torch.float32
    return {name: one.detach().half().to(device, kind) for name, one in weights.items()}


def read(weights: dict[str, Any], device: str) -> Weights:
    """Weights from arrays, to choose moves with."""
    kind = torch.bfloat16 if device == "cuda" else torch.float32
    return {name: torch.from_numpy(one).to(device, kind) for name, one in weights.items()}
