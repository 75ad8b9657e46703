"""A file of finished deals, so that an interrupted contest can be resumed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

from odintable.errors import OdintableError

from .deal_result import DealResult

if TYPE_CHECKING:
    from pathlib import Path

    from odintable.arena.contest import Contest

FORMAT = "odintable arena 1"


class DealFile:
    """One JSON object per line: first the settings, then every deal as it is finished."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Create a file, or open one with the same settings."""
        self.path = path
        self.deals: list[DealResult] = []
        try:
            self._file = path.open("a+b")
            self._file.seek(0)
            lines = self._file.read().splitlines(keepends=True)
        except OSError as error:
            raise OdintableError(f"{path}: {error.strerror}") from None
        if lines and not lines[-1].endswith(b"\n"):  # the process died while writing it
            self._file.truncate(sum(map(len, lines[:-1])))
            lines.pop()
        try:
            self._read_deals(lines, contest)
        except OdintableError:
            self._file.close()
            raise

    def _read_deals(self, lines: list[bytes], contest: Contest) -> None:
        """Read the deals of an existing file, or write the settings of a new one."""
        settings = contest.settings()
        if not lines:
            self._write({"format": FORMAT, "fingerprint": contest.fingerprint(), **settings})
            return
        head, *deals = (self._read(line, number) for number, line in enumerate(lines, 1))
        if head.get("format") != FORMAT:
            raise OdintableError(f"{self.path} is not a file of arena deals")
        if head.get("fingerprint") != contest.fingerprint():
            raise OdintableError(
                f"{self.path} belongs to another contest: {difference(head, settings)}"
            )
        self.deals = [DealResult.from_json(deal) for deal in deals]

    def _read(self, line: bytes, number: int) -> dict[str, Any]:
        """Parse one line."""
        try:
            read = json.loads(line)
        except ValueError:
            read = None
        if not isinstance(read, dict):
            raise OdintableError(f"{self.path} is not a file of arena deals: line {number}")
        return read

    def _write(self, line: dict[str, Any]) -> None:
        """Append a line and flush it."""
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def add(self, deal: DealResult) -> None:
        """Append a finished deal."""
        self._write(deal.to_json())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()


def difference(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    """Describe the first setting that differs."""
    name = next((name for name in ours if theirs.get(name) != ours[name]), "fingerprint")
    there, here = (json.dumps(settings.get(name)) for settings in (theirs, ours))
    return f"its {name} is {there}, not {here}"
