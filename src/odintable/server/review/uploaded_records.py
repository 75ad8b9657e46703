"""Records that were sent to be looked at."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import TYPE_CHECKING

from odintable.games.position import SPECTATOR
from odintable.server.live.client_messages import Refused

from .timeline import Reel, has_ended, seats_of, winners_of

if TYPE_CHECKING:
    from odintable.record.record import Record

MOST_KEPT = 200


class Records:
    """Records that were sent to be looked at, the last ones, by their SHA-256."""

    def __init__(self) -> None:
        """None."""
        self._kept: OrderedDict[str, Record] = OrderedDict()

    def keep(self, text: str, record: Record) -> str:
        """Keep one; its key."""
        key = hashlib.sha256(text.encode()).hexdigest()
        self._kept[key] = record
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return key

    def reel(self, key: str) -> Reel:
        """A record by its key: whoever sent it has all of it."""
        record = self._kept.get(key)
        if record is None:
            raise Refused("no-table", "this record is not here any more: send it again")
        return Reel(
            key,
            record,
            seats_of(record),
            SPECTATOR,
            is_open=True,
            is_over=has_ended(record),
            is_weighed=True,
            winners=winners_of(record),
        )
