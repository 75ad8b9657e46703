"""What a player of a Ravens environment sees, as zeros and ones, compiled.

The path is written space by space, numbered as in moves: from the start, in lane 0 and lane 1.
Observations are written from a view, so they hold nothing that the seat may not know.
"""

import numpy as np

from odintable.games.feature_bits import Layout
from odintable.games.observation_bits import UP_TO, mark, mark_set, mark_up_to
from odintable.games.ravens.components import (
    CARDS,
    FLIGHTS,
    HAND_SIZE,
    LANDSCAPE_CARDS,
    LANDSCAPE_KINDS,
    LANDSCAPES,
    LAY,
    MAX_PLAYED,
    MIXED,
    NONE,
    NOWHERE,
    SHOWS,
    STATE,
)
from odintable.games.ravens.features import (
    MEMORY,
    clear_memory,
    count_discards,
    count_rest,
    update_memory,
)
from odintable.games.ravens.race_setup_and_scoring import apply_shuffle, terrain

from ..compiled import rule

__all__ = ["MEMORY", "STATE", "clear_memory", "deal", "observe", "update_memory"]


MAX_OF_A_KIND, POINTS_SEEN, DEPTH_SEEN, PILE_SEEN, WAY_SEEN, TURNS_SEEN = 5, 20, 8, 9, 8, 10
# The kinds of landscape cards off the path, in letter order, and the index of each.
KINDS = [kind for kind in range(LANDSCAPE_KINDS) if LANDSCAPES[kind]]
KIND = np.full(LANDSCAPE_KINDS, -1, np.int8)
KIND[KINDS] = range(len(KINDS))

COUNTS = (MAX_OF_A_KIND, CARDS)
FIELDS = Layout(
    ("phase", 1, 4, "playing, placing, laying, over"),
    ("turn", 1, 2, "the observer decides, the other does; when the game is over, who moved last"),
    ("seat", 1, 2, "the observer's seat, and lane: 0 or 1"),
    ("path", FLIGHTS, 2 * LANDSCAPE_CARDS, "the terrain of each space, lane 0, then lane 1"),
    ("ravens", LANDSCAPE_CARDS + 1, 2, "the start or space of the observer's raven, the other's"),
    ("stone", LANDSCAPE_CARDS, 2, "the space that the stone lies on, lane 0, then lane 1"),
    ("hand", *COUNTS, "how many of each card the observer holds"),
    ("stack", CARDS, DEPTH_SEEN, "the cards on the observer's stack, the top one first"),
    ("stacked", *COUNTS, "how many of each card are on the observer's stack"),
    ("lifted", *COUNTS, "how many of each card of the stack are still to be laid"),
    ("own-draws", *COUNTS, "how many of each card are in the observer's draw pile"),
    ("own-discards", *COUNTS, "how many of each card are in the observer's discard pile"),
    ("other-discards", *COUNTS, "how many of each card are in the other's discard pile"),
    ("other-hidden", *COUNTS, "how many of each card the other may hold, have stacked or draw"),
    ("other-held", *COUNTS, "how many of each card the other is known to hold or have stacked"),
    ("other-hand", HAND_SIZE, 1, "how many cards the other holds"),
    ("other-stack", PILE_SEEN, 1, "how many cards are on the other's stack, up to 9"),
    ("draws", PILE_SEEN, 2, "the sizes of the draw piles, in fours: the observer's, the other's"),
    ("played", MAX_PLAYED, 2, "cards played this turn from hand and stack"),
    ("magic", 1, FLIGHTS + 1, "what the Magic Way shows: terrains, then Odin cards"),
    ("ways", WAY_SEEN, 2, "cards on the Magic Way, laid or bought: the observer's, the other's"),
    ("removed", MIXED, len(KINDS), "how many of each landscape card are removed"),
    ("under", MIXED, len(KINDS), "how many of each landscape card were seen going under the pile"),
    ("landscapes", PILE_SEEN, 1, "the size of the landscape pile, in fours"),
    ("placing", FLIGHTS, 2, "the landscape card to be placed, in letter order"),
    ("to-place", 1, 2, "cards to be placed: one, two"),
    ("closing", 1, 1, "the turn ends after placing"),
    ("points", POINTS_SEEN, 2, "points each player is short of the target, up to 20"),
    ("starts", 1, 1, "the observer started this race"),
    ("turns", TURNS_SEEN, 1, "tenths of the turns of this race that are over, with max-turns"),
)
(_PHASE, _TURN, _SEAT, _PATH, _RAVENS, _STONE, _HAND, _STACK, _STACKED, _LIFTED, _DRAWS, _DISCARDS,
 _OTHER_DISCARDS, _HIDDEN, _HELD, _OTHER_HAND, _OTHER_STACK, _PILES, _PLAYED, _MAGIC, _WAYS,
 _REMOVED, _UNDER, _LANDSCAPES, _PLACING, _TO_PLACE, _CLOSING, _POINTS, _STARTS,
 _TURNS) = FIELDS.at.values()  # fmt: skip


@rule
def deal(state, cards, _hand):
    """Continue with the pile in the order given."""
    apply_shuffle(state, cards)


@rule
def observe(view, _memory, _packing, _at, words):
    """Set the bits of what the viewer knows."""
    mine, other = int(view.viewer), 1 - int(view.viewer)
    mark(words, _PHASE + int(view.phase))
    mark(words, _TURN + (view.turn != mine))
    mark(words, _SEAT + mine)
    observe_path(view, mine, other, words)
    observe_own(view, mine, words)
    observe_other(view, other, words)
    observe_landscapes(view, words)
    for place in range(2):
        seat = other if place else mine
        mark_up_to(words, _PILES + place * PILE_SEEN, PILE_SEEN, (view.draw_sizes[seat] + 3) // 4)
        mark_up_to(words, _PLAYED + place * MAX_PLAYED, MAX_PLAYED, view.played[place])
        way = view.way_sizes[seat] + view.bought[seat]
        mark_up_to(words, _WAYS + place * WAY_SEEN, WAY_SEEN, way)
        left = view.target - view.scores[seat]
        mark_up_to(words, _POINTS + place * POINTS_SEEN, POINTS_SEEN, left)
    if view.magic != NONE:
        for card in range(FLIGHTS + 1):
            if SHOWS[view.magic, card]:
                mark(words, _MAGIC + card)
    if view.first == mine:
        mark(words, _STARTS)
    if view.max_turns > 0:
        mark_up_to(words, _TURNS, TURNS_SEEN, TURNS_SEEN * int(view.turns) // int(view.max_turns))


@rule
def observe_path(view, mine, other, words):
    """Set the bits of the path, the ravens and the stone."""
    for lane in range(2):
        for at in range(view.length):
            space = lane * LANDSCAPE_CARDS + at
            mark(words, _PATH + space * FLIGHTS + terrain(int(view.path[at]), lane))
    mark(words, _RAVENS + 1 + int(view.ravens[mine]))
    mark(words, _RAVENS + LANDSCAPE_CARDS + 2 + int(view.ravens[other]))
    if view.stone_lane != NOWHERE:
        mark(words, _STONE + int(view.stone_lane) * LANDSCAPE_CARDS + int(view.stone_at))


@rule
def observe_own(view, mine, words):
    """Set the bits of the observer's hand, stack, draw pile and discards."""
    counts = np.zeros(CARDS, np.int64)
    height = int(view.stack_sizes[mine])
    for place in range(height):
        card = int(view.stacks[mine, place])
        counts[card] += 1
        depth = height - 1 - place
        if depth < DEPTH_SEEN:
            mark(words, _STACK + depth * CARDS + card)
    mark_counts(words, _STACKED, counts)
    mark_counts(words, _HAND, view.hands[mine])
    if view.phase == LAY and view.turn == mine:
        mark_counts(words, _LIFTED, view.lifted)
        for card in range(CARDS):
            counts[card] += view.lifted[card]
    rest = np.empty(CARDS, np.int64)
    count_rest(view, mine, rest)
    for card in range(CARDS):
        rest[card] -= counts[card] + view.hands[mine, card]
    mark_counts(words, _DRAWS, rest)
    count_discards(view, mine, rest)
    mark_counts(words, _DISCARDS, rest)


@rule
def observe_other(view, other, words):
    """Set the bits of the other player's open cards, and of what is known of the hidden ones."""
    counts = np.empty(CARDS, np.int64)
    count_discards(view, other, counts)
    mark_counts(words, _OTHER_DISCARDS, counts)
    count_rest(view, other, counts)
    mark_counts(words, _HIDDEN, counts)
    mark_counts(words, _HELD, view.held[other])
    mark_up_to(words, _OTHER_HAND, HAND_SIZE, view.hand_sizes[other])
    mark_up_to(words, _OTHER_STACK, PILE_SEEN, view.stack_sizes[other])


@rule
def observe_landscapes(view, words):
    """Set the bits of the landscape cards off the path."""
    counts = np.zeros(LANDSCAPE_KINDS, np.int64)
    for place in range(view.removed_count):
        card = view.removed[place]
        mark(words, _REMOVED + int(KIND[card]) * MIXED + counts[card])
        counts[card] += 1
    counts[:] = 0
    for place in range(view.under):
        card = view.landscapes[place]
        mark(words, _UNDER + int(KIND[card]) * MIXED + counts[card])
        counts[card] += 1
    mark_up_to(words, _LANDSCAPES, PILE_SEEN, (view.landscape_count + 3) // 4)
    if view.placing != NONE:
        mark(words, _PLACING + terrain(int(view.placing), 0))
        mark(words, _PLACING + FLIGHTS + terrain(int(view.placing), 1))
    mark_up_to(words, _TO_PLACE, 2, view.to_place)
    if view.closing:
        mark(words, _CLOSING)


@rule
def mark_counts(words, at, counts):
    """Set a thermometer code for each kind of card."""
    some = 0
    for card in range(CARDS):
        some |= UP_TO[min(int(counts[card]), MAX_OF_A_KIND)] << card * MAX_OF_A_KIND
    mark_set(words, at, some)
