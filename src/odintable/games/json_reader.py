"""Reads a JSON object key by key and reports exactly what is wrong with it."""

import json
from collections.abc import Collection, Iterable
from typing import Any

from odintable.errors import PositionError

Json = Any  # a JSON value: dict, list, str, int, float, bool or None


def is_whole(value: Json, low: int, high: int) -> bool:
    """Whether a value is an integer in this range; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


class Reader:
    """One JSON object with a fixed set of keys."""

    def __init__(self, given: Json, keys: Iterable[str], what: str) -> None:
        """Raise PositionError unless this is an object with exactly these keys."""
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
        """Return an integer."""
        return whole(self.given[key], low, high, key)

    def wholes(self, key: str, count: int, low: int, high: int) -> list[int]:
        """Return a list of `count` integers."""
        return [whole(value, low, high, key) for value in self.items(key, count)]

    def nullable(self, key: str, low: int, high: int) -> int:
        """Return an integer, or -1 for null."""
        return -1 if self.given[key] is None else self.whole(key, low, high)

    def items(self, key: str, count: int | None = None) -> list[Json]:
        """Return a list; its length must be `count`, if given."""
        value = self.given[key]
        if not isinstance(value, list):
            raise PositionError(f"{key} must be a list, not {show(value)}")
        if count is not None and len(value) != count:
            raise PositionError(f"{key} must have {count} entries, not {len(value)}")
        return value

    def word(self, key: str, words: Collection[str]) -> int:
        """Return the index of a string among the allowed ones."""
        return list(words).index(word(self.given[key], words, key))

    def flag(self, key: str) -> bool:
        """Return a boolean."""
        value = self.given[key]
        if not isinstance(value, bool):
            raise PositionError(f"{key} must be true or false, not {show(value)}")
        return value


def whole(value: Json, low: int, high: int, what: str) -> int:
    """Return an integer in this range."""
    if not is_whole(value, low, high):
        raise PositionError(f"{what} must be {span(low, high)}, not {show(value)}")
    return int(value)


def span(low: int, high: int) -> str:
    """Describe a range in words."""
    return f"a whole number from {low} to {high}" if low < high else str(low)


def word(value: Json, words: Collection[str], what: str) -> str:
    """Return a string that is one of the allowed ones."""
    if not isinstance(value, str) or value not in words:
        raise PositionError(f"{what} must be one of {', '.join(words)}, not {show(value)}")
    return value


def show(value: Json) -> str:
    """Return a value as text short enough for an error message."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deep, or a number of thousands of digits
        return "something too large to show"
    return text if len(text) <= 40 else text[:37] + "..."
