"""How long a bot takes for a move that others see: a time that tells nothing about its cards.

A bot that has only one legal move, or lays cards back in secret, would otherwise answer at once,
and one that has to choose would not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from odintable import bots

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.server.tokens import RandomBytes

# Shares of the time limit of a bot that thinks as long as it may:
THINKING = 0.8  # for a move that others see
SECRET_THINKING = 0.02  # for each move that they do not see
MIN_SHOWN, MAX_SHOWN = 0.95, 1.1  # when the move is shown, drawn by lot
QUICK_SPREAD = 0.5  # a bot that answers at once takes up to this much longer than the pause
MIN_LIMIT = 10  # milliseconds


class Pace(NamedTuple):
    """The milliseconds a bot may think, and those until its next move may be shown."""

    limit: int
    shown_after: float


def pace_for(view: Position, bot: str, limit: int, pause: int, random: RandomBytes) -> Pace:
    """Return the pace for one decision; without a pause, the bot moves as soon as it can."""
    if not pause:
        return Pace(limit, 0.0)
    by_lot = int.from_bytes(random(4), "big") / 2**32
    shown_after = pause * (1 + QUICK_SPREAD * by_lot)
    longest = bots.max_thinking_ms(bot, view, limit)
    if longest:
        share = MIN_SHOWN + (MAX_SHOWN - MIN_SHOWN) * by_lot
        shown_after = max(shown_after, longest * share)
    thinking = SECRET_THINKING if is_secret(view) else THINKING
    return Pace(max(MIN_LIMIT, int((longest or limit) * thinking)), shown_after)


def is_secret(view: Position) -> bool:
    """Whether the others do not see what the seat to move does now."""
    return is_secret_move(view, view.write_move(int(view.moves()[0])))


def is_secret_move(view: Position, move: str) -> bool:
    """Whether the others do not see this move."""
    return bool(view.modules.notation.public_move_text(move) == "")
