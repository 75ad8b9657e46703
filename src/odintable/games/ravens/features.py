"""What a seat knows of a game of Ravens, as bits for nets, compiled. See docs/features.md.

A decision is a *situation* (what hardly changes within a turn) and its *choices*: for each legal
move the race after it. Cards that a move draws are left out; only the fact that it draws is marked.

Terrains are interchangeable, so they are numbered in the order in which the raven will meet them.
Decisions that differ only in the names of terrains have the same bits.
"""

import numpy as np

from ..compiled import rule
from ..feature_bits import Layout, mark, mark_cards, mark_one, mark_up_to
from .components import (
    ADDS,
    ARRANGE_ADD,
    CARDS,
    END,
    EXTEND,
    FLIGHTS,
    HAND,
    HAND_SIZE,
    LANDSCAPE_KINDS,
    LAY,
    LAYS,
    MAX_PLAYED,
    NONE,
    OVER,
    OWNED,
    PLACE,
    SHOWS,
    STACK,
    STATE,
)
from .race_setup_and_scoring import landscapes_available, terrain
from .rules import apply
from .value_heuristic import is_leg_over, reach_of

VERSION = 3
POINTS_SEEN, GROUNDS_SEEN, RUNS_SEEN, DEPTH_SEEN, MAX_OF_A_KIND = 20, 14, 8, 8, 5
GROUNDS_AT_ONCE = 7  # spaces whose bits are collected before they are written
WAY_SEEN, PILE_SEEN, STONE_SEEN, REACH_SEEN = 10, 8, 8, 6
MAX_SPACES, MAX_RUNS, MAX_LEAD = 32, 20, 30  # enough for a lead to show on long paths

MEMORY = np.dtype((np.record, [("nothing", np.int8)]))  # unused: the state holds all that is public

STANDING = Layout(
    ("points-left", POINTS_SEEN, 2, "points each player is short of the target, up to 20"),
    ("starts", 1, 1, "the player starts this race"),
    ("removed-under", 1, 1, "the option is on"),
    ("buy-magic", 1, 1, "the option is on"),
    ("keep-cards", 1, 1, "the option is on"),
    ("strict-joker", 1, 1, "the option is on"),
)
SITUATION = Layout(
    *STANDING.fields,
    ("magic", 1, FLIGHTS + 1, "what the Magic Way shows: terrains, then Odin cards"),
    ("own-draws", MAX_OF_A_KIND, CARDS, "how many of each card are in the player's draw pile"),
    ("own-discards", MAX_OF_A_KIND, CARDS, "how many of each card are in the player's discard"),
    ("own-pile", PILE_SEEN, 1, "the size of the player's draw pile, in fours"),
    ("hidden", MAX_OF_A_KIND, CARDS, "how many of each card the other may hold or draw"),
    ("held", MAX_OF_A_KIND, CARDS, "how many of each card the other is known to hold"),
    ("other-pile", PILE_SEEN, 1, "the size of the other's draw pile, in fours"),
    ("other-hand", HAND_SIZE, 1, "how many cards the other holds"),
    ("other-stack", PILE_SEEN, 1, "how many cards are on the other's stack"),
    ("landscapes-left", PILE_SEEN, 1, "how many landscape cards could be added, in fours"),
)
CHOICE = Layout(
    ("drawing", 1, 1, "the turn ends as it is"),
    ("extending", 1, 1, "a landscape card is drawn, and the turn ends"),
    ("adding", 1, 1, "two landscape cards are drawn"),
    ("placing", 1, 1, "a landscape card that was added is followed by another"),
    ("laying", 1, 1, "the stack is being put in a new order"),
    ("closing", 1, 1, "the turn has ended after placing"),
    ("race", 1, 2, "the race is over: won, lost"),
    ("game", 1, 2, "the game is over: won, lost"),
    ("points-after", POINTS_SEEN, 2, "once a race is over: points short of the target"),
    ("spaces", MAX_SPACES, 2, "spaces each raven is short of the end"),
    ("runs", MAX_RUNS, 2, "flights each raven is short of the end, the stone not counted"),
    ("lead", MAX_LEAD, 2, "spaces the player's raven is ahead, then behind"),
    ("ahead", FLIGHTS, 2 * GROUNDS_SEEN, "the terrain of each space ahead of a raven"),
    ("run", FLIGHTS, 2 * RUNS_SEEN, "the terrain of each run ahead of a raven"),
    ("stone", STONE_SEEN, 2, "how many spaces ahead of a raven the stone lies"),
    ("hand", MAX_OF_A_KIND, CARDS, "how many of each card the player holds"),
    ("drawn", HAND_SIZE + 1, 1, "how many cards will be drawn at the end of the turn"),
    ("stack", CARDS, DEPTH_SEEN, "the cards on the player's stack, the top one first"),
    ("stacked", PILE_SEEN, 1, "how many cards are on the player's stack"),
    ("below", MAX_OF_A_KIND, CARDS, "how many of each card lie below these, or are lifted"),
    ("may-play", MAX_PLAYED, 2, "cards that may still be played, from the hand, from the stack"),
    ("reach", REACH_SEEN, 1, "runs that can be flown in this turn"),
    ("next-reach", REACH_SEEN, 1, "runs that the cards kept could fly in a new turn"),
    ("way", WAY_SEEN, 2, "cards on the Magic Way: the player's, the other's"),
    ("way-lead", WAY_SEEN, 2, "how many more cards the player has there, or how many fewer"),
)
TARGETS = ("own-points", "others-points")  # auxiliary training targets, each divided by ten

_POINTS, _STARTS, _UNDER, _BUY, _KEEP, _STRICT = STANDING.at.values()
(_MAGIC, _DRAWS, _DISCARDS, _OWN_PILE, _HIDDEN, _HELD, _OTHER_PILE, _OTHER_HAND, _OTHER_STACK,
 _LANDSCAPES_LEFT) = list(SITUATION.at.values())[len(STANDING.fields) :]  # fmt: skip
(_DRAWING, _EXTENDING, _ADDING, _PLACING, _LAYING, _CLOSING, _RACE, _GAME, _POINTS_AFTER, _SPACES,
 _RUNS, _LEAD, _AHEAD, _RUN, _STONE, _HAND, _DRAWN, _STACK, _STACKED, _BELOW, _MAY_PLAY, _REACH,
 _NEXT_REACH, _WAY, _WAY_LEAD) = CHOICE.at.values()  # fmt: skip


# -- Memory --------------------------------------------------------------------------------------


@rule
def clear_memory(_state, memory):
    """Empty the memory at the beginning of a race."""
    memory.nothing = 0


@rule
def update_memory(_state, _memory, _move):
    """Do nothing: the state holds all that is public."""


@rule
def rebuild_memory(_view, _moves, _count, memory):
    """Clear the memory: the state holds all that is public."""
    memory.nothing = 0


# -- Names ---------------------------------------------------------------------------------------


@rule
def name_terrains(state, mine):
    """Number the cards: terrains as the player's raven meets them, then as the other does."""
    names = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        names[card] = card if card >= FLIGHTS else NONE
    met = 0
    for place in range(2):
        lane = mine if place == 0 else 1 - mine
        for at in range(int(state.ravens[lane]) + 1, state.length):
            ground = terrain(state.path[at], lane)
            if names[ground] == NONE:
                names[ground] = met
                met += 1
    for _ in range(FLIGHTS):  # terrains that no raven will meet, those held most first
        best = NONE
        for other in range(FLIGHTS):
            if names[other] == NONE and (
                best == NONE or state.hands[mine, other] > state.hands[mine, best]
            ):
                best = other
        if best == NONE:
            break
        names[best] = met
        met += 1
    return names


@rule
def name_grounds(names):
    """Number the terrain of each landscape card, in either lane."""
    grounds = np.empty((2, LANDSCAPE_KINDS), np.int8)
    for card in range(LANDSCAPE_KINDS):
        for lane in range(2):
            grounds[lane, card] = names[terrain(card, lane)]
    return grounds


# -- The situation -------------------------------------------------------------------------------


@rule
def mark_standing(state, seat, bits):
    """Set the bits of the game as a seat sees it between two races."""
    mark_up_to(bits, _POINTS, POINTS_SEEN, state.target - state.scores[seat])
    mark_up_to(bits, _POINTS + POINTS_SEEN, POINTS_SEEN, state.target - state.scores[1 - seat])
    if state.first == seat:
        mark(bits, _STARTS)
    if state.removed_under:
        mark(bits, _UNDER)
    if state.buy_magic:
        mark(bits, _BUY)
    if state.keep_cards:
        mark(bits, _KEEP)
    if state.strict_joker:
        mark(bits, _STRICT)


@rule
def mark_situation(state, _memory, bits):
    """Set the bits of what the viewer, who is to move, knows of the piles before the move."""
    mine, other = int(state.turn), 1 - int(state.turn)
    names = name_terrains(state, mine)
    mark_standing(state, mine, bits)
    if state.magic != NONE:
        for card in range(FLIGHTS + 1):
            if SHOWS[state.magic, card]:
                mark(bits, _MAGIC + names[card])
    counts = np.empty(CARDS, np.int64)
    count_discards(state, mine, counts)
    mark_counts(bits, _DISCARDS, counts, names)
    count_rest(state, mine, counts)
    for place in range(state.stack_sizes[mine]):
        counts[state.stacks[mine, place]] -= 1
    for card in range(CARDS):
        counts[card] -= state.hands[mine, card] + state.lifted[card]
    mark_counts(bits, _DRAWS, counts, names)
    count_rest(state, other, counts)
    mark_counts(bits, _HIDDEN, counts, names)
    mark_counts(bits, _HELD, state.held[other], names)
    mark_up_to(bits, _OWN_PILE, PILE_SEEN, (state.draw_sizes[mine] + 3) // 4)
    mark_up_to(bits, _OTHER_PILE, PILE_SEEN, (state.draw_sizes[other] + 3) // 4)
    mark_up_to(bits, _OTHER_HAND, HAND_SIZE, state.hand_sizes[other])
    mark_up_to(bits, _OTHER_STACK, PILE_SEEN, state.stack_sizes[other])
    mark_up_to(bits, _LANDSCAPES_LEFT, PILE_SEEN, (landscapes_available(state) + 3) // 4)


@rule
def count_discards(state, seat, counts):
    """Count each card on the player's discard pile."""
    for card in range(CARDS):
        counts[card] = 0
    for place in range(state.discard_sizes[seat]):
        counts[state.discards[seat, place]] += 1


@rule
def count_rest(state, seat, counts):
    """Count each of the player's cards that do not lie open."""
    count_discards(state, seat, counts)
    for card in range(CARDS):
        counts[card] = OWNED[card] - counts[card]
    for place in range(state.way_sizes[seat]):
        counts[state.ways[seat, place]] -= 1


@rule
def mark_counts(bits, at, counts, names):
    """Set a thermometer code for each kind of card."""
    for card in range(CARDS):
        place = at + names[card] * MAX_OF_A_KIND
        mark_up_to(bits, place, MAX_OF_A_KIND, int(counts[card]))


# -- The choices ---------------------------------------------------------------------------------


@rule
def mark_choices(state, moves, count, rows):
    """Set the bits of the race after each move, a row for each."""
    after, names = np.empty(1, STATE), name_terrains(state, int(state.turn))
    grounds = name_grounds(names)
    for at in range(count):
        move, bits = moves[at], rows[at]
        after[0] = state
        if move == END:
            mark(bits, _DRAWING)
        elif move == EXTEND:
            mark(bits, _EXTENDING)
        elif ADDS <= move < LAYS:
            mark(bits, _ADDING)
            spend_adding(after[0], move)
        else:
            make(after[0], move, bits)
        mark_race(after[0], state.turn, names, grounds, bits)


@rule
def spend_adding(state, move):
    """Take the card that adds landscape cards from hand or stack, without drawing them."""
    seat = state.turn
    if move == ADDS:
        state.hands[seat, ARRANGE_ADD] -= 1
        state.hand_sizes[seat] -= 1
        state.played[HAND] += 1
    else:
        state.stack_sizes[seat] -= 1
        state.played[STACK] += 1


@rule
def make(state, move, bits):
    """Make a move up to the point where a card is drawn."""
    if state.phase != PLACE:
        apply(state, move)
        if state.phase == LAY:
            mark(bits, _LAYING)
        return
    seat, hand_size = int(state.turn), state.hand_sizes[state.turn]
    if state.closing:
        mark(bits, _CLOSING)
    if state.to_place > 1:
        mark(bits, _PLACING)
    state.landscape_count = 0  # so that no landscape card is drawn
    state.hand_sizes[seat] = HAND_SIZE  # ... and no card of the player
    apply(state, move)
    state.turn = seat
    state.hand_sizes[seat] = hand_size


@rule
def mark_race(state, turn, names, grounds, bits):
    """Set the bits of the race as the player who moved sees it."""
    mine, other = int(turn), 1 - int(turn)
    mark_way(state, mine, other, bits)
    if is_leg_over(state):
        mark_end(state, mine, bits)
        return
    mark_lane(state, mine, 0, grounds, bits)
    mark_lane(state, other, 1, grounds, bits)
    mark_difference(bits, _LEAD, MAX_LEAD, state.ravens[mine] - state.ravens[other])
    mark_cards_at_hand(state, mine, names, bits)
    from_hand = MAX_PLAYED - state.played[HAND]
    from_stack = MAX_PLAYED - state.played[STACK]
    mark_up_to(bits, _MAY_PLAY, MAX_PLAYED, from_hand)
    mark_up_to(bits, _MAY_PLAY + MAX_PLAYED, MAX_PLAYED, from_stack)
    mark_up_to(bits, _REACH, REACH_SEEN, reach_of(state, mine, from_hand, from_stack))
    mark_up_to(bits, _NEXT_REACH, REACH_SEEN, reach_of(state, mine, MAX_PLAYED, MAX_PLAYED))


@rule
def mark_difference(bits, at, width, difference):
    """Set two thermometer codes: how much more, how much less."""
    mark_up_to(bits, at, width, difference)
    mark_up_to(bits, at + width, width, -difference)


@rule
def mark_way(state, mine, other, bits):
    """Set the bits of the cards on the Magic Way, laid or bought."""
    own = int(state.way_sizes[mine]) + int(state.bought[mine])
    others = int(state.way_sizes[other]) + int(state.bought[other])
    mark_up_to(bits, _WAY, WAY_SEEN, own)
    mark_up_to(bits, _WAY + WAY_SEEN, WAY_SEEN, others)
    mark_difference(bits, _WAY_LEAD, WAY_SEEN, own - others)


@rule
def mark_end(state, mine, bits):
    """Set the bits of who has won, and of the points short of the target."""
    mark(bits, _RACE + (state.race_winner != mine))
    if state.phase == OVER:
        mark(bits, _GAME + (state.winner != mine))
    for place in range(2):
        left = state.target - state.scores[mine if place == 0 else 1 - mine]
        mark_up_to(bits, _POINTS_AFTER + place * POINTS_SEEN, POINTS_SEEN, left)


@rule
def mark_lane(state, seat, place, grounds, bits):
    """Set the bits of what lies ahead of one raven."""
    raven, length = int(state.ravens[seat]), int(state.length)
    spaces = runs = count = 0  # bits of the next spaces and of the next runs; runs so far
    last = -1
    for at in range(raven + 1, length):
        ground = int(grounds[seat, state.path[at]])
        ahead = at - raven - 1
        if ahead < GROUNDS_SEEN:
            spaces |= 1 << (ahead % GROUNDS_AT_ONCE * FLIGHTS + ground)
            if ahead % GROUNDS_AT_ONCE == GROUNDS_AT_ONCE - 1:
                mark_spaces(bits, place, ahead, spaces)
                spaces = 0
        is_new = int(ground != last)  # no branch, which the processor could not predict
        runs |= is_new << (min(count, RUNS_SEEN) * FLIGHTS + ground)
        count += is_new
        last = ground
    runs &= (1 << RUNS_SEEN * FLIGHTS) - 1
    if spaces:
        mark_spaces(bits, place, min(length - raven - 2, GROUNDS_SEEN - 1), spaces)
    mark_cards(bits, _RUN + place * RUNS_SEEN * FLIGHTS, runs)
    mark_up_to(bits, _SPACES + place * MAX_SPACES, MAX_SPACES, length - 1 - raven)
    mark_up_to(bits, _RUNS + place * MAX_RUNS, MAX_RUNS, count)
    if state.stone_lane == seat and state.stone_at > raven:
        mark_one(bits, _STONE + place * STONE_SEEN, STONE_SEEN, state.stone_at - raven - 1)


@rule
def mark_spaces(bits, place, ahead, spaces):
    """Set the bits of the group of spaces ahead of a raven that this one belongs to."""
    first = ahead // GROUNDS_AT_ONCE * GROUNDS_AT_ONCE
    mark_cards(bits, _AHEAD + (place * GROUNDS_SEEN + first) * FLIGHTS, spaces)


@rule
def mark_cards_at_hand(state, mine, names, bits):
    """Set the bits of the hand, the stack from its top, and the cards below or lifted."""
    mark_counts(bits, _HAND, state.hands[mine], names)
    mark_one(bits, _DRAWN, HAND_SIZE + 1, HAND_SIZE - int(state.hand_sizes[mine]))
    height = int(state.stack_sizes[mine])
    mark_up_to(bits, _STACKED, PILE_SEEN, height)
    for depth in range(min(height, DEPTH_SEEN)):
        mark(bits, _STACK + depth * CARDS + names[state.stacks[mine, height - 1 - depth]])
    if height > DEPTH_SEEN or state.phase == LAY:
        mark_below(state, mine, height - DEPTH_SEEN, names, bits)


@rule
def mark_below(state, mine, height, names, bits):
    """Set the bits of the cards deep in the stack, or lifted from it."""
    counts = np.zeros(CARDS, np.int64)
    for card in range(CARDS):
        counts[card] = state.lifted[card]
    for place in range(height):
        counts[state.stacks[mine, place]] += 1
    mark_counts(bits, _BELOW, counts, names)


@rule
def fill_targets(state, before, seat, targets):
    """Fill in the points of both players in the race that has ended, over ten."""
    targets[0] = (state.scores[seat] - before[seat]) / 10
    targets[1] = (state.scores[1 - seat] - before[1 - seat]) / 10
