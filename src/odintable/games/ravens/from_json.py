"""Reads positions and views of Ravens from JSON and rejects impossible ones."""

from collections import Counter
from typing import Any

import numpy as np

from odintable.errors import PositionError

from ..json_reader import Json, Reader, show, whole, word
from .components import (
    CARDS,
    FLIGHTS,
    FULL_STATE,
    HAND_SIZE,
    KEPT_BEHIND,
    LANDSCAPE_CARDS,
    LANDSCAPES,
    LAY,
    LETTERS,
    MAGIC_CARDS,
    MAX_PLAYED,
    NO_SHUFFLE,
    NOBODY,
    NONE,
    NOWHERE,
    OVER,
    OWN_CARDS,
    OWNED,
    PHASES,
    PLACE,
    START,
    TERRAINS,
    UNKNOWN,
)
from .notation import LETTER_ORDER, new_state, write_landscape

KEYS = (
    "game options scores race first turns turn phase played path ravens stone magic ways hands"
    " stacks draws discards landscapes removed placing to_place closing lifted winner"
).split()
BUY_KEYS = ("magic_pile", "bought")
MAX_RACES = MAX_TURNS_ENDED = 1_000_000
MAX_POINTS = 9_999

BOX = Counter({card: int(count) for card, count in enumerate(LANDSCAPES) if count})
OWN = Counter({card: int(count) for card, count in enumerate(OWNED)})


def read(given: Json, viewer: int = FULL_STATE) -> tuple[np.ndarray, dict[str, Json]]:
    """Read a position, or a view; return an array with its state, and its options."""
    what = "position" if viewer == FULL_STATE else "view"
    if not viewer < 2:
        raise PositionError(f"there is no seat {viewer}: Ravens is for two")
    options = given["options"] if isinstance(given, dict) and "options" in given else {}
    states = new_state(2, 0, options)
    state = states[0]
    keys = [
        *KEYS,
        *(BUY_KEYS if state.buy_magic else ()),
        *(["known"] if viewer != FULL_STATE else []),
    ]
    reader = Reader(given, keys, what)
    state.viewer = viewer
    state.pending_shuffle = NO_SHUFFLE
    state.scores[:] = reader.wholes("scores", 2, 0, MAX_POINTS)
    state.race = reader.whole("race", 1, MAX_RACES)
    state.first = reader.whole("first", 0, 1)
    state.turns = reader.whole("turns", 0, MAX_TURNS_ENDED)
    state.turn = reader.whole("turn", 0, 1)
    state.phase = reader.word("phase", PHASES)
    state.played[:] = reader.wholes("played", 2, 0, MAX_PLAYED)
    state.winner = reader.nullable("winner", 0, 1)
    read_path(reader, state)
    read_magic(reader, state)
    read_placing(reader, state)
    for seat in range(2):
        read_player(reader, state, seat)
    read_landscapes(reader, state)
    check_phase(state)
    return states, given["options"]


def read_landscape(name: Json, what: str, ordered: bool = True) -> int:
    """Read a landscape card; off the path it is written in letter order."""
    if not isinstance(name, str) or len(name) != 2 or not all(t in TERRAINS for t in name):
        raise PositionError(f"{what}: {show(name)} is not a landscape card")
    if ordered and name != "".join(sorted(name)):
        raise PositionError(f"{what}: {name} is written {name[::-1]} here")
    return TERRAINS.index(name[0]) * FLIGHTS + TERRAINS.index(name[1])


def read_letters(text: Json, what: str) -> list[int]:
    """Read a player's cards, in order."""
    if not isinstance(text, str):
        raise PositionError(f"{what} must be letters, not {show(text)}")
    for letter in text:
        if letter not in LETTERS:
            raise PositionError(f"{what}: {show(letter)} is not a card")
    return [LETTERS.index(letter) for letter in text]


def fill(row: Any, cards: list[int], what: str) -> int:
    """Copy cards into a row of the state and return their number."""
    if len(cards) > len(row):
        raise PositionError(f"{what} has {len(cards)} cards: at most {len(row)} are allowed")
    row[: len(cards)] = cards
    return len(cards)


def read_path(reader: Reader, state: Any) -> None:
    """Read the path, the ravens on it and the stone. [RV-2.2 RV-5.1 RV-9.1]"""
    path = [read_landscape(name, "path", ordered=False) for name in reader.items("path")]
    state.length = fill(state.path, path, "path")
    if not path:
        raise PositionError("path must have a card")
    last = state.length - 1
    state.ravens[:] = reader.wholes("ravens", 2, START, last)
    if state.phase != OVER and last in state.ravens:
        raise PositionError("ravens: one is on the last space, so the race is over")
    state.stone_lane = state.stone_at = NOWHERE
    if reader.given["stone"] is not None:
        lane, at = reader.items("stone", 2)
        state.stone_lane = whole(lane, 0, 1, "stone lane")
        state.stone_at = whole(at, 0, last, "stone index")
        if state.ravens[state.stone_lane] == state.stone_at:
            raise PositionError("stone: a raven is on its space")


def read_magic(reader: Reader, state: Any) -> None:
    """Read the Magic Way card, and with buy-magic those that are left. [RV-2.3 RV-10.2]"""
    magic = reader.given["magic"]
    state.magic = NONE
    if magic is not None:
        state.magic = MAGIC_CARDS.index(word(magic, MAGIC_CARDS, "magic"))
    if not state.buy_magic:
        if magic is None:
            raise PositionError("magic must be a Magic Way card")
        return
    is_hidden = state.viewer != FULL_STATE and state.phase != OVER
    if is_hidden:
        pile = [UNKNOWN] * reader.whole("magic_pile", 0, len(MAGIC_CARDS) - 1)
    else:
        names = [word(name, MAGIC_CARDS, "magic_pile") for name in reader.items("magic_pile")]
        pile = [MAGIC_CARDS.index(name) for name in names]
        if len({*pile, int(state.magic)}) < len(pile) + 1:
            raise PositionError("magic_pile: a Magic Way card appears twice")
    state.magic_count = fill(state.magic_pile, pile, "magic_pile")
    state.bought[:] = reader.wholes("bought", 2, 0, len(MAGIC_CARDS))
    if pile and magic is None:
        raise PositionError("magic is null though magic_pile has cards")
    if len(pile) + (magic is not None) + int(state.bought.sum()) != len(MAGIC_CARDS):
        raise PositionError("magic, magic_pile and bought must make six cards")


def read_placing(reader: Reader, state: Any) -> None:
    """Read the landscape card that is being placed. [RV-7.8 RV-8.1]"""
    placing = reader.given["placing"]
    state.placing = NONE if placing is None else read_landscape(placing, "placing")
    state.to_place = reader.whole("to_place", 0, 2)
    state.closing = reader.flag("closing")


def read_player(reader: Reader, state: Any, seat: int) -> None:
    """Read one player's 33 cards, each in one place. [RV-1.3]"""
    is_hidden = state.viewer != FULL_STATE and state.phase != OVER
    given = {name: reader.items(name, 2)[seat] for name in ("hands", "stacks", "draws")}
    seen = read_open_cards(reader, state, seat)
    if is_hidden:
        state.draw_sizes[seat] = whole(given["draws"], 0, OWN_CARDS, f"draws {seat}")
    else:
        draws = read_letters(given["draws"], f"draws {seat}")
        state.draw_sizes[seat] = fill(state.draws[seat], draws, f"draws {seat}")
        seen.update(draws)
    if is_hidden and seat != state.viewer:
        state.hand_sizes[seat] = whole(given["hands"], 0, HAND_SIZE, f"hand {seat}")
        state.stack_sizes[seat] = whole(given["stacks"], 0, OWN_CARDS, f"stack {seat}")
        state.stacks[seat] = UNKNOWN
        at_hand: Counter[int] = Counter()
    else:
        at_hand = read_hand_and_stack(given, state, seat)
    held = read_held(reader, state, seat, at_hand) if state.viewer != FULL_STATE else Counter()
    seen.update(at_hand or held)
    check_own_cards(state, seat, seen, is_hidden)


def read_open_cards(reader: Reader, state: Any, seat: int) -> Counter[int]:
    """Read what a player has discarded, laid on the Magic Way, and lifted."""
    discards = read_letters(reader.items("discards", 2)[seat], f"discards {seat}")
    ways = read_letters(reader.items("ways", 2)[seat], f"ways {seat}")
    if ways and state.buy_magic:
        raise PositionError("ways stay empty with buy-magic")
    state.discard_sizes[seat] = fill(state.discards[seat], discards, f"discards {seat}")
    state.way_sizes[seat] = fill(state.ways[seat], ways, f"ways {seat}")
    seen = Counter(discards + ways)
    if seat == state.turn:
        lifted = Counter(read_letters(reader.given["lifted"], "lifted"))
        state.lifted[:] = [min(lifted[card], OWN_CARDS) for card in range(CARDS)]
    return seen


def read_hand_and_stack(given: dict[str, Json], state: Any, seat: int) -> Counter[int]:
    """Read a player's hand and stack, and count their cards and the lifted ones."""
    hand = read_letters(given["hands"], f"hand {seat}")
    if len(hand) > HAND_SIZE:
        raise PositionError(f"hand {seat} has {len(hand)} cards: at most five are allowed")
    counts = Counter(hand)
    state.hands[seat] = [counts[card] for card in range(CARDS)]
    state.hand_sizes[seat] = len(hand)
    stack = read_letters(given["stacks"], f"stack {seat}")
    state.stack_sizes[seat] = fill(state.stacks[seat], stack, f"stack {seat}")
    counts.update(stack)
    if seat == state.turn:
        counts.update({card: int(state.lifted[card]) for card in range(CARDS)})
    return counts


def read_held(reader: Reader, state: Any, seat: int, at_hand: Counter[int]) -> Counter[int]:
    """Read the cards that everybody knows to be in a player's hand or stack."""
    known = Reader(reader.given["known"], ("held", "under"), "known")
    held = Counter(read_letters(known.items("held", 2)[seat], f"held {seat}"))
    room = at_hand.total() if at_hand else state.hand_sizes[seat] + state.stack_sizes[seat]
    if held.total() > room or (at_hand and held - at_hand):
        raise PositionError(f"held {seat}: hand and stack cannot hold all these")
    state.held[seat] = [held[card] for card in range(CARDS)]
    return held


def check_own_cards(state: Any, seat: int, seen: Counter[int], is_hidden: bool) -> None:
    """Check that there is no card too many and none missing."""
    for card in sorted(seen - OWN):
        raise PositionError(
            f"seat {seat} has {seen[card]} times {LETTERS[card]}: there are {OWN[card]}"
        )
    sizes = (state.hand_sizes, state.stack_sizes, state.draw_sizes)
    total = sum(int(size[seat]) for size in (*sizes, state.discard_sizes, state.way_sizes))
    if seat == state.turn:
        total += int(state.lifted.sum())
    if not is_hidden:
        for card in sorted(OWN - seen):
            raise PositionError(f"seat {seat}: {LETTERS[card]} is missing")
    if total != OWN_CARDS:
        raise PositionError(f"seat {seat} has {total} cards: there are {OWN_CARDS}")


def read_landscapes(reader: Reader, state: Any) -> None:
    """Read the 40 landscape cards, each in one place. [RV-1.2]"""
    removed = [read_landscape(name, "removed") for name in reader.items("removed")]
    state.removed_count = fill(state.removed, removed, "removed")
    seen = Counter(LETTER_ORDER[card] for card in state.path[: state.length].tolist())
    seen.update(removed)
    if state.placing != NONE:
        seen[int(state.placing)] += 1
    if state.viewer == FULL_STATE or state.phase == OVER:
        pile = [read_landscape(name, "landscapes") for name in reader.items("landscapes")]
        count = len(pile)
    else:
        count = reader.whole("landscapes", 0, LANDSCAPE_CARDS)
        pile = []
    if state.viewer != FULL_STATE:
        pile = read_under(reader, state, pile, count)
    fill(state.landscapes, pile, "landscapes")
    state.landscape_count = count
    seen.update(pile)
    check_landscapes(seen, count - len(pile))


def read_under(reader: Reader, state: Any, pile: list[int], count: int) -> list[int]:
    """Read the landscape cards that everybody knows to lie at the bottom of the pile."""
    names = Reader(reader.given["known"], ("held", "under"), "known").items("under")
    under = [read_landscape(name, "under") for name in names]
    if len(under) > count or (pile and pile[: len(under)] != under):
        raise PositionError("under: these cards are not at the bottom of the landscape pile")
    state.landscapes[:] = UNKNOWN
    state.under = fill(state.landscapes, under, "under")
    return pile or under


def check_landscapes(seen: Counter[int], hidden: int) -> None:
    """Check that there is no card too many and none missing."""
    for card in sorted(seen - BOX):
        name = write_landscape(card)
        raise PositionError(f"landscape card {name} appears {seen[card]} times, not {BOX[card]}")
    missing = BOX - seen
    if hidden == 0:
        for card in sorted(missing):
            raise PositionError(f"landscape card {write_landscape(card)} is missing")
    if missing.total() != hidden:
        raise PositionError(f"landscapes must be {missing.total()} cards more than is known")


def check_phase(state: Any) -> None:
    """Check what the phase requires of placing, to_place, closing, lifted and winner."""
    phase = PHASES[state.phase]
    is_placing = state.phase == PLACE
    if (state.placing != NONE) != is_placing:
        raise PositionError(f"placing must {'not ' if is_placing else ''}be null: {phase}")
    if state.closing and not is_placing:
        raise PositionError(f"closing must be false: {phase}")
    if (state.to_place > 0) != is_placing or (state.closing and state.to_place != 1):
        raise PositionError(f"to_place cannot be {state.to_place} here: {phase}")
    behind = max(0, int(state.ravens.min()) - KEPT_BEHIND)  # to be shuffled [RV-8.2]
    if state.to_place == 2 and state.landscape_count + state.removed_count + behind == 0:
        raise PositionError("to_place cannot be 2: there is no other landscape card")
    if (np.count_nonzero(state.lifted) > 1) != (state.phase == LAY) or (
        state.phase != LAY and state.lifted.any()
    ):
        raise PositionError(f"lifted is for two or more unlike cards in the phase lay: {phase}")
    if state.phase == LAY and state.viewer not in (FULL_STATE, state.turn):
        raise PositionError("only the player who lays sees the phase lay: others see play")
    if (state.winner != NOBODY) != (state.phase == OVER):
        raise PositionError(f"winner must {'not ' if state.phase == OVER else ''}be null: {phase}")
