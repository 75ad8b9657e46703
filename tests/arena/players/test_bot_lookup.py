"""Custom bots are found by their import path."""

import subprocess
import sys
from pathlib import Path

import pytest

from odintable.arena import Contest, play, read_bot
from odintable.arena.players.bot_lookup import find_bot
from odintable.bots import Budget, Candidate, MoveChoice, NeverStop, StopSignal
from odintable.errors import OdintableError
from odintable.games.position import Position
from odintable.match.match import Match
from tests.arena.contests import contest
from tests.paths import ROOT

HERE = __name__
PAGE = ROOT / "docs" / "arena.md"
SOURCE = ROOT / "src"
NET = SOURCE / "odintable" / "nets" / "odin.safetensors"


class Watchful:
    """Plays the first legal move; remembers whether it ever saw everything."""

    name, games, about, level, cheats = "watchful", ("odin",), "the first move", None, False
    saw_all = False

    def choose(self, view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
        Watchful.saw_all |= view.viewer != view.turn
        move = view.legal()[0]
        return MoveChoice(move, 0.5, [Candidate(move, 0.5, 1)])


class Cheat(Watchful):
    """The same, but it wants to see all."""

    cheats = True


def mute() -> object:
    return object()


def test_a_custom_bot_has_a_budget_and_a_label_like_all_others() -> None:
    read = read_bot("mine=my.bots:make_one@7sims")
    assert (read.label, read.bot, read.budget) == ("mine", "my.bots:make_one", Budget(sims=7))
    assert read_bot("bots:One").label == "bots:One"


@pytest.mark.parametrize("text", ["my bots:One", "bots:", ":One", "bots:One:Two", "bots:One()"])
def test_an_unknown_bot_is_refused(text: str) -> None:
    with pytest.raises(OdintableError, match="the file of a net or module:maker"):
        read_bot(text)


def test_a_custom_bot_plays_and_sees_only_what_its_seat_may() -> None:
    Watchful.saw_all = False
    result = play(contest(f"{HERE}:Watchful", "greedy", games=4), workers=1)
    assert len(result.deals) == 2
    assert not Watchful.saw_all


def test_a_custom_bot_that_says_that_it_cheats_sees_all_cards() -> None:
    Watchful.saw_all = False
    play(contest(f"{HERE}:Cheat", "greedy", games=2), workers=1)
    assert Watchful.saw_all


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("no_such_room:Bot", "no_such_room:Bot cannot be imported: No module named"),
        (f"{HERE}:Nobody", f"there is no Nobody in {HERE}"),
        (
            f"{HERE}:mute",
            "not return a bot: it lacks name, games, about, level, cheats, choose",
        ),
    ],
)
def test_a_missing_or_invalid_custom_bot_is_refused(name: str, why: str) -> None:
    with pytest.raises(OdintableError, match=why):
        find_bot(name, "odin")


def test_a_custom_bot_that_does_not_play_the_game_is_refused() -> None:
    guest = read_bot(f"{HERE}:Watchful")
    with pytest.raises(OdintableError, match="plays odin, not ravens"):
        Contest("ravens", (guest, read_bot("greedy")))


@pytest.mark.long
def test_the_custom_bot_in_the_docs_plays_from_its_folder(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8").partition("## A bot of your own")[2]
    guest = page.split("```python\n")[1].split("```")[0]
    (tmp_path / "my_module.py").write_text(guest, encoding="utf-8")
    words = "odin mine=my_module:MyBot@50ms greedy --games 4 --option hands=1 --workers 2"
    command = (  # as the installed one begins: without the folder it is given in
        f"import sys; sys.path.insert(0, {str(SOURCE)!r})\n"
        "from odintable.cli import main\nif __name__ == '__main__': sys.exit(main())"
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-c", command, "arena", *words.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "mine against greedy" in ran.stdout


def test_a_net_named_by_its_file_plays_as_the_one_in_the_package() -> None:
    read = read_bot(f"mine={NET}@50ms")
    assert (read.label, read.bot) == ("mine", str(NET))
    view = Match.new("odin").position
    view = view.view(view.turn)
    ours = find_bot("net-odin", "odin").choose(view, Budget(), 0, NeverStop())
    assert find_bot(read.bot, "odin").choose(view, Budget(), 0, NeverStop()) == ours


def test_a_missing_net_or_one_for_another_game_is_refused() -> None:
    with pytest.raises(OdintableError, match=r"there is no file none\.safetensors"):
        find_bot("none.safetensors", "odin")
    with pytest.raises(OdintableError, match="plays odin, not ravens"):
        find_bot(str(NET), "ravens")
