"""JSON by compiled code: each of these puts something on a page of bytes, and tells where to go on.

The page is large enough. `key` is what comes before, as in `put_number(page, at, b',"turn":', 1)`.
"""

from collections.abc import Sequence

import numpy as np

from .compiled import rule

ZERO, MINUS, COMMA, OPEN, CLOSE, QUOTE = b'0-,[]"'
MOST_BYTES = 4096  # more than any position takes
MOST_SHOWN = 1 << 16  # ... with every move that there is


def rows_of(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Texts for compiled code: their letters, a row each, and how many these are."""
    sizes = np.array([len(text) for text in texts], np.int8)
    rows = np.zeros((len(texts), sizes.max()), np.uint8)
    for row, text in zip(rows, texts, strict=True):
        row[: len(text)] = list(text.encode())
    return rows, sizes


def ranked(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """The place of each text among all when they are sorted, and which of them is at each place."""
    order = np.array(sorted(range(len(texts)), key=texts.__getitem__), np.int16)
    ranks = np.empty_like(order)
    ranks[order] = range(len(texts))
    return ranks, order


@rule
def put(page, at, text):
    """Bytes as they are."""
    for letter in text:
        page[at] = letter
        at += 1
    return at


@rule
def put_digits(page, at, number):
    """A whole number."""
    if number < 0:
        page[at] = MINUS
        at += 1
        number = -number
    size = 1
    while 10**size <= number:
        size += 1
    for place in range(at + size - 1, at - 1, -1):
        page[place] = ZERO + number % 10
        number //= 10
    return at + size


@rule
def put_number(page, at, key, number):
    """A key and a whole number."""
    return put_digits(page, put(page, at, key), int(number))


@rule
def put_nullable(page, at, key, number):
    """A key and a number, or null where it is negative."""
    if number < 0:
        return put(page, put(page, at, key), b"null")
    return put_number(page, at, key, number)


@rule
def put_numbers(page, at, key, numbers):
    """A key and a list of numbers."""
    at = put(page, at, key)
    page[at] = OPEN
    for number in numbers:
        at = put_digits(page, at + 1, int(number))
        page[at] = COMMA
    return end_list(page, at)


@rule
def put_text(page, at, key, text):
    """A key and a text that needs no escapes."""
    at = put(page, at, key)
    page[at] = QUOTE
    at = put(page, at + 1, text)
    page[at] = QUOTE
    return at + 1


@rule
def end_list(page, at):
    """Close the list whose opening bracket, or whose last comma, is here."""
    if page[at] == COMMA:
        page[at] = CLOSE
        return at + 1
    page[at + 1] = CLOSE
    return at + 2
