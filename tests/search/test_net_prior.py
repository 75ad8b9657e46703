"""A net guides the search: its values count like visits, and it sees no hidden card."""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from odintable import bots
from odintable.bots import Budget, NeverStop
from odintable.bots.evaluate_position import evaluate
from odintable.games.position import Position
from odintable.nets import net
from odintable.search import net_prior
from odintable.search.config import SearchConfig, net_config_for, search_config_for
from odintable.search.parallel_search import ParallelSearch, SearchLimits

from .test_search import GAMES, begun


def searched(view: Position, config: SearchConfig, sims: int, threads: int = 1) -> ParallelSearch:
    """A search after a number of simulations."""
    search = ParallelSearch(view, 1, config, sims, threads)
    search.run(SearchLimits(None, sims, NeverStop()))
    return search


def with_prior_visits(config: SearchConfig, visits: int) -> SearchConfig:
    return replace(config, settings=config.settings._replace(net_prior_visits=visits))


def middle(game: str, players: int = 2) -> Position:
    """A view with several legal moves, some way into a game."""
    at = begun(game, 7, players=players).position
    view = at.view(at.turn)
    assert len(view.moves()) > 2
    return view


@pytest.fixture
def no_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if a net is used."""

    def refuse(_view: Position, _temperature: float) -> net_prior.NetPrior:
        raise AssertionError("a net was used")

    for game in GAMES:
        net_prior.prepare(middle(game))
    monkeypatch.setattr(net_prior, "compute_prior", refuse)


@pytest.mark.parametrize("game", GAMES)
def test_every_move_starts_with_the_value_of_the_net(game: str) -> None:
    view = middle(game)
    prior = net_prior.compute_prior(view, 1.0)
    odds = net.shipped(game).evaluate_moves(view, prior.moves)[:, 0]
    assert np.allclose(prior.values, 1 / (1 + np.exp(-odds)), atol=1e-5)
    assert prior.priors.max() == 1.0
    assert prior.priors.argmax() == prior.values.argmax()
    search = searched(view, with_prior_visits(net_config_for(view), 10**6), 1)
    values = {one.move: one.value for one in search.move_statistics()}
    assert set(values) == set(prior.moves)
    for move, share in zip(prior.moves, prior.values, strict=True):
        assert values[move] == pytest.approx(share, abs=1e-4)


@pytest.mark.parametrize("game", GAMES)
def test_results_count_more_the_more_simulations_there_are(game: str) -> None:
    """With many prior visits it plays as the net, with few it finds what the search finds."""
    view = middle(game)
    guided, unguided = net_config_for(view), searched(view, search_config_for(view), 4000)
    chosen = bots.get(f"net-{game}", game).choose(view, Budget(), 0, NeverStop())
    many_visits = searched(view, with_prior_visits(guided, 10**6), 200)
    assert view.write_move(many_visits.move_statistics()[0].move) == chosen.move
    few_visits = searched(view, with_prior_visits(guided, 1), 4000)
    best, second = (one.move for one in unguided.move_statistics()[:2])
    gaps = []  # the net and the search have different levels: only differences between moves count
    for search in (unguided, few_visits, many_visits):
        values = {one.move: one.value for one in search.move_statistics()}
        gaps.append(values[best] - values[second])
    assert abs(gaps[1] - gaps[0]) < abs(gaps[2] - gaps[0]) / 2


@pytest.mark.parametrize("threads", [1, 2])
def test_prior_visits_are_not_counted_as_simulations(threads: int) -> None:
    view = middle("odin")
    search = searched(view, net_config_for(view), 100, threads)
    assert search.visits == 100
    assert sum(one.visits for one in search.move_statistics()) == 100


@pytest.mark.parametrize(("game", "players"), [("ravens", 2), ("odin", 2), ("odin", 4)])
def test_win_probabilities_add_up_to_one(game: str, players: int) -> None:
    view = middle(game, players)
    for sims in (1, 300):
        assert sum(searched(view, net_config_for(view), sims).win_probabilities()) == pytest.approx(
            1.0
        )


def test_win_probabilities_add_up_to_one_where_only_the_net_has_doubts() -> None:
    view = middle("ravens")
    search = searched(view, net_config_for(view), 10)
    search.trees[0].totals[:] = 0.0
    search.trees[0].totals[view.turn] = 10.0
    assert sum(search.win_probabilities()) == pytest.approx(1.0)


@pytest.mark.usefixtures("no_net")
@pytest.mark.parametrize("game", GAMES)
def test_no_net_is_used_for_open_cards_or_for_another_seat(game: str) -> None:
    truth = begun(game, 7).position
    for shown in (truth, truth.view(1 - truth.turn)):
        assert net_config_for(shown) is search_config_for(shown)
        evaluate(shown, Budget(sims=20))


@pytest.mark.usefixtures("no_net")
def test_no_net_is_used_with_max_turns() -> None:
    at = begun("ravens", 7, **{"max-turns": 60}).position
    bots.get("seer", "ravens").choose(at.view(at.turn), Budget(sims=50), 0, NeverStop())


@pytest.mark.usefixtures("no_net")
@pytest.mark.parametrize("game", GAMES)
def test_without_time_or_once_stopped_no_net_is_used(game: str) -> None:
    view = middle(game)
    search = ParallelSearch(view, 1, net_config_for(view), 100)
    search.run(SearchLimits(time.monotonic() + 0.001, None, NeverStop()))
    stopped = threading.Event()
    stopped.set()
    search.run(SearchLimits(None, 100, stopped))
    assert search.move_statistics()


def test_a_tree_that_is_nearly_full_does_without_the_net() -> None:
    view = middle("ravens")
    search = ParallelSearch(view, 1, net_config_for(view), 1)
    tree = search.trees[0]
    tree.last[0] = tree.nodes.size - 3
    tree.add_prior(net_prior.compute_prior(view, 1.0), 1000)
    assert tree.prior_visits == 0
    assert int(tree.last[0]) == tree.nodes.size - 3


def test_for_the_next_move_of_a_turn_the_net_is_used_again() -> None:
    match = begun("ravens", 0, seed=8)
    view = match.position.view(match.position.turn)
    search = searched(view, net_config_for(view), 2000)
    for one in search.move_statistics():
        after = view.sample_state(seed=0)
        after.apply(one.move)
        if not after.awaits_shuffle and after.turn == view.turn and len(after.moves()) > 1:
            break
    seen = after.view(view.turn)
    assert search.reuse_subtree(one.move, seen)
    before = search.visits
    search.run(SearchLimits(None, 10, NeverStop()))
    assert search.visits == before + 10
    assert search.trees[0].prior_visits == net_config_for(view).settings.net_prior_visits
    assert {one.move for one in search.move_statistics()} == set(seen.moves())


def test_an_excess_over_the_net_for_all_moves_counts_for_none() -> None:
    """Only the moves that were tried have results above the net's value: that says nothing."""
    view = middle("odin")
    search = searched(view, net_config_for(view), 1)
    tree, prior = search.trees[0], search.prior
    assert prior is not None
    before = {one.move: one.value for one in search.move_statistics()}
    for move, share in list(zip(prior.moves, prior.values, strict=True))[:2]:
        tried = tree.nodes[tree.child(tree.root, move) or 0]
        tried["visits"] += 50
        tried["value"] += 50 * (share + 0.2)
    assert {one.move: one.value for one in search.move_statistics()} == pytest.approx(
        before, abs=0.02
    )


def test_a_high_variance_does_not_count_against_a_move() -> None:
    view = middle("odin")
    search = searched(view, net_config_for(view), 1)
    tree, best = search.trees[0], search.move_statistics()[0]
    tried = tree.nodes[tree.child(tree.root, best.move) or 0]
    tried["visits"] += 100
    tried["value"] += 100 * best.value
    tried["squares"] += 100 * best.value  # each of them a win or a loss
    found = search.move_statistics()
    assert found[0].move == best.move
    assert found[0].error > found[1].error
