"""Exports for what a seat may see: views, JSON of positions and moves, sampled states."""

import numpy as np
from numba import carray, types

from odintable.games import compiled_calls, dispatch
from odintable.games.json_writer import MAX_VIEW_BYTES
from odintable.games.spec import GameSpec

from .export import INTEGER, NOTHING, Exports, address_of

TEXT = address_of(types.uint8)


def view_exports(game: GameSpec) -> Exports:
    """Return the exports of a game for views and JSON."""
    exports = Exports()
    state_type = address_of(game.modules.components.STATE)

    @exports.add(NOTHING, state_type, INTEGER, state_type)
    def view(state, seat, seen):
        compiled_calls.view_at(carray(state, 1), 0, types.int64(seat), carray(seen, 1))

    @exports.add(NOTHING, state_type, address_of(types.uint64))
    def sample_state(seen, generator):
        dispatch.sample_state(carray(seen, 1)[0], carray(generator, 1))

    @exports.add(INTEGER, state_type, TEXT)
    def write_json(state, text):
        return dispatch.write_json(carray(state, 1)[0], carray(text, MAX_VIEW_BYTES))

    @exports.add(NOTHING, state_type, INTEGER, INTEGER, TEXT, address_of(types.int32))
    def write_view(state, seat, with_moves, text, ends):
        ends[0], ends[1], ends[2] = compiled_calls.write_view_at(
            carray(state, 1), 0, types.int64(seat), with_moves != 0, carray(text, MAX_VIEW_BYTES)
        )

    @exports.add(INTEGER, state_type, INTEGER, TEXT)
    def write_move(state, move, text):
        moves = np.empty(1, np.int16)
        moves[0] = move
        return dispatch.put_moves(carray(state, 1)[0], carray(text, MAX_VIEW_BYTES), 0, moves)

    return exports
