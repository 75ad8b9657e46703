"""External engines can play; one that misbehaves loses that game, and the contest goes on."""

import shlex
import sys
import time
from typing import Any

import pytest

from odintable.arena import Contest, Contestant, play, read_bot, read_engine, standings
from odintable.arena.deals.deal_player import shares_after
from odintable.arena.deals.deal_result import Forfeit
from odintable.arena.players import player
from odintable.arena.players.engine_process import EngineProcess
from odintable.arena.report.report import as_text
from odintable.errors import OdintableError
from tests.arena.contests import SIMS, engine

pytestmark = pytest.mark.long  # each test starts processes


def against(stranger: Contestant, games: int = 4, players: int = 2) -> Contest:
    """A stranger at a table with the greedy bot."""
    return Contest(
        "odin",
        (read_bot("greedy", SIMS), stranger),
        games=games,
        players=players,
        options={"hands": 1},
    )


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("dies", "died with status 1: no more cards up my sleeve"),
        ("nonsense", "answered with invalid JSON: Odin has one eye"),
        ("list", 'answered without an object: ["pass"]'),
        ("deep", "answered with invalid JSON: [[["),
        ("error", "answered with an error:"),
        ("silent-move", "answered without a move: null"),
        ("illegal", "illegal: "),
        ("unknown", "not a move: 'castle'"),
    ],
)
def test_an_engine_that_misbehaves_forfeits_that_game_and_restarts(how: str, reason: str) -> None:
    result = play(against(engine(how, after=3)), workers=1)
    games = [game for deal in result.deals for game in deal.games]
    assert len(games) == 4
    lost = [game for game in games if game.forfeit]
    assert lost
    for game in lost:
        assert game.forfeit is not None
        assert game.seats[game.forfeit.seat] == 1
        assert game.forfeit.reason.replace('"castle"', "'castle'").startswith(reason)
        assert game.shares[game.forfeit.seat] == 0
        assert sum(game.shares) == 1
        assert game.decisions > 2  # it began well, every time
    assert standings(result)[1].forfeits == len(lost)
    assert f"bad forfeited {len(lost)} games: it {reason[:20]}" in as_text(result)


def test_an_engine_that_does_not_answer_in_time_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "GRACE", 0.3)
    request = EngineProcess.request

    def be_patient_but_with_go(
        self: EngineProcess, deadline: float, **command: Any
    ) -> dict[str, Any]:
        return request(
            self, deadline + (command["cmd"] != "go") * player.DEFAULT_TIMEOUT, **command
        )

    monkeypatch.setattr(EngineProcess, "request", be_patient_but_with_go)
    result = play(against(engine("sleeps", after=2, budget="20ms"), games=2), workers=1)
    reasons = [game.forfeit.reason for game in result.deals[0].games if game.forfeit]
    assert reasons == ["did not answer go in time"] * 2
    assert standings(result)[1].times.late >= 2


def test_an_engine_that_fails_before_its_first_game_forfeits_every_one() -> None:
    result = play(against(engine("nonsense")), workers=1)
    assert [game.shares for deal in result.deals for game in deal.games] == [(1, 0), (0, 1)] * 2


def test_an_engine_is_never_shown_the_others_cards() -> None:
    result = play(against(engine("peeks", after=10_000)), workers=1)
    assert standings(result)[1].forfeits == 0


@pytest.mark.parametrize(
    ("stranger", "message"),
    [
        (engine("protocol"), "the engine bad speaks protocol 2, not 1"),
        (read_engine("x=no-such-program"), "the engine x cannot be started: No such file"),
        (read_engine(f"x={sys.executable} -c 0"), "the engine x died with status 0"),
    ],
)
def test_a_program_that_is_not_an_engine_is_refused_before_the_first_game(
    stranger: Contestant, message: str
) -> None:
    with pytest.raises(OdintableError, match=message):
        play(against(stranger), workers=1)


def test_an_engine_that_does_not_play_the_game_is_refused() -> None:
    ravens = Contest("ravens", (read_bot("greedy"), engine("dies")), games=2)
    with pytest.raises(OdintableError, match="the engine bad does not play ravens"):
        play(ravens, workers=1)


LEAVES_SOMEBODY = """import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
print('{"name": "x"}', flush=True)
sys.stdin.read()"""


def test_an_engine_that_leaves_a_child_process_behind_is_closed() -> None:
    stranger = EngineProcess(shlex.join([sys.executable, "-c", LEAVES_SOMEBODY]))
    assert stranger.request(time.monotonic() + 600, cmd="hello") == {"name": "x"}
    stranger.close()
    assert not stranger._reader.is_alive()
    assert stranger._out.closed


def test_with_four_players_the_others_share_the_win_after_a_forfeit() -> None:
    assert shares_after(Forfeit(2, "died"), 4) == (1 / 3, 1 / 3, 0, 1 / 3)
    result = play(against(engine("dies", after=1), games=4, players=4), workers=1)
    for game in result.deals[0].games:
        assert game.forfeit is not None
        assert sorted(game.shares) == [0, 1 / 3, 1 / 3, 1 / 3]
        assert game.points is None


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_our_own_engine_can_play_as_an_external_one(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "DEFAULT_TIMEOUT", 600.0)  # it may have to compile
    own = read_engine(f"own@10sims={sys.executable} -m odintable engine")
    options = {"hands": 1} if game == "odin" else {"target": 1}
    contest = Contest(game, (own, read_bot("random", SIMS)), games=12, options=options)
    result = play(contest, workers=1)
    engine = standings(result)[0]
    assert engine.forfeits == 0
    assert engine.times.count > 0
    assert engine.share.mean > 0.6
