"""The parts of ODIN: the cards, the state of a game, and the moves as numbers.

A card is a bit: colour * 9 + number - 1; the goat is bit 54. A set of cards is the sum of its bits,
so a hand, the table and the discard are one integer each.
"""

import numpy as np

from .spec import MAX_PLAYERS

COLOURS = "BGOPRY"  # blue, green, orange, purple, red, yellow [OD-1.1]
COLOUR_COUNT = len(COLOURS)
NUMBERS = 9
PLAIN_CARDS = len(COLOURS) * NUMBERS
GOAT_CARD = PLAIN_CARDS  # the 55th card [OD-6.2]
CARDS = PLAIN_CARDS + 1
CARD_TEXTS = [colour + str(number) for colour in COLOURS for number in range(1, NUMBERS + 1)]
CARD_TEXTS.append("X0")
IN_THE_BOX = "OP"  # the colours left out with four-colours [OD-6.1]

HAND_SIZE = 9  # [OD-1.3]
GOAT_POINTS = 5  # [OD-6.2]

EMPTY = 0
COLOUR_MASK = (1 << NUMBERS) - 1
GOAT = 1 << GOAT_CARD
PLAIN_DECK = GOAT - 1
FOUR_COLOUR_DECK = sum(
    COLOUR_MASK << NUMBERS * at for at, name in enumerate(COLOURS) if name not in IN_THE_BOX
)

LEAD, FOLLOW, TAKE, OVER = range(4)  # the phases
PHASES = ("lead", "follow", "take", "over")
NO_SHUFFLE, DEAL = range(2)  # the values of pending_shuffle
NOBODY = -1
FULL_STATE, SPECTATOR = -1, -2  # values of `viewer` that are not seats

STATE = np.dtype(
    (
        np.record,
        [
            ("hands", np.int64, MAX_PLAYERS),  # the cards each player holds; in a view the known
            ("known", np.int64, MAX_PLAYERS),  # of these, the cards that all saw being taken
            ("table", np.int64),  # the set to beat; empty when a round begins
            ("offered", np.int64),  # the beaten set, while a card of it is to be taken
            ("discard", np.int64),  # out of this hand, face up
            ("deck", np.int64),  # all cards of this game
            ("value", np.int32),  # what the set on the table is worth
            ("deal", np.int32),  # the number of this hand, from 1; 0 before the first deal
            ("scores", np.int16, MAX_PLAYERS),  # points so far
            ("limit", np.int16),  # the game ends when a player has this many
            ("sizes", np.int8, MAX_PLAYERS),  # the number of cards that each player holds
            ("players", np.int8),
            ("starter", np.int8),  # the seat that started this hand
            ("turn", np.int8),  # the seat that decides now
            ("owner", np.int8),  # the seat that played the set on the table, or NOBODY
            ("passes", np.int8),  # in a row since the last play
            ("phase", np.int8),
            ("one_hand", np.int8),  # the option `hands`: the game ends after one hand
            ("pending_shuffle", np.int8),  # NO_SHUFFLE, or DEAL when cards must be dealt
            ("viewer", np.int8),  # FULL_STATE, a seat or SPECTATOR
        ],
    )
)

# The moves: every set that can be played, the pass, and every card that can be taken. Moves that
# need the goat come last, so that games without it use only the first PLAIN_MOVES.
COLOUR_SETS = 0  # + colour * 511 + (the numbers as bits) - 1
NUMBER_SETS = COLOUR_SETS + len(COLOURS) * COLOUR_MASK  # + (number - 1) * 57 + PAIRING[colours]
PAIRINGS = 2 ** len(COLOURS) - 1 - len(COLOURS)  # the choices of two or more of the six colours
PASS = NUMBER_SETS + NUMBERS * PAIRINGS
TAKES = PASS + 1  # + the card
PLAIN_MOVES = TAKES + PLAIN_CARDS
GOAT_ALONE = PLAIN_MOVES
GOAT_SETS = GOAT_ALONE + 1  # + as COLOUR_SETS
TAKE_GOAT = GOAT_SETS + len(COLOURS) * COLOUR_MASK
MOVE_COUNT = TAKE_GOAT + 1
MAX_LEGAL_MOVES = 256  # nine cards of a colour beat a set of four in 252 ways

# The colours of a set of equal numbers, as six bits -> the index of the pairing, and back.
PAIRED = [colours for colours in range(2 ** len(COLOURS)) if colours.bit_count() >= 2]
PAIRING = np.zeros(2 ** len(COLOURS), np.int16)
PAIRING[PAIRED] = range(PAIRINGS)

BIT = np.int64(1) << np.arange(CARDS, dtype=np.int64)  # card -> its bit
TEXT_ORDER = np.array([*range(45), GOAT_CARD, *range(45, 54)], np.int8)  # X0 between R9 and Y1


def sets_of_cards() -> list[tuple[int, str]]:
    """Return each move's cards as bits, and its value as digits. [OD-3.3 OD-3.4 OD-6.2]"""
    numbers = [[n for n in range(1, 10) if bits >> n - 1 & 1] for bits in range(1, 512)]
    colour_sets = [
        (bits << NUMBERS * colour, "".join(map(str, reversed(numbers[bits - 1]))))
        for colour in range(len(COLOURS))
        for bits in range(1, 512)
    ]
    number_sets = [
        (sum(1 << NUMBERS * c + number for c in range(6) if colours >> c & 1), colours.bit_count())
        for number in range(NUMBERS)
        for colours in PAIRED
    ]
    return [
        *colour_sets,
        *((cards, str(at // PAIRINGS + 1) * many) for at, (cards, many) in enumerate(number_sets)),
        (EMPTY, ""),
        *((1 << card, "") for card in range(PLAIN_CARDS)),
        (GOAT, "0"),
        *((cards | GOAT, digits + "0") for cards, digits in colour_sets),
        (GOAT, ""),
    ]


SET = np.array([cards for cards, _ in sets_of_cards()], np.int64)  # move -> its cards
VALUE = np.array([int(d[:9] or "0") for _, d in sets_of_cards()], np.int32)  # move -> its value
SIZE = np.array([len(digits) for _, digits in sets_of_cards()], np.int8)  # move -> its size
BIT_COUNT = np.array([bits.bit_count() for bits in range(512)], np.int8)  # of nine bits
LOWEST = np.array([(bits & -bits).bit_length() - 1 for bits in range(512)], np.int8)  # of nine bits
