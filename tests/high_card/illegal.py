"""Why a move of high card is not legal."""

from typing import Any

from odintable.games.illegal_move_reason import NOT_IN_HAND, Reason


def why_illegal(_state: Any, text: str) -> Reason:
    """Return the reason against a move of the player to move."""
    return NOT_IN_HAND(cards=text.removeprefix("show "))
