"""Information-set Monte Carlo tree search, compiled, written once for both games.

Every simulation imagines the hidden cards anew, in a way that agrees with all that the seat has
seen, walks down the tree of moves, tries a new one, plays on sensibly and estimates who will win
the game. A node stands for the moves that lead to it, whatever cards were imagined.
"""

import numpy as np

from odintable.games.compiled import entry_point, rule
from odintable.games.dispatch import (
    MOST_CARDS,
    MOST_MOVES,
    MOVE_CODES,
    apply,
    estimate_win_probabilities,
    is_leg_over,
    legal,
    move_score,
    resolve_shuffles,
    sample_likely_state,
)
from odintable.games.rng import below
from odintable.games.spec import MAX_PLAYERS

NODE = np.dtype(
    (
        np.record,
        [
            ("value", np.float64),  # the mover's shares of the win, added up
            ("squares", np.float64),  # ... and their squares
            ("promise", np.float32),  # how much the move appealed when it was first met
            ("visits", np.int32),
            ("seen", np.int32),  # how often it could have been chosen
            ("child", np.int32),  # the first of its children, or 0
            ("sibling", np.int32),  # the next child of the same parent, or 0
            ("move", np.int16),
            ("seat", np.int8),  # who made the move
        ],
    )
)

MANNER = np.dtype(
    (
        np.record,
        [
            ("exploration", np.float64),  # how much appeal counts against results
            ("warmth", np.float64),  # how far moves of less appeal are tried at all
            ("noise", np.float64),  # how far a playout strays from the most appealing move
            ("cut", np.int32),  # after so many turns a playout is estimated; 0: at the leg's end
        ],
    )
)

# Gumbel's numbers: the greatest of so many odds, each shaken by one, is a choice by softmax.
MANY = 4096
SHAKES = -np.log(-np.log((np.arange(MANY) + 0.5) / MANY))

MOST_DEPTH = 256
LONGEST_PLAYOUT = 400  # decisions
UNKNOWN_WORTH = 0.5  # of a move where none was tried yet
MOST_ODDS = 40.0  # no move is more promising than that, nor less than its opposite


@entry_point
def simulate(
    view, past, scratch, odds, tree, used, root, manner, weights, chances, rng, sims, totals
):
    """Run so many simulations from a view; the tree grows, `totals` adds up every seat's share."""
    moves = np.empty(MOST_MOVES, np.int16)
    cards = np.empty(MOST_CARDS, np.int8)
    slots = np.zeros(MOVE_CODES, np.int32)
    shares = np.empty(MAX_PLAYERS)
    walk = np.empty(MOST_DEPTH, np.int32)
    way = manner[0]
    state = scratch[0]
    for _ in range(sims):
        scratch[0] = view[0]
        sample_likely_state(state, scratch[1:], odds, past, weights, rng)
        depth = descend(state, tree, used, root, way, weights, rng, moves, cards, slots, walk)
        play_out(state, way, weights, rng, moves, cards)
        estimate_win_probabilities(state, chances, shares)
        for seat in range(MAX_PLAYERS):
            totals[seat] += shares[seat]
        tree[root].visits += 1
        for step in range(depth):
            note(tree[walk[step]], shares)


@rule
def note(node, shares):
    """A simulation went through this node and ended so."""
    node.visits += 1
    node.value += shares[node.seat]
    node.squares += shares[node.seat] * shares[node.seat]


@rule
def descend(state, tree, used, root, way, weights, rng, moves, cards, slots, walk):
    """Walk down the tree to a move that is tried for the first time; how many steps."""
    at, depth = root, 0
    while depth < MOST_DEPTH and not is_leg_over(state):
        count = legal(state, moves)
        if used[0] + count >= tree.size:
            break
        at = choose_child(state, tree, used, at, count, way, weights, moves, slots)
        walk[depth] = at
        depth += 1
        apply(state, tree[at].move)
        if not is_leg_over(state):
            resolve_shuffles(state, cards, rng)
        if tree[at].visits == 0:
            break
    return depth


@rule
def choose_child(state, tree, used, at, count, way, weights, moves, slots):
    """The move with the best results so far, or with promise for its appeal (PUCT)."""
    fill_slots(tree, at, slots)
    promises, results, tried = 0.0, 0.0, 0
    for place in range(count):
        move = moves[place]
        if not slots[move]:
            slots[move] = new_child(state, tree, used, at, move, way, weights)
        node = tree[slots[move]]
        node.seen += 1
        promises += node.promise
        results += node.value
        tried += node.visits
    untried_worth = results / tried if tried else UNKNOWN_WORTH
    best, highest = 0, -1e18
    for place in range(count):
        node = tree[slots[moves[place]]]
        worth = node.value / node.visits if node.visits else untried_worth
        share = node.promise / promises
        worth += way.exploration * share * np.sqrt(node.seen) / (1 + node.visits)
        if worth > highest:
            highest, best = worth, slots[moves[place]]
    clear_slots(tree, at, slots)
    return best


@rule
def fill_slots(tree, at, slots):
    """Enter the children of a node under their moves."""
    child = tree[at].child
    while child:
        slots[tree[child].move] = child
        child = tree[child].sibling


@rule
def clear_slots(tree, at, slots):
    """Take the children of a node out again."""
    child = tree[at].child
    while child:
        slots[tree[child].move] = 0
        child = tree[child].sibling


@rule
def new_child(state, tree, used, at, move, way, weights):
    """A node for a move that was never met here before."""
    used[0] += 1
    node = tree[used[0]]
    node.value = 0.0
    node.squares = 0.0
    odds = move_score(state, move, weights) / way.warmth
    node.promise = np.exp(min(max(odds, -MOST_ODDS), MOST_ODDS))
    node.visits = 0
    node.seen = 0
    node.child = 0
    node.sibling = tree[at].child
    node.move = move
    node.seat = state.turn
    tree[at].child = used[0]
    return used[0]


@rule
def play_out(state, way, weights, rng, moves, cards):
    """Play on sensibly, to the end of the leg or for so many turns."""
    turn, turns = state.turn, 0
    for _ in range(LONGEST_PLAYOUT):
        if is_leg_over(state):
            return
        if state.turn != turn:
            turn = state.turn
            turns += 1
            if turns == way.cut:
                return
        count = legal(state, moves)
        apply(state, sensible(state, moves, count, way.noise, weights, rng))
        if not is_leg_over(state):
            resolve_shuffles(state, cards, rng)


@rule
def sensible(state, moves, count, noise, weights, rng):
    """The most appealing move, each appeal shaken a little."""
    if count == 1:
        return moves[0]
    best, highest = 0, -1e18
    for place in range(count):
        worth = move_score(state, moves[place], weights)
        if noise > 0:
            worth += noise * SHAKES[below(rng, MANY)]
        if worth > highest:
            highest, best = worth, place
    return moves[best]


@entry_point
def move_scores_at(states, at, moves, weights, appeals):
    """Fill in the legal moves of one game and how much each appeals; how many they are."""
    count = legal(states[at], moves)
    for place in range(count):
        appeals[place] = move_score(states[at], moves[place], weights)
    return count
