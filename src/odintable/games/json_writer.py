"""Writes JSON in compiled code.

Each function writes something into the byte array `out` from index `at` on and returns the index
after it. `out` must be large enough. `key` is written first: `put_number(out, at, b',"turn":', 1)`.
"""

from collections.abc import Sequence

import numpy as np

from .compiled import rule

ZERO, MINUS, COMMA, OPEN, CLOSE, QUOTE = b'0-,[]"'
MAX_POSITION_BYTES = 4096  # more than any position needs
MAX_VIEW_BYTES = 1 << 16  # more than any view with all its moves needs


def text_rows(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return texts for compiled code: the bytes of each as a row, and their lengths."""
    sizes = np.array([len(text) for text in texts], np.int8)
    rows = np.zeros((len(texts), sizes.max()), np.uint8)
    for row, text in zip(rows, texts, strict=True):
        row[: len(text)] = list(text.encode())
    return rows, sizes


def sort_ranks(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the rank of each text when all are sorted, and which text has each rank."""
    order = np.array(sorted(range(len(texts)), key=texts.__getitem__), np.int16)
    ranks = np.empty_like(order)
    ranks[order] = range(len(texts))
    return ranks, order


@rule
def put(out, at, text):
    """Write bytes unchanged."""
    for letter in text:
        out[at] = letter
        at += 1
    return at


@rule
def put_digits(out, at, number):
    """Write an integer."""
    if number < 0:
        out[at] = MINUS
        at += 1
        number = -number
    size, limit = 1, 10
    while limit <= number:
        size += 1
        limit *= 10
    for place in range(at + size - 1, at - 1, -1):
        out[place] = ZERO + number % 10
        number //= 10
    return at + size


@rule
def put_number(out, at, key, number):
    """Write a key and an integer."""
    return put_digits(out, put(out, at, key), int(number))


@rule
def put_nullable(out, at, key, number):
    """Write a key and a number, or null if it is negative."""
    if number < 0:
        return put(out, put(out, at, key), b"null")
    return put_number(out, at, key, number)


@rule
def put_numbers(out, at, key, numbers):
    """Write a key and a list of integers."""
    at = put(out, at, key)
    out[at] = OPEN
    for number in numbers:
        at = put_digits(out, at + 1, int(number))
        out[at] = COMMA
    return end_list(out, at)


@rule
def put_text(out, at, key, text):
    """Write a key and a string that needs no escapes."""
    at = put(out, at, key)
    out[at] = QUOTE
    at = put(out, at + 1, text)
    out[at] = QUOTE
    return at + 1


@rule
def ranks_in_order(ranks, moves):
    """Return the ranks of moves in ascending order, by Shell sort."""
    found = np.empty(moves.size, np.int16)
    gap = 1
    while gap < moves.size // 3:
        gap = 3 * gap + 1
    for at in range(moves.size):
        found[at] = ranks[moves[at]]
    while gap:
        for at in range(gap, moves.size):
            rank, place = found[at], at
            while place >= gap and found[place - gap] > rank:
                found[place] = found[place - gap]
                place -= gap
            found[place] = rank
        gap //= 3
    return found


@rule
def end_list(out, at):
    """Close a list; `at` is where its opening bracket is, or the comma after its last item."""
    if out[at] == COMMA:
        out[at] = CLOSE
        return at + 1
    out[at + 1] = CLOSE
    return at + 2
