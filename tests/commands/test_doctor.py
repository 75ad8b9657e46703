"""`odintable doctor` and `odintable completion`."""

import json
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from odintable import check_installation, cli
from odintable.commands import COMMANDS
from odintable.commands.completion import SHELLS
from odintable.errors import OdintableError
from tests.paths import ROOT


@pytest.mark.long
def test_a_complete_installation_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor"]) == 0
    output = capsys.readouterr().out
    assert "ok       rules: odin and ravens compiled" in output
    assert "broken" not in output


def test_a_broken_part_is_reported_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> str:
        raise OdintableError("files of the page are missing: install the package again")

    monkeypatch.setattr(check_installation, "PARTS", (("page", refuse),))
    assert cli.main(["doctor", "--json"]) == 1
    found = {one["what"]: one for one in json.loads(capsys.readouterr().out)}
    assert found["page"]["verdict"] == "broken"
    assert "install the package again" in found["page"]["details"]


def test_a_missing_language_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for language in ("de", "en", "fr"):
        (tmp_path / f"{language}.json").write_text("{}")
    monkeypatch.setattr(check_installation, "LOCALE", tmp_path)
    assert (
        check_installation.check_part("page", check_installation.check_page_files).verdict
        == "broken"
    )


@pytest.mark.parametrize("error", [ImportError("numba"), sqlite3.Error("old"), OSError("denied")])
def test_every_error_becomes_a_finding(error: Exception) -> None:
    def refuse() -> str:
        raise error

    assert check_installation.check_part("store", refuse).verdict == "broken"


def test_a_missing_extra_says_how_to_get_it() -> None:
    found = check_installation.check_extra("rl", "environments", ("no_such_module",))
    assert found.verdict == "missing"
    assert "pip install 'odintable[rl]'" in found.details
    assert check_installation.check_extra("rl", "environments", ("numpy",)).details.startswith(
        "environments: numpy 2"
    )


def test_every_extra_is_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(check_installation.EXTRAS) == set(project["optional-dependencies"])


def test_an_old_python_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_installation, "MIN_PYTHON", (3, 99))
    assert check_installation.check_python().verdict == "broken"


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_all_commands(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert not [name for name in COMMANDS if name not in script]


def test_bash_completes_commands_and_options() -> None:
    script = subprocess.run(
        [sys.executable, "-m", "odintable", "completion", "bash"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    script = (
        f"{script}\nCOMP_WORDS=(odintable watch --pl); COMP_CWORD=2; "
        "COMP_LINE='odintable watch --pl'; "
        "COMP_POINT=${#COMP_LINE}; _shtab_odintable odintable --pl watch; echo ${COMPREPLY[@]}"
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "--players"
