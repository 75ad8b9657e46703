"""The baseline search against which other bots are measured, compiled. It never changes.

Textbook information-set Monte Carlo tree search: UCT with c = 0.7 over the moves that are legal
with the sampled cards, a random untried move first, uniformly random rollouts to the end of the
game.
"""

import numpy as np

from odintable.games.compiled import entry_point, rule
from odintable.games.dispatch import (
    MAX_LEGAL_MOVES,
    MAX_PILE_CARDS,
    MOVE_CODES,
    apply,
    choose_uniform_move,
    is_over,
    legal,
    outcome,
    resolve_shuffles,
    sample_state,
)
from odintable.games.rng import below
from odintable.games.spec import MAX_PLAYERS
from odintable.portable_math import log

from .tree import Buffers, back_up, clear_index, index_children

EXPLORATION = 0.7
MAX_DEPTH = 512


@entry_point
def simulate_baseline(view, scratch, tree, rng, sims):
    """Run simulations from a view, or from the full state for the bot that cheats."""
    buffers = Buffers(
        np.empty(MAX_LEGAL_MOVES, np.int16),
        np.empty(MAX_PILE_CARDS, np.int8),
        np.zeros(MOVE_CODES, np.int32),
        np.empty(MAX_DEPTH, np.int32),
    )
    moves, cards = buffers.moves, buffers.cards
    nodes, totals = tree.nodes, tree.totals
    shares = np.empty(MAX_PLAYERS, np.float64)
    for _ in range(sims):
        if tree.last[0] + 1 >= nodes.size:
            return
        scratch[0] = view[0]
        state = scratch[0]
        sample_state(state, rng)
        depth = descend_by_uct(state, tree, rng, buffers)
        while not is_over(state):
            apply(state, choose_uniform_move(state, moves, legal(state, moves), rng))
            resolve_shuffles(state, cards, rng)
        shares[:] = 0.0
        outcome(state, shares)
        for seat in range(MAX_PLAYERS):
            totals[seat] += shares[seat]
        for step in range(depth):
            back_up(nodes[buffers.path[step]], shares)
        nodes[0].visits += 1


@rule
def descend_by_uct(state, tree, rng, buffers):
    """Walk down the tree to a move that is tried for the first time; return the depth."""
    nodes, moves = tree.nodes, buffers.moves
    at, depth = 0, 0
    while depth < MAX_DEPTH and not is_over(state):
        count = legal(state, moves)
        at = choose_by_uct(state, tree, at, count, rng, buffers)
        buffers.path[depth] = at
        depth += 1
        apply(state, nodes[at].move)
        resolve_shuffles(state, buffers.cards, rng)
        if nodes[at].visits == 0:
            break
    return depth


@rule
def choose_by_uct(state, tree, at, count, rng, buffers):
    """Return the child for a random untried move, or else the best child by UCT."""
    nodes, moves, child_of_move = tree.nodes, buffers.moves, buffers.child_of_move
    index_children(nodes, at, child_of_move)
    untried = 0
    best, highest = 0, -1.0
    for place in range(count):
        child = child_of_move[moves[place]]
        if not child:
            untried += 1
            if below(rng, untried) == 0:
                best = -1 - moves[place]
        elif not untried:
            node = nodes[child]
            bound = node.value / node.visits
            bound += EXPLORATION * np.sqrt(log(node.available + 1.0) / node.visits)
            if bound > highest:
                highest, best = bound, child
    for place in range(count):
        child = child_of_move[moves[place]]
        if child:
            nodes[child].available += 1
    clear_index(nodes, at, child_of_move)
    return best if best > 0 else add_child(tree, at, -1 - best, state.turn)


@rule
def add_child(tree, at, move, seat):
    """Expand a node by a move that is tried for the first time; return the new node."""
    nodes, last = tree.nodes, tree.last
    last[0] += 1
    node = nodes[last[0]]
    node.value = 0.0
    node.squares = 0.0
    node.visits = 0
    node.available = 1
    node.child = 0
    node.sibling = nodes[at].child
    node.move = move
    node.seat = seat
    nodes[at].child = last[0]
    return last[0]
