"""Exports for search: trees that grow simulation by simulation, and the move heuristic.

What belongs to one search is in a record, of which compiled code keeps the random generator, the
sums and the size up to date. Large arrays are elsewhere; the record has their addresses.
"""

import numpy as np
from numba import carray, types

from odintable.games.dispatch import MAX_LEGAL_MOVES
from odintable.games.spec import MAX_PLAYERS, GameSpec
from odintable.search.ismcts_baseline import simulate_baseline as simulate_by_uct
from odintable.search.parallel_search import NO_LOG_WEIGHT, SCRATCH_STATES
from odintable.search.tree import (
    NODE,
    RootView,
    SearchParameters,
    TreeArrays,
    move_scores_at,
)
from odintable.search.tree import simulate as simulate_by_puct

from .export import FLOAT, INTEGER, NOTHING, UNSIGNED, Exports, address_of, pointer_reader
from .rules_exports import seeded

SEARCH = np.dtype(
    [
        ("rng", np.uint64, (1,)),
        ("log_weight", np.float64, (1,)),
        ("last", np.int64, (1,)),  # the number of the last node in use
        ("totals", np.float64, (MAX_PLAYERS,)),
        ("exploration", np.float64),
        ("temperature", np.float64),
        ("rollout_noise", np.float64),
        ("rollout_turns", np.int32),
        ("root", np.int32),  # the node that stands for the view
        ("state", np.uint32),  # address of the view
        ("scratch", np.uint32),  # address of SCRATCH_STATES states
        ("history", np.uint32),  # address of pairs of int16, the seat and the move
        ("history_moves", np.int32),
        ("nodes", np.uint32),  # address of NODE records
        ("node_count", np.int32),
    ],
    align=True,
)

nodes_at = pointer_reader(NODE)
history_at = pointer_reader(types.int16)


def search_exports(game: GameSpec) -> Exports:
    """Return the exports of a game for searching it."""
    exports = Exports()
    modules = game.modules
    state, search_type = modules.components.STATE, address_of(SEARCH)
    states_at = pointer_reader(state)
    move_weights = modules.move_heuristic.WEIGHTS
    value_weights = modules.value_heuristic.VALUE_WEIGHTS

    @exports.add(NOTHING, search_type, UNSIGNED, UNSIGNED)
    def begin_search(search, seed_low, seed_high):
        it = carray(search, 1)[0]
        it.rng[0] = seeded(seed_low, seed_high)
        it.log_weight[0] = NO_LOG_WEIGHT
        it.last[0] = 0
        it.root = 0
        it.totals[:] = 0.0
        view, scratch = (
            carray(states_at(it.state), 1),
            carray(states_at(it.scratch), SCRATCH_STATES),
        )
        for place in range(SCRATCH_STATES):
            scratch[place] = view[0]
        node = carray(nodes_at(it.nodes), 1)[0]
        node.value = node.squares = node.prior = 0.0
        node.visits = node.available = node.child = node.sibling = 0
        node.move = node.seat = 0

    @exports.add(NOTHING, search_type, INTEGER)
    def simulate(search, sims):
        it = carray(search, 1)[0]
        view = RootView(
            carray(states_at(it.state), 1),
            carray(history_at(it.history), (it.history_moves, 2)),
            carray(states_at(it.scratch), SCRATCH_STATES),
            it.log_weight,
        )
        tree = TreeArrays(carray(nodes_at(it.nodes), it.node_count), it.last, it.totals)
        parameters = SearchParameters(
            it.exploration,
            it.temperature,
            it.rollout_noise,
            it.rollout_turns,
            move_weights,
            value_weights,
        )
        simulate_by_puct(view, tree, it.root, parameters, it.rng, sims)

    @exports.add(NOTHING, search_type, INTEGER)
    def simulate_baseline(search, sims):
        it = carray(search, 1)[0]
        tree = TreeArrays(carray(nodes_at(it.nodes), it.node_count), it.last, it.totals)
        view, scratch = (
            carray(states_at(it.state), 1),
            carray(states_at(it.scratch), SCRATCH_STATES),
        )
        simulate_by_uct(view, scratch, tree, it.rng, sims)

    @exports.add(INTEGER, address_of(state), address_of(types.int16), address_of(FLOAT))
    def move_scores(at, moves, scores):
        legal, found = carray(moves, MAX_LEGAL_MOVES), carray(scores, MAX_LEGAL_MOVES)
        return move_scores_at(carray(at, 1), 0, legal, move_weights, found)

    return exports
