"""What a player of an ODIN environment sees, as zeros and ones, compiled.

`fields` names every field of an observation. Observations are written from a view, so they hold
nothing that the seat may not know.
"""

from odintable.games.feature_bits import Layout
from odintable.games.observation_bits import UP_TO, mark, mark_set, mark_up_to
from odintable.games.odin.components import (
    COLOUR_COUNT,
    EMPTY,
    GOAT_CARD,
    HAND_SIZE,
    NOBODY,
    NUMBERS,
    STATE,
)
from odintable.games.odin.features import MEMORY, SIZES_SEEN, clear_memory, update_memory
from odintable.games.odin.rules import apply_shuffle, table_size

from ..compiled import rule

__all__ = ["MEMORY", "STATE", "clear_memory", "deal", "fields", "observe", "update_memory"]


POINTS_SEEN = 20


def fields(players: int, cards: int, hand: int) -> Layout:
    """Return the fields of an observation; seats are counted from the observer's."""
    others = players - 1
    return Layout(
        ("hand", cards, 1, "the observer's cards"),
        ("table", cards, 1, "the set to beat"),
        ("offered", cards, 1, "the beaten set, while one card of it is to be taken"),
        ("discard", cards, 1, "out of this hand"),
        ("known", cards, others, "cards each other player took and still holds"),
        ("played", cards, others, "cards each other player has played in this hand"),
        ("passed", NUMBERS, others * SIZES_SEEN,
         "highest numbers each other player passed on, by 1, 2, 3, 4, 5+ cards to beat"),
        ("sizes", hand, players, "how many cards each player holds"),
        ("points", POINTS_SEEN, players, "points each player is short of the limit, up to 20"),
        ("to-beat", hand, 1, "how many cards there are to beat"),
        ("passes", others, 1, "passes in a row"),
        ("phase", 1, 4, "leading, following, taking, over"),
        ("turn", 1, players, "who decides; when the game is over, who moved last"),
        ("owner", 1, players, "who played the set to beat"),
        ("starter", 1, players, "who started this hand"),
    )  # fmt: skip


@rule
def deal(state, cards, hand):
    """Deal a new hand of this many cards each, from cards in the order given."""
    if hand < HAND_SIZE:
        # Fill nine places per player by repeating the few cards: a set holds each card only once.
        for place in range(state.players * HAND_SIZE - 1, -1, -1):
            cards[place] = cards[place // HAND_SIZE * hand + place % HAND_SIZE % hand]
    apply_shuffle(state, cards)
    for seat in range(state.players):
        state.sizes[seat] = hand


@rule
def observe(view, memory, packing, at, words):
    """Set the bits of what the viewer knows; `at` says where each field begins."""
    seat, players = int(view.viewer), int(view.players)
    cards = at[1] - at[0]
    mark_set(words, at[0], packed(view.hands[seat], packing))
    mark_set(words, at[1], packed(view.table, packing))
    mark_set(words, at[2], packed(view.offered, packing))
    mark_set(words, at[3], packed(view.discard, packing))
    sizes = (at[8] - at[7]) // players
    for other in range(players):
        who = (seat + other) % players
        mark_up_to(words, at[7] + other * sizes, sizes, view.sizes[who])
        left = POINTS_SEEN if view.one_hand else view.limit - view.scores[who]
        mark_up_to(words, at[8] + other * POINTS_SEEN, POINTS_SEEN, left)
        if other:
            mark_set(words, at[4] + (other - 1) * cards, packed(view.known[who], packing))
            mark_set(words, at[5] + (other - 1) * cards, packed(memory.played[who], packing))
            mark_passed(words, at[6] + (other - 1) * SIZES_SEEN * NUMBERS, memory, who)
    if view.table != EMPTY:
        mark_up_to(words, at[9], sizes, table_size(view))
    mark_up_to(words, at[10], players - 1, view.passes)
    mark(words, at[11] + view.phase)
    mark(words, at[12] + (view.turn - seat) % players)
    if view.owner != NOBODY:
        mark(words, at[13] + (view.owner - seat) % players)
    mark(words, at[14] + (view.starter - seat) % players)


@rule
def packed(cards, packing):
    """Return a set with its cards moved together, where the deck has gaps."""
    if packing.size == 0 or cards == EMPTY:
        return cards
    moved = (cards >> GOAT_CARD) << packing[COLOUR_COUNT, 1]
    for colour in range(COLOUR_COUNT):
        moved |= (cards >> NUMBERS * colour & packing[colour, 0]) << packing[colour, 1]
    return moved


@rule
def mark_passed(words, at, memory, who):
    """Set the bits of the sets that a player has passed on in this hand."""
    some = 0
    for size in range(SIZES_SEEN):
        lowest = memory.passed[who, size]
        if lowest:
            some |= UP_TO[NUMBERS + 1 - lowest] << size * NUMBERS
    mark_set(words, at, some)
