"""Rebuilding a table from its stored events."""

from collections.abc import Iterable

from odintable.server.refused import Refused

from . import events as ev
from .table import Table
from .table_config import RULES_VERSION


def replay_events(table: Table, bodies: Iterable[bytes]) -> None:
    """Apply all stored events to a new table; Refused if this program cannot replay them."""
    try:
        for body in bodies:
            event = ev.decode(body)
            if isinstance(event, ev.Made) and event.config.rules != RULES_VERSION:
                version = f"this game began under rules version {event.config.rules}"
                raise OtherRulesVersion("rules", f"{version}; this server has {RULES_VERSION}")
            table.apply(event)
        if not table.seats:
            raise Refused("rules", "this game has no events")
    except OtherRulesVersion:
        raise
    except Exception as error:  # a damaged store may hold anything
        number = table.seq
        raise Refused("rules", f"this game cannot be replayed: event {number}: {error}") from error


class OtherRulesVersion(Refused):
    """The game began under another version of the rules, so it cannot be checked here."""
