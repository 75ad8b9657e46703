"""The examples do what the documentation says."""

import json
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from odintable.cli import main
from tests.paths import ROOT
from tests.server.support.server_process import Player, ServerProcess

EXAMPLES = ROOT / "examples"
DOCS = EXAMPLES.parent / "docs"


def test_the_page_shows_the_bot_as_it_is() -> None:
    page = (DOCS / "first-bot.md").read_text(encoding="utf-8")
    bot = (EXAMPLES / "first_bot.py").read_text(encoding="utf-8")
    assert f"```python\n{bot}```" in page
    assert len(bot.splitlines()) <= 32
    client = (EXAMPLES / "join.py").read_text(encoding="utf-8")
    assert len(client.splitlines()) <= 70


@pytest.mark.long
def test_the_first_bot_plays_in_the_arena(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    argv = ["arena", "odin", "first_bot:FirstBot@1sims", "random@1sims", "--games", "20"]
    assert main([*argv, "--option", "hands=1", "--workers", "1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["pairings"][0]["share"] > 0.7


@pytest.mark.long
def test_the_learner_learns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="torch comes with odintable[train] only")
    monkeypatch.setattr(sys, "argv", ["ppo.py", "--minutes", "0.05", "--games", "100"])
    runpy.run_path(str(EXAMPLES / "ppo.py"), run_name="__main__")
    assert "of the win against greedy" in capsys.readouterr().out


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path)
    yield running
    running.close()


@pytest.mark.long
def test_the_first_bot_joins_a_table_by_its_link(server: ServerProcess) -> None:
    made = server.make("odin", [{}, {}], options={"hands": 1}, first=0)
    link = f"{server.url}/table/{made.name}#join={made.invitation}"
    bot = subprocess.Popen(
        [sys.executable, EXAMPLES / "join.py", link, "first_bot:FirstBot"],
        stdout=subprocess.PIPE,
        text=True,
    )
    person = Player(server, made.name, made.token)
    person.ask("ready")
    person.until(lambda one: one.get("stage") == "playing")
    while person.now["stage"] == "playing":
        if person.now["moves"]:
            person.ask("play", move=person.now["moves"][0])
        else:
            person.hear()
    said, _ = bot.communicate(timeout=600)
    person.close()
    assert bot.returncode == 0
    assert "'why': 'rules'" in said
    assert person.now["seats"][1]["name"] == "first"
