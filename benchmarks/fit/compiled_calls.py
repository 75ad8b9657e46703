"""Compiled entry points of the fits: games of greedy players, and the features of their choices."""

import numpy as np

from odintable.games.compiled import entry_point, rule
from odintable.games.dispatch import (
    MAX_LEGAL_MOVES,
    MAX_PILE_CARDS,
    apply,
    estimate_win_probabilities,
    is_leg_over,
    is_over,
    legal,
    move_score,
    outcome,
    resolve_shuffles,
)
from odintable.games.spec import GAMES as SPECS
from odintable.games.spec import MAX_PLAYERS
from odintable.search.tree import sensible_move

odin, ravens = SPECS["odin"].modules, SPECS["ravens"].modules


fill_turn_features = ravens.value_heuristic.fill_features
fill_hand_features = odin.value_heuristic.fill_features
TAKE = odin.components.TAKE

MAX_GAME_DECISIONS = 900  # decisions: a longer game of Ravens is dropped
MAX_MATCH_DECISIONS = 600  # decisions: a longer one counts as UNFINISHED
UNFINISHED = 0.2  # the share for a game that is not finished in time
STEP = 0.02  # to either side of a weight, to compute a slope
FULL = -1  # returned when no row is left

TURN = np.dtype(
    (
        np.record,
        [
            ("features", np.float64, ravens.value_heuristic.FEATURES),  # when the turn begins
            ("ahead", np.float64),  # points by which the player to move leads
            ("left", np.float64),  # points to the end of the game
            ("share", np.float64),  # of the win, estimated from the points after the race
            ("turns", np.int32),  # finished in this race so far
            ("seat", np.int8),  # of the player to move
            ("won", np.int8),  # 1 if the seat won the game
        ],
    )
)
HAND = np.dtype(
    (
        np.record,
        [
            ("features", np.float64, (MAX_PLAYERS, odin.value_heuristic.FEATURES)),  # of every seat
            ("first", np.int8),  # the seat that went out
        ],
    )
)
DEAL = np.dtype(
    (
        np.record,
        [
            ("scores", np.float64, MAX_PLAYERS),  # after a hand that was not the last
            ("shares", np.float64, MAX_PLAYERS),  # of the win
        ],
    )
)


# -- Games of Ravens -------------------------------------------------------------------------------


@entry_point
def record_ravens(start, weights, noise, chances, rng, turns):
    """Play whole games and fill in a row for every turn; return the number of rows."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    states = np.empty(1, start.dtype)
    rows, games = 0, 0
    while True:
        states[0] = start[0]
        states[0].first = games % 2
        games += 1
        after = record_ravens_game(
            states[0], weights, noise, chances, rng, turns, rows, moves, cards
        )
        if after == FULL:
            return rows
        rows = after


@rule
def record_ravens_game(state, weights, noise, chances, rng, turns, begin, moves, cards):
    """Fill in the turns of one game, starting at a row; return the row after them."""
    shares = np.empty(MAX_PLAYERS)
    rows, race, seen = begin, begin, -1
    resolve_shuffles(state, cards, rng)
    for _ in range(MAX_GAME_DECISIONS):
        if state.turns != seen:
            if rows == turns.size:
                return FULL
            record_turn(state, turns[rows])
            rows += 1
            seen = state.turns
        apply(state, sensible_move(state, moves, legal(state, moves), noise, weights, rng))
        if is_leg_over(state):
            estimate_win_probabilities(state, chances, shares)
            for row in range(race, rows):
                turns[row].share = shares[turns[row].seat]
            race, seen = rows, -1
        if is_over(state):
            for row in range(begin, rows):
                turns[row].won = state.winner == turns[row].seat
            return rows
        resolve_shuffles(state, cards, rng)
    return begin


@rule
def record_turn(state, turn):
    """Fill in the row of a turn that begins."""
    mine, other = state.scores[state.turn], state.scores[1 - state.turn]
    fill_turn_features(state, turn.features)
    turn.ahead = mine - other
    turn.left = state.target - max(mine, other)
    turn.turns = state.turns
    turn.seat = state.turn


# -- Games of ODIN ---------------------------------------------------------------------------------


@entry_point
def record_odin(start, weights, noise, rng, hands, deals):
    """Play whole games; fill in a row for every play, and one for every hand but the last.

    Return the numbers of both kinds of rows.
    """
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    shares = np.empty(MAX_PLAYERS)
    states = np.empty(1, start.dtype)
    state = states[0]
    hand_rows, deal_rows = 0, 0
    while True:
        states[0] = start[0]
        begin = deal_rows
        while not is_over(state):
            resolve_shuffles(state, cards, rng)
            after = record_hand(state, weights, noise, rng, hands, hand_rows, moves)
            if after == FULL or deal_rows == deals.size:
                return hand_rows, begin
            hand_rows = after
            if not is_over(state):
                for seat in range(state.players):
                    deals[deal_rows].scores[seat] = state.scores[seat]
                deal_rows += 1
        shares[:] = 0.0
        outcome(state, shares)
        for row in range(begin, deal_rows):
            for seat in range(state.players):
                deals[row].shares[seat] = shares[seat]


@rule
def record_hand(state, weights, noise, rng, hands, begin, moves):
    """Fill in the plays of one hand, starting at a row; return the row after them."""
    rows = begin
    while not is_leg_over(state):
        if state.phase != TAKE:
            if rows == hands.size:
                return FULL
            for seat in range(state.players):
                fill_hand_features(state, seat, hands[rows].features[seat])
            rows += 1
        apply(state, sensible_move(state, moves, legal(state, moves), noise, weights, rng))
    for seat in range(state.players):
        if state.sizes[seat] == 0:
            for row in range(begin, rows):
                hands[row].first = seat
    return rows


# -- Choices ---------------------------------------------------------------------------------------


@entry_point
def count_choices(states):
    """The total number of legal moves in all states."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    total = 0
    for at in range(states.size):
        total += legal(states[at], moves)
    return total


@entry_point
def slopes_of_move_score(states, chosen, weights, starts, features, offsets, targets):
    """Linearize the score of every legal move around these weights, and mark the chosen moves."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    near = weights.copy()
    row = 0
    for at in range(states.size):
        starts[at] = row
        for place in range(legal(states[at], moves)):
            move = moves[place]
            targets[row] = move == chosen[at]
            offsets[row] = move_score(states[at], move, weights)
            for feature in range(weights.size):
                near[feature] = weights[feature] + STEP
                more = move_score(states[at], move, near)
                near[feature] = weights[feature] - STEP
                less = move_score(states[at], move, near)
                near[feature] = weights[feature]
                features[row, feature] = (more - less) / (2 * STEP)
                offsets[row] -= features[row, feature] * weights[feature]
            row += 1


# -- Matches ---------------------------------------------------------------------------------------


@entry_point
def match(start, weights, others, rng, deals):
    """The share of Ravens games won against other weights, each deal from both seats."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    states = np.empty(1, start.dtype)
    win_share = 0.0
    for deal in range(deals):
        shuffle = rng[0]
        for seat in range(2):
            rng[0] = shuffle
            states[0] = start[0]
            states[0].first = deal % 2
            win_share += play(states[0], seat, weights, others, rng, moves, cards)
    return win_share / (2 * deals)


@rule
def play(state, seat, weights, others, rng, moves, cards):
    """Play one game, always the move with the highest score; return the seat's share."""
    resolve_shuffles(state, cards, rng)
    for _ in range(MAX_MATCH_DECISIONS):
        used_weights = weights if state.turn == seat else others
        apply(state, sensible_move(state, moves, legal(state, moves), 0.0, used_weights, rng))
        if is_over(state):
            return 1.0 if state.winner == seat else 0.0
        resolve_shuffles(state, cards, rng)
    return UNFINISHED
