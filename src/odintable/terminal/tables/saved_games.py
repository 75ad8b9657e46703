"""Where games played in the terminal are kept, as records: those that are over, and the others."""

from __future__ import annotations

import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from odintable.errors import OdintableError
from odintable.record.reader import load, read_file
from odintable.record.record import write

if TYPE_CHECKING:
    from odintable.record.record import Record

    from .local_table import Sitting

MOST_SHOWN = 50  # games in a list, the newest first
HEADER_LINES = 8


@dataclass(frozen=True)
class Kept:
    """A game on the shelf, as far as its first lines tell."""

    path: Path
    game: str
    players: str
    date: str
    result: str

    @property
    def is_over(self) -> bool:
        """It cannot be gone on with."""
        return not self.result.startswith("unfinished")

    def open(self) -> Record:
        """The whole record, which must be true."""
        try:
            return load(read_file(str(self.path)))
        except (OSError, OdintableError) as error:
            raise OdintableError(f"{self.path}: {error}") from error


class Shelf:
    """A folder of records; what cannot be written is told once and does not stop a game."""

    def __init__(self, folder: Path | None = None) -> None:
        """The user's own, or another."""
        self.folder = folder or state_home() / "odintable" / "games"
        self.trouble = ""

    def keep(self, sitting: Sitting) -> None:
        """Write the game as it stands, whole or not at all."""
        path = sitting.kept_at = sitting.kept_at or self._new_path(sitting)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            beside = path.with_suffix(".new")
            beside.write_text(write(sitting.record()), encoding="utf-8", newline="\n")
            beside.replace(path)
        except OSError as error:
            self.trouble = f"{path}: {error.strerror or error}"

    def _new_path(self, sitting: Sitting) -> Path:
        """A name that no other game has, in the order in which games were begun."""
        begun = sitting.begun.strftime("%Y-%m-%d-%H%M%S")
        return self.folder / f"{begun}-{sitting.game}-{secrets.token_hex(2)}.txt"

    def games(self, *, over: bool) -> list[Kept]:
        """The newest games that are over, or those that can be gone on with."""
        found = (look_at(path) for path in sorted(self.folder.glob("*.txt"), reverse=True))
        return [kept for kept in found if kept and kept.is_over == over][:MOST_SHOWN]


def look_at(path: Path) -> Kept | None:
    """The header of a record; None for what is none."""
    try:
        with path.open(encoding="utf-8") as file:
            lines = [file.readline().rstrip("\n") for _ in range(HEADER_LINES)]
    except (OSError, UnicodeDecodeError):
        return None
    found = dict(line.split(": ", 1) for line in lines if ": " in line)
    if not {"game", "players", "date", "result"} <= found.keys():
        return None
    return Kept(path, found["game"], found["players"], found["date"], found["result"])


def state_home() -> Path:
    """Where programs keep what should outlast them, as the platform has it."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
