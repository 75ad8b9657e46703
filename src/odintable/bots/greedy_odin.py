"""A sparring partner for ODIN: rules of thumb about one hand, no search.

It asks how many sets the hand still falls into: a hand of nine cards in three colours is nearly
gone, nine lone cards are far from it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from odintable.games.odin.components import (
    COLOUR_MASK,
    COLOURS,
    EMPTY,
    GOAT,
    LEAD,
    NUMBERS,
    PASS,
    SET,
    TAKE,
)

from .bot import Budget, MoveChoice, ranked

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal

SET_TO_PLAY = 1.0  # what it weighs to have one more set to get rid of
CARD_LEFT = 0.25  # ... and one more card, which is a point if the hand is lost
LOW_CARD = 0.08  # ... for each number that the set's highest card is short of nine
GOAT_LEFT = 0.5  # ... and the goat, which is five points
HURRY = 0.5  # more for each card left, when another player is about to go out
ABOUT_TO_GO_OUT = 3  # cards
PATIENCE = 0.6  # how much worse a hand may become before it is better to pass
GOING_OUT = 100.0
POINT = 0.25  # what a point is worth, on the scale of a softmax over all seats


def choose(view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
    """The move that leaves the lightest hand; a pass when every play would spoil it."""
    state = view.state
    hand = int(state.hands[view.turn])
    others = [int(state.sizes[seat]) for seat in range(view.players) if seat != view.turn]
    hurry = HURRY if min(others) <= ABOUT_TO_GO_OUT else 0.0
    takings = [EMPTY] if state.phase == LEAD else single_cards(int(state.table))
    merits = {}
    for move in view.moves():
        cards = int(SET[move])
        if state.phase == TAKE:
            merit = -burden(hand | cards, hurry)
        elif move == PASS:
            merit = -burden(hand, hurry) - PATIENCE
        elif cards == hand:
            merit = GOING_OUT
        else:
            left = hand & ~cards
            merit = -min(burden(left | taken, hurry) for taken in takings)
        merits[view.write_move(move)] = merit
    return ranked(merits, estimate(view))


def single_cards(cards: int) -> list[int]:
    """Each card of a set."""
    return [1 << at for at in range(cards.bit_length()) if cards >> at & 1]


def burden(hand: int, hurry: float) -> float:
    """How far a hand is from empty: its sets, its cards, and how low they are."""
    weight = (CARD_LEFT + hurry) * hand.bit_count()
    if hand & GOAT:
        weight += GOAT_LEFT
        hand &= ~GOAT
    while hand:
        chosen = largest_set(hand)
        hand &= ~chosen
        weight += SET_TO_PLAY + LOW_CARD * (NUMBERS - highest(chosen))
    return weight


def largest_set(hand: int) -> int:
    """The most cards of one colour or one number; of equally many, those of one colour."""
    return max((hand & line for line in LINES), key=int.bit_count)


def highest(cards: int) -> int:
    """The highest number among the cards."""
    return next(NUMBERS - at for at, line in enumerate(OF_NUMBER) if cards & line)


OF_NUMBER = [
    sum(1 << NUMBERS * colour + number for colour in range(len(COLOURS)))
    for number in reversed(range(NUMBERS))
]  # from the nines down
OF_COLOUR = [COLOUR_MASK << NUMBERS * colour for colour in range(len(COLOURS))]
LINES = OF_COLOUR + OF_NUMBER


def estimate(view: Position) -> float:
    """The share of the win by points so far and cards in hand; a guess, but an honest one."""
    state = view.state
    late = [int(state.scores[seat]) + int(state.sizes[seat]) for seat in range(view.players)]
    weights = [math.exp(-POINT * (points - min(late))) for points in late]
    share = weights[view.turn] / sum(weights)
    return min(0.99, max(0.01, share))
