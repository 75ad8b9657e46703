"""Why a move of Ravens that is understood is not legal now, in the rulebook's words."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from .components import (
    CARDS,
    HAND,
    KEPT_BEHIND,
    LAY,
    LETTERS,
    MAGIC_CARDS,
    MOST_PLAYED,
    NONE,
    ODIN_CARDS,
    OVER,
    PLACE,
    SHOWS,
    STACK,
    START,
    TERRAINS,
    TRUTH,
)
from .notation import PAYMENT, stack_top, write_landscape

NAMES = dict(zip(TERRAINS, ("forest", "mountain", "plains", "snow", "water"), strict=True))
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
PLACES = ("hand", "stack")


def why_not(state: Any, text: str) -> str:
    """The move, and what speaks against it: one short line."""
    if state.phase == OVER:
        return f"{text}: the game is over"
    if state.pending_shuffle:
        return f"{text}: a shuffle is due first"
    if state.viewer not in (TRUTH, state.turn):
        return f"{text}: only seat {state.turn}, whose turn it is, can tell"
    verb = text.partition(" ")[0].strip("()")
    if state.phase == PLACE and verb != "place":
        return f"{text}: you must first place the landscape card {drawn(state)}"
    if state.phase == LAY and verb != "lay":
        return f"{text}: you must first lay the lifted cards {lifted(state)}"
    return VERBS[verb](state, text) or f"{text} is not possible now"


# -- Where a card comes from -------------------------------------------------------------------


def not_there(state: Any, text: str, written: str) -> str:
    """The card is not in the hand, or in brackets not on top of the stack. [RV-3.1 RV-3.3]"""
    card = written.strip("()")
    if written == card:
        if state.hands[state.turn, LETTERS.index(card)] == 0:
            return f"{card} is not in your hand"
        return too_many(state, text, HAND, 1)
    if state.stack_sizes[state.turn] == 0:
        return f"{text}: your stack is empty"
    top = stack_top(state, 1)
    if top != card:
        return f"{card} is not on top of your stack: {top} is"
    return too_many(state, text, STACK, 1)


def too_many(state: Any, text: str, source: int, count: int) -> str:
    """More than three cards from the hand, or from the stack. [RV-3.1]"""
    played = int(state.played[source])
    if played + count <= MOST_PLAYED:
        return ""
    if played == MOST_PLAYED:
        return f"{text}: three cards have been played from the {PLACES[source]}"
    left = NUMBERS[MOST_PLAYED - played]
    return f"{text}: only {left} more may be played from the {PLACES[source]} this turn"


# -- Simple uses -------------------------------------------------------------------------------


def why_not_stack(state: Any, text: str) -> str:
    """Only hand cards go onto the stack. [RV-3.2]"""
    return not_there(state, text, text.split()[1])


def why_not_discard(state: Any, text: str) -> str:
    """Every card that may be played may be discarded. [RV-3.2]"""
    return not_there(state, text, text.split()[1])


def why_not_magic(state: Any, text: str) -> str:
    """The Magic Way card does not show it, or there is none left. [RV-6.1 RV-10.2]"""
    written = text.split()[1]
    if missing := not_there(state, text, written):
        return missing
    if state.magic == NONE:
        return f"{text}: there is no Magic Way card left"
    card = written.strip("()")
    if SHOWS[state.magic, LETTERS.index(card)]:
        return ""
    shown = MAGIC_CARDS[state.magic]
    if card in ODIN_CARDS:
        return f"{text}: Odin is not shown on the Magic Way card {shown}"
    return f"{card} is not shown on the Magic Way card {shown}"


# -- Flying ------------------------------------------------------------------------------------


def why_not_fly(state: Any, text: str) -> str:
    """Cards that are not there, or that do not pay for the way ahead. [RV-4.1 RV-4.3]"""
    payment = PAYMENT.fullmatch(text.split()[1])
    assert payment is not None
    hand, stack = payment[1], payment[2] or ""
    return (
        not_in_hand(state, hand)
        or not_on_stack(state, text, stack)
        or too_many(state, text, HAND, len(hand))
        or too_many(state, text, STACK, len(stack))
        or wrong_payment(state, text, hand + stack)
        or joker_refused(state, text)
    )


def not_in_hand(state: Any, cards: str) -> str:
    """The hand has fewer of a card than are to be paid."""
    for card, count in Counter(cards).items():
        held = int(state.hands[state.turn, LETTERS.index(card)])
        if held == 0:
            return f"{card} is not in your hand"
        if held < count:
            return f"{card * count}: your hand has only {NUMBERS[held]} {card}"
    return ""


def not_on_stack(state: Any, text: str, cards: str) -> str:
    """Cards from the stack are its topmost, top first. [RV-4.3]"""
    size = int(state.stack_sizes[state.turn])
    if len(cards) > size:
        cards_there = f"only {NUMBERS[size]} card{'s' * (size > 1)}" if size else "no cards"
        return f"{text}: your stack has {cards_there}"
    top = stack_top(state, len(cards))
    return "" if top == cards else f"({cards}) is not the top of your stack: ({top}) is"


def wrong_payment(state: Any, text: str, cards: str) -> str:
    """Too little, too much, or nothing that fits. [RV-4.1 RV-5.2 RV-5.3 RV-5.4]"""
    ahead = int(state.ravens[state.turn]) + 1
    terrain = terrain_at(state, ahead)
    times = times_paid(cards, terrain)
    if times == 0:
        return f"the next space is {NAMES[terrain]}: {cards} does not pay for it"
    if times > 2:
        return f"{text}: that pays {NUMBERS[times]} times, which is never asked"
    if times == 1 and is_stone(state, ahead):
        return f"{text}: the stone bars the next space, so {NAMES[terrain]} must be paid twice"
    if times == 2 and not is_stone_in_run(state, ahead):
        return f"{text}: that pays for {NAMES[terrain]} twice, and no stone bars the way"
    return ""


def times_paid(cards: str, terrain: str) -> int:
    """How often the cards pay for a terrain: matching ones, and jokers; 0 if one is left over."""
    counts = Counter(cards)
    matching = counts.pop(terrain, 0)
    if any(count % 2 for count in counts.values()):
        return 0
    return matching + counts.total() // 2


def joker_refused(state: Any, text: str) -> str:
    """With strict-joker a matching card would be left over. [RV-10.5]"""
    if not state.strict_joker:
        return ""
    terrain = NAMES[terrain_at(state, int(state.ravens[state.turn]) + 1)]
    return f"{text}: strict-joker allows no joker that leaves you a {terrain} card"


def terrain_at(state: Any, at: int) -> str:
    """The terrain of a space in the lane of the player at turn."""
    return write_landscape(int(state.path[at]))[int(state.turn)]


def is_stone(state: Any, at: int) -> bool:
    """The stone lies in the lane of the player at turn, at this index. [RV-5.1]"""
    return bool(state.stone_lane == state.turn and state.stone_at == at)


def is_stone_in_run(state: Any, ahead: int) -> bool:
    """The stone lies on the run of equal terrain ahead. [RV-5.3]"""
    at = ahead
    while at < state.length and terrain_at(state, at) == terrain_at(state, ahead):
        if is_stone(state, at):
            return True
        at += 1
    return False


# -- Odin cards --------------------------------------------------------------------------------


def why_not_act(state: Any, text: str) -> str:
    """The Odin card is not there, or its action cannot be done. [RV-7.10]"""
    card, action, *aims = text.split()
    if missing := not_there(state, text, card):
        return missing
    if action == "stone":
        lane, at = aims[0].split(":")
        return not_free_space(state, int(lane), int(at))
    if action in ("swap", "turn", "remove"):
        reasons = [not_free_card(state, int(at)) for at in aims]
        if action == "remove":
            reasons.append(only_card(state, text))
        return next(filter(None, reasons), "")
    if action in ("back", "forward"):
        return barred(state, text, action)
    if action == "arrange":
        return too_small_a_stack(state, text)
    return nothing_to_add(state, text)


def off_the_path(state: Any, at: int) -> str:
    """The path is not that long."""
    last = int(state.length) - 1
    return "" if at <= last else f"there is no card {at} in the path: the last one is card {last}"


def not_free_space(state: Any, lane: int, at: int) -> str:
    """A raven or the stone is on the space. [RV-7.1]"""
    if state.ravens[lane] == at:
        return f"{lane}:{at} is not free: a raven is on it"
    if state.stone_lane == lane and state.stone_at == at:
        return f"{lane}:{at} is not free: the stone is on it"
    return off_the_path(state, at)


def not_free_card(state: Any, at: int) -> str:
    """A raven or the stone is on one of the card's spaces. [RV-7.2 RV-7.3 RV-7.4]"""
    if at in (state.ravens[0], state.ravens[1]):
        return f"card {at} is not free: a raven is on it"
    if state.stone_lane != NONE and state.stone_at == at:
        return f"card {at} is not free: the stone is on it"
    return off_the_path(state, at)


def only_card(state: Any, text: str) -> str:
    """A path keeps one card. [RV-7.4]"""
    return f"{text}: the only card of the path cannot be removed" if state.length == 1 else ""


def barred(state: Any, text: str, action: str) -> str:
    """A raven that cannot go one space back or forward. [RV-7.5 RV-7.6 RV-5.4]"""
    mine, other = int(state.turn), 1 - int(state.turn)
    if action == "forward":
        stone = state.stone_lane == mine and state.stone_at == state.ravens[mine] + 1
        return f"{text}: the stone bars the next space" if stone else ""
    if state.ravens[other] == START:
        return f"{text}: the other raven is at the start"
    stone = state.stone_lane == other and state.stone_at == state.ravens[other] - 1
    return f"{text}: the stone bars the space behind the other raven" if stone else ""


def too_small_a_stack(state: Any, text: str) -> str:
    """To arrange takes two cards, this one not counted. [RV-7.7]"""
    source = STACK if text.startswith("(") else HAND
    if state.stack_sizes[state.turn] - source >= 2:
        return ""
    return f"{text}: your stack needs two cards{' more' * source} to be arranged"


def nothing_to_add(state: Any, text: str) -> str:
    """No landscape card is in the pile, removed, or far enough behind. [RV-7.8 RV-8.2]"""
    behind = max(0, int(state.ravens.min()) - KEPT_BEHIND)
    left = int(state.landscape_count) + int(state.removed_count) + behind
    return "" if left else f"{text}: there is no landscape card left"


# -- What goes on from an earlier move ---------------------------------------------------------


def why_not_place(state: Any, text: str) -> str:
    """Nothing was drawn, or another card. [RV-7.8 RV-8.1]"""
    if state.phase != PLACE:
        return f"{text}: no landscape card has been drawn"
    return f"{text.split()[1]} is not the landscape card to place: that is {drawn(state)}"


def why_not_lay(state: Any, text: str) -> str:
    """Nothing was lifted, or no such card. [RV-7.7]"""
    if state.phase != LAY:
        return f"{text}: your stack has not been lifted"
    return f"{text.split()[1]} is not among the lifted cards {lifted(state)}"


def why_not_end(_state: Any, _text: str) -> str:
    """A turn may always be ended. [RV-3.1]"""
    return ""


def drawn(state: Any) -> str:
    """The landscape card to be placed."""
    return write_landscape(int(state.placing))


def lifted(state: Any) -> str:
    """The cards of the stack still to be laid."""
    return "".join(LETTERS[card] * int(state.lifted[card]) for card in range(CARDS))


VERBS: dict[str, Callable[[Any, str], str]] = {
    "stack": why_not_stack,
    "discard": why_not_discard,
    "magic": why_not_magic,
    "fly": why_not_fly,
    "place": why_not_place,
    "lay": why_not_lay,
    "extend": nothing_to_add,
    "end": why_not_end,
    **dict.fromkeys(ODIN_CARDS, why_not_act),
}
