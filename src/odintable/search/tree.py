"""Information-set Monte Carlo tree search, compiled, written once for all games.

Every simulation samples the hidden cards again (a determinization that agrees with everything the
seat has seen), descends the tree, expands it by one node, plays a sensible rollout, and estimates
each seat's win probability. A node stands for the moves that lead to it, whatever the cards.
"""

from typing import Any, NamedTuple

import numpy as np

from odintable.games.compiled import entry_point, rule
from odintable.games.dispatch import (
    MAX_LEGAL_MOVES,
    MAX_PILE_CARDS,
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
from odintable.portable_math import exp, log

NODE = np.dtype(
    (
        np.record,
        [
            ("value", np.float64),  # sum of the mover's win probabilities
            ("squares", np.float64),  # sum of their squares
            ("prior", np.float32),
            ("visits", np.int32),
            ("available", np.int32),  # how often the move was legal when its parent was visited
            ("child", np.int32),  # the first of its children, or 0
            ("sibling", np.int32),  # the next child of the same parent, or 0
            ("move", np.int16),
            ("seat", np.int8),  # of the player who made the move
        ],
    )
)


class SearchParameters(NamedTuple):
    """The parameters of the compiled search; see SearchSettings."""

    exploration: float
    temperature: float
    rollout_noise: float
    rollout_turns: int
    move_weights: Any  # array: the weights of the move heuristic
    value_weights: Any  # array: the weights of the value heuristic


class TreeArrays(NamedTuple):
    """A tree. Node 0 is never a child, so that 0 stands for no child."""

    nodes: Any  # of NODE
    last: Any  # [1]: the number of the last node in use
    totals: Any  # [seat]: sum of the win probabilities over all simulations


class RootView(NamedTuple):
    """What the player to move knows, from which states are sampled."""

    state: Any  # [1]: with the hidden cards removed
    history: Any  # [move, 2]: the seat and the move, since the deal
    scratch: Any  # [4]: the state that is played, and three for sampling
    log_weight: Any  # [1]: how well the last sampled state explains the history


class Buffers(NamedTuple):
    """Memory that all simulations of one call share."""

    moves: Any
    cards: Any
    child_of_move: Any  # [move]: a node, or 0
    path: Any  # the nodes of the current descent


# Quantiles of the Gumbel distribution: the highest of several log odds, each with a random one of
# these added, is a draw from their softmax.
GUMBEL_COUNT = 4096
_log = getattr(log, "py_func", log)  # not compiled, it takes arrays
GUMBEL = -_log(-_log((np.arange(GUMBEL_COUNT) + 0.5) / GUMBEL_COUNT))

MAX_DEPTH = 256
MAX_ROLLOUT_DECISIONS = 400  # decisions
UNKNOWN_VALUE = 0.5  # of a move whose siblings are all untried too
MAX_LOG_PRIOR = 40.0  # priors before normalization are within exp(±40)


@entry_point
def simulate(root_view, tree, root, parameters, rng, sims):
    """Run simulations from a view; the tree and its totals grow."""
    buffers = Buffers(
        np.empty(MAX_LEGAL_MOVES, np.int16),
        np.empty(MAX_PILE_CARDS, np.int8),
        np.zeros(MOVE_CODES, np.int32),
        np.empty(MAX_DEPTH, np.int32),
    )
    shares = np.empty(MAX_PLAYERS)
    view, scratch, nodes, totals = root_view.state, root_view.scratch, tree.nodes, tree.totals
    log_weight, history = root_view.log_weight, root_view.history
    weights = parameters.move_weights
    state = scratch[0]
    for _ in range(sims):
        scratch[0] = view[0]
        sample_likely_state(state, scratch[1:], log_weight, history, weights, rng)
        depth = descend(state, tree, root, parameters, rng, buffers)
        roll_out(state, parameters, rng, buffers)
        estimate_win_probabilities(state, parameters.value_weights, shares)
        for seat in range(MAX_PLAYERS):
            totals[seat] += shares[seat]
        nodes[root].visits += 1
        for step in range(depth):
            back_up(nodes[buffers.path[step]], shares)


@rule
def back_up(node, shares):
    """Add the result of a simulation to a node on its path."""
    node.visits += 1
    node.value += shares[node.seat]
    node.squares += shares[node.seat] * shares[node.seat]


@rule
def descend(state, tree, root, parameters, rng, buffers):
    """Walk down the tree to a move that is tried for the first time; return the depth."""
    nodes, moves = tree.nodes, buffers.moves
    at, depth = root, 0
    while depth < MAX_DEPTH and not is_leg_over(state):
        count = legal(state, moves)
        if tree.last[0] + count >= nodes.size:
            break
        at = choose_child(state, tree, at, count, parameters, buffers)
        buffers.path[depth] = at
        depth += 1
        apply(state, nodes[at].move)
        if not is_leg_over(state):
            resolve_shuffles(state, buffers.cards, rng)
        if nodes[at].visits == 0:
            break
    return depth


@rule
def choose_child(state, tree, at, count, parameters, buffers):
    """Return the child with the highest upper bound by its results and its prior (PUCT)."""
    nodes, moves, child_of_move = tree.nodes, buffers.moves, buffers.child_of_move
    index_children(nodes, at, child_of_move)
    priors, results, visits = 0.0, 0.0, 0
    for place in range(count):
        move = moves[place]
        if not child_of_move[move]:
            child_of_move[move] = add_child(state, tree, at, move, parameters)
        node = nodes[child_of_move[move]]
        node.available += 1
        priors += node.prior
        results += node.value
        visits += node.visits
    untried_value = results / visits if visits else UNKNOWN_VALUE
    best, highest = 0, -1e18
    for place in range(count):
        node = nodes[child_of_move[moves[place]]]
        bound = node.value / node.visits if node.visits else untried_value
        prior = node.prior / priors
        bound += parameters.exploration * prior * np.sqrt(node.available) / (1 + node.visits)
        if bound > highest:
            highest, best = bound, child_of_move[moves[place]]
    clear_index(nodes, at, child_of_move)
    return best


@rule
def index_children(nodes, at, child_of_move):
    """Index the children of a node by move."""
    child = nodes[at].child
    while child:
        child_of_move[nodes[child].move] = child
        child = nodes[child].sibling


@rule
def clear_index(nodes, at, child_of_move):
    """Remove the children of a node from the index."""
    child = nodes[at].child
    while child:
        child_of_move[nodes[child].move] = 0
        child = nodes[child].sibling


@rule
def add_child(state, tree, at, move, parameters):
    """Expand a node by a move; return the new node."""
    nodes, last = tree.nodes, tree.last
    last[0] += 1
    node = nodes[last[0]]
    node.value = 0.0
    node.squares = 0.0
    log_prior = move_score(state, move, parameters.move_weights) / parameters.temperature
    node.prior = exp(min(max(log_prior, -MAX_LOG_PRIOR), MAX_LOG_PRIOR))
    node.visits = 0
    node.available = 0
    node.child = 0
    node.sibling = nodes[at].child
    node.move = move
    node.seat = state.turn
    nodes[at].child = last[0]
    return last[0]


@rule
def roll_out(state, parameters, rng, buffers):
    """Play sensible moves to the end of the leg, or for the number of turns in the parameters."""
    moves, weights = buffers.moves, parameters.move_weights
    turn, turns = state.turn, 0
    for _ in range(MAX_ROLLOUT_DECISIONS):
        if is_leg_over(state):
            return
        if state.turn != turn:
            turn = state.turn
            turns += 1
            if turns == parameters.rollout_turns:
                return
        count = legal(state, moves)
        apply(state, sensible_move(state, moves, count, parameters.rollout_noise, weights, rng))
        if not is_leg_over(state):
            resolve_shuffles(state, buffers.cards, rng)


@rule
def sensible_move(state, moves, count, noise, weights, rng):
    """Return the move with the highest score by the move heuristic, with Gumbel noise."""
    if count == 1:
        return moves[0]
    best, highest = 0, -1e18
    for place in range(count):
        score = move_score(state, moves[place], weights)
        if noise > 0:
            score += noise * GUMBEL[below(rng, GUMBEL_COUNT)]
        if score > highest:
            highest, best = score, place
    return moves[best]


@entry_point
def move_scores_at(states, at, moves, weights, scores):
    """Fill in the legal moves of one game and their scores; return their number."""
    count = legal(states[at], moves)
    for place in range(count):
        scores[place] = move_score(states[at], moves[place], weights)
    return count
