"""Reads positions and views of ODIN from JSON and rejects impossible ones."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from odintable.errors import PositionError

from ..json_reader import Json, Reader, show, whole
from .components import (
    BIT,
    EMPTY,
    FOLLOW,
    FULL_STATE,
    HAND_SIZE,
    LEAD,
    NO_SHUFFLE,
    OVER,
    PHASES,
    TAKE,
    VALUE,
)
from .notation import CARD_OF, MOVE_OF, new_state, write_cards
from .spec import MAX_PLAYERS, MIN_PLAYERS

KEYS = (
    "game options players scores deal starter turn phase hands table owner passes offered discard"
    " stock winners"
).split()
MAX_DEALS, MAX_POINTS = 1_000_000, 9_999


def unseen_stock(state: Any) -> int:
    """Return the number of cards that were not dealt."""
    lying = int(state.table) | int(state.offered) | int(state.discard)
    return int(state.deck).bit_count() - lying.bit_count() - int(sum(state.sizes))


def winners(state: Any) -> list[int]:
    """Return the seats with the fewest points. [OD-5.5]"""
    scores = [int(score) for score in state.scores[: state.players]]
    return [seat for seat, score in enumerate(scores) if score == min(scores)]


def read(given: Json, viewer: int = FULL_STATE) -> tuple[np.ndarray, dict[str, Json]]:
    """Read a position, or a view; return an array with its state, and its options."""
    what = "position" if viewer == FULL_STATE else "view"
    reader = Reader(given, KEYS if viewer == FULL_STATE else [*KEYS, "known"], what)
    players = reader.whole("players", MIN_PLAYERS, MAX_PLAYERS)
    if not viewer < players:
        raise PositionError(f"there is no seat {viewer} among {players} players")
    states = new_state(players, 0, given["options"])
    state = states[0]
    state.pending_shuffle = NO_SHUFFLE
    state.viewer = viewer
    state.deal = reader.whole("deal", 1, MAX_DEALS)
    state.starter = reader.whole("starter", 0, players - 1)
    state.turn = reader.whole("turn", 0, players - 1)
    state.phase = reader.word("phase", PHASES)
    state.scores[:players] = reader.wholes("scores", players, 0, MAX_POINTS)
    state.owner = reader.nullable("owner", 0, players - 1)
    state.passes = reader.whole("passes", 0, players - 2)
    read_cards_of(reader, state)
    check_phase(state)
    check_winners(reader, state)
    return states, given["options"]


def read_cards(names: Json, what: str) -> int:
    """Read a set of cards from a list."""
    if not isinstance(names, list):
        raise PositionError(f"{what} must be a list of cards, not {show(names)}")
    cards = 0
    for name in names:
        if not isinstance(name, str) or name not in CARD_OF:
            raise PositionError(f"{what}: {show(name)} is not a card")
        if cards & int(BIT[CARD_OF[name]]):
            raise PositionError(f"{what}: {name} appears twice")
        cards |= int(BIT[CARD_OF[name]])
    return cards


def read_cards_of(reader: Reader, state: Any) -> None:
    """Read all cards: each card of the deck once, hidden ones by their number. [OD-1.1]"""
    is_hidden = state.viewer != FULL_STATE and state.phase != OVER
    state.table = read_cards(reader.given["table"], "table")
    state.offered = read_cards(reader.given["offered"], "offered")
    state.discard = read_cards(reader.given["discard"], "discard")
    places = [int(state.table), int(state.offered), int(state.discard)]
    for seat, hand in enumerate(reader.items("hands", state.players)):
        what = f"hand {seat}"
        if is_hidden and seat != state.viewer:
            state.sizes[seat] = whole(hand, 0, HAND_SIZE, what)
        else:
            state.hands[seat] = read_cards(hand, what)
            state.sizes[seat] = int(state.hands[seat]).bit_count()
            if state.sizes[seat] > HAND_SIZE:
                raise PositionError(
                    f"{what} has {state.sizes[seat]} cards: at most nine are allowed"
                )
    if state.viewer != FULL_STATE:
        read_known(reader, state)
    places += [int(state.hands[seat]) for seat in range(state.players)]
    if not is_hidden:
        places.append(read_cards(reader.given["stock"], "stock"))
    check_deck(int(state.deck), places, is_hidden)
    if is_hidden:
        hidden = unseen_stock(state)
        if hidden < 0:
            raise PositionError(f"hands: {-hidden} more cards than there are")
        whole(reader.given["stock"], hidden, hidden, "stock")


def read_known(reader: Reader, state: Any) -> None:
    """Read the cards that everybody saw a seat take."""
    for seat, names in enumerate(reader.items("known", state.players)):
        known = read_cards(names, f"known {seat}")
        state.known[seat] = known
        if state.hands[seat] == EMPTY and state.viewer != seat and state.phase != OVER:
            state.hands[seat] = known
        if known & ~int(state.hands[seat]) or known.bit_count() > state.sizes[seat]:
            raise PositionError(f"known {seat}: that hand cannot hold all these")


def check_deck(deck: int, places: Iterable[int], is_hidden: bool) -> None:
    """Check that every card is there once, and no card that is not in the game."""
    seen = 0
    for cards in places:
        if cards & ~deck:
            raise PositionError(f"{write_cards(cards & ~deck)[0]} is not in this game")
        if seen & cards:
            raise PositionError(f"{write_cards(seen & cards)[0]} is in two places")
        seen |= cards
    if not is_hidden and seen != deck:
        raise PositionError(f"{write_cards(deck & ~seen)[0]} is missing")


def check_phase(state: Any) -> None:
    """Check what the phase requires of table, owner, passes, offered and hands."""
    phase = PHASES[state.phase]
    for seat in range(state.players):
        if state.sizes[seat] == 0 and state.phase != OVER:
            raise PositionError(f"seat {seat} has no cards, so the hand is over")
    if (state.table == EMPTY) != (state.phase == LEAD):
        raise PositionError(f"table must {'' if state.phase == LEAD else 'not '}be empty: {phase}")
    if (state.owner < 0) != (state.phase == LEAD):
        raise PositionError(f"owner must {'' if state.phase == LEAD else 'not '}be null: {phase}")
    if (state.offered == EMPTY) == (state.phase == TAKE):
        raise PositionError(
            f"offered must {'not ' if state.phase == TAKE else ''}be empty: {phase}"
        )
    if state.passes and state.phase != FOLLOW:
        raise PositionError(f"passes must be 0 in the phase {phase}")
    if state.phase == FOLLOW and state.turn != (state.owner + 1 + state.passes) % state.players:
        raise PositionError("turn must be the seat after owner and the players who passed")
    if state.phase == TAKE and state.owner != state.turn:
        raise PositionError("owner must be the seat that takes a card")
    if state.phase == TAKE and state.sizes[state.turn] == HAND_SIZE:
        raise PositionError(f"hand {state.turn} has no room for the card to take")
    if state.one_hand and state.phase != OVER and state.scores.any():
        raise PositionError("scores must be 0 until the one hand is over")
    if state.phase != LEAD:
        state.value = value_of(int(state.table), "table")
    if state.phase == TAKE:
        beaten = value_of(int(state.offered), "offered")
        extra = len(str(state.value)) - len(str(beaten))
        if len(str(beaten)) < 2 or extra not in (0, 1) or state.value <= beaten:
            raise PositionError("offered must be a set of two or more that the table beats")


def value_of(cards: int, what: str) -> int:
    """Return the value of a set, or raise PositionError if it is none. [OD-3.3 OD-3.4]"""
    text = "play " + " ".join(write_cards(cards))
    if text not in MOVE_OF or cards.bit_count() > HAND_SIZE:
        raise PositionError(f"{what} is not a set: {' '.join(write_cards(cards))}")
    return int(VALUE[MOVE_OF[text]])


def check_winners(reader: Reader, state: Any) -> None:
    """Check the winners: null until the game is over, then the fewest points. [OD-5.5]"""
    expected = winners(state) if state.phase == OVER else None
    if show(reader.given["winners"]) != show(expected):  # as text: false is not 0
        raise PositionError(f"winners must be {show(expected)}: {PHASES[state.phase]}")
