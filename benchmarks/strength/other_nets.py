"""Nets from files outside the package as bots for the arena: other training seeds, and answers.

An environment variable names their folder. Notes on the nets are saved beside their results, so
that the page can be written without the files.
"""

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from odintable.bots import Budget, MoveChoice, StopSignal
from odintable.bots.net_bot import NetFileBot, bot_from_file
from odintable.errors import OdintableError
from odintable.games.position import Position
from odintable.nets import net

FOLDER = "NETS"  # the environment variable
NOTES = Path(__file__).parent / "results/other-nets/nets.json"
WANTED = """\
{what} This part measures nets from files outside the package:
  make strength PART=other-nets NETS=folder
with some of these in the folder:
  odin1.safetensors to odin3.safetensors, ravens1.safetensors to ravens3.safetensors, one per seed:
    odintable train odin --minutes 8 --seed 2 --out two   leaves two/odin.safetensors
  answer-odin.safetensors, answer-ravens.safetensors, trained as long as the net to beat:
    odintable exploit net-odin --minutes 8 --option hands=1 --out answer
    odintable exploit net-ravens --minutes 6 --out answer"""


class OtherNet:
    """A net of the folder; its file is read at the first decision."""

    about = "a net from a file outside the package"
    level = None
    cheats = False

    def __init__(self, file: str) -> None:
        """Take the name of the file."""
        self.name = file
        self.games = (game_of(file),)

    @cached_property
    def _player(self) -> NetFileBot:
        return bot_from_file(str(Path(os.environ[FOLDER], self.name)))

    def choose(self, view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
        """Choose the move that the net judges best."""
        return self._player.choose(view, budget, seed, stop)


# The arena imports these, as in benchmarks.strength.other_nets:odin1
odin1 = partial(OtherNet, "odin1.safetensors")
odin2 = partial(OtherNet, "odin2.safetensors")
odin3 = partial(OtherNet, "odin3.safetensors")
ravens1 = partial(OtherNet, "ravens1.safetensors")
ravens2 = partial(OtherNet, "ravens2.safetensors")
ravens3 = partial(OtherNet, "ravens3.safetensors")
answer_odin = partial(OtherNet, "answer-odin.safetensors")
answer_ravens = partial(OtherNet, "answer-ravens.safetensors")

MODULE = "benchmarks.strength.other_nets"
SEEDS = {
    game: tuple(f"{game}{seed}.safetensors" for seed in (1, 2, 3)) for game in ("odin", "ravens")
}
ANSWERS = {game: f"answer-{game}.safetensors" for game in SEEDS}
FILES = (*SEEDS["odin"], *SEEDS["ravens"], *ANSWERS.values())
MAKERS = {file: f"{MODULE}:{Path(file).stem.replace('-', '_')}" for file in FILES}


def game_of(file: str) -> str:
    """The game that a net of this name plays."""
    return "odin" if "odin" in file else "ravens"


def arena_name(text: str) -> str:
    """A contestant in the arena's notation; a net of the folder by its import path."""
    return f"{text}={MAKERS[text]}" if text in MAKERS else text


# --- Notes on the files ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Note:
    """A digest of a net's file, and how the net was trained."""

    digest: str
    seed: int
    minutes: float
    decisions: int


def notes() -> dict[str, Note]:
    """All noted nets, by the names of their files."""
    if not NOTES.exists():
        return {}
    return {file: Note(**one) for file, one in json.loads(NOTES.read_text()).items()}


def digest(bot: str) -> str:
    """The digest of a net's file; empty for other bots."""
    return next((note.digest for file, note in notes().items() if MAKERS[file] == bot), "")


def find_nets(folder: str) -> dict[str, Note]:
    """The nets in a folder; an error that says which are expected if there are none."""
    paths = [Path(folder, file) for file in FILES] if folder else []
    found = {path.name: read_note(path) for path in paths if path.is_file()}
    if not found:
        what = f"There are no such nets in {folder}." if folder else f"{FOLDER} is not set."
        raise OdintableError(WANTED.format(what=what))
    return found


def read_note(path: Path) -> Note:
    """The note on a net; an error if its game is not that of its name."""
    training = net.load(path, game_of(path.name)).training
    short = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    return Note(short, training["config"]["seed"], training["minutes"], training["decisions"])
