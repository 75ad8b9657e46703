"""Records that were uploaded to be replayed."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import TYPE_CHECKING

from odintable.games.position import SPECTATOR
from odintable.server.refused import Refused

from .timeline import Replay, is_game_over, seats_of, winners_of

if TYPE_CHECKING:
    from odintable.record.record import Record

MAX_RECORDS = 200


class UploadedRecords:
    """The last uploaded records in memory, by the SHA-256 of their text."""

    def __init__(self) -> None:
        self._records: OrderedDict[str, Record] = OrderedDict()

    def add(self, text: str, record: Record) -> str:
        """Add a record; returns its key."""
        key = hashlib.sha256(text.encode()).hexdigest()
        self._records[key] = record
        self._records.move_to_end(key)
        if len(self._records) > MAX_RECORDS:
            self._records.popitem(last=False)
        return key

    def replay(self, key: str) -> Replay:
        """Return the replay of a record with all cards open: the uploader knows them anyway."""
        record = self._records.get(key)
        if record is None:
            raise Refused("no-table", "this record is no longer here: upload it again")
        return Replay(
            key,
            record,
            seats_of(record),
            SPECTATOR,
            is_open=True,
            is_over=is_game_over(record),
            may_evaluate=True,
            winners=winners_of(record),
        )
