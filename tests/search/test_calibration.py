"""Chances of who is not to move are corrected by what came of such chances."""

import itertools

import pytest

from odintable.bots import Budget
from odintable.bots.evaluation import evaluate, grown
from odintable.games.position import SPECTATOR, Position
from odintable.search import calibration
from odintable.search.calibration import CORRECTIONS, Correction, Corrections, corrected

from .test_search import begun

HALF_AS_SURE = Correction(0.5, 0.0)
FOR_THE_MOVER = Correction(1.0, 0.4)


@pytest.fixture(autouse=True)
def strong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corrections that can be told apart."""
    for kind in CORRECTIONS:
        monkeypatch.setitem(CORRECTIONS, kind, Corrections(FOR_THE_MOVER, HALF_AS_SURE))


def middle(game: str, players: int = 2) -> Position:
    """Some way into a game."""
    return begun(game, 7, players=players).position


def test_who_is_to_move_and_who_sees_all_and_all_in_ravens_are_told_what_was_found() -> None:
    at, race = middle("odin"), middle("ravens")
    for view in (at.view(at.turn), at, race.view(1 - race.turn), race.view(SPECTATOR)):
        assert corrected(view, [0.3, 0.7]) == [0.3, 0.7]


def test_who_waits_gives_more_to_who_is_to_move() -> None:
    at = middle("odin")
    told = corrected(at.view(1 - at.turn), [0.5, 0.5])
    assert told[at.turn] == pytest.approx(0.5987, abs=1e-4)  # even odds, times e to the 0.4
    assert sum(told) == pytest.approx(1)


def test_who_watches_is_told_less_sure_chances() -> None:
    told = corrected(middle("odin").view(SPECTATOR), [0.9, 0.1])
    assert told == pytest.approx([0.75, 0.25])  # odds of nine to one become three to one


def test_nobody_is_given_no_chance_at_all() -> None:
    told = corrected(middle("odin", 4).view(SPECTATOR), [1.0, 0.0, 0.0, 0.0])
    assert 0 < told[1] == told[2] == told[3] < told[0] < 1
    assert sum(told) == pytest.approx(1)


def test_the_order_of_chances_stays_for_who_watches() -> None:
    told = corrected(middle("odin", 4).view(SPECTATOR), [0.1, 0.2, 0.3, 0.4])
    assert all(one < two for one, two in itertools.pairwise(told))


def test_each_kind_of_game_has_its_own() -> None:
    played: list[tuple[str, int, dict[str, int]]] = [
        ("odin", 2, {}),
        ("odin", 2, {"limit": 10}),
        ("odin", 2, {"hands": 1}),
        ("odin", 4, {"hands": 1}),
    ]
    kinds = {
        calibration.kind_of(begun(game, 3, players=players, **options).position)
        for game, players, options in played
    }
    assert kinds == set(CORRECTIONS)


def test_an_evaluation_tells_corrected_chances() -> None:
    at = middle("odin")
    for viewer in (0, 1, SPECTATOR):
        view = at.view(viewer)
        found = grown(view, Budget(sims=200), 1).chances()
        told = evaluate(view, Budget(sims=200), 1).chances
        assert told == corrected(view, found)
        assert (told == found) == (viewer == at.turn)
