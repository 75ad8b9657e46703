"""Deals are played in every rotation with the same cards; only a cheat sees hidden ones."""

from contextlib import closing
from typing import Any

import pytest

from odintable import bots
from odintable.arena import Contest, play, standings
from odintable.arena.deals import deal_player
from odintable.arena.deals.deal_player import DealPlayer
from odintable.arena.deals.deal_shuffler import DealShuffler, bot_seed
from odintable.bots import Budget, Candidate, MoveChoice, StopSignal
from odintable.games.position import FULL_STATE, Position
from odintable.match.match import Match
from tests.arena.contests import SIMS, contest, outcomes


class Onlooker:
    """A bot that notes what it is handed, and plays the first legal move or the last."""

    name = "onlooker"
    games = ("odin", "ravens")
    about = "notes what it is handed"
    level = None

    def __init__(self, *, cheats: bool = False, at: int = 0) -> None:
        self.cheats = cheats
        self.at = at
        self.handed: list[tuple[Position, Budget, int]] = []

    def choose(self, view: Position, budget: Budget, seed: int, _stop: StopSignal) -> MoveChoice:
        self.handed.append((view, budget, seed))
        move = view.legal()[self.at]
        return MoveChoice(move, 0.5, [Candidate(move, 0.5, 1)])


@pytest.fixture
def onlooker(monkeypatch: pytest.MonkeyPatch) -> Onlooker:
    one = Onlooker()
    monkeypatch.setattr(bots, "BOTS", [*bots.BOTS, one])
    return one


def sit(what: Contest, lineup: int = 0, number: int = 0) -> Any:
    """One deal of a contest."""
    with closing(DealPlayer(what)) as at:
        return at.play(lineup, number)


def test_every_rotation_begins_with_the_same_cards_and_the_same_seat(onlooker: Onlooker) -> None:
    onlooker.cheats = True
    deal = sit(contest("onlooker", "b=onlooker", players=3))
    assert [game.seats for game in deal.games] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    handed = [seen.to_json() for seen, _, _ in onlooker.handed]
    practised, *openings = [
        seen for seen in handed if all(len(hand) == 9 for hand in seen["hands"])
    ]
    assert len(openings) == 4  # both practised, then one for each rotation
    assert openings[0] == practised
    assert openings[1] == openings[2] == openings[3] != practised


def test_chance_decides_who_starts() -> None:
    dealt = [Match.new("odin", players=3, shuffler=DealShuffler(1, number)) for number in range(20)]
    assert {match.position.turn for match in dealt} == {0, 1, 2}


def test_other_deals_and_other_seeds_have_other_cards() -> None:
    dealt = [
        str(Match.new("ravens", first=0, shuffler=DealShuffler(seed, number)).position)
        for seed in (1, 2)
        for number in range(3)
    ]
    assert len(set(dealt)) == 6


def test_later_races_have_the_same_deal_however_many_piles_were_reshuffled() -> None:
    cards = list("FFMMPPSSWW")
    short, long = DealShuffler(1, 5), DealShuffler(1, 5)
    for number in (1, 2):
        long.shuffle(number, "0", cards[:7])
    assert short.shuffle(1, "0", cards) == long.shuffle(3, "0", cards)
    again = short.shuffle(2, "0", cards)
    assert again == long.shuffle(4, "0", cards)
    assert again != DealShuffler(1, 5).shuffle(1, "0", cards)


def test_equal_players_share_every_deal_of_a_game_without_hidden_differences() -> None:
    result = play(contest("greedy", "b=greedy", games=40), workers=1)
    assert [deal.share(0) for deal in result.deals] == [0.5] * 20


def test_a_bot_gets_a_view_and_a_cheating_bot_the_full_position(onlooker: Onlooker) -> None:
    sit(contest("onlooker", "greedy"))
    assert onlooker.handed
    assert {seen.viewer - seen.turn for seen, _, _ in onlooker.handed} == {0}
    onlooker.handed.clear()
    onlooker.cheats = True
    sit(contest("onlooker", "greedy"))
    assert {seen.viewer for seen, _, _ in onlooker.handed} == {FULL_STATE}


def test_forced_moves_are_played_without_asking(onlooker: Onlooker) -> None:
    onlooker.at = -1  # so that it plays rather than passes
    deal = sit(contest("onlooker", "greedy", options={}))
    assert all(len(seen.moves()) > 1 for seen, _, _ in onlooker.handed)
    decisions = sum(times.count for times in deal.times.values())
    assert 0 < decisions < sum(game.decisions for game in deal.games)
    assert deal.times[0].count == len(onlooker.handed) - 1  # but for the one it practised with


def test_every_decision_has_its_own_seed_and_the_budget_asked_for(onlooker: Onlooker) -> None:
    sit(contest("onlooker", "greedy"))
    seeds = [seed for _, _, seed in onlooker.handed]
    assert len(set(seeds)) == len(seeds)
    assert {budget for _, budget, _ in onlooker.handed} == {SIMS}
    assert bot_seed(1, 2, 0, 3) != bot_seed(1, 2, 1, 3)


def test_scores_are_recorded_after_every_hand() -> None:
    deal = sit(contest("greedy", "random", options={"limit": 9}))
    for game in deal.games:
        assert len(game.scores) > 1
        assert all(max(scores) < 9 for scores in game.scores[:-1])
        assert max(game.points) >= 9


def test_a_game_that_does_not_end_counts_as_even(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_player, "MAX_DECISIONS", 5)
    result = play(contest("greedy", "random", games=2), workers=1)
    assert [game.is_cut for game in result.deals[0].games] == [True, True]
    assert result.deals[0].share(0) == 0.5
    assert standings(result)[0].points is None


def test_an_error_in_one_of_our_bots_is_raised(
    onlooker: Onlooker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onlooker, "choose", lambda *_: MoveChoice("castle", 0.5, []))
    with pytest.raises(ValueError, match="castle"):
        sit(contest("onlooker", "greedy"))


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    games = [
        outcomes(play(contest("random", "b=random", games=8, seed=seed), workers=1).deals)
        for seed in (1, 1, 2)
    ]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_another_contestant_does_not_change_the_games_of_the_others() -> None:
    two = play(contest("greedy", "random", games=4), workers=1)
    three = play(contest("greedy", "random", "b=random", games=4), workers=1)
    assert outcomes(two.deals) == outcomes(three.deals)[:2]


def test_a_contest_of_more_players_gives_each_contestant_the_mean_of_its_seats() -> None:
    result = play(contest("greedy", "random", players=4, games=8), workers=1)
    for deal in result.deals:
        assert deal.share(0) + 3 * deal.share(1) == pytest.approx(1)
    assert result.contest.even == 0.25
    one, three = (standing.share for standing in standings(result))
    assert 3 * three.high == pytest.approx(1 - one.low)
    assert 3 * three.low == pytest.approx(1 - one.high)
