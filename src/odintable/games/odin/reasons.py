"""Why a move is not legal, in words."""

from typing import Any


def why_not(_state: Any, text: str) -> str:
    """The move, and what speaks against it."""
    return f"{text} is not possible now"
