"""Why a move of Ravens that is understood is not legal now."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from odintable.games.illegal_move_reason import NOT_IN_HAND, Reason, ReasonKind

from .components import (
    HAND,
    KEPT_BEHIND,
    LAY,
    LETTERS,
    MAGIC_CARDS,
    MAX_PLAYED,
    NONE,
    ODIN_CARDS,
    PLACE,
    SHOWS,
    STACK,
    START,
)
from .notation import PAYMENT, stack_top, write_landscape

PLACE_FIRST = ReasonKind("why.place-first")
LAY_FIRST = ReasonKind("why.lay-first")
IMPOSSIBLE = ReasonKind("why.impossible")
# Where cards come from
STACK_EMPTY = ReasonKind("why.stack-empty")
NOT_ON_TOP = ReasonKind("why.not-on-top", "cards", "top")
ALL_PLAYED = (ReasonKind("why.three-hand"), ReasonKind("why.three-stack"))  # by source
FEW_LEFT = (ReasonKind("why.left-hand", "count"), ReasonKind("why.left-stack", "count"))
TOO_FEW_IN_HAND = ReasonKind("why.too-few", "cards")
STACK_TOO_SMALL = ReasonKind("why.stack-small", "count")
# The Magic Way and flying
NO_MAGIC_LEFT = ReasonKind("ravens.way-gone")
NOT_SHOWN = ReasonKind("why.not-shown", "cards", "shown")
DOES_NOT_PAY = ReasonKind("why.cannot-pay", "cards", "terrain")
PAYS_TOO_MUCH = ReasonKind("why.pays-too-much")
PAY_TWICE = ReasonKind("why.pay-twice", "terrain")
STRICT_JOKER = ReasonKind("why.strict-joker", "terrain")
# Odin's cards
OFF_THE_PATH = ReasonKind("why.off-path", "count")
RAVEN_THERE = ReasonKind("why.raven-there", "place")
STONE_THERE = ReasonKind("why.stone-there", "place")
ONLY_CARD = ReasonKind("why.only-card")
STONE_AHEAD = ReasonKind("why.stone-ahead")
OTHER_AT_START = ReasonKind("why.at-start")
STONE_BEHIND = ReasonKind("why.stone-behind")
STACK_NEEDS_TWO = ReasonKind("why.stack-needs-two")
NO_LANDSCAPE_LEFT = ReasonKind("why.no-landscape")
NOTHING_DRAWN = ReasonKind("why.not-drawn")
OTHER_DRAWN = ReasonKind("why.other-drawn")
NOTHING_LIFTED = ReasonKind("why.not-lifted")
NOT_LIFTED = ReasonKind("why.not-among", "cards")


def why_illegal(state: Any, text: str) -> Reason:
    """Return the reason why a move of the player to move is not legal."""
    verb = text.partition(" ")[0].strip("()")
    if state.phase == PLACE and verb != "place":
        return PLACE_FIRST()
    if state.phase == LAY and verb != "lay":
        return LAY_FIRST()
    return CHECKS[verb](state, text) or IMPOSSIBLE()


# -- Where a card comes from -------------------------------------------------------------------


def card_unavailable(state: Any, written: str) -> Reason | None:
    """The card is not in the hand, or in brackets not on top of the stack. [RV-3.1 RV-3.3]"""
    card = written.strip("()")
    if written == card:
        if state.hands[state.turn, LETTERS.index(card)] == 0:
            return NOT_IN_HAND(cards=card)
        return too_many_played(state, HAND, 1)
    if state.stack_sizes[state.turn] == 0:
        return STACK_EMPTY()
    if reason := too_many_played(state, STACK, 1):
        return reason
    top = stack_top(state, 1)
    return None if top == card else NOT_ON_TOP(cards=card, top=top)


def too_many_played(state: Any, source: int, count: int) -> Reason | None:
    """More than three cards from the hand, or from the stack. [RV-3.1]"""
    left = MAX_PLAYED - int(state.played[source])
    if count <= left:
        return None
    return FEW_LEFT[source](count=left) if left else ALL_PLAYED[source]()


# -- Simple uses -------------------------------------------------------------------------------


def why_not_stack_or_discard(state: Any, text: str) -> Reason | None:
    """Every hand card may be stacked, and every card that may be played discarded. [RV-3.2]"""
    return card_unavailable(state, text.split()[1])


def why_not_magic(state: Any, text: str) -> Reason | None:
    """The Magic Way card does not show it, or there is none left. [RV-6.1 RV-10.2]"""
    written = text.split()[1]
    if reason := card_unavailable(state, written):
        return reason
    if state.magic == NONE:
        return NO_MAGIC_LEFT()
    card = written.strip("()")
    if SHOWS[state.magic, LETTERS.index(card)]:
        return None
    return NOT_SHOWN(cards=card, shown=MAGIC_CARDS[state.magic])


# -- Flying ------------------------------------------------------------------------------------


def why_not_fly(state: Any, text: str) -> Reason | None:
    """The cards are not at hand, or do not pay for the run ahead. [RV-4.1 RV-4.3]"""
    payment = PAYMENT.fullmatch(text.split()[1])
    assert payment is not None
    hand, stack = payment[1], payment[2] or ""
    return (
        not_in_hand(state, hand)
        or not_on_stack(state, stack)
        or too_many_played(state, HAND, len(hand))
        or too_many_played(state, STACK, len(stack))
        or wrong_payment(state, hand + stack)
        or joker_refused(state)
    )


def not_in_hand(state: Any, cards: str) -> Reason | None:
    """The hand has fewer of a card than are to be paid."""
    for card, count in Counter(cards).items():
        held = int(state.hands[state.turn, LETTERS.index(card)])
        if held == 0:
            return NOT_IN_HAND(cards=card)
        if held < count:
            return TOO_FEW_IN_HAND(cards=card * held)
    return None


def not_on_stack(state: Any, cards: str) -> Reason | None:
    """Cards from the stack are its topmost, top first. [RV-4.3]"""
    size = int(state.stack_sizes[state.turn])
    if len(cards) > size:
        return STACK_TOO_SMALL(count=size) if size else STACK_EMPTY()
    top = stack_top(state, len(cards))
    return None if top == cards else NOT_ON_TOP(cards=cards, top=top)


def wrong_payment(state: Any, cards: str) -> Reason | None:
    """Too little, too much, or nothing that fits. [RV-4.1 RV-5.2 RV-5.3 RV-5.4]"""
    ahead = int(state.ravens[state.turn]) + 1
    terrain = terrain_at(state, ahead)
    times = times_paid(cards, terrain)
    if times == 0:
        return DOES_NOT_PAY(cards=cards, terrain=terrain)
    if times > 2 or (times == 2 and not is_stone_in_run(state, ahead)):
        return PAYS_TOO_MUCH()
    if times == 1 and is_stone(state, ahead):
        return PAY_TWICE(terrain=terrain)
    return None


def times_paid(cards: str, terrain: str) -> int:
    """Return how often the cards, and pairs as jokers, pay for a terrain; 0 if one is left over."""
    counts = Counter(cards)
    matching = counts.pop(terrain, 0)
    if any(count % 2 for count in counts.values()):
        return 0
    return matching + counts.total() // 2


def joker_refused(state: Any) -> Reason | None:
    """With strict-joker a matching card would be left over. [RV-10.5]"""
    if not state.strict_joker:
        return None
    return STRICT_JOKER(terrain=terrain_at(state, int(state.ravens[state.turn]) + 1))


def terrain_at(state: Any, at: int) -> str:
    """Return the terrain of a space in the lane of the player to move."""
    return write_landscape(int(state.path[at]))[int(state.turn)]


def is_stone(state: Any, at: int) -> bool:
    """Return whether the stone lies in the lane of the player to move, at this index. [RV-5.1]"""
    return bool(state.stone_lane == state.turn and state.stone_at == at)


def is_stone_in_run(state: Any, ahead: int) -> bool:
    """Return whether the stone lies on the run of equal terrain ahead. [RV-5.3]"""
    at = ahead
    while at < state.length and terrain_at(state, at) == terrain_at(state, ahead):
        if is_stone(state, at):
            return True
        at += 1
    return False


# -- Odin cards --------------------------------------------------------------------------------


def why_not_act(state: Any, text: str) -> Reason | None:
    """The Odin card is not there, or its action cannot be done. [RV-7.10]"""
    card, action, *aims = text.split()
    if reason := card_unavailable(state, card):
        return reason
    match action:
        case "stone":
            lane, at = aims[0].split(":")
            return not_free_space(state, int(lane), int(at))
        case "swap" | "turn":
            return not_free_card(state, aims)
        case "remove":
            return not_free_card(state, aims) or (ONLY_CARD() if state.length == 1 else None)
        case "back" | "forward":
            return barred(state, action)
        case "arrange":
            return too_small_a_stack(state, STACK if card.startswith("(") else HAND)
        case _:
            return nothing_to_add(state, text)


def off_the_path(state: Any, at: int) -> Reason | None:
    """The path is not that long."""
    length = int(state.length)
    return OFF_THE_PATH(count=length) if at >= length else None


def not_free_space(state: Any, lane: int, at: int) -> Reason | None:
    """A raven or the stone is on the space. [RV-7.1]"""
    if state.ravens[lane] == at:
        return RAVEN_THERE(place=at)
    if state.stone_lane == lane and state.stone_at == at:
        return STONE_THERE(place=at)
    return off_the_path(state, at)


def not_free_card(state: Any, aims: list[str]) -> Reason | None:
    """A raven or the stone is on one of the cards' spaces. [RV-7.2 RV-7.3 RV-7.4]"""
    for at in map(int, aims):
        if at in (state.ravens[0], state.ravens[1]):
            return RAVEN_THERE(place=at)
        if state.stone_lane != NONE and state.stone_at == at:
            return STONE_THERE(place=at)
        if reason := off_the_path(state, at):
            return reason
    return None


def barred(state: Any, action: str) -> Reason | None:
    """The raven cannot go one space back or forward. [RV-7.5 RV-7.6 RV-5.4]"""
    mine, other = int(state.turn), 1 - int(state.turn)
    if action == "forward":
        is_barred = state.stone_lane == mine and state.stone_at == state.ravens[mine] + 1
        return STONE_AHEAD() if is_barred else None
    if state.ravens[other] == START:
        return OTHER_AT_START()
    is_barred = state.stone_lane == other and state.stone_at == state.ravens[other] - 1
    return STONE_BEHIND() if is_barred else None


def too_small_a_stack(state: Any, source: int) -> Reason | None:
    """Arranging takes a stack of two cards, not counting this one. [RV-7.7]"""
    return None if state.stack_sizes[state.turn] - source >= 2 else STACK_NEEDS_TWO()


def nothing_to_add(state: Any, _text: str) -> Reason | None:
    """No landscape card is in the pile, removed, or far enough behind. [RV-7.8 RV-8.2]"""
    behind = max(0, int(state.ravens.min()) - KEPT_BEHIND)
    left = int(state.landscape_count) + int(state.removed_count) + behind
    return None if left else NO_LANDSCAPE_LEFT()


# -- Moves that continue an earlier one --------------------------------------------------------


def why_not_place(state: Any, _text: str) -> Reason | None:
    """No landscape card was drawn, or a different one. [RV-7.8 RV-8.1]"""
    return OTHER_DRAWN() if state.phase == PLACE else NOTHING_DRAWN()


def why_not_lay(state: Any, text: str) -> Reason | None:
    """The stack is not being laid, or the card is not among those lifted. [RV-7.7]"""
    return NOT_LIFTED(cards=text.split()[1]) if state.phase == LAY else NOTHING_LIFTED()


def why_not_end(_state: Any, _text: str) -> Reason | None:
    """A turn may always be ended. [RV-3.1]"""
    return None


CHECKS: dict[str, Callable[[Any, str], Reason | None]] = {
    "stack": why_not_stack_or_discard,
    "discard": why_not_stack_or_discard,
    "magic": why_not_magic,
    "fly": why_not_fly,
    "place": why_not_place,
    "lay": why_not_lay,
    "extend": nothing_to_add,
    "end": why_not_end,
    **dict.fromkeys(ODIN_CARDS, why_not_act),
}
