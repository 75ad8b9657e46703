"""One search from one view: a tree for each thread, grown until the budget is used up."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from odintable.games.position import TRUTH
from odintable.games.rng import generator
from odintable.games.spec import MAX_PLAYERS

from . import net_prior
from .ismcts_baseline import simulate_plainly
from .tree import NODE, simulate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal

    from .config import Manner
    from .net_prior import Opinion

MOST_NODES = 1 << 22
FEWEST_NODES = 1 << 12
NODES_A_SIMULATION = 16  # more than one needs, on average
SIMULATIONS_A_MS = 400  # more than there ever are
SCRATCH = 4  # records: the state that is played, and three for beliefs
SLICE = 0.001  # seconds between two looks at the clock
CAUTION = 3  # times the longest that a look took to come is how much earlier a search ends
FIRST_CHUNK, LARGEST_CHUNK = 8, 2048  # simulations between two looks at the clock
SETTLING = 0.004  # seconds between two looks at whether the best move can still change
SURENESS = 2.0  # standard errors
LITTLE_KNOWN = 0.25  # the variance of a result that is seen for the first time
HEARING = 0.01  # seconds that must be left to ask a net
NO_PAST = np.zeros((0, 2), np.int16)
NOTHING_BELIEVED = -1e18


@dataclass(frozen=True)
class Bounds:
    """When a search ends: at a moment of `time.monotonic`, after so many simulations, or both."""

    deadline: float | None
    sims: int | None
    stop: StopSignal
    may_settle: bool = False  # end when the best move cannot change any more

    def is_reached(self, now: float, sims: int) -> bool:
        """It is time to answer."""
        if self.deadline is not None and now >= self.deadline:
            return True
        return (self.sims is not None and sims >= self.sims) or self.stop.is_set()


@dataclass(frozen=True)
class Branch:
    """What was found out about one move."""

    move: int
    visits: int
    value: float  # the mover's share of the win, on average
    error: float  # one standard error of that


class Tree:
    """One thread's tree and generator. Node `root` stands for the view; 0 is no child's number."""

    def __init__(self, view: Position, seed: int, nodes: int) -> None:
        """A tree that has not grown yet."""
        self.nodes = np.zeros(nodes, NODE)
        self.root = 0
        self.used = np.zeros(1, np.int64)
        self.totals = np.zeros(MAX_PLAYERS)
        self.planted = 0  # results that each move at the root had before the first simulation
        self.rng = generator(seed)
        self.stand(view)

    def stand(self, view: Position) -> None:
        """From now on the root stands for this view."""
        self.view = view.states
        self.scratch = np.repeat(view.states, SCRATCH)
        self.odds = np.full(1, NOTHING_BELIEVED)
        self.past = NO_PAST if not view.past else np.array(view.past, np.int16)

    @property
    def visits(self) -> int:
        """How many simulations went through the root."""
        return int(self.nodes[self.root]["visits"])

    def grow(self, sims: int, manner: Manner | None) -> None:
        """Run so many simulations; without a manner, plain ones."""
        if manner is None:
            simulate_plainly(
                self.view, self.scratch, self.nodes, self.used, self.rng, sims, self.totals
            )
            return
        past = self.past if manner.remembers else NO_PAST
        simulate(
            *(self.view, past, self.scratch, self.odds),
            *(self.nodes, self.used, self.root),
            *(manner.record, manner.weights, manner.chances),
            *(self.rng, sims, self.totals),
        )

    def plant(self, opinion: Opinion, trust: int) -> None:
        """Let the moves at the root begin with what somebody thinks of them, if there is room."""
        if int(self.used[0]) + len(opinion.moves) >= self.nodes.size:
            return
        found = {int(self.nodes[child]["move"]): child for child in self.children(self.root)}
        for move, share, promise in zip(
            opinion.moves, opinion.shares, opinion.promises, strict=True
        ):
            node = self.nodes[found[move] if move in found else self._new(move)]
            node["promise"] = promise
            node["visits"] += trust
            node["value"] += trust * share
            node["squares"] += trust * share * share
        self.planted = trust

    def _new(self, move: int) -> int:
        """A child of the root."""
        self.used[0] += 1
        at = int(self.used[0])
        self.nodes[at] = np.zeros(1, NODE)[0]
        self.nodes[at]["move"] = move
        self.nodes[at]["seat"] = self.view[0]["turn"]
        self.nodes[at]["sibling"] = self.nodes[self.root]["child"]
        self.nodes[self.root]["child"] = at
        return at

    def children(self, at: int) -> Iterator[int]:
        """The nodes of the moves that were met at a node."""
        child = int(self.nodes[at]["child"])
        while child:
            yield child
            child = int(self.nodes[child]["sibling"])

    def child(self, at: int, move: int) -> int | None:
        """The node that a move leads to."""
        return next((c for c in self.children(at) if self.nodes[c]["move"] == move), None)


class Grove:
    """All that simulations found out about a view so far."""

    def __init__(
        self, view: Position, seed: int, manner: Manner | None, sims: int, threads: int = 1
    ) -> None:
        """Nothing is known yet; there is room for so many simulations."""
        self.view = view
        self.manner = manner
        nodes = min(MOST_NODES, max(FEWEST_NODES, sims * NODES_A_SIMULATION))
        self.trees = [Tree(view, seed + at, nodes) for at in range(threads)]
        for tree in self.trees:
            tree.grow(0, manner)  # compiles on the first call, before any clock runs
        self.opinion: Opinion | None = None
        self.is_heard = not self._is_guided
        if self._is_guided:
            net_prior.prepare(view)

    @property
    def visits(self) -> int:
        """How many simulations there were."""
        return sum(tree.visits for tree in self.trees)

    def grow(self, bounds: Bounds) -> None:
        """Simulate until a bound is reached, each tree in a thread of its own; at least once."""
        self._hear(bounds)
        if len(self.trees) == 1:
            self.grow_one(self.trees[0], bounds)
            return
        sims = None if bounds.sims is None else -(-bounds.sims // len(self.trees))
        each = Bounds(bounds.deadline, sims, bounds.stop, bounds.may_settle)
        with ThreadPoolExecutor(len(self.trees)) as threads:
            for ended in [threads.submit(self.grow_one, tree, each) for tree in self.trees]:
                ended.result()

    @property
    def _is_guided(self) -> bool:
        """A net is asked."""
        return self.manner is not None and self.manner.trust > 0

    def _hear(self, bounds: Bounds) -> None:
        """Ask the net what it thinks of the root, once, if there is the time."""
        if self.is_heard or bounds.is_reached(time.monotonic() + HEARING, 0):
            return
        self.is_heard = True
        assert self.manner is not None
        self.opinion = net_prior.hear(self.view, self.manner.leeway)
        for tree in self.trees:
            tree.plant(self.opinion, self.manner.trust)

    def grow_one(self, tree: Tree, bounds: Bounds) -> None:
        """Simulate in small pieces; the longer one may take on a busy machine, the sooner stop."""
        began = now = settled = time.monotonic()
        chunk, done, longest = FIRST_CHUNK, 0, 0.0
        while done == 0 or not bounds.is_reached(now + CAUTION * longest, done):
            sims = chunk if bounds.sims is None else min(chunk, max(1, bounds.sims - done))
            tree.grow(sims, self.manner)
            done += sims
            before, now = now, time.monotonic()
            longest = max(longest, now - before)
            fitting = int(sims * SLICE / max(now - before, 1e-7))
            chunk = max(1, min(fitting, 2 * chunk, LARGEST_CHUNK))
            if bounds.may_settle and bounds.deadline is not None and now - settled > SETTLING:
                settled = now
                to_come = done * (bounds.deadline - now) / (now - began)
                if self.lead(tree) > to_come:
                    return

    def lead(self, tree: Tree) -> float:
        """By how many simulations the most visited move leads."""
        visits = sorted(int(tree.nodes[child]["visits"]) for child in tree.children(tree.root))
        return math.inf if len(visits) == 1 else visits[-1] - visits[-2]

    # -- What was found out ------------------------------------------------------------------------

    def branches(self) -> list[Branch]:
        """The moves, the best first; one that was seldom tried must look all the better.

        One that wins the game at once is better than all that would win it later.
        """
        found: dict[int, np.ndarray] = {}
        for tree in self.trees:
            for child in tree.children(tree.root):
                node = tree.nodes[child]
                if node["visits"]:
                    sums = np.array([node["visits"], node["value"], node["squares"]], np.float64)
                    found[int(node["move"])] = found.get(int(node["move"]), 0.0) + sums
        planted = sum(tree.planted for tree in self.trees)
        slant = self._slant(found, planted) if planted else 0.0
        branches = [branch(move, sums, planted, slant) for move, sums in found.items()]
        caution = 0.0 if planted else SURENESS  # a net's opinion is caution enough
        wins = self.opinion.wins if planted and self.opinion is not None else ()
        return sorted(
            (replace(one, value=1.0, error=0.0) if one.move in wins else one for one in branches),
            key=lambda one: (one.move not in wins, caution * one.error - one.value, one.move),
        )

    def _slant(self, found: dict[int, np.ndarray], planted: int) -> float:
        """How much more simulations promise than the net does, on average of all there were."""
        assert self.opinion is not None
        thought = dict(zip(self.opinion.moves, self.opinion.shares, strict=True))
        visits = sum(sums[0] - planted for sums in found.values())
        more = sum(sums[1] - sums[0] * thought[move] for move, sums in found.items())
        return more / visits if visits else 0.0

    def chances(self) -> list[float]:
        """Each seat's share of the win, if the player to move goes on with the best move."""
        totals = np.sum([tree.totals for tree in self.trees], axis=0)[: self.view.players]
        shares = totals / totals.sum()
        turn = self.view.turn
        is_to_move = self.view.viewer in (turn, TRUTH)
        best = self.branches()[0].value if is_to_move else shares[turn]
        others = 1.0 - shares[turn]
        even = np.full(shares.size, (1.0 - best) / (shares.size - 1))
        spread = shares * ((1.0 - best) / others) if others > 0 else even
        spread[turn] = best
        return [float(share) for share in spread]

    def follow(self, move: int, view: Position) -> bool:
        """Make the tree of a move the whole tree, if the view after it has the same knowledge."""
        roots = [tree.child(tree.root, move) for tree in self.trees]
        if any(root is None for root in roots):
            return False
        self.view = view
        self.is_heard = not self._is_guided
        for tree, root in zip(self.trees, roots, strict=True):
            tree.root = root or 0
            tree.planted = 0
            tree.totals[:] = 0.0
            tree.stand(view)
        return True


def branch(move: int, sums: np.ndarray, planted: int, slant: float) -> Branch:
    """A move's results from their sums; those that were there from the beginning are no visits.

    Simulations that promise more than the net for all moves alike tell nothing about this one.
    """
    visits, value, squares = sums.tolist()
    mean = value / visits
    variance = max(squares / visits - mean * mean, 0.0) + LITTLE_KNOWN / visits
    own = (visits - planted) / visits
    return Branch(
        move,
        int(visits) - planted,
        min(max(mean - own * slant, 0.0), 1.0),
        math.sqrt(variance / visits),
    )
