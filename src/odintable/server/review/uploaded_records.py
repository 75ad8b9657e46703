"""Records that were uploaded to be replayed."""

from __future__ import annotations

import hashlib
from collections import OrderedDict

from odintable.games.position import SPECTATOR
from odintable.server.refused_error import Refused

from .timeline import RecordSummary, Replay

MAX_RECORDS = 200


def key_of(text: str) -> str:
    """Return the key of a record: the SHA-256 of its text."""
    return hashlib.sha256(text.encode()).hexdigest()


class UploadedRecords:
    """The last uploaded records in memory, by their keys."""

    def __init__(self) -> None:
        self._records: OrderedDict[str, tuple[str, RecordSummary]] = OrderedDict()

    def add(self, key: str, text: str, summary: RecordSummary) -> None:
        """Add a record that can be replayed."""
        self._records[key] = (text, summary)
        self._records.move_to_end(key)
        if len(self._records) > MAX_RECORDS:
            self._records.popitem(last=False)

    def replay(self, key: str) -> Replay:
        """Return the replay of a record with all cards open: the uploader knows them anyway."""
        if key not in self._records:
            raise Refused("no-table", "this record is no longer here: upload it again")
        text, summary = self._records[key]
        return Replay.of_summary(key, text, summary, SPECTATOR, is_over=summary.is_over)
