"""Nets that are not in the package, as guests of the arena: other seeds of ours, and answers.

They lie in a folder that the environment names. What was seen of them is noted beside what they
did, so that their results can be told when the files are gone.
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

FOLDER = "COURSES"  # the environment's name for it
NOTES = Path(__file__).parent / "kept/courses/nets.json"
WANTED = """\
{what} This part measures nets that are not in the package:
  make strength PART=courses COURSES=folder
with some of these in the folder:
  odin1.safetensors to odin3.safetensors, ravens1.safetensors to ravens3.safetensors, a seed each:
    odintable train odin --minutes 8 --seed 2 --out two   leaves two/odin.safetensors
  answer-odin.safetensors, answer-ravens.safetensors, trained as long as what they are to beat:
    odintable exploit net-odin --minutes 8 --option hands=1 --out answer
    odintable exploit net-ravens --minutes 6 --out answer"""


class Course:
    """A net of the folder, which is not opened before there is something to decide."""

    about = "a net from the folder of courses"
    level = None
    cheats = False

    def __init__(self, file: str) -> None:
        """By the name of its file."""
        self.name = file
        self.games = (game_of(file),)

    @cached_property
    def _player(self) -> NetFileBot:
        """What the file makes."""
        return bot_from_file(str(Path(os.environ[FOLDER], self.name)))

    def choose(self, view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
        """What the net thinks."""
        return self._player.choose(view, budget, seed, stop)


# What the arena calls, as in benchmarks.strength.other_nets:odin1
odin1 = partial(Course, "odin1.safetensors")
odin2 = partial(Course, "odin2.safetensors")
odin3 = partial(Course, "odin3.safetensors")
ravens1 = partial(Course, "ravens1.safetensors")
ravens2 = partial(Course, "ravens2.safetensors")
ravens3 = partial(Course, "ravens3.safetensors")
answer_odin = partial(Course, "answer-odin.safetensors")
answer_ravens = partial(Course, "answer-ravens.safetensors")

ROOM = "benchmarks.strength.other_nets"
SEEDS = {
    game: tuple(f"{game}{seed}.safetensors" for seed in (1, 2, 3)) for game in ("odin", "ravens")
}
ANSWERS = {game: f"answer-{game}.safetensors" for game in SEEDS}
FILES = (*SEEDS["odin"], *SEEDS["ravens"], *ANSWERS.values())
MAKERS = {file: f"{ROOM}:{Path(file).stem.replace('-', '_')}" for file in FILES}


def game_of(file: str) -> str:
    """What a net of this name plays."""
    return "odin" if "odin" in file else "ravens"


def written(text: str) -> str:
    """A contestant as the arena reads it: a net of the folder by its maker."""
    return f"{text}={MAKERS[text]}" if text in MAKERS else text


# -- What was seen of them -------------------------------------------------------------------------


@dataclass(frozen=True)
class Note:
    """A net's file in short, and how it was trained."""

    digest: str
    seed: int
    minutes: float
    decisions: int


def notes() -> dict[str, Note]:
    """All nets that were seen, by their files."""
    if not NOTES.exists():
        return {}
    return {file: Note(**one) for file, one in json.loads(NOTES.read_text()).items()}


def digest(bot: str) -> str:
    """The file of a guest in short; nothing of who is none of these."""
    return next((note.digest for file, note in notes().items() if MAKERS[file] == bot), "")


def look(folder: str) -> dict[str, Note]:
    """The nets of a folder; an error that says what is wanted if there are none."""
    paths = [Path(folder, file) for file in FILES] if folder else []
    found = {path.name: noted(path) for path in paths if path.is_file()}
    if not found:
        what = f"There are none of its nets in {folder}." if folder else f"{FOLDER} is not set."
        raise OdintableError(WANTED.format(what=what))
    return found


def noted(path: Path) -> Note:
    """What is to be known of a net, if it plays what its name says."""
    training = net.load(path, game_of(path.name)).training
    short = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    return Note(short, training["config"]["seed"], training["minutes"], training["decisions"])
