"""The move heuristic of ODIN, compiled: a weighted sum of a few features scores a move.

Search uses it in rollouts, as a prior, and to estimate how likely the others' moves were. It looks
only at the hand of the player to move and at open cards. Scores are the logarithms of how often a
strong player chooses each move; `python -m benchmarks.fit odin` fits the weights.
"""

import numpy as np

from ..compiled import rule
from .components import (
    BIT_COUNT,
    COLOUR_COUNT,
    COLOUR_MASK,
    EMPTY,
    GOAT,
    LEAD,
    LOWEST,
    NUMBERS,
    PASS,
    SET,
    SIZE,
    TAKE,
)

GOING_OUT = 30.0  # above every other score
LATE = 3  # a player with this many cards or fewer is about to go out
MAX_CARDS = 9

# The features: of the hand after the move, by kind of move, and of the move itself.
(
    LEAD_SETS,  # the number of sets that the hand falls into
    LEAD_BIGGEST,  # the size of the biggest of them
    LEAD_STRENGTH,  # the sum of its numbers
    LEAD_LAST,  # 1 if it is one set
    LEAD_NUMBER,  # of the card led
    FOLLOW_SETS,
    FOLLOW_BIGGEST,
    FOLLOW_STRENGTH,
    FOLLOW_LAST,
    FOLLOW_CARDS,  # the number of cards left
    FOLLOW_NUMBER,  # the highest of the set played
    FOLLOW_MORE,  # 1 if it has a card more than the set on the table
    PASSING,
    PASSING_LATE,  # 1 if another player is about to go out
    PASSING_TABLE,  # for each card of the set on the table
    TAKE_SETS,
    TAKE_BIGGEST,
    TAKE_LAST,
    TAKE_NUMBER,  # of the card taken
) = range(19)
WEIGHTS = np.array(
    [
        *(-2.83, 1.98, 0.18, 1.25, -0.14),  # leading
        *(-3.05, 0.83, 0.26, 0.52, -1.35, 0.06, 0.21),  # following
        *(-0.4, -1.46, -0.54),  # passing
        *(-2.48, 1.63, 0.64, 1.06),  # taking
    ]
)

SUM = np.array([sum(n + 1 for n in range(9) if bits >> n & 1) for bits in range(512)], np.int16)
HIGHEST = np.array(
    [
        max(
            (n + 1 for n in range(9) for c in range(COLOUR_COUNT) if cards >> 9 * c + n & 1),
            default=0,
        )
        for cards in SET.tolist()
    ],
    np.int8,
)  # move -> the highest number among its cards
ONE_NUMBER = sum(1 << NUMBERS * colour for colour in range(COLOUR_COUNT))  # the ones of all colours


@rule
def move_score(state, move, weights):
    """Score a legal move for the player to move: the higher, the better."""
    hand = state.hands[state.turn]
    if state.phase == TAKE:
        return taking(hand | SET[move], move, weights)
    if move == PASS:
        return passing(state, hand, weights)
    left = hand & ~SET[move]
    if left == EMPTY:
        return GOING_OUT
    if state.phase == LEAD:
        return leading(left, move, weights)
    return following(state, left, move, weights)


@rule
def leading(left, move, weights):
    """Score a card that begins a round."""
    sets, biggest, strength = shape(left)
    return (
        weights[LEAD_SETS] * sets
        + weights[LEAD_BIGGEST] * biggest
        + weights[LEAD_STRENGTH] * strength
        + weights[LEAD_LAST] * (sets == 1)
        + weights[LEAD_NUMBER] * HIGHEST[move]
    )


@rule
def following(state, left, move, weights):
    """Score a set that beats the table, assuming the best card of the table is taken."""
    best = -1e9
    offered = state.table
    while offered:
        card = offered & -offered
        offered ^= card
        best = max(best, held(left | card, weights))
    cards = state.sizes[state.turn] - SIZE[move] + 1
    is_more = SIZE[move] > 1 and state.value < SMALLEST[SIZE[move]]
    return (
        best
        + weights[FOLLOW_CARDS] * cards
        + weights[FOLLOW_NUMBER] * HIGHEST[move]
        + weights[FOLLOW_MORE] * is_more
    )


SMALLEST = np.array(
    [0] + [10 ** (size - 1) for size in range(1, 11)], np.int64
)  # number of cards -> the smallest value


@rule
def passing(state, hand, weights):
    """Score a pass."""
    fewest = MAX_CARDS
    for seat in range(state.players):
        if seat != state.turn:
            fewest = min(fewest, state.sizes[seat])
    size = 1
    while state.value >= SMALLEST[size + 1]:
        size += 1
    return (
        held(hand, weights)
        + weights[FOLLOW_CARDS] * state.sizes[state.turn]
        + weights[PASSING]
        + weights[PASSING_LATE] * (fewest <= LATE)
        + weights[PASSING_TABLE] * size
    )


@rule
def held(hand, weights):
    """Score the hand that is kept."""
    sets, biggest, strength = shape(hand)
    return (
        weights[FOLLOW_SETS] * sets
        + weights[FOLLOW_BIGGEST] * biggest
        + weights[FOLLOW_STRENGTH] * strength
        + weights[FOLLOW_LAST] * (sets == 1)
    )


@rule
def taking(hand, move, weights):
    """Score taking a card of the beaten set."""
    sets, biggest, _ = shape(hand)
    return (
        weights[TAKE_SETS] * sets
        + weights[TAKE_BIGGEST] * biggest
        + weights[TAKE_LAST] * (sets == 1)
        + weights[TAKE_NUMBER] * HIGHEST[move]
    )


@rule
def shape(hand):
    """Split a hand greedily into sets: their number, the biggest size, the sum of all numbers."""
    left = hand & (GOAT - 1)
    size, chosen, cards, strength = biggest_set(left)
    biggest = size + (hand & GOAT != EMPTY)
    sets = 0
    while size > 1:
        sets += 1
        left &= ~chosen
        size, chosen, cards, _ = biggest_set(left)
    return sets + cards, biggest, strength


@rule
def biggest_set(cards):
    """Return the size and cards of the biggest set, and the number and sum of all cards.

    A set of one colour is preferred to an equal set of one number.
    """
    size, chosen, many, total = 0, EMPTY, 0, 0
    ones, twos, fours = 0, 0, 0  # the number of colours that have each number, in binary
    for colour in range(COLOUR_COUNT):
        numbers = cards >> NUMBERS * colour & COLOUR_MASK
        if numbers:
            here = int(BIT_COUNT[numbers])
            if here > size:
                size, chosen = here, numbers << NUMBERS * colour
            many += here
            total += int(SUM[numbers])
            carried = ones & numbers
            ones ^= numbers
            fours |= twos & carried
            twos ^= carried
    equals, equal = most_equal(ones, twos, fours)
    if equals > max(size, 1):
        return equals, cards & ONE_NUMBER << int(LOWEST[equal]), many, total
    return size, chosen, many, total


@rule
def most_equal(ones, twos, fours):
    """Return the most colours that share a number, and the numbers they share, as bits."""
    if fours:
        if fours & twos:
            return 6, fours & twos
        return (5, fours & ones) if fours & ones else (4, fours)
    if twos:
        return (3, twos & ones) if twos & ones else (2, twos)
    return 1, ones
