"""A random player of Ravens for simulations, compiled. It is steered: it likes to fly.

Moves at random keep lengthening the path and hardly ever finish a race.
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
from .race import turned


@rule
def choose_rollout_move(_state, moves, count, rng):
    """Three times in four a flight; else anything but longer paths and wasted cards."""
    if below(rng, 4) > 0:
        flights = gather(moves, count, True)
        if flights > 0:
            return moves[below(rng, flights)]
    return moves[below(rng, gather(moves, count, False))]


@rule
def gather(moves, count, flights):
    """Bring the wanted moves to the front; how many they are. `end` is always among the others."""
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
    """The move takes the own raven forward."""
    return FLIES <= move < MAGICS or FORWARDS <= move < ARRANGES


@rule
def is_wasteful(move):
    """The move lengthens the path or throws a card away."""
    return DISCARDS <= move < STONES or ADDS <= move < LAYS or move == EXTEND


@rule
def choose_uniform_move(state, moves, count, rng):
    """Any move but lengthening the path and discards; `end` is always left. For `ismcts-plain`."""
    state.max_turns = bound(state.max_turns)
    wanted = 0
    for place in range(count):
        move = moves[place]
        if not (DISCARDS <= move < STONES or move == EXTEND):
            moves[wanted] = move
            wanted += 1
    return moves[below(rng, wanted)]


@rule
def bound(max_turns):
    """So many turns a race has at most in a plain playout."""
    return min(max_turns, PLAIN_TURNS) if max_turns else PLAIN_TURNS


PLAIN_TURNS = 60


@rule
def flip_cards(state, cards, count, rng):
    """Landscape cards come up either way round with equal chance. [RV-2.1]"""
    if state.pending_shuffle == DEAL_LANDSCAPES:
        for place in range(count):
            if below(rng, 2):
                cards[place] = turned(cards[place])
