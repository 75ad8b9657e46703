"""`make strength PART=other-nets`: nets from files, and their results without the files."""

import re
from pathlib import Path

import pytest

from benchmarks.strength import __main__ as command
from benchmarks.strength import measure, other_nets, seed_tables
from benchmarks.strength.other_nets import Note
from benchmarks.strength.parts import BARELY_BEATEN, BY_NAME, Meeting, Part
from benchmarks.strength.report import Measured, page
from benchmarks.strength.saved_results import SavedResults, file_stem
from odintable.arena.players.bot_lookup import find_bot
from odintable.errors import OdintableError
from odintable.nets import net

HANDS = {"hands": 1}
SEEDS = tuple(
    Meeting("odin", (file, "random@5sims"), 4, options=HANDS, seed=41)
    for file in other_nets.SEEDS["odin"]
)
ANSWER = Meeting(
    "odin", (other_nets.ANSWERS["odin"], "random"), 4, options=HANDS, goal=BARELY_BEATEN, seed=41
)
PART = Part("few", "A few nets", "Nets.", (*SEEDS, ANSWER), needs_nets=True)


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SavedResults:
    """A saved with nothing on it, and no nets."""
    monkeypatch.setattr(other_nets, "NOTES", tmp_path / "results/few/nets.json")
    monkeypatch.delenv(other_nets.FOLDER, raising=False)
    return SavedResults(tmp_path / "work", tmp_path / "results")


def put(folder: Path, *files: str) -> str:
    """A folder in which our own nets have other names."""
    folder.mkdir()
    for file in files:
        (folder / file).symlink_to(net.FOLDER / f"{other_nets.game_of(file)}.safetensors")
    return str(folder)


def measured(saved: SavedResults) -> Measured:
    """The few nets, as far as they were played."""
    return Measured(PART, [command.play_meeting(PART, saved, one) for one in measure.known(PART)])


# -- The folder ------------------------------------------------------------------------------------


def test_without_nets_the_command_says_which_are_needed(
    saved: SavedResults,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(OdintableError, match="NETS is not set"):
        measure.run(PART, saved)
    monkeypatch.setenv(other_nets.FOLDER, str(tmp_path))
    assert command.main(["other-nets"]) == command.UNABLE
    said = capsys.readouterr().err
    assert f"There are no such nets in {tmp_path}." in said
    assert "make strength PART=other-nets NETS=folder" in said
    assert "odintable train odin --minutes 8 --seed 2 --out two" in said
    assert not other_nets.notes()


def test_a_net_must_play_what_its_name_says(tmp_path: Path) -> None:
    (tmp_path / "odin1.safetensors").symlink_to(net.FOLDER / "ravens.safetensors")
    with pytest.raises(OdintableError, match=r"odin1\.safetensors is a net for game ravens, not"):
        other_nets.find_nets(str(tmp_path))


def test_how_a_net_was_trained_is_in_its_file(tmp_path: Path) -> None:
    (note,) = other_nets.find_nets(put(tmp_path / "nets", "ravens2.safetensors")).values()
    training = net.shipped("ravens").training
    assert (note.minutes, note.decisions) == (training["minutes"], training["decisions"])


def test_every_net_is_known_without_its_file() -> None:
    for file, maker in other_nets.MAKERS.items():
        assert find_bot(maker, other_nets.game_of(file)).name == file
    meetings = BY_NAME["other-nets"].meetings
    assert {one.contestants[0] for one in meetings} == set(other_nets.FILES)
    contest = meetings[0].contest()
    assert (contest.contestants[0].label, contest.seed) == ("odin1.safetensors", 41)
    assert meetings[0].command() == (
        "odintable arena odin odin1.safetensors ismcts-plain@1000sims --games 2000 "
        "--option hands=1 --seed 41"
    )


# -- Playing ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_results_are_shown_when_the_files_are_gone(
    saved: SavedResults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = put(tmp_path / "nets", "odin1.safetensors", "answer-odin.safetensors")
    monkeypatch.setenv(other_nets.FOLDER, folder)
    assert measure.run(PART, saved, workers=2)
    monkeypatch.delenv(other_nets.FOLDER)
    monkeypatch.setattr(measure, "play", None)
    assert measure.run(PART, saved)
    one = measured(saved)
    assert one.is_complete
    assert [len(two.result.deals) for two in one.played if two.result] == [2, 2]
    shown = page([one])
    assert "`make strength PART=few NETS=folder`" in shown
    assert re.search(r"\| `random@5sims`, ODIN \| \d+\.\d% \| – \| – \| \d+\.\d% \| – \|", shown)
    assert "odin2" not in shown
    assert re.search(r"\| better at most 56% \| (yes|no) \|", shown)
    assert one.verdicts() == []


def test_nets_remain_whose_results_are_complete(
    saved: SavedResults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure, "meet", lambda *_: True)  # as if all had been played
    monkeypatch.setenv(other_nets.FOLDER, put(tmp_path / "one", "odin1.safetensors"))
    assert measure.run(PART, saved)
    monkeypatch.setenv(other_nets.FOLDER, put(tmp_path / "two", "odin2.safetensors"))
    monkeypatch.setattr(saved, "is_complete", lambda _part, _contest: True)
    assert measure.run(PART, saved)
    assert list(other_nets.notes()) == ["odin1.safetensors", "odin2.safetensors"]
    monkeypatch.setenv(other_nets.FOLDER, put(tmp_path / "three", "odin3.safetensors"))
    monkeypatch.setattr(saved, "is_complete", lambda _part, _contest: False)
    assert measure.run(PART, saved)
    assert list(other_nets.notes()) == ["odin3.safetensors"]


def test_another_file_under_the_same_name_is_measured_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = []
    for digest in ("one", "two", "one"):
        seen = {"odin1.safetensors": Note(digest, 1, 8.0, 10)}
        monkeypatch.setattr(other_nets, "notes", lambda seen=seen: seen)
        names.append(file_stem(SEEDS[0].contest()))
    assert names[0] == names[2] != names[1]


# -- Tables ----------------------------------------------------------------------------------------


def test_seeds_stand_side_by_side() -> None:
    shares: seed_tables.Shares = {
        ("odin1.safetensors", "greedy"): 0.70,
        ("odin2.safetensors", "greedy"): 0.72,
        ("odin3.safetensors", "greedy"): 0.74,
        ("ravens1.safetensors", "random"): 0.90,
        ("ravens2.safetensors", "random"): 0.96,
        ("answer-odin.safetensors", "net-odin"): 0.52,
    }
    side, nets = seed_tables.tables(shares, {"odin1.safetensors": Note("x", 1, 8.0, 1234567)})
    assert side.splitlines()[2:] == [
        "| `greedy`, ODIN | 70.0% | 72.0% | 74.0% | 72.0% | 2.0 |",
        "| `random`, Ravens | 90.0% | 96.0% | – | 93.0% | 4.2 |",
    ]
    assert nets.splitlines()[2:] == ["| `odin1.safetensors` | 1 | 8 | 1,234,567 |"]


def test_answers_alone_have_no_table_of_seeds() -> None:
    shares: seed_tables.Shares = {("answer-odin.safetensors", "net-odin"): 0.52}
    (nets,) = seed_tables.tables(shares, {"answer-odin.safetensors": Note("x", 1, 8.0, 10)})
    assert nets.startswith("| net |")
