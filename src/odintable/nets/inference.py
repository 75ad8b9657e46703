"""The layers of a net, compiled: on one core, and quicker for all that is zero."""

import numpy as np

from odintable.games.compiled import entry_point, rule

AT_ONCE = 8  # rows that share a look at the weights


@entry_point
def judge_bits(bits, rows, *layers):
    """Three numbers for each row of bits, given those of the situation."""
    situation, choice, first_bias, blocks, biases, head, head_bias = layers
    layer = np.empty((rows.shape[0], first_bias.size), np.float32)
    known = first_bias.copy()
    add_marked(bits, situation, known)
    for row in range(rows.shape[0]):
        layer[row] = known
        add_marked(rows[row], choice, layer[row])
        rectify(layer[row])
    inner = np.empty_like(layer)
    for block in range(blocks.shape[0]):
        for low in range(0, layer.shape[0], AT_ONCE):
            high = min(low + AT_ONCE, layer.shape[0])
            for row in range(low, high):
                inner[row] = biases[block]
            add_product(layer[low:high], blocks[block], inner[low:high])
        for row in range(layer.shape[0]):
            rectify(inner[row])
            for at in range(first_bias.size):
                layer[row, at] += inner[row, at]
    judged = np.empty((layer.shape[0], head_bias.size), np.float32)
    for row in range(layer.shape[0]):
        judged[row] = head_bias
    add_product(layer, head, judged)
    return judged


@rule
def add_marked(bits, weights, total):
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
    """Add a layer times its weights."""
    for at in range(weights.shape[0]):
        row = weights[at]
        for which in range(layer.shape[0]):
            factor = layer[which, at]
            if factor != 0:
                mine = total[which]
                for place in range(row.size):
                    mine[place] += factor * row[place]


@rule
def rectify(layer):
    """What is below zero is zero."""
    for at in range(layer.size):
        layer[at] = max(layer[at], np.float32(0))
