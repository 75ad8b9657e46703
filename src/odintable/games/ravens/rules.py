"""The rules of Odin's Ravens over one state, compiled: legal moves and apply. No randomness.

The numbers in brackets are those of docs/rules/ravens.md. Nothing here checks its arguments:
`Position.read_move` checks that a move is legal before it is applied. How a race is prepared and
ended is in `race_setup_and_scoring.py`.
"""

from ..compiled import rule
from .components import (
    ADDS,
    ARRANGE_ADD,
    ARRANGES,
    BACK_FORWARD,
    BACKS,
    CARDS,
    DISCARDS,
    END,
    EXTEND,
    FLIES,
    FLIGHTS,
    FORWARDS,
    HAND,
    HAND_SET,
    HAND_SETS,
    LANDSCAPE_CARDS,
    LAY,
    LAYS,
    MAGICS,
    MAX_PLAYED,
    NONE,
    PAID_ONCE,
    PAIR,
    PAIRS,
    PAYMENTS,
    PLACE,
    PLACES,
    PLAY,
    REMOVES,
    SHOWS,
    STACK,
    STACKS,
    START,
    STONE_SWAP,
    STONES,
    SWAPS,
    TURN_REMOVE,
    TURNS,
    WHICH_HAND_SET,
)
from .race_setup_and_scoring import (
    append,
    apply_shuffle,
    begin,
    draw_landscape,
    end_race_if_arrived,
    in_letter_order,
    is_over,
    landscapes_available,
    outcome,
    pile_to_shuffle,
    push_under,
    put_stone_aside,
    refill,
    terrain,
    turned,
)

__all__ = ["apply", "apply_shuffle", "begin", "is_over", "legal", "outcome", "pile_to_shuffle"]


HAND_SET_COUNT = len(HAND_SETS)


# -- What may be played ------------------------------------------------------------------------


@rule
def legal(state, moves):
    """Fill in the legal moves and return their number, 0 when the game is over."""
    if state.phase == PLAY:
        return plays(state, moves)
    if state.phase == PLACE:
        return places(state, moves)
    if state.phase == LAY:
        return lays(state, moves)
    return 0


@rule
def plays(state, moves):
    """Three cards from the hand, three from the stack; or the turn ends. [RV-3.1 RV-3.2 RV-8.1]"""
    moves[0] = END
    count = 1
    if landscapes_available(state) > 0:
        moves[count] = EXTEND
        count += 1
    seat = state.turn
    if cards_left(state, HAND) > 0:
        for card in range(CARDS):
            if state.hands[seat, card] > 0:
                moves[count] = STACKS + card
                count += 1
                count = simple_uses(state, card, card, moves, count)
                if card >= FLIGHTS:
                    count = actions(state, card, HAND, moves, count)
    if cards_left(state, STACK) > 0:
        card = top(state, 0)
        count = simple_uses(state, card, CARDS, moves, count)
        if card >= FLIGHTS:
            count = actions(state, card, STACK, moves, count)
    return flies(state, moves, count)


@rule
def cards_left(state, source):
    """Return how many cards may still be played this turn from hand or stack. [RV-3.1]"""
    there = state.stack_sizes[state.turn] if source == STACK else state.hand_sizes[state.turn]
    return min(there, MAX_PLAYED - state.played[source])


@rule
def top(state, depth):
    """Return the card this deep in the stack of the player to move. [RV-3.3]"""
    seat = state.turn
    return int(state.stacks[seat, state.stack_sizes[seat] - 1 - depth])


@rule
def simple_uses(state, card, written, moves, count):
    """A card may be discarded, or laid on a Magic Way that shows it. [RV-3.2 RV-6.1 RV-10.2]"""
    moves[count] = DISCARDS + written
    count += 1
    if state.magic != NONE and SHOWS[state.magic, card]:
        moves[count] = MAGICS + written
        count += 1
    return count


@rule
def actions(state, card, source, moves, count):
    """What an Odin card can do, one of its two actions. [RV-7.10]"""
    if card == STONE_SWAP:
        count = stones(state, source, moves, count)
        return swaps(state, source, moves, count)
    if card == TURN_REMOVE:
        return turns_and_removes(state, source, moves, count)
    if card == BACK_FORWARD:
        return backs_and_forwards(state, source, moves, count)
    return arranges_and_adds(state, source, moves, count)


@rule
def is_free_space(state, lane, at):
    """Return whether neither raven nor stone is on the space."""
    return state.ravens[lane] != at and not is_stone(state, lane, at)


@rule
def is_stone(state, lane, at):
    """Return whether the stone lies on the space. [RV-5.1]"""
    return state.stone_lane == lane and state.stone_at == at


@rule
def is_free_card(state, at):
    """Return whether neither raven nor stone is on one of the card's spaces."""
    return state.ravens[0] != at and state.ravens[1] != at and state.stone_at != at


@rule
def stones(state, source, moves, count):
    """The stone goes onto any free space. [RV-7.1]"""
    for lane in range(2):
        for at in range(state.length):
            if is_free_space(state, lane, at):
                moves[count] = STONES + (2 * source + lane) * LANDSCAPE_CARDS + at
                count += 1
    return count


@rule
def swaps(state, source, moves, count):
    """Any two free cards change places. [RV-7.2]"""
    for two in range(state.length):
        if is_free_card(state, two):
            for one in range(two):
                if is_free_card(state, one):
                    moves[count] = SWAPS + source * PAIRS + two * (two - 1) // 2 + one
                    count += 1
    return count


@rule
def turns_and_removes(state, source, moves, count):
    """Any free card is turned, or removed if it is not the only one. [RV-7.3 RV-7.4]"""
    for at in range(state.length):
        if is_free_card(state, at):
            moves[count] = TURNS + source * LANDSCAPE_CARDS + at
            count += 1
            if state.length > 1:
                moves[count] = REMOVES + source * LANDSCAPE_CARDS + at
                count += 1
    return count


@rule
def backs_and_forwards(state, source, moves, count):
    """One space back for the opponent, or forward, never onto the stone. [RV-7.5 RV-7.6 RV-5.4]"""
    mine, other = int(state.turn), 1 - int(state.turn)
    behind = state.ravens[other] - 1
    if behind >= START and not (behind > START and is_stone(state, other, behind)):
        moves[count] = BACKS + source
        count += 1
    if not is_stone(state, mine, state.ravens[mine] + 1):
        moves[count] = FORWARDS + source
        count += 1
    return count


@rule
def arranges_and_adds(state, source, moves, count):
    """A stack of two or more is put in order, or two landscape cards are added. [RV-7.7 RV-7.8]"""
    if state.stack_sizes[state.turn] - source >= 2:
        moves[count] = ARRANGES + source
        count += 1
    if landscapes_available(state) > 0:
        moves[count] = ADDS + source
        count += 1
    return count


@rule
def lays(state, moves):
    """Any of the cards still lifted. [RV-7.7]"""
    count = 0
    for card in range(CARDS):
        if state.lifted[card] > 0:
            moves[count] = LAYS + card
            count += 1
    return count


@rule
def places(state, moves):
    """The card drawn, either way round; for a double there is one way. [RV-7.8 RV-8.1]"""
    moves[0] = PLACES
    if turned(state.placing) == state.placing:
        return 1
    moves[1] = PLACES + 1
    return 2


# -- Flying ------------------------------------------------------------------------------------


@rule
def flies(state, moves, count):
    """Every payment for the terrain ahead from hand and stack. [RV-4.1 RV-4.3 RV-5.2]"""
    ahead = state.ravens[state.turn] + 1
    next_terrain = terrain(state.path[ahead], state.turn)
    barred = is_stone(state, state.turn, ahead)
    from_which = PAID_ONCE if barred else 0
    to_which = PAYMENTS.shape[1] if is_stone_in_run(state) else PAID_ONCE
    for taken in range(cards_left(state, STACK) + 1):
        if taken > 0 and top(state, taken - 1) >= FLIGHTS:
            break
        for which in range(from_which, to_which):
            hand_set = rest_from_hand(state, next_terrain, which, taken)
            if hand_set >= 0 and may_use_joker(state, next_terrain, which, taken):
                moves[count] = FLIES + taken * HAND_SET_COUNT + hand_set
                count += 1
    return count


@rule
def run_end(state):
    """Return the last space of the run of equal terrain that begins next. [RV-4.2 RV-4.5]"""
    lane = state.turn
    last = int(state.ravens[lane]) + 1
    flown = terrain(state.path[last], lane)
    while last + 1 < state.length and terrain(state.path[last + 1], lane) == flown:
        last += 1
    return last


@rule
def is_stone_in_run(state):
    """Return whether the stone lies on the run ahead. [RV-5.2 RV-5.3 RV-5.4]"""
    if state.stone_lane != state.turn:
        return False
    return state.ravens[state.turn] < state.stone_at <= run_end(state)


@rule
def rest_from_hand(state, next_terrain, which, taken):
    """Return the hand set that completes the payment from the stack, or -1. [RV-3.1 RV-4.3]"""
    seat = state.turn
    code, added = 0, 0
    matched = 0
    for kind in range(FLIGHTS):
        due = int(PAYMENTS[next_terrain, which, kind])
        for depth in range(taken):
            if due > 0 and top(state, depth) == kind:
                due -= 1
                matched += 1
        if due > state.hands[seat, kind]:
            return -1
        added += due
        code += due << 2 * kind
    if matched < taken or added > cards_left(state, HAND):
        return -1
    return int(WHICH_HAND_SET[code])


@rule
def may_use_joker(state, next_terrain, which, taken):
    """With strict-joker, not while a matching card would be left. [RV-4.4 RV-10.5]"""
    if not state.strict_joker:
        return True
    matching, cards = PAYMENTS[next_terrain, which, next_terrain], 0
    for kind in range(FLIGHTS):
        cards += PAYMENTS[next_terrain, which, kind]
    if cards == matching:
        return True
    if taken < state.stack_sizes[state.turn] and top(state, taken) == next_terrain:
        return False
    for depth in range(taken):
        matching -= top(state, depth) == next_terrain
    return state.hands[state.turn, next_terrain] == matching


# -- Making a move -----------------------------------------------------------------------------


@rule
def apply(state, move):
    """Make a legal move, after which the state may await a shuffle."""
    if move < FLIES:
        stack(state, move - STACKS)
    elif move < MAGICS:
        fly(state, (move - FLIES) // HAND_SET_COUNT, (move - FLIES) % HAND_SET_COUNT)
    elif move < DISCARDS:
        lay_magic(state, use(state, move - MAGICS))
    elif move < STONES:
        discard(state, use(state, move - DISCARDS))
    elif move < LAYS:
        act(state, move)
    elif move < PLACES:
        lay(state, move - LAYS)
    elif move < EXTEND:
        place(state, turned(state.placing) if move > PLACES else state.placing)
    else:
        finish(state, move == EXTEND)


@rule
def stack(state, card):
    """A hand card goes onto the player's stack. [RV-3.2 RV-3.3]"""
    seat = state.turn
    state.hands[seat, card] -= 1
    state.hand_sizes[seat] -= 1
    state.played[HAND] += 1
    lay_on_stack(state, card)


@rule
def lay_on_stack(state, card):
    """Put a card on top of the stack of the player to move."""
    seat = state.turn
    state.stacks[seat, state.stack_sizes[seat]] = card
    state.stack_sizes[seat] += 1


@rule
def use(state, written):
    """Take a card from the hand, or from the stack if it is CARDS; return it. [RV-3.2]"""
    seat = state.turn
    if written == CARDS:
        card = top(state, 0)
        state.stack_sizes[seat] -= 1
        state.played[STACK] += 1
    else:
        card = int(written)
        state.hands[seat, card] -= 1
        state.hand_sizes[seat] -= 1
        state.played[HAND] += 1
    if state.held[seat, card] > 0:
        state.held[seat, card] -= 1
    return card


@rule
def discard(state, card):
    """A used card goes onto the player's discard pile. [RV-3.4]"""
    seat = state.turn
    state.discards[seat, state.discard_sizes[seat]] = card
    state.discard_sizes[seat] += 1


@rule
def fly(state, taken, hand_set):
    """Pay and fly over the run; paid twice, the stone is taken off. [RV-4.2 RV-5.2 RV-5.3]"""
    seat = state.turn
    flown = terrain(state.path[state.ravens[seat] + 1], seat)
    cards, matching = 0, 0
    for kind in range(FLIGHTS):
        for _ in range(HAND_SET[hand_set, kind]):
            discard(state, use(state, kind))
            cards += 1
            matching += kind == flown
    for _ in range(taken):
        card = use(state, CARDS)
        discard(state, card)
        cards += 1
        matching += card == flown
    times_paid = matching + (cards - matching) // 2
    land(state, times_paid == 2)


@rule
def land(state, paid_twice):
    """On the last space of the run, or before a stone that was not paid for. [RV-4.2 RV-5.3]"""
    last = run_end(state)
    if paid_twice:
        put_stone_aside(state)
    elif is_stone_in_run(state):
        last = state.stone_at - 1
    state.ravens[state.turn] = last
    end_race_if_arrived(state)


@rule
def lay_magic(state, card):
    """The card lies on the Magic Way, or buys the card that is turned up. [RV-6.1 RV-10.2]"""
    seat = state.turn
    if not state.buy_magic:
        state.ways[seat, state.way_sizes[seat]] = card
        state.way_sizes[seat] += 1
        return
    discard(state, card)
    state.bought[seat] += 1
    state.magic = NONE
    if state.magic_count > 0:
        state.magic_count -= 1
        state.magic = state.magic_pile[state.magic_count]


@rule
def act(state, move):
    """Play an Odin card and do one of its two actions. [RV-7.1 to RV-7.9]"""
    if move < TURNS:
        stone_or_swap(state, move)
    elif move < BACKS:
        turn_or_remove(state, move)
    elif move < ARRANGES:
        back_or_forward(state, move)
    else:
        arrange_or_add(state, move)


@rule
def spend(state, card, from_stack):
    """An Odin card is used and discarded. [RV-3.4]"""
    discard(state, use(state, CARDS if from_stack else card))


@rule
def stone_or_swap(state, move):
    """The stone is put onto a space, or two cards change places. [RV-7.1 RV-7.2]"""
    if move < SWAPS:
        space = move - STONES
        spend(state, STONE_SWAP, space >= 2 * LANDSCAPE_CARDS)
        state.stone_lane = space // LANDSCAPE_CARDS % 2
        state.stone_at = space % LANDSCAPE_CARDS
    else:
        spend(state, STONE_SWAP, move - SWAPS >= PAIRS)
        pair = (move - SWAPS) % PAIRS
        one, two = PAIR[pair, 0], PAIR[pair, 1]
        card = state.path[one]
        state.path[one] = state.path[two]
        state.path[two] = card


@rule
def turn_or_remove(state, move):
    """A card is turned, or leaves the path. [RV-7.3 RV-7.4]"""
    if move < REMOVES:
        spend(state, TURN_REMOVE, move - TURNS >= LANDSCAPE_CARDS)
        at = (move - TURNS) % LANDSCAPE_CARDS
        state.path[at] = turned(state.path[at])
    else:
        spend(state, TURN_REMOVE, move - REMOVES >= LANDSCAPE_CARDS)
        remove(state, (move - REMOVES) % LANDSCAPE_CARDS)
        end_race_if_arrived(state)


@rule
def remove(state, at):
    """The path closes up; the card goes onto its discard, or under the pile. [RV-7.9 RV-10.1]"""
    card = in_letter_order(state.path[at])
    for place in range(at, state.length - 1):
        state.path[place] = state.path[place + 1]
    state.length -= 1
    for seat in range(2):
        if state.ravens[seat] > at:
            state.ravens[seat] -= 1
    if state.stone_at > at:
        state.stone_at -= 1
    if state.removed_under:
        push_under(state, card)
    else:
        state.removed[state.removed_count] = card
        state.removed_count += 1


@rule
def back_or_forward(state, move):
    """The other raven goes back one space, or the player's own forward. [RV-7.5 RV-7.6]"""
    spend(state, BACK_FORWARD, (move - BACKS) % 2 == STACK)
    if move < FORWARDS:
        state.ravens[1 - state.turn] -= 1
    else:
        state.ravens[state.turn] += 1
        end_race_if_arrived(state)


@rule
def arrange_or_add(state, move):
    """The stack is lifted to be rearranged, or landscape cards are drawn. [RV-7.7 RV-7.8]"""
    spend(state, ARRANGE_ADD, (move - ARRANGES) % 2 == STACK)
    if move < ADDS:
        seat = state.turn
        for place in range(state.stack_sizes[seat]):
            state.lifted[state.stacks[seat, place]] += 1
        state.stack_sizes[seat] = 0
        state.phase = LAY
        lay_what_is_alike(state)
    else:
        state.to_place = min(2, landscapes_available(state))
        draw_landscape(state)


@rule
def lay(state, card):
    """The next card of the new stack, from the bottom. [RV-7.7]"""
    state.lifted[card] -= 1
    lay_on_stack(state, card)
    lay_what_is_alike(state)


@rule
def lay_what_is_alike(state):
    """When all cards still lifted are alike, they are laid by themselves. [RV-7.7]"""
    kinds, last = 0, 0
    for card in range(CARDS):
        if state.lifted[card] > 0:
            kinds += 1
            last = card
    if kinds > 1:
        return
    for _ in range(state.lifted[last]):
        lay_on_stack(state, last)
    state.lifted[last] = 0
    state.phase = PLAY


@rule
def place(state, card):
    """The landscape card lies at the end of the path. [RV-7.8 RV-8.1]"""
    append(state, card)
    state.placing = NONE
    state.to_place -= 1
    if state.to_place > 0:
        draw_landscape(state)
    elif state.closing:
        refill(state)
    else:
        state.phase = PLAY


@rule
def finish(state, extending):
    """End the turn, with a landscape card or without. [RV-3.5 RV-8.1]"""
    if extending:
        state.closing = 1
        state.to_place = 1
        draw_landscape(state)
    else:
        refill(state)
