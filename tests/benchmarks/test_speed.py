"""The speed benchmark runs without the peers, judges the goals by its numbers, and reports them."""

from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.speed import goals, ours, report, simulations
from benchmarks.speed.goals import GOALS, Verdict, ratio, verdicts
from benchmarks.speed.rate import Runner, measure
from benchmarks.speed.startup import Wait
from odintable.bots import Budget, Candidate, MoveChoice, StopSignal, strongest
from odintable.games import compiled_calls
from odintable.games.dispatch import MAX_LEGAL_MOVES
from odintable.games.position import Position
from odintable.games.rng import generator
from odintable.games.spec import GAMES as SPECS

odin, ravens = SPECS["odin"].modules, SPECS["ravens"].modules

OURS: list[Callable[[], Callable[[], int]]] = [
    lambda: ours.rollouts(ours.odin_start(4), 1),
    lambda: ours.rollouts(ours.ravens_start(), 1),
    lambda: ours.number_steps(ours.odin_start(2), 3),
    lambda: ours.text_steps("odin", 2, ours.ONE_HAND),
    lambda: ours.text_steps("ravens", 2, ours.ONE_RACE),
    lambda: ours.batches(ours.odin_start(6), odin.components.MOVE_COUNT, 3),
    lambda: ours.batches(ours.ravens_start(), ravens.components.MOVE_COUNT, 3),
]


@pytest.mark.long
@pytest.mark.parametrize("made", OURS)
def test_each_of_our_runners_makes_decisions(made: Callable[[], Callable[[], int]]) -> None:
    turn = made()
    assert turn() > 0
    assert turn() > 0


def test_rollouts_play_what_single_rollouts_play() -> None:
    start, one, other = ours.odin_start(3), generator(5), generator(5)
    decisions = 0
    for _ in range(4):
        states = start.copy()
        decisions += compiled_calls.rollout_at(states, 0, one)
    assert compiled_calls.rollouts(start, other, 4) == decisions
    assert one[0] == other[0]


def test_no_game_in_a_batch_stands_still_when_a_shuffle_ends_it() -> None:
    """Drawing from reshuffled discards ends the turn, and with max-turns the race. [RV-10.6]"""
    games = 64
    start = Position.new("ravens", 2, 0, {"max-turns": 24, "target": 1}).states
    states = np.repeat(start, games)
    rngs = np.stack([generator(seed) for seed in range(games)])
    moves = np.empty((games, MAX_LEGAL_MOVES), np.int16)
    counts = np.zeros(games, np.int64)
    masks = np.zeros((games, ravens.components.MOVE_COUNT), np.bool_)
    ended = np.zeros(games, np.bool_)
    chance = np.random.default_rng(1)
    compiled_calls.reset_all(states, start, rngs)
    for _ in range(500):
        compiled_calls.masks_all(states, moves, counts, masks)
        assert counts.min() > 0
        chosen = moves[np.arange(games), (chance.random(games) * counts).astype(np.int64)]
        compiled_calls.step_all(states, chosen, start, rngs, ended)


class Looker:
    """A bot that says it has looked so often at the first legal move."""

    name, games, about, level, cheats = "looker", ("odin",), "", None, False

    def __init__(self, visits: int) -> None:
        self.visits = visits

    def choose(self, view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
        move = view.legal()[0]
        return MoveChoice(move, 0.5, [Candidate(move, 0.5, self.visits)])


def test_simulations_are_counted_and_only_of_bots_that_search() -> None:
    assert simulations.ours(Looker(2), "odin", 100)() == 100 * simulations.OPENINGS
    assert simulations.ours(Looker(1), "odin", 100)() == 0


def test_simulations_are_those_of_the_strongest_bots() -> None:
    names = ["ODIN, 2 players: simulations", "Ravens: simulations"]
    assert [runner.name for runner in simulations.runners()] == names
    assert [runner.how.split()[0] for runner in simulations.runners()] == [
        strongest(game).name for game in ("odin", "ravens")
    ]


def test_the_best_round_counts() -> None:
    runner = Runner("x", "y", lambda: 1)
    measure([runner], rounds=3, seconds=0.001)
    assert len(runner.rates) == 3
    runner.rates = [1.0, 5.0, 2.0]
    assert (runner.best, runner.median) == (5.0, 2.0)


BEST = {
    "ODIN, 2 players: rollouts": 400.0,
    "ODIN, 4 players: rollouts": 900.0,
    "ODIN, 4 players: batch": 1.0,
    "OpenSpiel: hearts": 10.0,
    "OpenSpiel: gin_rummy": 1.0,
}


def test_a_ratio_compares_our_slowest_with_their_fastest() -> None:
    assert ratio(GOALS[0], BEST) == Verdict(
        "ODIN rollouts at least 40 × OpenSpiel", "40.0 × OpenSpiel: hearts", True
    )
    assert not ratio(GOALS[0], BEST | {"OpenSpiel: hearts": 10.1}).is_met


def test_a_slow_start_and_a_big_state_are_missed_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goals, "GOALS", GOALS[:1])
    waits = [Wait("hello", 2, 1.9, 1.0), Wait("compiling", 15, 15.1, 9.0)]
    assert [verdict.is_met for verdict in verdicts(BEST, waits)] == [True, True, False, True, True]
    assert not goals.size("x", 513).is_met


def test_the_page_has_a_row_for_every_runner_and_goal() -> None:
    runner = Runner("ODIN: rollouts", "quickly", lambda: 1, [1234567.0])
    search = Runner("ODIN: simulations", "deeply", lambda: 1, [2345678.0])
    idle = Runner("Ravens: simulations", "never", lambda: 0, [0.0])
    page = report.page([runner], [search, idle], [Verdict("quick", "3 ×", False)])
    assert "| ODIN: rollouts | 1,234,567 | 100% | quickly |" in page
    assert "| ODIN: simulations | 2,345,678 | 100% | deeply |" in page
    assert "| Ravens: simulations | 0 | – | never |" in page
    assert "| quick | 3 × | NO |" in page
