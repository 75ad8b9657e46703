"""The random player of Ravens' rollouts, compiled. It prefers to fly.

Uniformly random moves keep lengthening the path and hardly ever finish a race.
"""

from ..compiled import rule
from ..rng import below
from .components import (
    ADDS,
    ARRANGES,
    DEAL_LANDSCAPES,
    DISCARDS,
    EXTEND,
    FLIES,
    FORWARDS,
    LAYS,
    MAGICS,
    STONES,
)
from .race_setup_and_scoring import turned

UNIFORM_TURNS = 60


@rule
def choose_rollout_move(_state, moves, count, rng):
    """Choose a flight three times in four, else any move that wastes nothing."""
    if below(rng, 4) > 0:
        flights = gather(moves, count, True)
        if flights > 0:
            return moves[below(rng, flights)]
    return moves[below(rng, gather(moves, count, False))]


@rule
def gather(moves, count, flights):
    """Bring the wanted moves to the front and return their number. `end` is never wasteful."""
    wanted = 0
    for place in range(count):
        move = moves[place]
        if is_flight(move) if flights else not is_wasteful(move):
            moves[place] = moves[wanted]
            moves[wanted] = move
            wanted += 1
    return wanted


@rule
def is_flight(move):
    """Return whether the move takes the player's raven forward."""
    return FLIES <= move < MAGICS or FORWARDS <= move < ARRANGES


@rule
def is_wasteful(move):
    """Return whether the move lengthens the path or throws a card away."""
    return DISCARDS <= move < STONES or ADDS <= move < LAYS or move == EXTEND


@rule
def choose_uniform_move(state, moves, count, rng):
    """Choose any move except discards and extending the path, for the bot `ismcts-plain`."""
    state.max_turns = limit_turns(state.max_turns)
    wanted = 0
    for place in range(count):
        move = moves[place]
        if not (DISCARDS <= move < STONES or move == EXTEND):
            moves[wanted] = move
            wanted += 1
    return moves[below(rng, wanted)]


@rule
def limit_turns(max_turns):
    """Return the most turns of a race in a uniformly random rollout."""
    return min(max_turns, UNIFORM_TURNS) if max_turns else UNIFORM_TURNS


@rule
def flip_cards(state, cards, count, rng):
    """Turn each landscape card with probability one half. [RV-2.1]"""
    if state.pending_shuffle == DEAL_LANDSCAPES:
        for place in range(count):
            if below(rng, 2):
                cards[place] = turned(cards[place])
