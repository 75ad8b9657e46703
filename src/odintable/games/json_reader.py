"""Reads a position or a view key by key, and says what is wrong with it."""

import json
from collections.abc import Collection, Iterable
from typing import Any

from odintable.errors import PositionError

Json = Any  # what `json` reads: dicts, lists, strings, numbers, true, false, null


def is_whole(value: Json, low: int, high: int) -> bool:
    """A whole number in a range; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


class Reader:
    """One JSON object with a fixed set of keys."""

    def __init__(self, given: Json, keys: Iterable[str], what: str) -> None:
        """Refuse what is no object, lacks a key or has one too many."""
        if not isinstance(given, dict):
            raise PositionError(f"{what} must be an object, not {show(given)}")
        names = list(keys)
        for key in names:
            if key not in given:
                raise PositionError(f"the {what} lacks {key!r}")
        for key in given:
            if key not in names:
                raise PositionError(f"the {what} has an unknown key {show(key)}")
        self.given: dict[str, Json] = given

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number."""
        return whole(self.given[key], low, high, key)

    def wholes(self, key: str, count: int, low: int, high: int) -> list[int]:
        """So many whole numbers."""
        return [whole(value, low, high, key) for value in self.items(key, count)]

    def nullable(self, key: str, low: int, high: int) -> int:
        """A whole number; -1 for null."""
        return -1 if self.given[key] is None else self.whole(key, low, high)

    def items(self, key: str, count: int | None = None) -> list[Json]:
        """A list, of a given length if one is given."""
        value = self.given[key]
        if not isinstance(value, list):
            raise PositionError(f"{key} must be a list, not {show(value)}")
        if count is not None and len(value) != count:
            raise PositionError(f"{key} must have {count} entries, not {len(value)}")
        return value

    def word(self, key: str, words: Collection[str]) -> int:
        """One of a few words; which of them."""
        return list(words).index(word(self.given[key], words, key))

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.given[key]
        if not isinstance(value, bool):
            raise PositionError(f"{key} must be true or false, not {show(value)}")
        return value


def whole(value: Json, low: int, high: int, what: str) -> int:
    """A whole number in a range."""
    if not is_whole(value, low, high):
        raise PositionError(f"{what} must be {span(low, high)}, not {show(value)}")
    return int(value)


def span(low: int, high: int) -> str:
    """A range in words."""
    return f"a whole number from {low} to {high}" if low < high else str(low)


def word(value: Json, words: Collection[str], what: str) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in words:
        raise PositionError(f"{what} must be one of {', '.join(words)}, not {show(value)}")
    return value


def show(value: Json) -> str:
    """What was given, as text that is not too long for an error."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deep, or a number of thousands of digits
        return "something too large to show"
    return text if len(text) <= 40 else text[:37] + "..."
