"""The rules of ODIN over one state, compiled: deal, legal moves, apply, outcome. No randomness.

The numbers in brackets are those of docs/rules/odin.md. Nothing here checks its arguments:
`Position.read_move` checks that a move is legal before it is applied.
"""

from typing import Any

from ..compiled import rule
from .components import (
    BIT,
    BIT_COUNT,
    CARDS,
    COLOUR_COUNT,
    COLOUR_MASK,
    COLOUR_SETS,
    DEAL,
    EMPTY,
    FOLLOW,
    FOUR_COLOUR_DECK,
    FULL_STATE,
    GOAT,
    GOAT_ALONE,
    GOAT_CARD,
    GOAT_POINTS,
    GOAT_SETS,
    HAND_SIZE,
    LEAD,
    LOWEST,
    NO_SHUFFLE,
    NOBODY,
    NUMBER_SETS,
    NUMBERS,
    OVER,
    PAIRING,
    PAIRINGS,
    PASS,
    PLAIN_DECK,
    SET,
    SIZE,
    TAKE,
    TAKE_GOAT,
    TAKES,
    TEXT_ORDER,
    VALUE,
)

# -- A new game, and every deal ----------------------------------------------------------------


def begin(
    state: Any,
    players: int,
    first: int,
    limit: int,
    hands: int,
    goat: bool,
    four_colours: bool,
) -> None:
    """Set up a game that awaits its first deal. [OD-1.1 OD-1.2 OD-1.4 OD-5.4 OD-6.1 OD-6.2]"""
    state.players = players
    state.limit = limit
    state.one_hand = hands
    state.deck = FOUR_COLOUR_DECK if four_colours else PLAIN_DECK
    if goat:
        state.deck |= GOAT
    state.scores[:] = 0
    state.deal = 0
    state.starter = first
    state.phase = LEAD
    state.viewer = FULL_STATE
    state.pending_shuffle = DEAL


@rule
def pile_to_shuffle(state, cards):
    """Fill in the cards to be shuffled, in the order of their text, and return their number."""
    count = 0
    for card in TEXT_ORDER:
        if state.deck & BIT[card]:
            cards[count] = card
            count += 1
    return count


@rule
def apply_shuffle(state, cards):
    """Deal a new hand from the cards in the order given, nine to each player. [OD-1.3 OD-5.3]"""
    if state.deal > 0:
        state.starter = (state.starter + 1) % state.players
    state.deal += 1
    for seat in range(state.players):
        state.hands[seat] = EMPTY
        state.known[seat] = EMPTY
        state.sizes[seat] = HAND_SIZE
        for place in range(seat * HAND_SIZE, (seat + 1) * HAND_SIZE):
            state.hands[seat] |= BIT[cards[place]]
    state.discard = EMPTY
    state.offered = EMPTY
    state.pending_shuffle = NO_SHUFFLE
    lead(state, state.starter)


# -- What may be played ------------------------------------------------------------------------


@rule
def legal(state, moves):
    """Fill in the legal moves and return their number, 0 when the game is over."""
    if state.phase == FOLLOW:
        return follows(state, moves)
    if state.phase == LEAD:
        return leads(state, moves)
    if state.phase == TAKE:
        return takes(state, moves)
    return 0


@rule
def leads(state, moves):
    """One card, or the whole hand if it is a set; no pass. [OD-2.1 OD-2.2 OD-6.2]"""
    hand = state.hands[state.turn]
    count = 0
    colours = 0
    for colour in range(COLOUR_COUNT):
        numbers = hand >> NUMBERS * colour & COLOUR_MASK
        if numbers:
            colours += 1
        while numbers:
            card = numbers & -numbers
            moves[count] = COLOUR_SETS + colour * COLOUR_MASK + card - 1
            count += 1
            numbers ^= card
    if hand & GOAT:
        moves[count] = GOAT_ALONE
        count += 1
    if state.sizes[state.turn] > 1:
        whole = whole_hand(hand, colours)
        if whole != PASS:
            moves[count] = whole
            count += 1
    return count


@rule
def whole_hand(hand, colours):
    """Return the move that plays a whole hand of one colour or number, or PASS. [OD-2.2 OD-6.2]"""
    number = NUMBERS
    paired = 0
    for colour in range(COLOUR_COUNT):
        numbers = hand >> NUMBERS * colour & COLOUR_MASK
        if numbers == 0:
            continue
        if colours == 1:
            sets = GOAT_SETS if hand & GOAT else COLOUR_SETS
            return sets + colour * COLOUR_MASK + numbers - 1
        lowest = 0
        while not numbers >> lowest & 1:
            lowest += 1
        if numbers >> lowest != 1 or number not in (NUMBERS, lowest):
            return PASS
        number = lowest
        paired |= 1 << colour
    if hand & GOAT:
        return PASS
    return NUMBER_SETS + number * PAIRINGS + PAIRING[paired]


@rule
def follows(state, moves):
    """A pass, or sets of as many cards or one more, worth more. [OD-3.1 OD-3.2 OD-3.3 OD-3.5]"""
    hand = state.hands[state.turn]
    size = table_size(state)
    moves[0] = PASS
    count = 1
    for colour in range(COLOUR_COUNT):
        numbers = hand >> NUMBERS * colour & COLOUR_MASK
        if numbers:
            count = colour_sets(state, size, colour, numbers, moves, count)
    return number_sets(state, size, hand, moves, count)


@rule
def table_size(state):
    """Return the number of digits of the value on the table, one for each card. [OD-3.4]"""
    size = 1
    value = state.value
    while value >= 10:
        value //= 10
        size += 1
    return size


@rule
def colour_sets(state, size, colour, numbers, moves, count):
    """The sets of one colour that beat the table, with and without the goat. [OD-3.3 OD-6.2]"""
    goat = state.hands[state.turn] & GOAT
    if BIT_COUNT[numbers] + (goat != 0) < size:
        return count
    chosen = numbers
    while chosen:
        move = COLOUR_SETS + colour * COLOUR_MASK + chosen - 1
        moves[count] = move
        count += beats(state, size, move)
        if goat:
            moves[count] = move - COLOUR_SETS + GOAT_SETS
            count += beats(state, size, move - COLOUR_SETS + GOAT_SETS)
        chosen = (chosen - 1) & numbers
    return count


@rule
def number_sets(state, size, hand, moves, count):
    """The sets of two or more equal numbers that beat the table. [OD-3.3]"""
    doubled = held_twice(hand)
    while doubled:
        number = int(LOWEST[doubled])
        doubled &= doubled - 1
        colours = 0
        for colour in range(COLOUR_COUNT):
            colours |= (hand >> NUMBERS * colour + number & 1) << colour
        if BIT_COUNT[colours] < size:
            continue
        chosen = colours
        while chosen:
            if chosen & (chosen - 1):
                move = NUMBER_SETS + number * PAIRINGS + PAIRING[chosen]
                moves[count] = move
                count += beats(state, size, move)
            chosen = (chosen - 1) & colours
    return count


@rule
def held_twice(hand):
    """Return, as bits, the numbers that a hand holds in two colours or more."""
    once, twice = 0, 0
    for colour in range(COLOUR_COUNT):
        numbers = hand >> NUMBERS * colour & COLOUR_MASK
        twice |= once & numbers
        once |= numbers
    return twice


@rule
def count_cards(cards):
    """Return the number of cards in a set."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


@rule
def beats(state, size, move):
    """Worth more than the set on the table, with at most one card more. [OD-3.2 OD-3.5]"""
    return (VALUE[move] > state.value) & (SIZE[move] <= size + 1)


@rule
def takes(state, moves):
    """Any one card of the beaten set. [OD-3.6]"""
    count = 0
    for card in range(CARDS):
        if state.offered & BIT[card]:
            moves[count] = TAKE_GOAT if card == GOAT_CARD else TAKES + card
            count += 1
    return count


# -- Making a move -----------------------------------------------------------------------------


@rule
def apply(state, move):
    """Make a legal move, after which the state may await a deal."""
    if state.phase == TAKE:
        take(state, SET[move])
    elif move == PASS:
        pass_turn(state)
    else:
        play(state, move)


@rule
def play(state, move):
    """Cards from the hand become the set to beat. [OD-2.3 OD-3.6 OD-3.7]"""
    seat = state.turn
    beaten = state.table
    state.hands[seat] &= ~SET[move]
    state.known[seat] &= ~SET[move]
    state.sizes[seat] -= SIZE[move]
    state.table = SET[move]
    state.value = VALUE[move]
    state.owner = seat
    state.passes = 0
    if state.hands[seat] == EMPTY:
        state.discard |= beaten
        end_hand(state)
    elif beaten == EMPTY:
        follow(state)
    elif beaten & (beaten - 1) == EMPTY:
        take(state, beaten)
    else:
        state.offered = beaten
        state.phase = TAKE


@rule
def take(state, card):
    """A card of the beaten set goes into the hand, the rest to the discard. [OD-3.6 OD-R2]"""
    state.hands[state.turn] |= card
    state.known[state.turn] |= card
    state.sizes[state.turn] += 1
    state.discard |= state.offered & ~card
    state.offered = EMPTY
    follow(state)


@rule
def pass_turn(state):
    """Nothing is played; when all others have passed, the round is over. [OD-4.1 OD-4.3 OD-R1]"""
    state.passes += 1
    if state.passes == state.players - 1:
        state.discard |= state.table
        lead(state, state.owner)
    else:
        follow(state)


@rule
def lead(state, seat):
    """A round begins with an empty table. [OD-2.1 OD-4.3]"""
    state.table = EMPTY
    state.value = 0
    state.owner = NOBODY
    state.passes = 0
    state.turn = seat
    state.phase = LEAD


@rule
def follow(state):
    """The turn goes clockwise. [OD-1.4 OD-3.1]"""
    state.turn = (state.turn + 1) % state.players
    state.phase = FOLLOW


# -- The end of a hand and of the game ---------------------------------------------------------


@rule
def end_hand(state):
    """Score what is left in the hands; then the game is over or a new hand is dealt. [OD-5.1]"""
    limit_reached = False
    for seat in range(state.players):
        state.scores[seat] += points_left(state, seat)
        if state.scores[seat] >= state.limit:
            limit_reached = True
    if state.one_hand or limit_reached:
        state.phase = OVER
    else:
        state.pending_shuffle = DEAL


@rule
def points_left(state, seat):
    """One for each card in hand, five for the goat. [OD-5.2 OD-6.2]"""
    goat = state.hands[seat] & GOAT
    return state.sizes[seat] + (GOAT_POINTS - 1 if goat else 0)


@rule
def is_over(state):
    """Return whether the game has ended. [OD-5.4]"""
    return state.phase == OVER


@rule
def outcome(state, shares):
    """Fill in each seat's share of the win: the fewest points win, a tie shares. [OD-5.5 OD-R3]"""
    fewest = state.scores[0]
    for seat in range(1, state.players):
        fewest = min(fewest, state.scores[seat])
    winners = 0
    for seat in range(state.players):
        winners += state.scores[seat] == fewest
    for seat in range(state.players):
        shares[seat] = 1.0 / winners if state.scores[seat] == fewest else 0.0
