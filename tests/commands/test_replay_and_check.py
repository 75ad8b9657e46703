"""`odintable check` and `replay`: one clear line for an error, every step otherwise."""

import io
import json
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from odintable.cli import main
from odintable.compile_cache.compile_notice import NOTICE
from odintable.record.checksums import add_checksums
from odintable.record.reader import read
from odintable.record.record import Record
from odintable.terminal.replay_record import ReplayPlayer, frames
from tests.paths import ROOT

RECORDS = ROOT / "tests/record/records"
ONE_RACE = RECORDS / "ravens-one-race.txt"
UNFINISHED = RECORDS / "odin-unfinished.txt"
RESIGNED = RECORDS / "odin-resigned.txt"

Captured = pytest.CaptureFixture[str]


def said(capsys: Captured, *argv: str | Path) -> tuple[int, str, str]:
    """The exit status, what was printed, and what was complained about."""
    status = main([str(word) for word in argv])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def feed(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


def untrue(folder: Path) -> Path:
    """A sealed record of a true game with two cards swapped in a shuffle."""
    text = ONE_RACE.read_text(encoding="utf-8").replace("magic SW MP", "magic MP SW")
    lines = [line for line in text.splitlines() if not line.startswith(("marks: ", "seal: "))]
    path = folder / "untrue.txt"
    path.write_text(add_checksums(lines), encoding="utf-8", newline="\n")
    return path


# --- check ---------------------------------------------------------------------------------------


def test_check_prints_the_game_the_result_and_its_fairness(capsys: Captured) -> None:
    goat = RECORDS / "odin-four-with-goat.txt"
    status, out, err = said(capsys, "check", ONE_RACE, goat)
    assert (status, err.replace(f"{NOTICE}\n", "")) == (0, "")  # it may be compiling
    assert out.splitlines() == [
        f"{ONE_RACE}: good: ravens, 36 moves, Huginn wins 3:2; shuffles follow from the seed",
        f"{goat}: good: odin, 83 moves, Freyja wins 6:4:10:10; shuffles follow from the seed",
    ]


def test_check_says_that_the_cards_of_a_set_up_position_may_have_been_known(
    capsys: Captured,
) -> None:
    status, out, _ = said(capsys, "check", RECORDS / "odin-from-a-position.txt")
    assert status == 0
    assert out.endswith("; it began from a position, whose cards somebody may have known\n")


def test_check_says_that_an_unfinished_game_cannot_be_checked_yet(capsys: Captured) -> None:
    status, out, _ = said(capsys, "check", UNFINISHED)
    assert status == 0
    assert out == (
        f"{UNFINISHED}: good: odin, 15 moves, unfinished 0:0; the shuffles cannot be checked yet:"
        " the seed is published when the game is over\n"
    )


def test_a_game_that_was_ended_is_checked_like_any_other_and_says_who_won(
    capsys: Captured,
) -> None:
    status, out, _ = said(capsys, "check", RESIGNED)
    summary = (
        "good: odin, 6 moves, Muninn wins 0:0 (resigned, seat 0); shuffles follow from the seed"
    )
    assert (status, out) == (0, f"{RESIGNED}: {summary}\n")
    status, out, _ = said(capsys, "replay", RESIGNED, "--plain")
    assert (status, out.splitlines()[-1]) == (0, "Muninn wins 0:0")


def test_check_says_that_cards_shuffled_by_hand_cannot_be_checked(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = UNFINISHED.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(("commitment", "marks", "seal"))]
    feed(monkeypatch, add_checksums(kept).encode())
    status, out, _ = said(capsys, "check", "-")
    assert status == 0
    assert out.endswith("cannot be checked: the cards were shuffled elsewhere\n")


def test_check_names_the_line_of_a_shuffle_that_does_not_follow(
    capsys: Captured, tmp_path: Path
) -> None:
    path = untrue(tmp_path)
    status, out, err = said(capsys, "check", ONE_RACE, path)
    assert (status, err) == (1, "")
    assert out.splitlines()[1] == (
        f"{path}: line 13: the order that follows from the seed is"
        " `shuffle magic SW MP Mo PW Fo FS`"
    )


def test_check_reads_standard_input(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, ONE_RACE.read_bytes())
    assert said(capsys, "check", "-")[:2] == (
        0,
        "-: good: ravens, 36 moves, Huginn wins 3:2; shuffles follow from the seed\n",
    )
    feed(monkeypatch, ONE_RACE.read_bytes()[:-9])
    status, out, _ = said(capsys, "check", "-")
    assert status == 1
    assert re.fullmatch(r"-: line 57: the record is cut off: .*\n", out)


def test_check_goes_on_after_a_file_that_is_not_there(capsys: Captured, tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    status, out, err = said(capsys, "check", missing, tmp_path, untrue(tmp_path), ONE_RACE)
    assert status == 2
    assert err.splitlines() == [
        f"odintable: {missing}: No such file or directory",
        f"odintable: {tmp_path}: Is a directory",
    ]
    assert len(out.splitlines()) == 2


def test_check_needs_a_file(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as left:
        main(["check"])
    assert left.value.code == 2
    assert "FILE" in capsys.readouterr().err


# --- replay, line by line ------------------------------------------------------------------------


def test_replay_prints_every_step_with_its_events(capsys: Captured) -> None:
    status, out, err = said(capsys, "replay", ONE_RACE, "--plain", "--language", "en")
    assert (status, err) == (0, "")
    first, *lines, last = out.splitlines()
    assert first.endswith(": Huginn | Muninn, 2026-11-15")
    assert last == "Huginn wins 3:2"
    steps = [line for line in lines if re.match(r" {0,4}\d+  \S", line)]
    assert len(steps) == len(read_file(ONE_RACE).steps)
    assert [line[7:] for line in steps[:8]] == [
        *("40 cards are shuffled.", "6 cards are shuffled."),
        *("33 cards are shuffled.", "33 cards are shuffled."),
        "Muninn moves one space forward.  ; a bold start",
        "Muninn swaps cards 2 and 7.",
        "; Nobody has said a word so far.",
        "Muninn puts water on the stack.",
    ]
    drew = lines.index("         Muninn draws 3 cards.")
    assert lines[drew - 1] == "    9  Muninn ends the turn."
    assert steps[-1] == "   41  Huginn removes card 9."
    assert "The game is over" in lines[-1]


def test_replay_shows_the_lines_of_the_record_only_if_they_are_asked_for(
    capsys: Captured,
) -> None:
    _, out, _ = said(capsys, "replay", ONE_RACE, "--plain", "--notation")
    shown = re.findall(r"^ {9}\[(.+)\]$", out, re.MULTILINE)
    steps = [str(step) for step in read_file(ONE_RACE).steps]
    assert shown == [line for line in steps if not line.startswith(";")]
    assert out.count("; Nobody has said a word so far.") == 1


def read_file(path: Path) -> Record:
    return read(path.read_text(encoding="utf-8"))


def test_replay_without_a_terminal_is_plain(capsys: Captured) -> None:
    assert said(capsys, "replay", ONE_RACE) == said(capsys, "replay", ONE_RACE, "--plain")


def test_replay_starts_and_stops_at_the_given_steps(capsys: Captured) -> None:
    _, out, _ = said(capsys, "replay", UNFINISHED, "--from", "3", "--to", "5")
    assert [line[:5].strip() for line in out.splitlines()[1:-1] if line[4] != " "] == list("345")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--from", "0"], "--from must be a step from 1 to 16, not 0"),
        (["--to", "17"], "--to must be a step from 1 to 16, not 17"),
        (["--from", "5", "--to", "4"], "--from 5 comes after --to 4"),
        (["--view", "2"], "--view must be open, spectator or a seat from 0 to 1, not '2'"),
        (["--view", "²"], "--view must be open, spectator or a seat from 0 to 1, not '²'"),
    ],
)
def test_replay_refuses_steps_and_seats_that_are_not_there(
    options: list[str], message: str, capsys: Captured
) -> None:
    assert said(capsys, "replay", UNFINISHED, *options) == (2, "", f"odintable: {message}\n")


def test_replay_refuses_what_it_cannot_read(capsys: Captured, tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    for path, message in [
        (tmp_path / "missing", "No such file or directory"),
        (tmp_path, "Is a directory"),
        (binary, "line 2: byte 0x80 is not UTF-8"),
    ]:
        assert said(capsys, "replay", path) == (2, "", f"odintable: {path}: {message}\n")


def test_replay_as_json_gives_the_positions(capsys: Captured) -> None:
    _, out, _ = said(capsys, "replay", ONE_RACE, "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["step"] for line in lines] == list(range(1, 42))
    assert [line["position"] is None for line in lines[:5]] == [True, True, True, False, False]
    assert lines[4]["seat"] == 1
    assert lines[4]["line"] == "1 r forward  [22.6]  ; a bold start"
    assert lines[4]["position"]["ravens"] == [-1, 0]
    assert lines[-1]["events"][-1] == {"event": "game-over", "winners": [0]}
    assert lines[-1]["position"]["winner"] == 0


def test_replay_shows_a_seat_only_what_it_may_know(capsys: Captured) -> None:
    _, out, _ = said(capsys, "replay", ONE_RACE, "--view", "0", "--json", "--to", "20")
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[0]["line"] == "shuffle landscapes (40 cards)"
    assert lines[7]["line"] == "1 stack ?  [20.0]"
    assert lines[10]["line"] == "0 stack F  [12.0]"
    assert lines[7]["view"]["stacks"] == ["", 1]
    assert lines[7]["view"]["hands"][1] == 2
    assert isinstance(lines[7]["view"]["hands"][0], str)
    args = ("replay", ONE_RACE, "--view", "spectator", "--to", "20", "--language", "en")
    _, out, _ = said(capsys, *args, "--notation")
    assert " stack F" not in out
    assert " stack ?" in out
    assert "puts forest on the stack" not in out
    assert "Huginn puts a card on the stack." in out


# --- replay, steered by keys ---------------------------------------------------------------------


def reel() -> ReplayPlayer:
    return ReplayPlayer(list(frames(read_file(ONE_RACE), None)))


def pressed(keys: str, at: ReplayPlayer) -> int:
    for key in keys:
        at.press(key)
    return at.frame.number


def test_keys_go_on_back_and_to_a_step() -> None:
    at = reel()
    assert at.frame.number == 4, "the deal is one picture"
    assert pressed("n \r\n", at) == 8
    assert pressed("bb", at) == 6
    assert pressed("bbbbbb", at) == 4
    assert pressed("g12\r", at) == 12
    assert pressed("g1x", at) == 12, "anything but a digit gives up"
    assert pressed("g\r", at) == 12
    assert pressed("g1\r", at) == 4
    assert pressed("g12\x7f\r", at) == 4
    assert pressed("g999\r", at) == 41
    assert pressed("nnn", at) == 41
    at.press("\x1b[D")
    assert at.frame.number == 40
    assert not at.is_quit
    at.press("q")
    assert at.is_quit


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_terminal_draws_each_position_and_leaves_at_q() -> None:
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "odintable", "replay", str(ONE_RACE)]
    variables = {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
    with subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, env=os.environ | variables
    ) as ran:
        os.close(follower)
        seen = wait_for(leader, "step 4 of 41")
        assert "Huginn" in seen
        os.write(leader, b"n")
        wait_for(leader, "step 5 of 41")
        os.write(leader, 9 * b"\x1b[C" + b"b\x1bn")  # an arrow held, a step back, Alt and n
        wait_for(leader, "step 13 of 41")
        os.write(leader, b"g41\r")
        assert "The game is over" in wait_for(leader, "step 41 of 41")
        os.write(leader, b"q")
        assert ran.wait(timeout=300) == 0
    os.close(leader)


def wait_for(leader: int, words: str) -> str:
    """What the terminal shows up to these words."""
    seen = ""
    end = time.monotonic() + 600  # it may have to compile first
    while words not in seen:
        ready, _, _ = select.select([leader], [], [], max(0, end - time.monotonic()))
        assert ready, f"no {words!r} in {seen!r}"
        seen += os.read(leader, 65536).decode(errors="replace")
    return seen
