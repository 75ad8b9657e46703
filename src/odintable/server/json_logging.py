"""Logs: a line of JSON for each thing worth telling, on standard error. No tokens, no queries."""

import json
import logging
import sys
import time

PLAIN = set(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, where and what; then what else there is to say."""
        told = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        told |= {key: value for key, value in record.__dict__.items() if key not in PLAIN}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


def set_up(level: str) -> None:
    """Everything goes to standard error, one JSON object a line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(max(logging.WARNING, root.level))
