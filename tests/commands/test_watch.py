"""`odintable watch` as it is used: through a pipe, and in a terminal with keys."""

import argparse
import codecs
import hashlib
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from odintable.commands import watch
from odintable.compile_cache.compile_notice import NOTICE
from odintable.record import reader
from odintable.record.record import last_position
from odintable.terminal.bots_only_game import BotGame, BotGameConfig
from tests.paths import ROOT

pytestmark = pytest.mark.long  # each test starts a program that loads the compiler

DOCS = ROOT / "docs" / "watching.md"
PATIENCE = 600  # seconds; rules may have to be compiled first
LEAVE_SCREEN = "\x1b[?1049l"


def environment(**variables: str) -> dict[str, str]:
    """Ours, without what would change how a terminal is taken."""
    left_out = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "PYTHONIOENCODING")
    ours = {name: value for name, value in os.environ.items() if name not in left_out}
    return ours | {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"} | variables


def piped(*args: str, given: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """The command with its output in a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "odintable", "watch", *args],
        env=environment(**variables),
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


# -- Through a pipe ----------------------------------------------------------------------------


def test_through_a_pipe_every_position_is_printed_once_and_plainly() -> None:
    ran = piped("ravens", "--seed", "1", "--moves", "4")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("Odin’s Ravens") == 5
    assert len(re.findall(r"^(?:Huginn|Muninn) \w+s .*\.$", ran.stdout, re.MULTILINE)) == 4
    assert "[" not in ran.stdout
    assert "\x1b" not in ran.stdout
    assert max(map(len, ran.stdout.splitlines())) <= 80
    assert ran.stdout.endswith("Stopped after 4 moves. Seed 1.\n")


def test_moves_are_shown_in_notation_only_if_it_is_asked_for() -> None:
    ran = piped("odin", "--seed", "1", "--moves", "4", "--notation")
    assert ran.returncode == 0, ran.stderr
    assert len(re.findall(r"^\w+ .*\.  \[(?:play|take|pass).*\]$", ran.stdout, re.MULTILINE)) == 4


@pytest.mark.parametrize(
    ("args", "winner"),
    [
        (["ravens", "--option", "target=3"], r"(Huginn|Muninn) wins: Huginn \d+, Muninn \d+"),
        (["odin", "--players", "4", "--option", "hands=1"], r"\w+ wins: Astrid \d+, .*Eirik \d+"),
    ],
)
def test_a_whole_game_ends_with_its_result_and_is_the_same_again(
    args: list[str], winner: str
) -> None:
    first, again = piped(*args, "--seed", "5"), piped(*args, "--seed", "5")
    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout
    assert re.fullmatch(winner + r"\. \d+ moves\. Seed 5\.", first.stdout.splitlines()[-1])
    assert "The game is over" in first.stdout


def test_without_a_seed_one_is_printed_so_that_the_game_can_be_repeated() -> None:
    first = piped("odin", "--moves", "3")
    seed = first.stdout.split()[-1].rstrip(".")
    assert piped("odin", "--moves", "3", "--seed", seed).stdout == first.stdout


def test_an_output_without_unicode_gets_ascii() -> None:
    ran = piped("ravens", "--seed", "1", "--moves", "2", PYTHONIOENCODING="ascii")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.isascii()
    assert "F ^" in ran.stdout


def test_a_spectator_is_not_shown_how_often_cards_are_laid() -> None:
    options = {"max-turns": 60, "target": 1}
    plan = BotGameConfig("ravens", bots=["random"], seed=3, options=options, view="spectator")
    game, pictures = BotGame(plan), 0
    while not game.is_done:
        assert game.advance() or game.is_done
        pictures += 1
    laid = [step for step in game.match.steps if str(step).startswith(("0 lay", "1 lay"))]
    assert laid
    assert pictures == game.moves - len(laid)


def test_the_commitment_is_shown_first_and_the_seed_at_the_end() -> None:
    shown = piped("odin", "--seed", "2", "--option", "hands=1").stdout.splitlines()
    commitment, seed = shown[0].removeprefix("commitment "), shown[-2].removeprefix("seed ")
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == commitment


def test_spectators_see_no_hidden_card() -> None:
    ran = piped("ravens", "--seed", "1", "--moves", "40", "--view", "spectator", "--notation")
    assert "[stack ?]" in ran.stdout
    assert "puts a card on the stack" in ran.stdout
    assert not re.search(r"hand +[FMPSWarst] ", ran.stdout)
    assert not re.search(r"\[stack [^?]", ran.stdout)


def test_a_seat_sees_its_own_cards_only() -> None:
    ran = piped("odin", "--players", "3", "--seed", "2", "--moves", "1", "--view", "1")
    astrid, bjorn = (
        next(line for line in ran.stdout.splitlines() if f"{name} ·" in line)
        for name in ("Astrid", "Bjorn")
    )
    assert "▒▒" in astrid
    assert "▒▒" not in bjorn


def test_stepping_goes_on_with_every_line_and_runs_on_without_more() -> None:
    ran = piped("odin", "--seed", "2", "--moves", "6", "--step", given="\n\n")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.endswith("Stopped after 6 moves. Seed 2.\n")


def test_a_reader_that_closes_the_pipe_gets_no_complaint() -> None:
    command = [sys.executable, "-m", "odintable", "watch", "ravens", "--seed", "1"]
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        complaint = program.stderr.read().decode()
    assert "Traceback" not in complaint


def test_a_record_is_saved_to_a_new_file_only(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    args = ["odin", "--seed", "2", "--option", "hands=1", "--record", str(file)]
    assert piped(*args).returncode == 0
    record = reader.load(file.read_bytes())
    assert record.names == ("Astrid (greedy)", "Bjorn (greedy)")
    assert last_position(record).is_over
    before = file.read_bytes()
    ran = piped(*args)
    assert ran.returncode == 2
    assert "--record needs a new file" in ran.stderr
    assert file.read_bytes() == before


def test_the_user_sees_that_the_rules_are_being_compiled(tmp_path: Path) -> None:
    ran = piped("odin", "--moves", "0", "--seed", "1", NUMBA_CACHE_DIR=str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == f"{NOTICE}\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["chess"], "invalid choice: 'chess'"),
        (["ravens", "--bots", "tyr"], "no bot 'tyr' plays ravens"),
        (["odin", "--players", "4", "--bots", "random,greedy"], "names 2 bots for 4 seats"),
        (["ravens", "--players", "3"], "ravens is for 2 players, not 3"),
        (["odin", "--players", "7"], "odin is for 2 to 6 players, not 7"),
        (["odin", "--seed", "-1"], "--seed must be a number from 0 to"),
        (["odin", "--delay", "-1"], "--delay must be from 0 to 3600 seconds, not -1"),
        (["odin", "--delay", "nan"], "--delay must be from 0 to 3600 seconds, not nan"),
        (["odin", "--moves", "-1"], "--moves must be 0 or more, not -1"),
        (["odin", "--view", "2"], "--view must be open, spectator or a seat from 0 to 1, not '2'"),
        (["odin", "--option", "target=3"], "unknown option 'target'"),
        (
            ["odin", "--option", "limit=x"],
            "--option limit must be a number, true or false, not 'x'",
        ),
        (["odin", "--option", "=3"], "--option must be NAME or NAME=VALUE, not '=3'"),
        (
            ["odin", "--record", "/nowhere/at/all"],
            "--record needs a new file",
        ),
    ],
)
def test_a_wrong_argument_is_one_clear_line(args: list[str], said: str) -> None:
    ran = piped(*args)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert said in ran.stderr.splitlines()[-1]
    assert "Traceback" not in ran.stderr


def test_every_option_is_documented() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    watch.add_arguments(parser)
    options = re.findall(r"--[a-z]+", parser.format_usage())
    assert len(options) > 8
    for option in options:
        assert f"| `{option}" in DOCS.read_text(encoding="utf-8"), option


# -- In a terminal -----------------------------------------------------------------------------


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, keyboard: int, program: subprocess.Popen[bytes]) -> None:
        self.keyboard = keyboard
        self.program = program
        self.shown = ""
        self.seen = 0  # how much of it was waited for already
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a read may end in a sign

    def press(self, keys: str) -> None:
        os.write(self.keyboard, keys.encode())

    def wait_for(self, pattern: str) -> str:
        """Read on until this is shown, after what was waited for before."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.compile(pattern, re.DOTALL).search(self.shown, self.seen)):
            assert time.monotonic() < deadline, self.shown[-2000:]
            assert self.read(), f"it ended without {pattern!r}: {self.shown[-2000:]}"
        self.seen = found.end()
        return found[0]

    def read(self) -> bool:
        """Read what there is; false when the program has ended."""
        is_running = self.program.poll() is None
        ready, _, _ = select.select([self.keyboard], [], [], 0.1)
        if ready:
            self.shown += self.decoder.decode(os.read(self.keyboard, 65536))
        return is_running or bool(ready)

    def rest(self) -> str:
        """What is shown until the end."""
        deadline = time.monotonic() + PATIENCE
        while self.read():
            assert time.monotonic() < deadline, "it does not end"
        return self.shown[self.seen :]


@contextmanager
def terminal(*args: str, **variables: str) -> Iterator[Terminal]:
    """The command in a terminal of 80 by 24."""
    pty = pytest.importorskip("pty")
    termios = pytest.importorskip("termios")
    fcntl = pytest.importorskip("fcntl")
    keyboard, screen = pty.openpty()
    termios.tcsetwinsize(screen, (24, 80))
    before = termios.tcgetattr(screen)
    program = subprocess.Popen(
        [sys.executable, "-m", "odintable", "watch", *args],
        env=environment(**variables),
        stdin=screen,
        stdout=screen,
        stderr=screen,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - for Ctrl-C
    )
    try:
        shown = Terminal(keyboard, program)
        yield shown
        shown.rest()
        assert termios.tcgetattr(screen)[3] == before[3], "the terminal is left as it was"
    finally:
        os.close(screen)
        program.kill()
        program.wait()
        os.close(keyboard)


def test_keys_pause_step_change_the_speed_and_quit() -> None:
    with terminal("ravens", "--seed", "1", "--delay", "0.3") as shown:
        shown.wait_for("space pause · n step · .* · 0.3 s per move · move 2")
        shown.press(" ")
        paused = shown.wait_for(r"PAUSED · move \d+(?=\x1b)")  # the whole number
        moves = int(paused.split()[-1])
        shown.press("n")
        shown.wait_for(rf"PAUSED · move {moves + 1}")
        shown.press("\n")
        shown.wait_for(rf"PAUSED · move {moves + 2}")
        shown.press("+ ")
        shown.wait_for(r"0.2 s per move · move \d+")
        shown.press("--")
        shown.wait_for(r"0.45 s per move · move \d+")
        shown.press("q")
        shown.wait_for(re.escape(LEAVE_SCREEN))
        shown.wait_for("Odin’s Ravens")
        shown.wait_for(r"Stopped after \d+ moves. Seed 1.")


def test_stepping_waits_for_a_key_after_every_move() -> None:
    with terminal("odin", "--players", "3", "--seed", "1", "--step") as shown:
        shown.wait_for("PAUSED · move 0")
        time.sleep(1)
        shown.press("nn")
        shown.wait_for("PAUSED · move 2")
        time.sleep(1)
        shown.press("q")
        shown.wait_for("Stopped after 2 moves")


def test_after_the_end_the_last_position_and_the_result_stay() -> None:
    args = ("odin", "--seed", "4", "--delay", "0", "--option", "hands=1")
    with terminal(*args) as shown:
        shown.wait_for(re.escape(LEAVE_SCREEN))
        shown.wait_for("ODIN")
        shown.wait_for(r"wins: Astrid \d+, Bjorn \d+. \d+ moves. Seed 4.")
        assert "\x1b[?1049h" not in shown.rest()


def test_ctrl_c_leaves_the_terminal_as_it_was() -> None:
    with terminal("ravens", "--seed", "1") as shown:
        shown.wait_for("move 1")
        shown.press("\x03")
        shown.wait_for(re.escape(LEAVE_SCREEN))
        assert "Traceback" not in shown.rest()
        assert shown.program.returncode == 130


def test_keys_work_at_full_speed() -> None:
    args = ("ravens", "--bots", "random", "--seed", "1", "--delay", "0", "--moves", "5000")
    with terminal(*args) as shown:
        shown.wait_for(r"0 s per move · move \d\d")
        shown.press("q")
        shown.wait_for(r"Stopped after \d{1,3} moves")


def test_a_resized_window_is_redrawn() -> None:
    with terminal("ravens", "--seed", "1", "--step") as shown:
        shown.wait_for("PAUSED · move 0")
        termios = pytest.importorskip("termios")
        termios.tcsetwinsize(shown.keyboard, (30, 140))
        shown.wait_for("M mountain")
        shown.press("q")


def test_no_color_is_obeyed() -> None:
    with terminal("ravens", "--seed", "1", "--moves", "2", "--delay", "0", NO_COLOR="1") as shown:
        shown.wait_for("Stopped after 2 moves")
        assert not re.search(r"\x1b\[[\d;]*[34]8;", shown.shown)
        assert "Huginn" in shown.shown


def test_a_dumb_terminal_gets_plain_lines() -> None:
    with terminal("ravens", "--seed", "1", "--moves", "2", "--delay", "0", TERM="dumb") as shown:
        shown.wait_for("Stopped after 2 moves")
        shown.rest()
        assert "\x1b" not in shown.shown
