"""Ravens as text: cards, moves, options and shuffles, in both directions."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from odintable.errors import NotationError

from ..json_reader import Json, show
from .components import (
    ADDS,
    ARRANGES,
    BACKS,
    CARDS,
    DEAL_0,
    DEAL_1,
    DEAL_LANDSCAPES,
    DEAL_MAGIC,
    DISCARDS,
    END,
    EXTEND,
    FLIES,
    FLIGHTS,
    FORWARDS,
    HAND_SETS,
    LANDSCAPE_CARDS,
    LANDSCAPE_KINDS,
    LAYS,
    LETTERS,
    MAGIC_CARDS,
    MAGICS,
    MOVE_COUNT,
    PAIR,
    PAIRS,
    PLACES,
    REMOVES,
    RESHUFFLE_LANDSCAPES,
    STACKS,
    STATE,
    STONES,
    SWAPS,
    TERRAINS,
    TURNS,
)
from .race_setup_and_scoring import begin
from .spec import SPEC

MOVE_FIELDS = ("turn", "stacks", "stack_sizes", "placing")  # that the text of a move depends on


# -- Moves to text -----------------------------------------------------------------------------


def write_landscape(card: int) -> str:
    """Return a landscape card as text: the terrain in lane 0, then in lane 1."""
    return TERRAINS[card // FLIGHTS] + TERRAINS[card % FLIGHTS]


LANDSCAPE_TEXTS = tuple(write_landscape(card) for card in range(LANDSCAPE_KINDS))
HAND_TEXTS = ["".join(LETTERS[kind] for kind in kinds) for kinds in HAND_SETS]


def write_move(state: Any, move: int) -> str:
    """Return a move as text, in the state before it."""
    return TEXTS[move] or spell_move(state, move)


def spell_move(state: Any, move: int) -> str:
    """Return a move as text, without the table of texts."""
    if move < FLIES:
        return f"stack {LETTERS[move - STACKS]}"
    if move < MAGICS:
        taken, which = divmod(move - FLIES, len(HAND_SETS))
        hand = HAND_TEXTS[which]
        return f"fly {hand}({stack_top(state, taken)})" if taken else f"fly {hand}"
    if move < DISCARDS:
        return f"magic {write_used(state, move - MAGICS)}"
    if move < STONES:
        return f"discard {write_used(state, move - DISCARDS)}"
    if move < LAYS:
        return write_action(move)
    if move < PLACES:
        return f"lay {LETTERS[move - LAYS]}"
    if move < EXTEND:
        card = write_landscape(int(state.placing))
        return f"place {card[::-1] if move > PLACES else card}"
    return "extend" if move == EXTEND else "end"


def stack_top(state: Any, count: int) -> str:
    """Return the top cards of the mover's stack, top first; ? stands for an unknown card."""
    seat = int(state.turn)
    size = int(state.stack_sizes[seat])
    top = state.stacks[seat][max(0, size - count) : size][::-1]
    letters = [LETTERS[card] if 0 <= card < CARDS else "?" for card in top]
    return "".join(letters) + "?" * (count - len(letters))


def write_used(state: Any, written: int) -> str:
    """Return a card from the hand, or in brackets the top of the stack."""
    return f"({stack_top(state, 1)})" if written == CARDS else LETTERS[written]


# The actions of Odin cards: letter, verb, first move, number of moves with the card from the hand.
ACTIONS = (
    ("s", "stone", STONES, 2 * LANDSCAPE_CARDS),
    ("s", "swap", SWAPS, PAIRS),
    ("t", "turn", TURNS, LANDSCAPE_CARDS),
    ("t", "remove", REMOVES, LANDSCAPE_CARDS),
    ("r", "back", BACKS, 1),
    ("r", "forward", FORWARDS, 1),
    ("a", "arrange", ARRANGES, 1),
    ("a", "add", ADDS, 1),
)


def write_action(move: int) -> str:
    """Return the action of an Odin card; a card from the stack is in brackets."""
    letter, verb, start, count = next(a for a in reversed(ACTIONS) if move >= a[2])
    from_stack, which = divmod(move - start, count)
    target = write_target(verb, which)
    return f"{f'({letter})' if from_stack else letter} {verb}{target}"


def write_target(verb: str, which: int) -> str:
    """Return the target of an action, with a space before it."""
    if verb == "stone":
        return f" {which // LANDSCAPE_CARDS}:{which % LANDSCAPE_CARDS}"
    if verb == "swap":
        return f" {PAIR[which, 0]} {PAIR[which, 1]}"
    return f" {which}" if verb in ("turn", "remove") else ""


def move_texts() -> list[str]:
    """Return the text of every move; empty for moves whose text depends on the state."""
    varied = {MAGICS + CARDS, DISCARDS + CARDS, PLACES, PLACES + 1}
    varied.update(range(FLIES + len(HAND_SETS), MAGICS))
    varied.add(FLIES)  # a flight without a card, which is not a move
    return ["" if move in varied else spell_move(None, move) for move in range(MOVE_COUNT)]


TEXTS = move_texts()
MOVE_OF = {text: move for move, text in enumerate(TEXTS) if text}


# -- Text to moves -----------------------------------------------------------------------------


def action_targets() -> dict[str, tuple[str, int]]:
    """Return action and target as text -> the letter, and the move with the card from the hand."""
    return {
        verb + write_target(verb, which): (letter, start + which)
        for letter, verb, start, count in ACTIONS
        for which in range(count)
    }


TARGETS = action_targets()
CARD = re.compile(r"\(([FMPSWarst])\)|([FMPSWarst])")
PAYMENT = re.compile(r"([FMPSW]{0,3})(?:\(([FMPSW]{1,3})\))?")


def read_move(text: str) -> int:
    """Read a move, whether or not it is legal now."""
    if text in MOVE_OF:
        return MOVE_OF[text]
    verb, _, rest = text.partition(" ")
    move = -1
    if text in ("end", "extend"):
        move = END if text == "end" else EXTEND
    elif verb in ("stack", "lay") and len(rest) == 1 and rest in LETTERS:
        move = (STACKS if verb == "stack" else LAYS) + LETTERS.index(rest)
    elif verb in ("magic", "discard") and (card := CARD.fullmatch(rest)):
        which = CARDS if card[1] else LETTERS.index(rest)
        move = (MAGICS if verb == "magic" else DISCARDS) + which
    elif verb == "fly":
        move = read_payment(rest)
    elif verb == "place" and len(rest) == 2 and all(letter in TERRAINS for letter in rest):
        move = PLACES + (rest != "".join(sorted(rest)))
    elif rest in TARGETS:
        move = read_action(verb, rest)
    if move < 0:
        raise NotationError(f"not a move: {show(text)}; {misread(verb)}")
    return move


def read_payment(text: str) -> int:
    """Read the payment of a flight; -1 if it is none."""
    payment = PAYMENT.fullmatch(text)
    if not payment or not text or payment[1] != "".join(sorted(payment[1])):
        return -1
    hand_set = HAND_SETS.index(tuple(TERRAINS.index(letter) for letter in payment[1]))
    return FLIES + len(payment[2] or "") * len(HAND_SETS) + hand_set


def read_action(verb: str, rest: str) -> int:
    """Read an action with the Odin card from hand or stack; -1 if it is none."""
    letter, move = TARGETS[rest]
    if verb == letter:
        return move
    count = next(a[3] for a in reversed(ACTIONS) if move >= a[2])
    return move + count if verb == f"({letter})" else -1


def misread(verb: str) -> str:
    """Return a hint how such a move is written."""
    forms = {
        "stack": "write: stack M",
        "fly": "write: fly M, fly FF, fly F(F): hand cards in letter order, then the stack's",
        "magic": "write: magic M, or magic (M) from the stack",
        "discard": "write: discard M, or discard (M) from the stack",
        "lay": "write: lay M",
        "place": "write: place FM",
        "s": "write: s stone 1:6, s swap 2 5",
        "t": "write: t turn 4, t remove 4",
        "r": "write: r back, r forward",
        "a": "write: a arrange, a add",
    }
    words = "stack, fly, magic, discard, lay, place, extend, end, or an Odin card a, r, s, t"
    return forms.get(verb.strip("()"), f"a move begins with {words}")


def public_move_text(text: str) -> str:
    """Return a move as the other seat sees it; empty if it does not see it at all. [RV-3.3]"""
    if text.startswith("lay "):
        return ""
    return "stack ?" if text.startswith("stack ") else text


def is_hidden_move(move: int) -> bool:
    """Return whether the other seat does not see which move it is: stacking, laying. [RV-3.3]"""
    return STACKS <= move < FLIES or LAYS <= move < PLACES


# -- Options and new games ---------------------------------------------------------------------


def new_state(players: int, first: int, options: dict[str, Json]) -> np.ndarray:
    """Return an array with one state, a game that awaits its first race."""
    states = np.zeros(1, STATE)
    begin(states[0], first=first, **SPEC.read_options(options, players))
    return states


# -- Shuffles ----------------------------------------------------------------------------------

PILE_NAMES = {
    DEAL_LANDSCAPES: "landscapes",
    RESHUFFLE_LANDSCAPES: "landscapes",
    DEAL_MAGIC: "magic",
    DEAL_0: "0",
    DEAL_1: "1",
}


def pile_name(state: Any) -> str:
    """Return the pile to be shuffled: landscapes, magic, or the draw pile of seat 0 or 1."""
    return PILE_NAMES.get(int(state.pending_shuffle), str(state.turn))


NUMBERS_OF: dict[Sequence[str], dict[str, int]] = {  # card texts of a pile -> text -> card
    texts: {text: card for card, text in enumerate(texts)}
    for texts in (LANDSCAPE_TEXTS, MAGIC_CARDS, LETTERS)
}


def pile_texts(state: Any) -> Sequence[str]:
    """Return the texts of all cards that such a pile can hold, by number."""
    name = pile_name(state)
    if name == "landscapes":
        return LANDSCAPE_TEXTS
    return MAGIC_CARDS if name == "magic" else LETTERS


def write_pile(state: Any, cards: Iterable[int]) -> list[str]:
    """Return cards of the pile as text."""
    texts = pile_texts(state)
    return [texts[card] for card in cards]


def read_pile(state: Any, names: Iterable[str]) -> list[int]:
    """Read cards of the pile; landscape cards may be the other way round."""
    numbers = NUMBERS_OF[pile_texts(state)]
    for name in names:
        if name not in numbers:
            raise NotationError(f"{show(name)} is not a card of the pile {pile_name(state)}")
    return [numbers[name] for name in names]


LETTER_ORDER = [
    min(card, card % FLIGHTS * FLIGHTS + card // FLIGHTS) for card in range(LANDSCAPE_KINDS)
]  # landscape card -> the same card with its letters in order


def unturned(card: int) -> int:
    """Return a landscape card as it lies in a pile: with its letters in order."""
    return LETTER_ORDER[card]
