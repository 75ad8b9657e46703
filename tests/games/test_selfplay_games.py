"""Vectorised games: which seats learn, turn limits, and the values of finished decisions."""

from collections.abc import Iterator

import numpy as np
import pytest

from odintable.games import selfplay_games
from odintable.games.position import Position
from odintable.games.ravens.components import END, FLIES, MAGICS, MAX_LEGAL_MOVES
from odintable.games.ravens.spec import WAY_BONUS
from odintable.games.rng import generator
from odintable.games.spec import GAMES, MAX_PLAYERS

COUNT, PLAYERS, TURN_LIMIT = 400, 4, 6


def new_games(game: str) -> selfplay_games.GameArrays:
    """Games that are not started yet."""
    parts, features = GAMES[game].modules.components, GAMES[game].modules.features
    return selfplay_games.GameArrays(
        states=np.zeros(COUNT, parts.STATE),
        memories=np.zeros(COUNT, features.MEMORY),
        trackers=np.zeros(COUNT, selfplay_games.TRACKER),
        standings=np.zeros((COUNT, MAX_PLAYERS, features.STANDING.bytes), np.uint8),
        rngs=np.stack([generator(seed) for seed in range(COUNT)]),
    )


def starts(game: str, players: int) -> selfplay_games.Starts:
    """A single start."""
    return selfplay_games.Starts(
        Position.new(game, players, 0, {}).states, np.array([players], np.int8)
    )


@pytest.mark.parametrize(
    ("opponent_percent", "least", "most"), [(0, 0, 0), (30, 250, 470), (100, 1200, 1200)]
)
def test_one_seat_learns_and_a_part_of_the_others_do_not(
    opponent_percent: int, least: int, most: int
) -> None:
    games = new_games("odin")
    selfplay_games.start_all(games, starts("odin", PLAYERS), opponent_percent)
    is_opponent = games.trackers["is_opponent"][:, :PLAYERS]
    assert (is_opponent == 0).any(axis=1).all()
    assert least <= is_opponent.sum() <= most


Step = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def races(turn_limit: int, steps: int, *, flies_eagerly: bool = False) -> Iterator[Step]:
    """Random races: the states before each step, the moves made, the trackers, the points."""
    games, start = new_games("ravens"), starts("ravens", 2)
    results = selfplay_games.LegResults(
        standings=games.standings.copy(),
        shares=np.zeros((COUNT, MAX_PLAYERS)),
        points=np.zeros((COUNT, MAX_PLAYERS, 2), np.float32),
    )
    selfplay_games.start_all(games, start, 0)
    moves, counts = np.zeros((COUNT, MAX_LEGAL_MOVES), np.int16), np.zeros(COUNT, np.int32)
    chosen, first_rows = np.zeros(COUNT, np.int64), np.zeros(COUNT, np.int64)
    pending = selfplay_games.PendingDecisions(moves, counts, first_rows, chosen)
    dice = np.random.default_rng(1)
    for _ in range(steps):
        before, made = games.states.copy(), moves[np.arange(COUNT), chosen]
        selfplay_games.advance(games, start, pending, results, 0, turn_limit)
        chosen[:] = dice.integers(0, counts)
        if flies_eagerly:
            is_legal = np.arange(MAX_LEGAL_MOVES) < counts[:, None]
            flights = is_legal & (moves >= FLIES) & (moves < MAGICS)
            chosen[:] = np.where(flights.any(axis=1), flights.argmax(axis=1), chosen)
        assert games.states["turns"].max() < turn_limit
        yield before, made, games.trackers, results.points


def test_at_the_turn_limit_the_raven_ahead_wins_the_race() -> None:
    leads = []
    for before, made, trackers, points in races(TURN_LIMIT, 100):
        for at in np.flatnonzero((trackers["has_ended"] == 1) & (made == END)):
            lead = int(before[at].ravens[0]) - int(before[at].ravens[1])
            way = int(before[at].way_sizes[0]) - int(before[at].way_sizes[1])
            own, other = (round(10 * float(one)) for one in points[at, :2, 0])
            assert own == max(lead, 0) + WAY_BONUS * (way > 0)
            assert other == max(-lead, 0) + WAY_BONUS * (way < 0)
            assert trackers[at].hit_turn_limit
            leads.append(lead)
    assert min(leads) < 0 < max(leads)


def test_a_race_that_a_raven_ends_did_not_hit_the_turn_limit() -> None:
    ended = 0
    for _, _, trackers, _ in races(1 << 14, 200, flies_eagerly=True):
        has_ended = trackers["has_ended"] == 1
        assert not trackers["hit_turn_limit"][has_ended].any()
        ended += int(has_ended.sum())
    assert ended


# -- Values of finished decisions --------------------------------------------------------------

LOG = selfplay_games.DecisionLog(
    slots=np.array([[10, 11, 12]]),
    seats=np.array([[0, 1, 0]], np.int8),
    values=np.array([[0.9, 0.3, 0.8]], np.float32),
)


def ended_leg(players: int, decisions: int) -> selfplay_games.GameArrays:
    """A game whose leg has just ended."""
    trackers = np.zeros(1, selfplay_games.TRACKER)
    trackers["has_ended"], trackers["finished"], trackers["leg_players"] = 1, decisions, players
    return new_games("odin")._replace(trackers=trackers)


def test_values_count_for_the_decisions_before_them() -> None:
    finished, legs = np.empty(3, selfplay_games.FINISHED), np.zeros(1, np.int32)
    assert selfplay_games.collect_finished(ended_leg(2, 3), LOG, 0.75, 0, finished, legs) == (
        3,
        1,
    )
    assert finished["slot"].tolist() == [12, 11, 10]
    assert finished["leg_seat"].tolist() == [0, 1, 0]
    np.testing.assert_allclose(finished["outcome_weight"], [1, 0.75, 0.75**2])
    later, first = 0.25 * (1 - 0.8), 0.25 * (1 - 0.3) + 0.75 * 0.25 * 0.8
    np.testing.assert_allclose(finished["bootstrap"], [0, later, first], rtol=1e-6)


def test_with_more_than_two_players_a_value_counts_for_its_own_seat_only() -> None:
    finished, legs = np.empty(3, selfplay_games.FINISHED), np.zeros(1, np.int32)
    selfplay_games.collect_finished(ended_leg(3, 3), LOG, 0.75, 0, finished, legs)
    np.testing.assert_allclose(finished["outcome_weight"], [1, 1, 0.75])
    np.testing.assert_allclose(finished["bootstrap"], [0, 0, 0.2], rtol=1e-6)


def test_with_lambda_one_only_the_outcome_counts_and_overwritten_decisions_are_left_out() -> None:
    finished, legs = np.empty(3, selfplay_games.FINISHED), np.zeros(1, np.int32)
    assert selfplay_games.collect_finished(ended_leg(2, 3), LOG, 1.0, 12, finished, legs) == (
        1,
        1,
    )
    assert finished[0]["slot"] == 12
    selfplay_games.collect_finished(ended_leg(2, 3), LOG, 1.0, 0, finished, legs)
    assert finished["bootstrap"].tolist() == [0, 0, 0]
    assert finished["outcome_weight"].tolist() == [1, 1, 1]


def test_games_whose_leg_goes_on_are_not_collected() -> None:
    trackers = np.zeros(2, selfplay_games.TRACKER)
    trackers["has_ended"], trackers["finished"], trackers["leg_players"] = [0, 1], [0, 2], 2
    games = new_games("odin")._replace(trackers=trackers)
    log = selfplay_games.DecisionLog(
        slots=np.array([[1, 2], [3, 4]]),
        seats=np.array([[0, 1], [0, 1]], np.int8),
        values=np.full((2, 2), 0.7, np.float32),
    )
    finished, legs = np.empty(2, selfplay_games.FINISHED), np.zeros(2, np.int32)
    assert selfplay_games.collect_finished(games, log, 1.0, 4, finished, legs) == (1, 1)
    assert finished[0]["slot"] == 4
    assert legs[0] == 1


def test_a_value_is_logged_with_its_decision() -> None:
    trackers = np.zeros(3, selfplay_games.TRACKER)
    trackers["pending"] = [selfplay_games.NONE, 0, 1]
    log = selfplay_games.DecisionLog(
        np.zeros((3, 2), np.int64), np.zeros((3, 2), np.int8), np.zeros((3, 2), np.float32)
    )
    games = new_games("odin")._replace(trackers=trackers)
    selfplay_games.log_values(games, log, np.array([0.1, 0.2, 0.3], np.float32))
    np.testing.assert_allclose(log.values, np.array([[0, 0], [0.2, 0], [0, 0.3]]), rtol=1e-6)
