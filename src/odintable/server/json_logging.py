"""Logging: one JSON object per line on standard error, without tokens or query strings.

The same message is not logged again and again, so that nobody can fill the disk with it.
"""

import json
import logging
import sys
import time
from collections import Counter

from .rate_limits import TokenBucket

STANDARD_FIELDS = set(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


REQUEST, REFUSED_REQUEST = "request", "refused request"
MESSAGES_AT_ONCE, MESSAGES_PER_SECOND = 100, 10  # with the same text
MAX_TEXTS = 1000  # that are counted


class RepetitionLimit(logging.Filter):
    """Drops a message that is repeated too often; the next one says how many were dropped.

    Requests that were answered are always logged: the limit of requests holds for them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._buckets: dict[str, TokenBucket] = {}
        self._dropped: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is logged."""
        text, now = str(record.msg), time.monotonic()
        if text == REQUEST:
            return True
        if len(self._buckets) > MAX_TEXTS:
            self._buckets.clear()
        if text not in self._buckets:
            self._buckets[text] = TokenBucket(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND, now)
        if not self._buckets[text].take(now):
            self._dropped[text] += 1
            return False
        if dropped := self._dropped.pop(text, 0):
            record.dropped = dropped
        return True


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger and message, then the extra fields."""
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {key: value for key, value in record.__dict__.items() if key not in STANDARD_FIELDS}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def set_up_logging(level: str) -> None:
    """Send all logs to standard error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RepetitionLimit())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(max(logging.WARNING, root.level))
