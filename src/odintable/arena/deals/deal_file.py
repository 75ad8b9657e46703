"""A file of finished deals, so that a contest can be taken up where it was interrupted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

from odintable.errors import OdintableError

from .deal_result import Deal

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from odintable.arena.contest import Contest

FORMAT = "odintable arena 1"


class Ledger:
    """One JSON object a line: the settings first, then every deal as it was finished."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Begin a new file, or go on with one of the same settings."""
        self.path = path
        self.deals: list[Deal] = []
        try:
            self._file = path.open("a+b")
            self._file.seek(0)
            lines = self._file.read().splitlines(keepends=True)
        except OSError as error:
            raise OdintableError(f"{path}: {error.strerror}") from None
        if lines and not lines[-1].endswith(b"\n"):  # cut off in the middle of writing
            self._file.truncate(sum(map(len, lines[:-1])))
            lines.pop()
        try:
            self._take_up(lines, contest)
        except OdintableError:
            self._file.close()
            raise

    def _take_up(self, lines: list[bytes], contest: Contest) -> None:
        """Read the deals of a file with the same settings; write the settings of a new one."""
        settings = contest.settings()
        if not lines:
            self._write({"format": FORMAT, "fingerprint": contest.fingerprint(), **settings})
            return
        head, *deals = (self._read(line, number) for number, line in enumerate(lines, 1))
        if head.get("format") != FORMAT:
            raise OdintableError(f"{self.path} is no file of arena deals")
        if head.get("fingerprint") != contest.fingerprint():
            raise OdintableError(f"{self.path} is of another contest: {difference(head, settings)}")
        self.deals = [Deal.from_json(deal) for deal in deals]

    def _read(self, line: bytes, number: int) -> dict[str, Any]:
        """One line of the file."""
        try:
            read = json.loads(line)
        except ValueError:
            read = None
        if not isinstance(read, dict):
            raise OdintableError(f"{self.path} is no file of arena deals: line {number}")
        return read

    def _write(self, line: dict[str, Any]) -> None:
        """Add a line, at once."""
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def add(self, deal: Deal) -> None:
        """Keep a finished deal."""
        self._write(deal.to_json())

    def __enter__(self) -> Self:
        """Use it in a `with`."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.close()


def difference(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    """The first setting that differs, and how."""
    name = next((name for name in ours if theirs.get(name) != ours[name]), "fingerprint")
    there, here = (json.dumps(settings.get(name)) for settings in (theirs, ours))
    return f"its {name} is {there}, not {here}"
