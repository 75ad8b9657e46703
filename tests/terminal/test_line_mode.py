"""`odintable play --plain` through pipes, as screen readers and scripts use it."""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from odintable.cli import main
from odintable.commands import play
from odintable.record.reader import load
from odintable.terminal.tables.saved_games import SavedGames
from tests.paths import ROOT

pytestmark = pytest.mark.long  # each test starts a program that loads the compiler

DOCS = ROOT / "docs" / "terminal.md"
PATIENCE = 600  # seconds; rules may have to be compiled first
HAND = ("odin", "--bot", "ask", "--seed", "3", "--option", "hands=1")
RACE = ("ravens", "--bot", "ask", "--seed", "3", "--option", "target=1")


def piped(folder: Path, *args: str, given: str = "", **variables: str) -> tuple[int, str, str]:
    """The exit status, and what was written."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))
    }
    ran = subprocess.run(
        [sys.executable, "-m", "odintable", "play", *args],
        env=kept | {"XDG_STATE_HOME": str(folder), "PYTHONIOENCODING": "utf-8"} | variables,
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


def shelf(folder: Path) -> SavedGames:
    return SavedGames(folder / "odintable" / "games")


@pytest.mark.parametrize(("args", "end"), [(HAND, "The game is over."), (RACE, "wins the race")])
def test_a_game_is_played_to_its_end_by_numbers(
    tmp_path: Path, args: tuple[str, ...], end: str
) -> None:
    status, out, err = piped(tmp_path, *args, "--plain", given="1\n" * 300)
    assert status == 0, err
    assert end in out or "You win" in out
    assert re.fullmatch(r"You \d+, Askr \d+", out.splitlines()[-1])
    assert "\x1b" not in out
    (kept,) = shelf(tmp_path).games(over=True)
    load(kept.path.read_bytes())


def test_commands_are_answered_and_the_end_of_input_keeps_the_game(tmp_path: Path) -> None:
    typed = "help\nmoves\nhint\nundo\nrules\ntable\nplay X9\n\nplay B8\n"
    status, out, err = piped(tmp_path, *HAND, "--plain", given=typed)
    assert status == 0, err
    for said in (
        "Type a move in notation",
        "1 Play B8\n",
        ": win chance ",
        "There is nothing you can take back right now.",
        "The aim: Everyone holds nine cards",
        "“play X9” is not a move now.",
        "You lead B8.\n",
        "The game is saved. Continue with: odintable play --resume",
    ):
        assert said in out, said
    status, out, err = piped(tmp_path, "--resume", "--plain", given="table\nquit\n")
    assert status == 0, err
    assert "You lead B8.\n" in out


def test_moves_are_said_once_and_in_notation_only_if_it_is_asked_for(tmp_path: Path) -> None:
    start = ("odin", "--bot", "ask", "--option", "hands=1", "--seed", "3", "--plain")
    given = "1\nmoves\nmoves\nmoves\n"
    _, out, _ = piped(tmp_path, *start, given=given)
    assert re.search(r"^\d+ Play (\w\d )+\w\d, worth \d+$", out, re.MULTILINE), out
    assert "[" not in out
    _, out, _ = piped(tmp_path, *start, "--notation", given=given)
    assert re.search(r"^\d+ Play (\w\d \w\d), worth \d\d \[play \1\]$", out, re.MULTILINE), out


@pytest.mark.parametrize("typed", ["quit\n", " Q \n", "quit"])
def test_one_can_quit_while_a_bot_is_to_move(tmp_path: Path, typed: str) -> None:
    given = f"play B8\n{typed}"
    status, out, err = piped(tmp_path, *HAND, "--plain", "--delay", "60", given=given)
    assert status == 0, err
    assert "You lead B8.\n" in out
    assert "Askr" not in out.split("You lead B8.")[1], "the game ended before the bot moved"


def test_a_turn_can_be_taken_back_line_by_line(tmp_path: Path) -> None:
    status, out, err = piped(tmp_path, *RACE, "--plain", given="1\nundo\n1\n")
    assert status == 0, err
    first = [line for line in out.splitlines() if re.match("You (fly|move|put|lay)", line)]
    assert first[0] == first[1]


def test_two_people_are_asked_to_hand_over(tmp_path: Path) -> None:
    args = ("odin", "--people", "2", "--name", "Freyja,Loki", "--option", "hands=1", "--seed", "1")
    status, out, err = piped(tmp_path, *args, "--plain", given="\n1\n\nmoves\n")
    assert status == 0, err
    named = re.findall(r"(\w+) is next\. Nobody else look! Then press Enter\.", out)
    assert sorted(named[:2]) == ["Freyja", "Loki"]


def test_it_speaks_other_languages_and_plain_ascii(tmp_path: Path) -> None:
    given = "moves\nquit\n"
    _, german, _ = piped(tmp_path, *HAND, "--plain", "--language", "de", given=given)
    assert "Deine Hand: B8" in german
    _, french, _ = piped(tmp_path, *HAND, "--plain", given=given, LANG="fr_FR.UTF-8")
    assert "Jouer" in french
    status, plain, err = piped(
        tmp_path, *HAND, "--plain", "--language", "de", given=given, PYTHONIOENCODING="ascii"
    )
    assert status == 0, err
    assert plain.isascii()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["chess"], "invalid choice: 'chess'"),
        (["odin"], "play needs a terminal: use --plain with pipes"),
        (["--plain"], "which game? odintable play odin, or odintable play ravens"),
        (["odin", "--plain", "--bot", "tyr"], "no bot 'tyr' plays odin"),
        (["odin", "--plain", "--bot", "oracle"], "oracle sees hidden cards"),
        (["odin", "--plain", "--players", "4", "--bot", "ask,embla"], "names 2 bots for 3 seats"),
        (["odin", "--plain", "--players", "7"], "odin is for 2 to 6 players, not 7"),
        (["odin", "--plain", "--people", "0"], "--people must be from 1 to 2, not 0"),
        (["ravens", "--plain", "--people", "3"], "ravens is for 2 players, not 3"),
        (["odin", "--plain", "--name", "a,b"], "--name has 2 names for 1 people"),
        (["odin", "--plain", "--seed", "-1"], "--seed must be a number from 0 to"),
        (["odin", "--plain", "--delay", "nan"], "--delay must be from 0 to 60 seconds, not nan"),
        (["odin", "--plain", "--option", "target=3"], "unknown option 'target'"),
        (["odin", "--plain", "--language", "is"], "invalid choice: 'is'"),
        (["--plain", "--resume"], "there is no unfinished game in"),
        (["odin", "--plain", "--resume"], "--join and --resume take the game as it is"),
        (
            ["--plain", "--join", "nonsense"],
            "Such a link looks like this: http://HOST/table/NAME#join=…",
        ),
        (
            ["--plain", "--join", "http://127.0.0.1:9/table/x#join=y"],
            "127.0.0.1:9 does not respond",
        ),
    ],
)
def test_a_wrong_argument_is_one_clear_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    args: list[str],
    said: str,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    try:
        status = main(["play", *args])
    except SystemExit as left:  # argparse's way
        status = int(left.code or 0)
    shown = capsys.readouterr()
    assert (status, shown.out) == (2, "")
    assert said in shown.err.splitlines()[-1]


def test_every_option_is_documented() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    play.add_arguments(parser)
    options = re.findall(r"--[a-z]+", parser.format_usage())
    assert len(options) > 8
    for option in options:
        assert f"| `{option}" in DOCS.read_text(encoding="utf-8"), option
