"""The effects of an event on a table, and the cards that a move revealed."""

from typing import Any

import msgspec

from odintable.games.position import Position
from odintable.games.spec import GameSpec

from . import events as ev

NOTHING, OWN_CARDS, HIDDEN_CARDS = range(3)  # what a move revealed


class PlayedMove(msgspec.Struct, frozen=True, gc=False):
    """A move that was not taken back."""

    seat: int
    text: str
    turn: int  # the number of the table's turn
    reveals: int
    is_secret: bool  # the other seats do not learn of it
    previous: int | None  # the number of the same seat's move before it


class AppliedEvent(msgspec.Struct, gc=False):
    """An event as it was applied to a table: its consequences, and who may see it."""

    event: ev.AnyEvent
    game_events: tuple[dict[str, Any], ...] = ()  # consequences of a move, as in docs/protocol.md
    only_for: int | None = None  # the one seat that sees it; None: everybody
    undone: tuple[PlayedMove, ...] = ()
    done: bool = False  # a proposal was carried out
    first: int | None = None  # when the cards are dealt: the seat that starts
    leg_end: Position | None = None  # after a move that ended a leg: the table before the next deal

    def is_seen_by(self, viewer: int) -> bool:
        """Whether this viewer may see the event."""
        return self.only_for is None or self.only_for == viewer


def revealed_by(
    spec: GameSpec, move: str, game_events: tuple[dict[str, Any], ...], *, turned_up: bool
) -> int:
    """Return what a move revealed; `turned_up`: the number of face-down cards changed."""
    if turned_up:
        return HIDDEN_CARDS
    for one in game_events:
        if one["event"] not in spec.quiet_events:
            return HIDDEN_CARDS
    return NOTHING if move.partition(" ")[0] in spec.verbs_without_cards else OWN_CARDS
