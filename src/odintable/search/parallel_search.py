"""A search from one view: each thread grows its own tree until a limit is reached."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from odintable.games.position import FULL_STATE
from odintable.games.rng import generator
from odintable.games.spec import MAX_PLAYERS

from . import net_prior
from .ismcts_baseline import simulate_baseline
from .tree import NODE, RootView, TreeArrays, simulate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal

    from .config import SearchConfig
    from .net_prior import NetPrior

MAX_NODES = 1 << 22
MIN_NODES = 1 << 12
NODES_PER_SIMULATION = 16  # more than a simulation needs, on average
MAX_SIMULATIONS_PER_MS = 400
SCRATCH_STATES = 4  # the state that is played, and three for sampling
CHUNK_SECONDS = 0.001  # between two looks at the clock
SAFETY_FACTOR = 3  # a search ends this many times its slowest chunk before the deadline
FIRST_CHUNK, MAX_CHUNK = 8, 2048  # simulations between two looks at the clock
EARLY_STOP_SECONDS = 0.004  # between two checks whether the best move can still change
CAUTION = 2.0  # standard errors by which a value is reduced when moves are compared
UNKNOWN_VARIANCE = 0.25  # of a result that is seen for the first time
NET_SECONDS = 0.01  # the time that must be left to use a net
NO_HISTORY = np.zeros((0, 2), np.int16)
NO_LOG_WEIGHT = -1e18  # nothing has been sampled yet


@dataclass(frozen=True)
class SearchLimits:
    """When a search ends: at a time of `time.monotonic`, after a number of simulations, or both."""

    deadline: float | None
    sims: int | None
    stop: StopSignal
    may_stop_early: bool = False  # when the best move cannot change any more

    def is_reached(self, now: float, sims: int) -> bool:
        """Return whether the search must end."""
        if self.deadline is not None and now >= self.deadline:
            return True
        return (self.sims is not None and sims >= self.sims) or self.stop.is_set()


@dataclass(frozen=True)
class MoveStatistics:
    """The results of a search for one move."""

    move: int
    visits: int
    value: float  # the mover's win probability
    error: float  # its standard error


class SearchTree:
    """The tree and the generator of one thread. Node `root` stands for the view."""

    def __init__(self, view: Position, seed: int, nodes: int) -> None:
        """Make an empty tree with memory for a number of nodes."""
        self.nodes = np.zeros(nodes, NODE)
        self.root = 0
        self.last = np.zeros(1, np.int64)
        self.totals = np.zeros(MAX_PLAYERS)
        self.prior_visits = 0  # visits that each move at the root got from the net
        self.rng = generator(seed)
        self.set_root_view(view)

    def set_root_view(self, view: Position) -> None:
        """Make the root stand for this view."""
        self.view = view.states
        self.scratch = np.repeat(view.states, SCRATCH_STATES)
        self.log_weight = np.full(1, NO_LOG_WEIGHT)
        self.history = NO_HISTORY if not view.history else np.array(view.history, np.int16)

    @property
    def visits(self) -> int:
        """The number of simulations that went through the root."""
        return int(self.nodes[self.root]["visits"])

    def simulate(self, sims: int, config: SearchConfig | None) -> None:
        """Run simulations; without a config, those of the baseline."""
        arrays = TreeArrays(self.nodes, self.last, self.totals)
        if config is None:
            simulate_baseline(self.view, self.scratch, arrays, self.rng, sims)
            return
        history = self.history if config.settings.uses_history else NO_HISTORY
        root = RootView(self.view, history, self.scratch, self.log_weight)
        simulate(root, arrays, self.root, config.parameters, self.rng, sims)

    def add_prior(self, prior: NetPrior, visits: int) -> None:
        """Give the root's moves the net's priors, and its values as visits, if memory allows."""
        if int(self.last[0]) + len(prior.moves) >= self.nodes.size:
            return
        known = {int(self.nodes[child]["move"]): child for child in self.children(self.root)}
        for move, value, move_prior in zip(prior.moves, prior.values, prior.priors, strict=True):
            node = self.nodes[known[move] if move in known else self._add_root_child(move)]
            node["prior"] = move_prior
            node["visits"] += visits
            node["value"] += visits * value
            node["squares"] += visits * value * value
        self.prior_visits = visits

    def _add_root_child(self, move: int) -> int:
        """Expand the root by a move; return the new node."""
        self.last[0] += 1
        at = int(self.last[0])
        self.nodes[at] = np.zeros(1, NODE)[0]
        self.nodes[at]["move"] = move
        self.nodes[at]["seat"] = self.view[0]["turn"]
        self.nodes[at]["sibling"] = self.nodes[self.root]["child"]
        self.nodes[self.root]["child"] = at
        return at

    def children(self, at: int) -> Iterator[int]:
        """Yield the children of a node."""
        child = int(self.nodes[at]["child"])
        while child:
            yield child
            child = int(self.nodes[child]["sibling"])

    def child(self, at: int, move: int) -> int | None:
        """Return the child that a move leads to, or None."""
        return next((c for c in self.children(at) if self.nodes[c]["move"] == move), None)

    def visit_lead(self) -> float:
        """Return by how many visits the most visited move leads."""
        visits = sorted(int(self.nodes[child]["visits"]) for child in self.children(self.root))
        return math.inf if len(visits) == 1 else visits[-1] - visits[-2]


class ParallelSearch:
    """A search from one view, with a tree for each thread."""

    def __init__(
        self, view: Position, seed: int, config: SearchConfig | None, sims: int, threads: int = 1
    ) -> None:
        """Allocate memory for about `sims` simulations; without a config, those of the baseline."""
        self.view = view
        self.config = config
        nodes = min(MAX_NODES, max(MIN_NODES, sims * NODES_PER_SIMULATION))
        self.trees = [SearchTree(view, seed + at, nodes) for at in range(threads)]
        for tree in self.trees:
            tree.simulate(0, config)  # compiles on the first call, before any clock runs
        self.prior: NetPrior | None = None
        self._needs_prior = self._uses_net
        if self._uses_net:
            net_prior.prepare(view)

    @property
    def visits(self) -> int:
        """The number of simulations so far."""
        return sum(tree.visits for tree in self.trees)

    def run(self, limits: SearchLimits) -> None:
        """Simulate until a limit is reached, each tree in its own thread; at least once."""
        self._add_prior(limits)
        if len(self.trees) == 1:
            self._run_tree(self.trees[0], limits)
            return
        sims = None if limits.sims is None else -(-limits.sims // len(self.trees))
        per_tree = replace(limits, sims=sims)
        with ThreadPoolExecutor(len(self.trees)) as threads:
            for ended in [threads.submit(self._run_tree, tree, per_tree) for tree in self.trees]:
                ended.result()

    @property
    def _uses_net(self) -> bool:
        return self.config is not None and self.config.settings.net_prior_visits > 0

    def _add_prior(self, limits: SearchLimits) -> None:
        """Let the net evaluate the moves at the root, once, if there is time for it."""
        if not self._needs_prior or limits.is_reached(time.monotonic() + NET_SECONDS, 0):
            return
        self._needs_prior = False
        assert self.config is not None
        settings = self.config.settings
        self.prior = net_prior.compute_prior(self.view, settings.net_prior_temperature)
        for tree in self.trees:
            tree.add_prior(self.prior, settings.net_prior_visits)

    def _run_tree(self, tree: SearchTree, limits: SearchLimits) -> None:
        """Simulate in small chunks; the slower they are, the earlier the search ends."""
        began = now = checked = time.monotonic()
        chunk, done, longest = FIRST_CHUNK, 0, 0.0
        while done == 0 or not limits.is_reached(now + SAFETY_FACTOR * longest, done):
            sims = chunk if limits.sims is None else min(chunk, max(1, limits.sims - done))
            tree.simulate(sims, self.config)
            done += sims
            before, now = now, time.monotonic()
            longest = max(longest, now - before)
            fitting = int(sims * CHUNK_SECONDS / max(now - before, 1e-7))
            chunk = max(1, min(fitting, 2 * chunk, MAX_CHUNK))
            may_check = limits.may_stop_early and now - checked > EARLY_STOP_SECONDS
            if may_check and limits.deadline is not None:
                checked = now
                to_come = done * (limits.deadline - now) / (now - began)
                if tree.visit_lead() > to_come:
                    return

    # -- Results -----------------------------------------------------------------------------------

    def move_statistics(self) -> list[MoveStatistics]:
        """Return the moves, best first; rarely visited moves are rated with caution.

        A move that wins the game at once comes before all moves that would win it later.
        """
        sums_of: dict[int, np.ndarray] = {}
        for tree in self.trees:
            for child in tree.children(tree.root):
                node = tree.nodes[child]
                if node["visits"]:
                    sums = np.array([node["visits"], node["value"], node["squares"]], np.float64)
                    sums_of[int(node["move"])] = sums_of.get(int(node["move"]), 0.0) + sums
        prior_visits = sum(tree.prior_visits for tree in self.trees)
        bias = self._simulation_bias(sums_of, prior_visits) if prior_visits else 0.0
        moves = [statistics_of(move, sums, prior_visits, bias) for move, sums in sums_of.items()]
        caution = 0.0 if prior_visits else CAUTION  # the net's values are cautious enough
        wins = self.prior.wins if prior_visits and self.prior is not None else ()
        return sorted(
            (replace(one, value=1.0, error=0.0) if one.move in wins else one for one in moves),
            key=lambda one: (one.move not in wins, caution * one.error - one.value, one.move),
        )

    def _simulation_bias(self, sums_of: dict[int, np.ndarray], prior_visits: int) -> float:
        """Return how much higher simulations value the moves than the net does, on average."""
        assert self.prior is not None
        net_values = dict(zip(self.prior.moves, self.prior.values, strict=True))
        visits = sum(sums[0] - prior_visits for sums in sums_of.values())
        excess = sum(sums[1] - sums[0] * net_values[move] for move, sums in sums_of.items())
        return excess / visits if visits else 0.0

    def win_probabilities(self) -> list[float]:
        """Return each seat's win probability, if the player to move plays the best move."""
        totals = np.sum([tree.totals for tree in self.trees], axis=0)[: self.view.players]
        shares = totals / totals.sum()
        turn = self.view.turn
        is_to_move = self.view.viewer in (turn, FULL_STATE)
        best = self.move_statistics()[0].value if is_to_move else shares[turn]
        others = 1.0 - shares[turn]
        even = np.full(shares.size, (1.0 - best) / (shares.size - 1))
        spread = shares * ((1.0 - best) / others) if others > 0 else even
        spread[turn] = best
        return [float(share) for share in spread]

    def reuse_subtree(self, move: int, view: Position) -> bool:
        """Continue with the subtree of a move that reveals nothing; return whether there is one."""
        roots = [tree.child(tree.root, move) for tree in self.trees]
        if any(root is None for root in roots):
            return False
        self.view = view
        self._needs_prior = self._uses_net
        for tree, root in zip(self.trees, roots, strict=True):
            tree.root = root or 0
            tree.prior_visits = 0
            tree.totals[:] = 0.0
            tree.set_root_view(view)
        return True


def statistics_of(move: int, sums: np.ndarray, prior_visits: int, bias: float) -> MoveStatistics:
    """Compute the statistics of a move from the sums of its results; the net's are not visits.

    The bias by which simulations value all moves higher than the net does is subtracted.
    """
    visits, value, squares = sums.tolist()
    mean = value / visits
    variance = max(squares / visits - mean * mean, 0.0) + UNKNOWN_VARIANCE / visits
    simulated = (visits - prior_visits) / visits
    return MoveStatistics(
        move,
        int(visits) - prior_visits,
        min(max(mean - simulated * bias, 0.0), 1.0),
        math.sqrt(variance / visits),
    )
