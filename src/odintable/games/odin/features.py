"""What a seat knows of a game of ODIN, as bits for nets, compiled. See docs/features.md.

A decision is a *situation* (what is known before it) and its *choices* (what each legal move does).
Seats are counted from the seat that decides. Colours are interchangeable, so they are sorted: the
colour of which the player holds most comes first.
"""

import numpy as np

from ..compiled import rule
from ..feature_bits import Layout, mark, mark_cards, mark_one, mark_up_to
from .components import (
    BIT_COUNT,
    CARDS,
    COLOUR_COUNT,
    COLOUR_MASK,
    EMPTY,
    FOUR_COLOUR_DECK,
    FULL_STATE,
    GOAT,
    HAND_SIZE,
    NOBODY,
    NUMBERS,
    PASS,
    SET,
    SIZE,
    STATE,
    TAKE,
    VALUE,
)
from .rules import apply, count_cards, lead, table_size, whole_hand
from .spec import MAX_PLAYERS, MIN_PLAYERS

VERSION = 2
OTHERS = MAX_PLAYERS - 1
POINTS_SEEN, CARDS_SEEN, SIZES_SEEN = 20, 14, 5
ALIKE_SEEN, COLOUR_SEEN, SETS_SEEN = 4, 5, 9

# The memory of a hand: what each seat has played and passed on since the deal.
MEMORY = np.dtype(
    (
        np.record,
        [
            ("played", np.int64, MAX_PLAYERS),  # all cards that a seat has played
            ("passed", np.int8, (MAX_PLAYERS, SIZES_SEEN)),  # the lowest top number that a seat
            # passed on, by the number of cards to beat; 0 where it passed on nothing
        ],
    )
)

STANDING = Layout(
    ("players", 5, 1, "how many play: 2, 3, 4, 5, 6"),
    ("one-hand", 1, 1, "the game is one hand long"),
    ("goat", 1, 1, "the goat is in the game"),
    ("four-colours", 1, 1, "two colours are in the box"),
    ("starter", 1, MAX_PLAYERS, "who starts this hand"),
    ("points-left", POINTS_SEEN, MAX_PLAYERS, "points each seat is short of the limit, up to 20"),
)
SITUATION = Layout(
    *STANDING.fields,
    ("hand", CARDS, 1, "the player's cards"),
    ("table", CARDS, 1, "the set to beat"),
    ("offered", CARDS, 1, "the beaten set, while a card of it is to be taken"),
    ("discard", CARDS, 1, "out of this hand"),
    ("unseen", CARDS, 1, "in another hand or out of the game: nobody knows"),
    ("known", CARDS, OTHERS, "cards each other player took and still holds"),
    ("played", CARDS, OTHERS, "cards each other player has played in this hand"),
    ("passed", NUMBERS, OTHERS * SIZES_SEEN,
     "highest numbers each other player passed on, by 1, 2, 3, 4, 5+ cards to beat"),
    ("sizes", CARDS_SEEN, MAX_PLAYERS, "how many cards each player holds, up to 14"),
    ("phase", 1, 3, "leading, following, taking"),
    ("passes", 1, OTHERS, "passes in a row"),
    ("owner", 1, MAX_PLAYERS, "who played the set to beat"),
    ("to-beat", NUMBERS, 1, "how many cards there are to beat"),
)  # fmt: skip
CHOICE = Layout(
    ("plays", CARDS, 1, "the cards played"),
    ("takes", CARDS, 1, "the card taken"),
    ("pass", 1, 1, "nothing is played"),
    ("many", NUMBERS, 1, "how many cards are played"),
    ("top", NUMBERS, 1, "the highest number played"),
    ("left", CARDS_SEEN, 1, "how many cards are left in hand"),
    ("last-set", 1, 1, "what is left in hand could be led at once"),
    ("left-cards", CARDS, 1, "the cards left in hand"),
    ("left-colours", COLOUR_SEEN, COLOUR_COUNT, "how many cards of each colour are left, up to 5"),
    ("left-numbers", ALIKE_SEEN, NUMBERS, "how many cards of each number are left, up to 4"),
    ("left-sets", SETS_SEEN, 1, "in how few sets all cards left could go, the goat aside"),
)
TARGETS = ("own-points", "others-points")  # auxiliary training targets, each divided by nine

_PLAYERS, _ONE_HAND, _GOAT, _FOUR, _STARTER, _POINTS = STANDING.at.values()
(_HAND, _TABLE, _OFFERED, _DISCARD, _UNSEEN, _KNOWN, _PLAYED, _PASSED, _SIZES, _PHASE, _PASSES,
 _OWNER, _TO_BEAT) = list(SITUATION.at.values())[len(STANDING.fields) :]  # fmt: skip
(_PLAYS, _TAKES, _PASS, _MANY, _TOP, _LEFT, _LAST_SET, _LEFT_CARDS, _LEFT_COLOURS, _LEFT_NUMBERS,
 _LEFT_SETS) = CHOICE.at.values()  # fmt: skip


# -- Memory --------------------------------------------------------------------------------------


@rule
def clear_memory(_state, memory):
    """Empty the memory at the beginning of a hand."""
    for seat in range(MAX_PLAYERS):
        memory.played[seat] = EMPTY
        for size in range(SIZES_SEEN):
            memory.passed[seat, size] = 0


@rule
def update_memory(state, memory, move):
    """Note what a move that is about to be made shows to everybody."""
    seat = state.turn
    if state.phase == TAKE:
        return
    if move != PASS:
        memory.played[seat] |= SET[move]
        return
    size = min(table_size(state), SIZES_SEEN) - 1
    top = highest(state.value)
    before = memory.passed[seat, size]
    if before == 0 or top < before:
        memory.passed[seat, size] = top


@rule
def highest(value):
    """Return the first digit of a value, at least 1."""
    while value >= 10:
        value //= 10
    return max(1, value)


@rule
def rebuild_memory(view, moves, count, memory):
    """Compute the memory from all moves since the deal, by replaying them."""
    clear_memory(view, memory)
    replays = np.empty(1, STATE)
    replay = replays[0]
    replay.players = view.players
    replay.viewer = FULL_STATE
    replay.pending_shuffle = 0
    replay.one_hand = 0
    replay.offered = EMPTY
    replay.discard = EMPTY
    for seat in range(MAX_PLAYERS):
        replay.hands[seat] = -1  # holds every card, so any move can be made
        replay.known[seat] = EMPTY
        replay.sizes[seat] = 0
    lead(replay, view.starter)
    for at in range(count):
        update_memory(replay, memory, moves[at])
        apply(replay, moves[at])


# -- Bits ----------------------------------------------------------------------------------------


@rule
def mark_standing(state, seat, bits):
    """Set the bits of the game as a seat sees it between two hands."""
    players = int(state.players)
    mark(bits, _PLAYERS + players - MIN_PLAYERS)
    mark(bits, _STARTER + int(state.starter - seat) % players)
    if state.deck & GOAT:
        mark(bits, _GOAT)
    if state.deck & ~GOAT == FOUR_COLOUR_DECK:
        mark(bits, _FOUR)
    if state.one_hand:
        mark(bits, _ONE_HAND)
        return
    for other in range(players):
        left = state.limit - state.scores[(seat + other) % players]
        mark_up_to(bits, _POINTS + other * POINTS_SEEN, POINTS_SEEN, left)


@rule
def mark_situation(state, memory, bits):
    """Set the bits of what the viewer, who is to move, knows before the move."""
    seat, players = int(state.turn), int(state.players)
    mark_standing(state, seat, bits)
    order = colour_order(state)
    seen = state.table | state.offered | state.discard
    mark_cards(bits, _HAND, ordered(state.hands[seat], order))
    mark_cards(bits, _TABLE, ordered(state.table, order))
    mark_cards(bits, _OFFERED, ordered(state.offered, order))
    mark_cards(bits, _DISCARD, ordered(state.discard, order))
    for other in range(players):
        at = (seat + other) % players
        seen |= state.hands[at]
        mark_up_to(bits, _SIZES + other * CARDS_SEEN, CARDS_SEEN, state.sizes[at])
        if other:
            mark_cards(bits, _KNOWN + (other - 1) * CARDS, ordered(state.known[at], order))
            mark_cards(bits, _PLAYED + (other - 1) * CARDS, ordered(memory.played[at], order))
            mark_passed(memory, at, other - 1, bits)
    mark_cards(bits, _UNSEEN, ordered(state.deck & ~seen, order))
    mark(bits, _PHASE + int(state.phase))
    mark_one(bits, _PASSES, OTHERS, state.passes)
    if state.owner != NOBODY:
        mark(bits, _OWNER + int(state.owner - seat) % players)
    if state.table != EMPTY:
        mark_up_to(bits, _TO_BEAT, NUMBERS, table_size(state))


@rule
def mark_passed(memory, seat, place, bits):
    """Set the bits of the sets that a player has passed on in this hand."""
    for size in range(SIZES_SEEN):
        lowest = memory.passed[seat, size]
        if lowest:
            at = _PASSED + (place * SIZES_SEEN + size) * NUMBERS
            mark_up_to(bits, at, NUMBERS, NUMBERS + 1 - lowest)


@rule
def mark_choices(state, moves, count, rows):
    """Set the bits of what each move does, a row for each."""
    hand = state.hands[state.turn]
    order = colour_order(state)
    for at in range(count):
        move, bits = moves[at], rows[at]
        cards = SET[move]
        if state.phase == TAKE:
            mark_cards(bits, _TAKES, ordered(cards, order))
            left = hand | cards
        else:
            left = hand & ~cards
            mark_cards(bits, _PLAYS, ordered(cards, order))
            if move == PASS:
                mark(bits, _PASS)
            else:
                mark_up_to(bits, _MANY, NUMBERS, SIZE[move])
                mark_one(bits, _TOP, NUMBERS, highest(VALUE[move]) - 1)
        mark_up_to(bits, _LEFT, CARDS_SEEN, count_cards(left))
        if is_one_set(left):
            mark(bits, _LAST_SET)
        mark_left(ordered(left, order), bits)


@rule
def mark_left(left, bits):
    """Set the bits of the hand after the move, with its colours in order."""
    mark_cards(bits, _LEFT_CARDS, left)
    alike = np.zeros(NUMBERS, np.int64)
    for colour in range(COLOUR_COUNT):
        numbers = left >> NUMBERS * colour & COLOUR_MASK
        many = int(BIT_COUNT[numbers])
        mark_up_to(bits, _LEFT_COLOURS + colour * COLOUR_SEEN, COLOUR_SEEN, many)
        for number in range(NUMBERS):
            alike[number] += numbers >> number & 1
    for number in range(NUMBERS):
        mark_up_to(bits, _LEFT_NUMBERS + number * ALIKE_SEEN, ALIKE_SEEN, alike[number])
    mark_up_to(bits, _LEFT_SETS, SETS_SEEN, fewest_sets(left))


@rule
def fewest_sets(hand):
    """Return the fewest sets of a colour or number that make up a hand, the goat aside.

    For each choice of colours that are played as sets, the other cards are played by number.
    """
    held = np.empty(COLOUR_COUNT, np.int64)
    colours = 0
    for colour in range(COLOUR_COUNT):
        numbers = hand >> NUMBERS * colour & COLOUR_MASK
        if numbers:
            held[colours] = numbers
            colours += 1
    fewest = colours
    for chosen in range((1 << colours) - 1):
        sets, numbers = 0, 0
        for colour in range(colours):
            if chosen >> colour & 1:
                sets += 1
            else:
                numbers |= held[colour]
        fewest = min(fewest, sets + int(BIT_COUNT[numbers]))
    return fewest


@rule
def is_one_set(hand):
    """Return whether the hand could be led at once, or is empty. [OD-2.2]"""
    colours = 0
    for colour in range(COLOUR_COUNT):
        colours += (hand >> NUMBERS * colour & COLOUR_MASK) != 0
    return colours == 0 or whole_hand(hand, colours) != PASS


@rule
def colour_order(state):
    """Return the colours, sorted by what the player holds of them, then by open cards."""
    hand = state.hands[state.turn]
    open_cards = state.table | state.offered
    keys = np.empty(COLOUR_COUNT, np.int64)
    order = np.empty(COLOUR_COUNT, np.int64)
    for colour in range(COLOUR_COUNT):
        shift = NUMBERS * colour
        held = hand >> shift & COLOUR_MASK
        key = int(BIT_COUNT[held]) << NUMBERS | held
        key = key << NUMBERS | (open_cards >> shift & COLOUR_MASK)
        key = key << NUMBERS | (state.discard >> shift & COLOUR_MASK)
        place = colour
        while place > 0 and keys[place - 1] < key:
            keys[place] = keys[place - 1]
            order[place] = order[place - 1]
            place -= 1
        keys[place] = key
        order[place] = colour
    return order


@rule
def ordered(cards, order):
    """Return the same cards with their colours in this order."""
    moved = cards & GOAT
    if cards & (GOAT - 1):
        for place in range(COLOUR_COUNT):
            moved |= (cards >> NUMBERS * order[place] & COLOUR_MASK) << NUMBERS * place
    return moved


@rule
def fill_targets(state, before, seat, targets):
    """Fill in the points of a seat and of the others in the hand that has ended, over nine."""
    others = 0.0
    for other in range(state.players):
        if other != seat:
            others += state.scores[other] - before[other]
    targets[0] = (state.scores[seat] - before[seat]) / HAND_SIZE
    targets[1] = others / (HAND_SIZE * (state.players - 1))
