"""Replays stored events into a table: the pure part of loading, without a store or a loop."""

from collections.abc import Iterable

import msgspec

from odintable.server.refused_error import Refused

from . import events as ev
from .rules_versions import OtherRulesVersion, adapt_config
from .table import Table


def replay_events(table: Table, bodies: Iterable[bytes]) -> None:
    """Apply all stored events to a new table; Refused if this program cannot replay them."""
    for body in bodies:
        apply_stored_event(table, body)
    check_has_events(table)


def apply_stored_event(table: Table, body: bytes) -> None:
    """Apply the next stored event; Refused if this program cannot replay it."""
    try:
        event = ev.decode(body)
        if isinstance(event, ev.TableCreated):
            event = msgspec.structs.replace(event, config=adapt_config(event.config))
        table.apply(event)
    except OtherRulesVersion:
        raise
    except Exception as error:  # a damaged store may hold anything
        number = table.seq
        raise Refused("rules", f"this game cannot be replayed: event {number}: {error}") from error


def check_has_events(table: Table) -> None:
    """Refuse a game without events."""
    if not table.seats:
        raise Refused("rules", "this game cannot be replayed: it has no events")
