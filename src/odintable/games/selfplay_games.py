"""Many games at once, compiled, for self-play: each advances to its next real decision.

Forced moves are made at once, a game that ends is followed by a new one, and the features of every
decision are written out. The work is spread over all cores. Each game has its own generator, so
that the results do not depend on the number of cores.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import prange

from .compiled import entry_point, parallel_entry_point, rule
from .dispatch import (
    MAX_PILE_CARDS,
    NO_SHUFFLE,
    apply,
    apply_shuffle,
    apply_turn_limit,
    clear_memory,
    fill_targets,
    flip_cards,
    hide,
    is_leg_over,
    is_over,
    legal,
    mark_choices,
    mark_situation,
    mark_standing,
    outcome,
    pile_to_shuffle,
    resolve_shuffles,
    update_memory,
)
from .rng import below, shuffle
from .spec import MAX_PLAYERS

NONE = -1

# What is tracked for each game besides its state and its memory.
TRACKER = np.dtype(
    (
        np.record,
        [
            ("scores_before", np.int16, MAX_PLAYERS),  # when this leg began
            ("is_opponent", np.int8, MAX_PLAYERS),  # seats that do not learn
            ("players", np.int8),
            ("pending", np.int32),  # index in the log of the decision to be made now, or NONE
            ("logged", np.int32),  # decisions of this leg
            ("finished", np.int32),  # decisions of the leg that has just ended
            ("has_ended", np.int8),  # a leg has just ended
            ("is_over", np.int8),  # ... and the game with it
            ("hit_turn_limit", np.int8),  # ... because it took too long
            ("leg_is_opponent", np.int8, MAX_PLAYERS),  # ... with these seats not learning
            ("leg_players", np.int8),  # ... and this many players
        ],
    )
)

# A decision whose leg has ended. Its value is `bootstrap + outcome_weight * outcome`.
FINISHED = np.dtype(
    (
        np.record,
        [
            ("slot", np.int64),  # of the replay memory
            ("leg_seat", np.int32),  # which of the legs, times MAX_PLAYERS, plus the seat
            ("bootstrap", np.float32),  # weighted sum of the values of later decisions
            ("outcome_weight", np.float32),
        ],
    )
)


class GameArrays(NamedTuple):
    """The games, one entry each."""

    states: Any
    memories: Any
    trackers: Any  # of TRACKER
    standings: Any  # [game, seat, byte]: the features of the scores when this leg began
    rngs: Any


class Starts(NamedTuple):
    """The states that games start from; each is equally likely."""

    states: Any
    players: Any  # [start]


class LegResults(NamedTuple):
    """The results of the last leg of each game."""

    standings: Any  # [game, seat, byte]: the features of the scores when the leg began
    shares: Any  # [game, seat]: shares of the win, if the game is over
    points: Any  # [game, seat, 2]: the seat's, the others'


class PendingDecisions(NamedTuple):
    """The decision that each game waits for."""

    moves: Any  # [game, move]: the legal moves
    counts: Any  # [game]: the number of legal moves; 0 before the first decision
    first_rows: Any  # [game]: the feature row of the first move
    chosen_rows: Any  # [game]: the feature row of the chosen move


class DecisionLog(NamedTuple):
    """The learner's decisions of the present leg, [game, decision]."""

    slots: Any  # of the replay memory
    seats: Any
    values: Any  # win probabilities by the player's own estimate


class DecisionFeatures(NamedTuple):
    """The features of all pending decisions."""

    situations: Any  # [game, byte]
    rows: Any  # [row, byte]: one for each legal move of each game
    is_learner: Any  # [game]: whether the player to move learns


@entry_point
def start_all(games, starts, opponent_percent):
    """Start every game."""
    for at in range(games.states.size):
        start_game(games, starts, opponent_percent, at)
        games.trackers[at].logged = 0
        games.trackers[at].pending = NONE


@rule
def start_game(games, starts, opponent_percent, at):
    """Deal a game from a random start, and draw which seats learn.

    One seat learns; each of the others is an opponent with probability `opponent_percent`.
    """
    state, tracker, rng = games.states[at], games.trackers[at], games.rngs[at]
    start = below(rng, starts.states.size)
    games.states[at] = starts.states[start]
    players = int(starts.players[start])
    tracker.players = players
    resolve_shuffles(state, np.empty(MAX_PILE_CARDS, np.int8), rng)
    for seat in range(MAX_PLAYERS):
        tracker.is_opponent[seat] = below(rng, 100) < opponent_percent
    tracker.is_opponent[below(rng, players)] = 0
    start_leg(games, at)


@rule
def start_leg(games, at):
    """Start tracking a new leg."""
    state, tracker, standings = games.states[at], games.trackers[at], games.standings
    clear_memory(state, games.memories[at])
    for seat in range(tracker.players):
        tracker.scores_before[seat] = state.scores[seat]
        for byte in range(standings.shape[2]):
            standings[at, seat, byte] = 0
        mark_standing(state, seat, standings[at, seat])


@entry_point
def log_values(games, log, values):
    """Log the player's own estimate of the win probability, for each pending decision."""
    for at in range(games.trackers.size):
        pending = games.trackers[at].pending
        if pending != NONE:
            log.values[at, pending] = values[at]


@parallel_entry_point
def advance(games, starts, pending, results, opponent_percent, turn_limit):
    """Make the chosen moves, if any yet, and all forced ones, in every game."""
    for at in prange(games.states.size):
        advance_game(games, starts, pending, results, opponent_percent, turn_limit, at)


@rule
def advance_game(games, starts, pending, results, opponent_percent, turn_limit, at):
    """Make the chosen move of one game, if any yet, and all forced ones."""
    moves, counts, tracker = pending.moves, pending.counts, games.trackers[at]
    tracker.has_ended = 0
    tracker.finished = 0
    if counts[at] > 0:
        move = moves[at, pending.chosen_rows[at] - pending.first_rows[at]]
        make_move(games, starts, results, opponent_percent, turn_limit, at, move)
    counts[at] = legal(games.states[at], moves[at])
    while counts[at] == 1:
        make_move(games, starts, results, opponent_percent, turn_limit, at, moves[at, 0])
        counts[at] = legal(games.states[at], moves[at])


@rule
def make_move(games, starts, results, opponent_percent, turn_limit, at, move):
    """Make a move; start another leg if this one ends or reaches the turn limit."""
    state, rng = games.states[at], games.rngs[at]
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    update_memory(state, games.memories[at], move)
    apply(state, move)
    resolve_leg_shuffles(state, cards, rng)
    went_on = not is_leg_over(state)
    apply_turn_limit(state, turn_limit)
    if is_leg_over(state):
        end_leg(games, results, at)
        games.trackers[at].hit_turn_limit = went_on
        if is_over(state):
            start_game(games, starts, opponent_percent, at)
        else:
            resolve_shuffles(state, cards, rng)
            start_leg(games, at)


@rule
def resolve_leg_shuffles(state, cards, rng):
    """Resolve every pending shuffle, except those of a new leg."""
    while state.pending_shuffle != NO_SHUFFLE and not is_leg_over(state):
        count = pile_to_shuffle(state, cards)
        shuffle(cards, count, rng)
        flip_cards(state, cards, count, rng)
        apply_shuffle(state, cards)


@rule
def end_leg(games, results, at):
    """Record how a leg has ended."""
    state, tracker = games.states[at], games.trackers[at]
    tracker.has_ended = 1
    tracker.finished = tracker.logged
    tracker.logged = 0
    tracker.is_over = is_over(state)
    tracker.leg_is_opponent[:] = tracker.is_opponent
    tracker.leg_players = tracker.players
    results.shares[at, :] = 0.0
    if tracker.is_over:
        outcome(state, results.shares[at])
    for seat in range(tracker.players):
        results.standings[at, seat] = games.standings[at, seat]
        fill_targets(state, tracker.scores_before, seat, results.points[at, seat])


@entry_point
def collect_finished(games, log, lambda_, oldest_slot, finished, legs):
    """List the decisions of all legs that have just ended; return the numbers of both.

    The value of a decision is its lambda-return: later decisions of the leg count more the sooner
    they came, and the outcome of the leg has the remaining weight. Decisions whose slots have been
    overwritten are left out.
    """
    trackers = games.trackers
    count, ended = 0, 0
    for at in range(trackers.size):
        if trackers[at].has_ended:
            bootstrap, weight = np.zeros(MAX_PLAYERS), np.ones(MAX_PLAYERS)
            for place in range(trackers[at].finished - 1, -1, -1):
                seat = int(log.seats[at, place])
                if log.slots[at, place] >= oldest_slot:
                    finished[count].slot = log.slots[at, place]
                    finished[count].leg_seat = ended * MAX_PLAYERS + seat
                    finished[count].bootstrap = bootstrap[seat]
                    finished[count].outcome_weight = weight[seat]
                    count += 1
                players, value = trackers[at].leg_players, log.values[at, place]
                add_value(players, seat, value, lambda_, bootstrap, weight)
            legs[ended] = at
            ended += 1
    return count, ended


@rule
def add_value(players, seat, value, lambda_, bootstrap, weight):
    """Add a decision's value to the returns of those before it; with two players, of both seats."""
    for other in range(MAX_PLAYERS):
        if other == seat or players == 2:
            own = value if other == seat else 1.0 - value
            bootstrap[other] += (1.0 - lambda_) * (own - bootstrap[other])
            weight[other] *= lambda_


@parallel_entry_point
def describe(games, pending, log, first_slot, features):
    """Write the features of all pending decisions, and log those of the learner."""
    for at in prange(games.states.size):
        describe_game(games, pending, log, first_slot, features, at)


@rule
def describe_game(games, pending, log, first_slot, features, at):
    """Write the features of one decision, as its player sees it."""
    tracker = games.trackers[at]
    seat = int(games.states[at].turn)
    view = np.empty(1, games.states.dtype)
    view[0] = games.states[at]
    hide(view[0], seat)
    features.situations[at, :] = 0
    mark_situation(view[0], games.memories[at], features.situations[at])
    first, count = pending.first_rows[at], pending.counts[at]
    rows = features.rows[first : first + count]
    rows[:, :] = 0
    mark_choices(view[0], pending.moves[at], count, rows)
    features.is_learner[at] = tracker.is_opponent[seat] == 0
    logged = tracker.logged
    tracker.pending = NONE
    if features.is_learner[at] and logged < log.slots.shape[1]:
        log.slots[at, logged] = first_slot + at
        log.seats[at, logged] = seat
        tracker.pending = logged
        tracker.logged = logged + 1
