"""Why a move of high card is not legal."""

from typing import Any

from odintable.games.illegal_move_reason import GAME_OVER, NOT_IN_HAND, NOT_YOUR_TURN, Reason

from .components import FULL_STATE, OVER


def why_illegal(state: Any, text: str) -> Reason:
    """Return the reason against a move."""
    if state.phase == OVER:
        return GAME_OVER()
    if state.viewer not in (FULL_STATE, state.turn):
        return NOT_YOUR_TURN(seat=int(state.turn))
    return NOT_IN_HAND(cards=text.removeprefix("show "))
