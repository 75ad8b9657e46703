"""Win probabilities for viewers who are not to move are corrected."""

import itertools

import pytest

from odintable.bots import Budget
from odintable.bots.evaluate_position import evaluate, search_view
from odintable.games.bot_settings import Calibration, Calibrations
from odintable.games.position import SPECTATOR, Position
from odintable.games.spec import GAMES
from odintable.search.win_probability_calibration import calibrate

from .test_search import begun

SETTINGS = GAMES["odin"].modules.bots.settings
HALF_AS_SURE = Calibration(0.5, 0.0)
FOR_THE_MOVER = Calibration(1.0, 0.4)


@pytest.fixture(autouse=True)
def different_corrections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use corrections that are easy to tell apart."""
    for kind in SETTINGS.CALIBRATIONS:
        monkeypatch.setitem(SETTINGS.CALIBRATIONS, kind, Calibrations(FOR_THE_MOVER, HALF_AS_SURE))


def middle(game: str, players: int = 2) -> Position:
    """A position some moves into a game."""
    return begun(game, 7, players=players).position


def test_nothing_is_corrected_for_the_player_to_move_for_full_positions_and_in_ravens() -> None:
    at, race = middle("odin"), middle("ravens")
    for view in (at.view(at.turn), at, race.view(1 - race.turn), race.view(SPECTATOR)):
        assert calibrate(view, [0.3, 0.7]) == [0.3, 0.7]


def test_for_a_waiting_player_the_player_to_move_gets_more() -> None:
    at = middle("odin")
    corrected = calibrate(at.view(1 - at.turn), [0.5, 0.5])
    assert corrected[at.turn] == pytest.approx(0.5987, abs=1e-4)  # even odds, times e to the 0.4
    assert sum(corrected) == pytest.approx(1)


def test_for_a_spectator_probabilities_are_less_sure() -> None:
    corrected = calibrate(middle("odin").view(SPECTATOR), [0.9, 0.1])
    assert corrected == pytest.approx([0.75, 0.25])  # odds of nine to one become three to one


def test_no_probability_is_zero() -> None:
    corrected = calibrate(middle("odin", 4).view(SPECTATOR), [1.0, 0.0, 0.0, 0.0])
    assert 0 < corrected[1] == corrected[2] == corrected[3] < corrected[0] < 1
    assert sum(corrected) == pytest.approx(1)


def test_for_a_spectator_the_order_stays() -> None:
    corrected = calibrate(middle("odin", 4).view(SPECTATOR), [0.1, 0.2, 0.3, 0.4])
    assert all(one < two for one, two in itertools.pairwise(corrected))


def test_each_kind_of_game_has_its_own_correction() -> None:
    games = [(2, {}), (2, {"limit": 10}), (2, {"hands": 1}), (4, {"hands": 1})]
    kinds = {SETTINGS.calibration_kind(players, options) for players, options in games}
    assert kinds == set(SETTINGS.CALIBRATIONS)


def test_an_evaluation_is_corrected() -> None:
    at = middle("odin")
    for viewer in (0, 1, SPECTATOR):
        view = at.view(viewer)
        found = search_view(view, Budget(sims=200), 1).win_probabilities()
        shown = evaluate(view, Budget(sims=200), 1).win_probabilities
        assert shown == calibrate(view, found)
        assert (shown == found) == (viewer == at.turn)
