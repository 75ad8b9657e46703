"""Rules of thumb for one hand of ODIN, without search.

They count how many sets the hand still falls into: nine cards in three colours are nearly gone,
nine single cards are far from it.
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

if TYPE_CHECKING:
    from odintable.games.position import Position

# The weight of what is left in the hand:
SET_TO_PLAY = 1.0  # for each set that is still to be played
CARD_LEFT = 0.25  # for each card, which costs a point if the hand is lost
LOW_CARD = 0.08  # for each number by which the highest card of a set is below nine
GOAT_LEFT = 0.5  # for the goat, which costs five points
HURRY = 0.5  # more for each card, when another player is about to go out

ABOUT_TO_GO_OUT = 3  # cards
PASS_COST = 0.6  # a play may make the hand this much heavier before a pass is better
GOING_OUT = 100.0  # the score of a move that ends the hand
POINT = 0.25  # worth of a point, on the scale of a softmax over all seats


def move_scores(view: Position) -> dict[str, float]:
    """Score every legal move by how light a hand it leaves."""
    state = view.state
    hand = int(state.hands[view.turn])
    others = [int(state.sizes[seat]) for seat in range(view.players) if seat != view.turn]
    hurry = HURRY if min(others) <= ABOUT_TO_GO_OUT else 0.0
    takeable = [EMPTY] if state.phase == LEAD else single_cards(int(state.table))
    scores = {}
    for move in view.moves():
        cards = int(SET[move])
        if state.phase == TAKE:
            score = -hand_weight(hand | cards, hurry)
        elif move == PASS:
            score = -hand_weight(hand, hurry) - PASS_COST
        elif cards == hand:
            score = GOING_OUT
        else:
            left = hand & ~cards
            score = -min(hand_weight(left | taken, hurry) for taken in takeable)
        scores[view.write_move(move)] = score
    return scores


def single_cards(cards: int) -> list[int]:
    """Return each card of a set."""
    return [1 << at for at in range(cards.bit_length()) if cards >> at & 1]


def hand_weight(hand: int, hurry: float) -> float:
    """Return how far a hand is from empty: by its sets, its cards, and how low they are."""
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
    """Return the largest set of one colour or one number; a tie goes to the colour."""
    return max((hand & kind for kind in SETS_BY_KIND), key=int.bit_count)


def highest(cards: int) -> int:
    """Return the highest number among the cards."""
    return next(NUMBERS - at for at, same in enumerate(OF_NUMBER) if cards & same)


OF_NUMBER = [
    sum(1 << NUMBERS * colour + number for colour in range(len(COLOURS)))
    for number in reversed(range(NUMBERS))
]  # from the nines down
OF_COLOUR = [COLOUR_MASK << NUMBERS * colour for colour in range(len(COLOURS))]
SETS_BY_KIND = OF_COLOUR + OF_NUMBER


def win_log_odds(view: Position) -> float:
    """Return a rough estimate for the player to move, from points so far and cards in hand."""
    state = view.state
    points = [int(state.scores[seat]) + int(state.sizes[seat]) for seat in range(view.players)]
    weights = [math.exp(-POINT * (own - min(points))) for own in points]
    share = min(0.99, max(0.01, weights[view.turn] / sum(weights)))
    return math.log(share / (1 - share))
