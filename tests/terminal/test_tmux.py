"""The terminal table in a real terminal: tmux presses the keys, and reads the screen."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from odintable.terminal.tables.saved_games import SavedGames

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]
PATIENCE = 600  # seconds; rules may have to be compiled first


class Tmux:
    """A terminal of 80 by 24 with a program in it."""

    def __init__(self, folder: Path, *args: str, **variables: str) -> None:
        self.socket = str(folder / "tmux")
        self.folder = folder
        kept = ("PATH", "HOME", "PYTHONPATH", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR")
        env = {name: os.environ[name] for name in kept if name in os.environ}
        env |= {"XDG_STATE_HOME": str(folder), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"} | variables
        given = [f"{name}={value}" for name, value in env.items()]
        program = ["env", "-i", "TERM=tmux-256color", *given, sys.executable, "-m", "odintable"]
        command = shlex.join([*program, "play", *args])
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", f"{command}; cat")

    def tmux(self, *args: str) -> str:
        ran = subprocess.run(
            ["tmux", "-S", self.socket, *args],
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        return ran.stdout

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def screen(self, *how: str) -> str:
        return self.tmux("capture-pane", "-p", *how)

    def see(self, *patterns: str, how: Sequence[str] = ()) -> str:
        """Wait until one of these is on the screen; the whole of it."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            shown = self.screen(*how)
            if any(re.search(pattern, shown) for pattern in patterns):
                return shown
            time.sleep(0.05)
        raise AssertionError(f"not seen: {patterns} in\n{self.screen()}")

    def play(self) -> None:
        """Press Enter; once the rules are shown it was heard, and what comes after them is new."""
        self.press("Enter", "r")
        self.see("The rules of")
        self.press("F1")

    def close(self) -> None:
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)


@pytest.fixture
def terminal() -> Iterator[list[Tmux]]:
    """Whatever is put in here is closed."""
    opened: list[Tmux] = []
    yield opened
    for one in opened:
        one.close()


def to_the_end(shown: Tmux) -> str:
    """Press Enter whenever it is our turn, until the game is over."""
    deadline = time.monotonic() + PATIENCE
    screen = ""
    while time.monotonic() < deadline:
        screen = shown.see("▶ Your turn|▶ Take one|▶ Which way|▶ Lay your", "The game is over")
        if "The game is over" in screen:
            return shown.see("Play again")
        shown.play()
    raise AssertionError(f"the game does not end:\n{screen}")


@pytest.mark.parametrize(
    "args",
    [
        ("odin", "--bot", "ask", "--seed", "1", "--option", "hands=1"),
        ("ravens", "--bot", "ask", "--seed", "3", "--option", "target=1"),
    ],
)
def test_a_game_is_played_to_its_end_in_a_real_terminal(
    tmp_path: Path, terminal: list[Tmux], args: tuple[str, ...]
) -> None:
    shown = Tmux(tmp_path, *args, "--delay", "0")
    terminal.append(shown)
    assert "You" in to_the_end(shown)
    assert len(SavedGames(tmp_path / "odintable" / "games").games(over=True)) == 1
    shown.press("q")
    shown.see("Replay a game")
    shown.press("q")


def test_the_menu_the_language_and_a_hint(tmp_path: Path, terminal: list[Tmux]) -> None:
    shown = Tmux(tmp_path, "--delay", "0", NO_COLOR="1")
    terminal.append(shown)
    shown.see("Odin’s Ravens")
    assert not re.search(r"\x1b\[[\d;]*[34]8;", shown.screen("-e"))
    shown.press("End", "Up", "Enter", "Enter", "Enter")
    shown.see("Sprache +Deutsch")
    shown.press("Home", "Enter")
    shown.see("Anzahl der Spieler")
    shown.press("Enter")
    shown.see("▶ Du bist dran|▶ Nimm")
    shown.press("h")
    shown.see("Gewinnchance")
    shown.press("q")
    shown.see("Weiterspielen")
    shown.press("q")
    shown.see("odintable play --resume")


def test_colours_set_their_own_background(tmp_path: Path, terminal: list[Tmux]) -> None:
    shown = Tmux(tmp_path, "odin", "--bot", "ask", "--seed", "1")
    terminal.append(shown)
    shown.see("▶ Your turn")
    shown.see(r"\x1b\[[\d;]*48;", how=["-e"])
    shown.press("C-c")
    shown.see("The game is saved")
