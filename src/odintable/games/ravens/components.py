"""The parts of Odin's Ravens: the cards, the state of a game, and the moves as numbers.

A player's card is a number from 0 to 8, in the order of its letter. A landscape card is
5 * (terrain in lane 0) + (terrain in lane 1); off the path its terrains are in letter order.
"""

from itertools import combinations_with_replacement

import numpy as np

from .spec import CARDS_PER_TURN

TERRAINS = "FMPSW"  # forest, mountain, plains, snow, water [RV-1.1]
ODIN_CARDS = "arst"  # arrange/add, back/forward, stone/swap, turn/remove [RV-1.3]
LETTERS = TERRAINS + ODIN_CARDS
ARRANGE_ADD, BACK_FORWARD, STONE_SWAP, TURN_REMOVE = range(5, 9)
FLIGHTS, CARDS = len(TERRAINS), len(LETTERS)  # kinds of flight cards, kinds of cards

OWNED = np.array([5, 5, 5, 5, 5, 1, 2, 2, 3], np.int8)  # of each kind, by each player [RV-1.3]
OWN_CARDS = int(OWNED.sum())

# [RV-1.2] How often each landscape card is in the box: a reconstruction, defined only here.
DOUBLES, MIXED = 2, 3  # copies of each card with one terrain twice, with two terrains
LANDSCAPE_KINDS = FLIGHTS * FLIGHTS
LANDSCAPES = np.array(
    [
        DOUBLES if one == two else MIXED if one < two else 0
        for one in range(FLIGHTS)
        for two in range(FLIGHTS)
    ],
    np.int8,
)  # copies of each landscape card in the box, in letter order
LANDSCAPE_CARDS = int(LANDSCAPES.sum())

# [RV-1.4] The Magic Way cards: also a reconstruction.
MAGIC_CARDS = ("FS", "Fo", "MP", "Mo", "PW", "SW")
MAGIC_KINDS = len(MAGIC_CARDS)
SHOWS = np.array(
    [
        [letter in card or (letter in ODIN_CARDS and "o" in card) for letter in LETTERS]
        for card in MAGIC_CARDS
    ]
)  # [Magic Way card, card] -> may the card be laid there [RV-6.1]

PATH_LENGTH, HAND_SIZE = 9, 5  # [RV-2.1 RV-2.5]
MAX_PLAYED = CARDS_PER_TURN
KEPT_BEHIND = 2  # cards behind the rear raven that stay on the path [RV-8.2]
START = -1  # where a raven is before the first card
NOBODY = NOWHERE = NONE = -1
HAND, STACK = range(2)  # where a card is played from
PLAY, PLACE, LAY, OVER = range(4)  # the phases
PHASES = ("play", "place", "lay", "over")

# The values of pending_shuffle: none, the four shuffles of a new race, or one during a race.
(
    NO_SHUFFLE,
    DEAL_LANDSCAPES,
    DEAL_MAGIC,
    DEAL_0,
    DEAL_1,
    RESHUFFLE_DISCARDS,
    RESHUFFLE_LANDSCAPES,
) = range(7)
FULL_STATE, SPECTATOR = -1, -2  # values of `viewer` that are not seats
UNKNOWN = -1  # a card that the viewer does not know

STATE = np.dtype(
    (
        np.record,
        [
            ("path", np.int8, LANDSCAPE_CARDS),  # from the start to the end
            ("landscapes", np.int8, LANDSCAPE_CARDS),  # the face-down pile, the next card last
            ("removed", np.int8, LANDSCAPE_CARDS),  # the landscape discard pile, oldest first
            ("stacks", np.int8, (2, OWN_CARDS)),  # the auxiliary stacks, bottom first
            ("draws", np.int8, (2, OWN_CARDS)),  # the draw piles, the next card last
            ("discards", np.int8, (2, OWN_CARDS)),  # oldest first
            ("ways", np.int8, (2, OWN_CARDS)),  # what lies on the Magic Way, oldest first
            ("hands", np.int8, (2, CARDS)),  # the number of each card that each player holds
            (
                "held",
                np.int8,
                (2, CARDS),
            ),  # of hand and stack, the cards that everybody knows are there
            ("lifted", np.int8, CARDS),  # cards of the stack that are still to be laid
            ("magic_pile", np.int8, MAGIC_KINDS),  # with buy-magic, the next card last
            ("race", np.int32),  # the number of this race, from 1; 0 before the first
            ("turns", np.int32),  # ended in this race
            ("scores", np.int16, 2),
            ("target", np.int16),  # points that end the game
            ("max_turns", np.int16),  # that end a race; 0: no limit
            ("length", np.int8),  # cards in the path
            ("landscape_count", np.int8),  # cards in the landscape pile
            ("under", np.int8),  # how many of these lie at the bottom, where everybody saw them go
            ("removed_count", np.int8),
            ("hand_sizes", np.int8, 2),
            ("stack_sizes", np.int8, 2),
            ("draw_sizes", np.int8, 2),
            ("discard_sizes", np.int8, 2),
            ("way_sizes", np.int8, 2),
            ("ravens", np.int8, 2),  # the index of the card each raven is on, or START
            ("stone_lane", np.int8),  # or NOWHERE: beside the path
            ("stone_at", np.int8),
            ("magic", np.int8),  # the Magic Way card that is face up, or NONE
            ("magic_count", np.int8),
            ("bought", np.int8, 2),  # Magic Way cards, with buy-magic
            ("first", np.int8),  # the seat that started this race
            ("turn", np.int8),  # the seat that decides now
            ("phase", np.int8),
            ("played", np.int8, 2),  # cards played this turn from HAND and STACK
            ("placing", np.int8),  # the landscape card to be placed, or NONE
            ("to_place", np.int8),  # cards to be placed: this one and those that follow
            ("closing", np.int8),  # the turn ends after placing
            ("winner", np.int8),  # of the game, or NOBODY
            ("race_winner", np.int8),  # how the last race ended: who won it, or NOBODY
            ("distance", np.int8),  # ... by how many spaces
            ("way_winner", np.int8),  # ... and who got the bonus of the Magic Way, or NOBODY
            ("pending_shuffle", np.int8),  # the shuffle that the state awaits, or NO_SHUFFLE
            ("removed_under", np.int8),  # the options [RV-10.1]
            ("buy_magic", np.int8),  # [RV-10.2]
            ("keep_cards", np.int8),  # [RV-10.3]
            ("strict_joker", np.int8),  # [RV-10.5]
            ("viewer", np.int8),  # FULL_STATE, a seat or SPECTATOR
        ],
    )
)

# The part of a payment that comes from the hand: every choice of up to three flight cards.
HAND_SETS = [
    kinds for many in range(4) for kinds in combinations_with_replacement(range(FLIGHTS), many)
]
HAND_SET = np.array([[kinds.count(t) for t in range(FLIGHTS)] for kinds in HAND_SETS], np.int8)
WHICH_HAND_SET = np.full(4**FLIGHTS, -1, np.int16)  # the counts as digits in base 4 -> its index
WHICH_HAND_SET[[sum(4**kind for kind in kinds) for kinds in HAND_SETS]] = range(len(HAND_SETS))


def payments() -> np.ndarray:
    """Return, for each terrain, 5 ways to pay it once and 15 to pay it twice. [RV-4.1 RV-5.2]"""
    table = np.zeros((FLIGHTS, 20, FLIGHTS), np.int8)
    for terrain in range(FLIGHTS):
        once = [(terrain,)] + [(other, other) for other in range(FLIGHTS) if other != terrain]
        twice = [one + two for one, two in combinations_with_replacement(once, 2)]
        for which, cards in enumerate(once + twice):
            np.add.at(table[terrain, which], list(cards), 1)
    return table


PAYMENTS = payments()  # [terrain, which way] -> the number of cards of each terrain
PAID_ONCE = 5  # the first five of these ways pay once

# The moves. Actions of Odin cards come twice: with the card from the hand, and from the stack.
PAIRS = LANDSCAPE_CARDS * (LANDSCAPE_CARDS - 1) // 2
STACKS = 0  # + card
FLIES = STACKS + CARDS  # + (cards from the stack) * 56 + which hand set
MAGICS = FLIES + 4 * len(HAND_SETS)  # + card from the hand, or + CARDS: the top of the stack
DISCARDS = MAGICS + CARDS + 1  # + as MAGICS
STONES = DISCARDS + CARDS + 1  # + lane * 40 + index
SWAPS = STONES + 4 * LANDSCAPE_CARDS  # + which pair
TURNS = SWAPS + 2 * PAIRS  # + index
REMOVES = TURNS + 2 * LANDSCAPE_CARDS  # + index
BACKS = REMOVES + 2 * LANDSCAPE_CARDS
FORWARDS = BACKS + 2
ARRANGES = FORWARDS + 2
ADDS = ARRANGES + 2
LAYS = ADDS + 2  # + card
PLACES = LAYS + CARDS  # + 0 as in letter order, + 1 turned
EXTEND = PLACES + 2
END = EXTEND + 1
MOVE_COUNT = END + 1
MAX_LEGAL_MOVES = MOVE_COUNT

# The pairs of cards that can be swapped: smaller index first, by the larger one.
PAIR = np.array([(one, two) for two in range(LANDSCAPE_CARDS) for one in range(two)], np.int8)
