"""The plain search that others are measured by: it never changes. Compiled.

Information-set Monte Carlo tree search as in the textbook: UCT with c = 0.7 over the moves that the
imagined cards allow, a random untried move first, uniformly random playouts to the end of the game.
"""

import numpy as np

from odintable.games.compiled import entry_point, rule
from odintable.games.dispatch import (
    MOST_CARDS,
    MOST_MOVES,
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

EXPLORATION = 0.7
MOST_DEPTH = 512


@entry_point
def simulate_plainly(view, scratch, tree, used, rng, sims, totals):
    """Run so many plain simulations from a view, or from the truth for the twin that cheats."""
    moves = np.empty(MOST_MOVES, np.int16)
    cards = np.empty(MOST_CARDS, np.int8)
    slots = np.zeros(MOVE_CODES, np.int32)
    shares = np.empty(MAX_PLAYERS, np.float64)
    walk = np.empty(MOST_DEPTH, np.int32)
    for _ in range(sims):
        if used[0] + 1 >= tree.size:
            return
        scratch[0] = view[0]
        state = scratch[0]
        sample_state(state, rng)
        depth = descend_plainly(state, tree, used, rng, moves, cards, slots, walk)
        while not is_over(state):
            apply(state, choose_uniform_move(state, moves, legal(state, moves), rng))
            resolve_shuffles(state, cards, rng)
        shares[:] = 0.0
        outcome(state, shares)
        for seat in range(MAX_PLAYERS):
            totals[seat] += shares[seat]
        for step in range(depth):
            node = tree[walk[step]]
            node.visits += 1
            node.value += shares[node.seat]
            node.squares += shares[node.seat] * shares[node.seat]
        tree[0].visits += 1


@rule
def descend_plainly(state, tree, used, rng, moves, cards, slots, walk):
    """Walk down the tree to a move that is tried for the first time; how many steps."""
    at, depth = 0, 0
    while depth < MOST_DEPTH and not is_over(state):
        count = legal(state, moves)
        at = choose_by_uct(state, tree, used, at, count, rng, moves, slots)
        walk[depth] = at
        depth += 1
        apply(state, tree[at].move)
        resolve_shuffles(state, cards, rng)
        if tree[at].visits == 0:
            break
    return depth


@rule
def choose_by_uct(state, tree, used, at, count, rng, moves, slots):
    """A random move that was never tried, or else the best by UCT."""
    child = tree[at].child
    while child:
        slots[tree[child].move] = child
        child = tree[child].sibling
    untried = 0
    best, highest = 0, -1.0
    for place in range(count):
        child = slots[moves[place]]
        if not child:
            untried += 1
            if below(rng, untried) == 0:
                best = -1 - moves[place]
        elif not untried:
            node = tree[child]
            worth = node.value / node.visits
            worth += EXPLORATION * np.sqrt(np.log(node.seen + 1) / node.visits)
            if worth > highest:
                highest, best = worth, child
    for place in range(count):
        child = slots[moves[place]]
        if child:
            tree[child].seen += 1
    child = tree[at].child
    while child:
        slots[tree[child].move] = 0
        child = tree[child].sibling
    return best if best > 0 else add_child(tree, used, at, -1 - best, state.turn)


@rule
def add_child(tree, used, at, move, seat):
    """A move that is tried for the first time."""
    used[0] += 1
    node = tree[used[0]]
    node.value = 0.0
    node.squares = 0.0
    node.visits = 0
    node.seen = 1
    node.child = 0
    node.sibling = tree[at].child
    node.move = move
    node.seat = seat
    tree[at].child = used[0]
    return used[0]
