"""Moves cards that a seat cannot see between hidden places; its view must not change."""

from random import Random
from typing import Any

import numpy as np

from odintable.games.position import Position

LAY, PLAY = 2, 0  # phases of Ravens
KINDS = 9  # of a player's cards


def permute(position: Position, viewer: int, rng: Random) -> Position:
    """Another full position with the same view, made without the engine's `hide`."""
    other = position.copy()
    (permute_odin if position.name == "odin" else permute_ravens)(other.state, viewer, rng)
    return other


def permute_odin(state: Any, viewer: int, rng: Random) -> None:
    """Other hands, but for the cards all saw them take, and the stock change cards."""
    lying = int(state.table) | int(state.offered) | int(state.discard)
    pool = int(state.deck) & ~lying
    hidden = [seat for seat in range(state.players) if seat != viewer]
    if viewer >= 0:
        pool &= ~int(state.hands[viewer])
    for seat in hidden:
        pool &= ~int(state.known[seat])
    cards = [1 << card for card in range(55) if pool >> card & 1]
    rng.shuffle(cards)
    for seat in hidden:
        known = int(state.known[seat])
        count = int(state.sizes[seat]) - known.bit_count()
        state.hands[seat] = known | sum(cards[:count])
        del cards[:count]


def permute_ravens(state: Any, viewer: int, rng: Random) -> None:
    """The piles, the other's hand and stack, and how far a lifted stack has been laid."""
    for seat in range(2):
        if seat == viewer:
            shuffle(state.draws[seat, : state.draw_sizes[seat]], rng)
        else:
            permute_player(state, seat, rng)
    shuffle(state.landscapes[state.under : state.landscape_count], rng)
    shuffle(state.magic_pile[: state.magic_count], rng)


def permute_player(state: Any, seat: int, rng: Random) -> None:
    """Hand, stack and draw pile change cards; what is known to be held stays in hand or stack."""
    if state.phase == LAY and state.turn == seat:  # others see the stack as before it was lifted
        for kind in range(KINDS):
            for _ in range(state.lifted[kind]):
                state.stacks[seat, state.stack_sizes[seat]] = kind
                state.stack_sizes[seat] += 1
        state.lifted[:] = 0
        state.phase = PLAY
    draws, stack = int(state.draw_sizes[seat]), int(state.stack_sizes[seat])
    pool = [*state.draws[seat, :draws].tolist(), *state.stacks[seat, :stack].tolist()]
    pool += np.repeat(np.arange(KINDS), state.hands[seat]).tolist()
    held = np.repeat(np.arange(KINDS), state.held[seat]).tolist()
    for card in held:
        pool.remove(card)
    rng.shuffle(pool)
    state.draws[seat, :draws] = pool[:draws]
    at_hand = pool[draws:] + held
    rng.shuffle(at_hand)
    state.stacks[seat, :stack] = at_hand[:stack]
    state.hands[seat] = np.bincount(at_hand[stack:], minlength=KINDS)


def shuffle(cards: Any, rng: Random) -> None:
    """Put a part of a list into random order."""
    order = cards.tolist()
    rng.shuffle(order)
    cards[:] = order
