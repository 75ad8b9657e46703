"""The folder in which games played in the terminal are saved, as records."""

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

    from .local_table import LocalTable

MAX_LISTED = 50  # games in a list, the newest first
HEADER_LINES = 8


@dataclass(frozen=True)
class SavedGame:
    """The header of a saved game."""

    path: Path
    game: str
    players: str
    date: str
    result: str

    @property
    def is_over(self) -> bool:
        """Whether the game is finished; an unfinished one can be resumed."""
        return not self.result.startswith("unfinished")

    def read(self) -> Record:
        """Read and verify the whole record."""
        try:
            return load(read_file(str(self.path)))
        except (OSError, OdintableError) as error:
            raise OdintableError(f"{self.path}: {error}") from error


class SavedGames:
    """A folder of records; if a game cannot be written, `error` says why and the game continues."""

    def __init__(self, folder: Path | None = None) -> None:
        """Use the given folder, by default one in the user's data folder."""
        self.folder = folder or user_data_folder() / "odintable" / "games"
        self.error = ""  # why a game could not be saved

    def save(self, table: LocalTable) -> None:
        """Write the current game atomically."""
        path = table.saved_path = table.saved_path or self._new_path(table)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            temporary = path.with_suffix(".new")
            temporary.write_text(write(table.record()), encoding="utf-8", newline="\n")
            temporary.replace(path)
        except OSError as error:
            self.error = f"{path}: {error.strerror or error}"

    def _new_path(self, table: LocalTable) -> Path:
        """Make a unique name; names sort by the time when games were started."""
        started = table.started.strftime("%Y-%m-%d-%H%M%S")
        return self.folder / f"{started}-{table.game}-{secrets.token_hex(2)}.txt"

    def games(self, *, over: bool) -> list[SavedGame]:
        """List the newest games: those that are over, or those that can be resumed."""
        found = (read_header(path) for path in sorted(self.folder.glob("*.txt"), reverse=True))
        return [saved for saved in found if saved and saved.is_over == over][:MAX_LISTED]


def read_header(path: Path) -> SavedGame | None:
    """Read the header of a record; None if the file is not a record."""
    try:
        with path.open(encoding="utf-8") as file:
            lines = [file.readline().rstrip("\n") for _ in range(HEADER_LINES)]
    except (OSError, UnicodeDecodeError):
        return None
    found = dict(line.split(": ", 1) for line in lines if ": " in line)
    if not {"game", "players", "date", "result"} <= found.keys():
        return None
    return SavedGame(path, found["game"], found["players"], found["date"], found["result"])


def user_data_folder() -> Path:
    """Return the platform's folder for data that programs keep between runs."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
