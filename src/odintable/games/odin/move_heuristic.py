"""How much a move of ODIN appeals to a sensible player, compiled: a weighted sum of a few features.

Search plays games out by it, tries the better moves first, and asks how likely others would have
made the moves they made. It looks at the hand of the player at turn and at what lies open. The
weights are such that appeals are logarithms of how often a strong player chooses each move:
`python -m benchmarks.fit odin` finds such weights.
"""

import numpy as np

from ..compiled import rule
from .components import (
    BIT_COUNT,
    COLOUR_MASK,
    COLOURS,
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

SIX = len(COLOURS)
GOING_OUT = 30.0  # beyond every other appeal
LATE = 3  # cards: a player who has no more is about to go out
MAX_CARDS = 9  # so many at most count as the fewest

# The features: what is left in the hand after the move, by kind of move, and the move itself.
(
    LEAD_SETS,  # into how many sets the hand falls
    LEAD_BIGGEST,  # how many cards the biggest of them has
    LEAD_STRENGTH,  # its numbers added up
    LEAD_LAST,  # it is one set
    LEAD_NUMBER,  # of the card led
    FOLLOW_SETS,
    FOLLOW_BIGGEST,
    FOLLOW_STRENGTH,
    FOLLOW_LAST,
    FOLLOW_CARDS,  # how many cards are left
    FOLLOW_NUMBER,  # the highest of the set played
    FOLLOW_MORE,  # it has a card more than the set on the table
    PASSING,
    PASSING_LATE,  # while another player is about to go out
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
        max((n + 1 for n in range(9) for c in range(SIX) if cards >> 9 * c + n & 1), default=0)
        for cards in SET.tolist()
    ],
    np.int8,
)  # move -> the highest number among its cards
ONE_NUMBER = sum(1 << NUMBERS * colour for colour in range(SIX))  # the ones of all colours


@rule
def move_score(state, move, weights):
    """The higher, the better for the player at turn."""
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
    """A card that begins a round."""
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
    """A set that beats the table, with the best card of the table taken for it."""
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
)  # of so many digits


@rule
def passing(state, hand, weights):
    """To keep the hand as it is."""
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
    """What a hand is worth that one keeps."""
    sets, biggest, strength = shape(hand)
    return (
        weights[FOLLOW_SETS] * sets
        + weights[FOLLOW_BIGGEST] * biggest
        + weights[FOLLOW_STRENGTH] * strength
        + weights[FOLLOW_LAST] * (sets == 1)
    )


@rule
def taking(hand, move, weights):
    """A card of the beaten set."""
    sets, biggest, _ = shape(hand)
    return (
        weights[TAKE_SETS] * sets
        + weights[TAKE_BIGGEST] * biggest
        + weights[TAKE_LAST] * (sets == 1)
        + weights[TAKE_NUMBER] * HIGHEST[move]
    )


@rule
def shape(hand):
    """How many sets a hand falls into, the biggest first; how big that is; its numbers added up."""
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
    """The biggest set, of a colour rather than a number: its size, its cards; all cards: how many,
    and their numbers added up."""
    size, chosen, many, total = 0, EMPTY, 0, 0
    ones, twos, fours = 0, 0, 0  # how many colours have each number, in binary
    for colour in range(SIX):
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
    """In how many colours a number is there at most, and which numbers are, as bits."""
    if fours:
        if fours & twos:
            return 6, fours & twos
        return (5, fours & ones) if fours & ones else (4, fours)
    if twos:
        return (3, twos & ones) if twos & ones else (2, twos)
    return 1, ones
