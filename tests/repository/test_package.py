"""The package: what is in the wheel, and that it plays in clean environments of every Python."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from odintable.check_installation import EXTRAS
from tests.paths import ROOT

VERSIONS = ("3.11", "3.12", "3.13")
NEEDED = (
    "odintable/py.typed",
    "odintable/__init__.pyi",
    "odintable/web/index.html",
    "odintable/web/fonts/OFL.txt",
    "odintable/locale/it.json",
    "odintable/nets/odin.safetensors",
    "odintable/nets/ravens.safetensors",
)


def ran(*words: str | Path, cwd: Path | None = None) -> str:
    """What a command printed; its complaint if it failed."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(words, cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    build = "from hatchling.build import *; build_wheel({0!r}); build_sdist({0!r})"
    ran(sys.executable, "-c", build.format(str(folder)), cwd=ROOT)
    return folder


def python(version: str) -> str | None:
    """A Python of this version: in the path, or among those of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    named = shutil.which(f"python{version}")
    candidates = [*([named] if named else []), *map(str, pyenv.glob(f"{version}.*/bin/python"))]
    for candidate in candidates:
        script = "import sys, ensurepip; print('%d.%d' % sys.version_info[:2])"
        ran = subprocess.run([candidate, "-c", script], capture_output=True, text=True, check=False)
        if ran.stdout.strip() == version:
            return candidate
    return None


@pytest.mark.long
def test_the_wheel_and_the_sdist_hold_what_is_needed(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in NEEDED if name not in names]
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/"))]
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        members = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "pyproject.toml", *(f"src/{one}" for one in NEEDED)} <= members


def let_in() -> set[str]:
    """What .containerignore leaves of the root for the building of an image."""
    lines = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    return {rule[1:] for rule in rules if rule.startswith("!")}


def test_the_container_build_gets_what_it_copies_and_nothing_else() -> None:
    lines = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8").splitlines()
    copies = [line.split()[1:-1] for line in lines if line.startswith("COPY ")]
    taken = {name for names in copies for name in names if not names[0].startswith("--from")}
    assert taken == let_in()
    assert not taken & {".", ".git", ".venv", "node_modules", "tests", "benchmarks"}
    assert "src" in taken


@pytest.mark.long
def test_the_wheel_is_built_from_what_the_container_build_gets(tmp_path: Path) -> None:
    for name in let_in():
        given = ROOT / name
        if given.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(given, tmp_path / "source" / name, ignore=ignored)
        else:
            (tmp_path / "source").mkdir(exist_ok=True)
            shutil.copy(given, tmp_path / "source" / name)
    build = f"from hatchling.build import *; build_wheel({str(tmp_path)!r})"
    ran(sys.executable, "-c", build, cwd=tmp_path / "source")
    (wheel,) = tmp_path.glob("*.whl")
    assert not [name for name in NEEDED if name not in zipfile.ZipFile(wheel).namelist()]


@pytest.mark.long
@pytest.mark.bulk  # in other processes, of other environments
@pytest.mark.parametrize("version", VERSIONS)
def test_it_plays_in_a_clean_environment(version: str, built: Path, tmp_path: Path) -> None:
    found = python(version)
    if found is None:
        print(f"there is no Python {version} here: not tried")
        pytest.skip(f"there is no Python {version} here")
    ran(found, "-m", "venv", tmp_path / "clean")
    inside = tmp_path / "clean" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (inside / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    ran(*pip, "--no-compile", "--require-hashes", "-r", ROOT / "requirements/run.txt")
    (wheel,) = built.glob("*.whl")
    ran(*pip, "--no-deps", wheel)
    game = "ravens" if version == VERSIONS[-1] else "odin"
    record = tmp_path / "game.record"
    ran(inside / "odintable", "watch", game, "--seed", "1", "--record", record, cwd=tmp_path)
    assert "record: good:" in ran(inside / "odintable", "check", record, cwd=tmp_path)
    health = json.loads(ran(inside / "odintable", "doctor", "--json", cwd=tmp_path))
    assert not [one for one in health if one["verdict"] == "broken"]
    missing = {one["what"] for one in health if one["verdict"] == "missing"}
    assert missing == {f"extra {name}" for name in EXTRAS}
