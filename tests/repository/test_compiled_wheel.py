"""The wheel with compiled code: installed where it cannot be written to, it compiles nothing."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.first_minute.installations import Installation, from_wheel
from odintable.compile_cache.cache_folder import shipped_name
from tests.server.support.server_process import PERSON, ServerProcess, begin, players

pytestmark = [pytest.mark.long, pytest.mark.bulk]  # in other processes, of another installation

# Plays with every bot and every number of players, asks for hints, and reviews a game.
PLAY = """
import os

from numba.core import event

import odintable
from odintable.bots import Budget
from odintable.bots.evaluate_position import evaluate
from odintable.games.spec import GAMES
from odintable.record.reader import read
from odintable.server.rules_loader import load_from_cache
from odintable.server.review.timeline import OPEN, timeline

compiled = []

class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__qualname__)

    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
assert odintable.__file__.startswith(os.environ["PYTHONPATH"])
assert load_from_cache()
for name, spec in GAMES.items():
    for bot in odintable.bots.names(name):
        for players in range(spec.min_players, spec.max_players + 1):
            game = odintable.new_game(name, players=players, seed=1)
            for move in range(40):
                if not game.is_over:
                    limit = {"sims": 4} if move % 2 else {"time_ms": 2}
                    game.play(game.ask(bot, **limit).move)
            game.evaluate(sims=4)
            odintable.rollout(game.position)
    for viewer in (OPEN, *range(players)):
        for entry in timeline(read(game.record()), viewer):
            evaluate(entry.view, Budget(sims=2))
assert compiled == [], compiled
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """The wheel of `make package`, for a user with an empty home."""
    found = from_wheel(tmp_path_factory.mktemp("wheel"))
    yield found
    for path in found.package.rglob("*"):
        path.chmod(0o755)


def python(installed: Installation, program: str) -> None:
    """Run a program with the installed package."""
    subprocess.run(
        [sys.executable, "-c", program], cwd=installed.home, env=installed.environment, check=True
    )


def test_the_wheel_is_for_this_system_and_contains_the_code(installed: Installation) -> None:
    (wheel,) = installed.package.parent.glob("*.whl")
    assert not wheel.name.endswith("-none-any.whl")
    folder = f"odintable/shipped_code/{shipped_name()}/"
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if name.startswith(folder) and name.endswith(".nbc")]
    assert [name for name in names if name.startswith(f"{folder}complete-")]
    assert not [name for name in names if name.endswith(".lock")]


def test_games_bots_hints_and_reviews_compile_nothing(installed: Installation) -> None:
    python(installed, PLAY)
    assert installed.compiled_files == 0


def test_a_server_compiles_nothing_in_any_of_its_processes(
    installed: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in set(os.environ) - set(installed.environment):
        monkeypatch.delenv(name)
    for name, value in installed.environment.items():
        monkeypatch.setenv(name, value)
    server = ServerProcess(tmp_path)
    try:
        for game in ("odin", "ravens"):
            made = server.make(game, [PERSON, {"bot": "mimir"}], first=0, hints=True)
            with players(server, made.name, [made.token]) as (one,):
                begin([one])
                hint = server.call("POST", made.path("/hint"), {"time_ms": 50}, made.token).json()
                one.ask("play", move=hint["move"])
            chance = server.call("POST", made.path("/win-probability"), None, made.token)
            assert chance.status_code == 200, chance.text
    finally:
        server.close()
    assert installed.compiled_files == 0


def test_changed_sources_are_compiled(installed: Installation) -> None:
    rules = installed.package / "odintable/games/odin/rules.py"
    rules.chmod(0o644)
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    program = (
        "import odintable.games\n"
        "from odintable.compile_cache.cache_folder import shipped_folder\n"
        "from odintable.precompile import is_complete\n"
        "assert shipped_folder() is None\n"
        "assert not is_complete()"
    )
    python(installed, program)
