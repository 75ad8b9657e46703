"""The forward pass of a net, compiled: it runs on one core and skips inputs that are zero."""

from typing import Any, NamedTuple

import numpy as np

from odintable.games.compiled import entry_point, rule

ROWS_AT_ONCE = 8  # rows that share one pass over the weights


class Layers(NamedTuple):
    """The weights of a net, as arrays."""

    situation: Any
    choice: Any
    first_bias: Any
    blocks: Any  # [block, input, output]
    block_biases: Any
    head: Any
    head_bias: Any


@entry_point
def forward(situation, rows, layers):
    """Return three outputs for each row of bits, given the bits of the situation."""
    layer = np.empty((rows.shape[0], layers.first_bias.size), np.float32)
    outputs = np.empty((rows.shape[0], layers.head_bias.size), np.float32)
    forward_into(situation, rows, layers, layer, np.empty_like(layer), outputs)
    return outputs


@rule
def forward_into(situation, rows, layers, layer, inner, outputs):
    """Fill in the outputs for each row of bits; `layer` and `inner` are memory to work with."""
    if rows.shape[0] == 0:
        return
    blocks, first_bias = layers.blocks, layers.first_bias
    shared = inner[0]  # what the situation adds to every row; free until the first block
    copy(first_bias, shared)
    add_weights_of_bits(situation, layers.situation, shared)
    for row in range(rows.shape[0]):
        copy(shared, layer[row])
        add_weights_of_bits(rows[row], layers.choice, layer[row])
        relu(layer[row])
    for block in range(blocks.shape[0]):
        for low in range(0, layer.shape[0], ROWS_AT_ONCE):
            high = min(low + ROWS_AT_ONCE, layer.shape[0])
            for row in range(low, high):
                copy(layers.block_biases[block], inner[row])
            add_product(layer[low:high], blocks[block], inner[low:high])
        for row in range(layer.shape[0]):
            relu(inner[row])
            for at in range(first_bias.size):
                layer[row, at] += inner[row, at]
    for row in range(layer.shape[0]):
        copy(layers.head_bias, outputs[row])
    add_product(layer, layers.head, outputs)


@rule
def copy(source, target):
    """Copy a row of numbers; assigning to a slice would allocate where the rows may overlap."""
    for at in range(target.size):
        target[at] = source[at]


@rule
def add_weights_of_bits(bits, weights, total):
    """Add the weights of every bit that is set."""
    for byte in range(bits.size):
        left = bits[byte]
        at = byte * 8
        while left:
            if left & 1:
                row = weights[at]
                for place in range(total.size):
                    total[place] += row[place]
            left >>= 1
            at += 1


@rule
def add_product(layer, weights, total):
    """Add the product of a layer and a matrix of weights; zeros are skipped."""
    for at in range(weights.shape[0]):
        row = weights[at]
        for which in range(layer.shape[0]):
            factor = layer[which, at]
            if factor != 0:
                outputs = total[which]
                for place in range(row.size):
                    outputs[place] += factor * row[place]


@rule
def relu(layer):
    """Replace negative numbers by zero."""
    for at in range(layer.size):
        layer[at] = max(layer[at], np.float32(0))
