"""A stored game becomes its table again, or is refused as a whole."""

from collections.abc import Iterable

from odintable.server.live.client_messages import Refused

from . import events as ev
from .table import Table
from .table_config import RULES


def replay(table: Table, bodies: Iterable[bytes]) -> None:
    """Let all stored events happen at a new table; Refused if they are not for this program."""
    try:
        for body in bodies:
            event = ev.read(body)
            if isinstance(event, ev.Made) and event.plan.rules != RULES:
                begun = f"this game was begun under rules {event.plan.rules}"
                raise OtherRules("rules", f"{begun}, and this server knows rules {RULES}")
            table.apply(event)
        if not table.seats:
            raise Refused("rules", "this game has no events")
    except OtherRules:
        raise
    except Exception as error:  # what is stored may be anything
        number = table.seq
        raise Refused("rules", f"this game cannot be replayed: event {number}: {error}") from error


class OtherRules(Refused):
    """The game is sound, as far as anybody knows, but not for this program."""
