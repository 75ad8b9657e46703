"""The benchmark of the environments, without the peers: counted decisions and verdicts."""

import pytest

from benchmarks.envs import __main__
from benchmarks.speed.peers import agent_by_agent
from benchmarks.speed.rate import Runner
from odintable.envs import aec_env


def test_only_decisions_are_counted() -> None:
    turn = __main__.batch("odin", 2, {"hands": 1}, games=4)
    assert sum(turn() for _ in range(200)) < 800  # steps that begin a game anew are none
    assert __main__.batch("ravens", 2, {"max_turns": 5, "target": 1}, games=3)() == 3
    assert agent_by_agent(aec_env("odin", 2, hands=1))() > 5


def test_the_slowest_of_ours_is_judged_by_the_fastest_of_theirs() -> None:
    ours = {
        "ODIN, 2 players: batch": 3e6,
        "ODIN, 4 players: batch": 1.1e6,
        "ODIN, 4 players: copies": 1e3,
        "Ravens: batch": 4e5,
    }
    judged = __main__.verdicts(ours, {"a": 1e5, "b": 1e4})
    assert [one.is_met for one in judged] == [True, True, False, False]
    assert judged[0].reached == "11.0 × a"


def test_the_page_has_all_rates_and_goals() -> None:
    runner = Runner("ODIN, 4 players: batch", "how", lambda: 1, [2e6, 1e6])
    ravens = Runner("Ravens: batch", "how", lambda: 1, [6e5])
    ours = {one.name: one.best for one in (runner, ravens)}
    page = __main__.page([runner, ravens], __main__.verdicts(ours, {"peer": 1e5}))
    assert "| ODIN, 4 players: batch | 2,000,000 | 75% | how |" in page
    assert "| Ravens at least 5 × the fastest peer | 6.0 × peer | yes |" in page


def test_missing_peers_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> list[Runner]:
        raise ImportError("no pgx")

    monkeypatch.setattr("benchmarks.envs.peers.runners", missing)
    assert __main__.main() == 2
