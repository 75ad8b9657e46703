"""Exports for nets: half-precision weights, the features of a decision, the forward pass."""

import numpy as np
from numba import carray, types

from odintable.games import dispatch
from odintable.games.spec import GameSpec
from odintable.nets.inference import Layers, forward_into

from .export import INTEGER, NOTHING, Exports, address_of, pointer_reader

NET = np.dtype(
    [
        *((name, np.uint32) for name in Layers._fields),  # addresses of float32
        ("width", np.int32),
        ("block_count", np.int32),
    ],
    align=True,
)
OUTPUTS = 3  # log odds of winning, own points, the others' points
BITS, MOVES, FLOATS = map(address_of, (types.uint8, types.int16, types.float32))

floats_at = pointer_reader(types.float32)

_SUBNORMAL = np.float32(2.0**-24)  # the unit of half-precision numbers without leading 1


def half_precision_exports() -> Exports:
    """Return what reads weights in half precision."""
    exports = Exports()

    @exports.add(NOTHING, address_of(types.uint16), INTEGER, FLOATS)
    def widen(halves, count, floats):
        for at in range(count):
            half = np.int32(halves[at])
            sign, exponent, fraction = half >> 15, half >> 10 & 31, half & 1023
            if exponent:
                bits = (exponent + 112) << 23 | fraction << 13
                size = np.int32(bits).view(np.float32)
            else:
                size = np.float32(fraction) * _SUBNORMAL
            floats[at] = -size if sign else size

    return exports


def net_exports(game: GameSpec) -> Exports:
    """Return the exports of a game for evaluating moves with a net."""
    exports = Exports()
    features = game.modules.features
    situation_bytes, choice_bytes = features.SITUATION.bytes, features.CHOICE.bytes
    view_type = address_of(game.modules.components.STATE)
    memory_type = address_of(features.MEMORY)

    @exports.add(NOTHING, view_type, MOVES, INTEGER, memory_type)
    def rebuild_memory(view, moves, count, memory):
        known = carray(moves, count)
        dispatch.rebuild_memory(carray(view, 1)[0], known, count, carray(memory, 1)[0])

    @exports.add(NOTHING, view_type, memory_type, MOVES, INTEGER, BITS, BITS)
    def mark_decision(view, memory, moves, count, situation, rows):
        seen, bits = carray(view, 1)[0], carray(situation, situation_bytes)
        bit_rows = carray(rows, (count, choice_bytes))
        bits[:] = 0
        bit_rows[:, :] = 0
        dispatch.mark_situation(seen, carray(memory, 1)[0], bits)
        dispatch.mark_choices(seen, carray(moves, count), count, bit_rows)

    @exports.add(NOTHING, address_of(NET), BITS, BITS, INTEGER, FLOATS, FLOATS)
    def forward(net, situation, rows, count, scratch, outputs):
        it = carray(net, 1)[0]
        width, blocks = it.width, it.block_count
        layers = Layers(
            carray(floats_at(it.situation), (situation_bytes * 8, width)),
            carray(floats_at(it.choice), (choice_bytes * 8, width)),
            carray(floats_at(it.first_bias), width),
            carray(floats_at(it.blocks), (blocks, width, width)),
            carray(floats_at(it.block_biases), (blocks, width)),
            carray(floats_at(it.head), (width, OUTPUTS)),
            carray(floats_at(it.head_bias), OUTPUTS),
        )
        memory = carray(scratch, (2, count, width))
        forward_into(
            carray(situation, situation_bytes),
            carray(rows, (count, choice_bytes)),
            layers,
            memory[0],
            memory[1],
            carray(outputs, (count, OUTPUTS)),
        )

    return exports
