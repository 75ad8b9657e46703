"""Exports for playing a game: begin, legal moves, apply, shuffles, outcome, random numbers."""

import inspect

import numpy as np
from numba import carray, types
from numba.np.unsafe.ndarray import to_fixed_tuple

from odintable.games import compiled_calls, dispatch, rng
from odintable.games.compiled import rule
from odintable.games.dispatch import MAX_LEGAL_MOVES, MAX_PILE_CARDS
from odintable.games.spec import MAX_PLAYERS, GameSpec

from .export import FLOAT, INTEGER, NOTHING, UNSIGNED, Exports, address_of

_INCREMENT, _FACTOR_1, _FACTOR_2 = map(
    np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)
_ONE, _30, _27, _31, _32 = map(np.uint64, (1, 30, 27, 31, 32))

MOVES, CARDS, GENERATOR = map(address_of, (types.int16, types.int8, types.uint64))


def begin_arguments(game: GameSpec) -> list[str]:
    """Return the numbers that `begin` takes: seats and options, by name with underscores."""
    return list(inspect.signature(game.modules.rules.begin).parameters)[1:]


@rule
def seeded(low, high):
    """Return the first state of the generator `rng.generator(low + (high << 32))`."""
    mixed = (np.uint64(low) | np.uint64(high) << _32) + _ONE
    mixed *= _INCREMENT
    mixed = (mixed ^ mixed >> _30) * _FACTOR_1
    mixed = (mixed ^ mixed >> _27) * _FACTOR_2
    mixed ^= mixed >> _31
    return mixed or _ONE


def shared_exports() -> Exports:
    """Return what does not depend on the game."""
    exports = Exports()

    @exports.add(NOTHING, GENERATOR, UNSIGNED, UNSIGNED)
    def seed_generator(generator, low, high):
        generator[0] = seeded(low, high)

    @exports.add(INTEGER, GENERATOR, INTEGER)
    def random_below(generator, count):
        return rng.below(carray(generator, 1), count)

    return exports


def rules_exports(game: GameSpec) -> Exports:
    """Return the exports of a game for playing it."""
    exports = Exports()
    state_type = address_of(game.modules.components.STATE)
    begin_game = rule(game.modules.rules.begin)
    numbers = len(begin_arguments(game))

    @exports.add(NOTHING, state_type, address_of(types.int32))
    def begin(state, settings):
        begin_game(carray(state, 1)[0], *to_fixed_tuple(carray(settings, numbers), numbers))

    @exports.add(INTEGER, state_type, MOVES)
    def legal(state, moves):
        return dispatch.legal(carray(state, 1)[0], carray(moves, MAX_LEGAL_MOVES))

    @exports.add(NOTHING, state_type, INTEGER)
    def apply(state, move):
        dispatch.apply(carray(state, 1)[0], types.int64(move))

    @exports.add(INTEGER, state_type, CARDS)
    def pile_to_shuffle(state, cards):
        return dispatch.pile_to_shuffle(carray(state, 1)[0], carray(cards, MAX_PILE_CARDS))

    @exports.add(NOTHING, state_type, CARDS)
    def apply_shuffle(state, cards):
        dispatch.apply_shuffle(carray(state, 1)[0], carray(cards, MAX_PILE_CARDS))

    @exports.add(NOTHING, state_type, GENERATOR)
    def resolve_shuffles(state, generator):
        compiled_calls.resolve_shuffles_at(carray(state, 1), 0, carray(generator, 1))

    @exports.add(INTEGER, state_type)
    def is_over(state):
        return types.int32(dispatch.is_over(carray(state, 1)[0]))

    @exports.add(NOTHING, state_type, address_of(FLOAT))
    def outcome(state, shares):
        dispatch.outcome(carray(state, 1)[0], carray(shares, MAX_PLAYERS))

    @exports.add(INTEGER, state_type, GENERATOR)
    def rollout(state, generator):
        return compiled_calls.rollout_at(carray(state, 1), 0, carray(generator, 1))

    return exports
