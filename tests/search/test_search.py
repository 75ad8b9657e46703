"""The search finds good moves, keeps to its limits, and uses nothing but the view."""

import threading

import pytest

from odintable import bots
from odintable.bots import Budget, NeverStop, search_bots
from odintable.games.json_reader import Json
from odintable.games.position import SPECTATOR, Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.search.config import search_config_for
from odintable.search.parallel_search import ParallelSearch, SearchLimits
from tests.games.rules.positions import position

GAMES = ["odin", "ravens"]
STRONG = ["search", "seer", "ismcts-plain", "gudrun", "mimir"]


def begun(game: str, moves: int = 0, seed: int = 5, players: int = 2, **options: Json) -> Match:
    """A match after some moves of greedy players."""
    match = Match.new(
        game, players=players, first=0, options=options, shuffler=FairShuffler.numbered(seed)
    )
    greedy = bots.get("greedy", game)
    for at in range(moves):
        if match.position.is_over:
            break
        view = match.position.view(match.position.turn)
        match.play(greedy.choose(view, Budget(), at, NeverStop()).move)
    return match


def choice(name: str, at: Position, sims: int = 300, seed: int = 0) -> str:
    """The move that a bot chooses in a position."""
    return (
        bots.get(name, at.name).choose(at.view(at.turn), Budget(sims=sims), seed, NeverStop()).move
    )


# -- Good moves --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STRONG)
def test_it_goes_out_when_it_can(name: str) -> None:
    at = position("odin", hands=["B2 B5 B9", "G2 G8 O5", "R1 Y4"])
    assert choice(name, at) == "play B2 B5 B9"


@pytest.mark.parametrize(("game", "like"), [("ravens", "net-ravens"), ("odin", "seer")])
def test_mimir_plays_ravens_as_net_and_odin_as_seer(game: str, like: str) -> None:
    for seed in range(4):
        at = begun(game, moves=7, seed=seed).position
        assert choice("mimir", at) == choice(like, at)


def test_with_max_turns_mimir_searches() -> None:
    at = begun("ravens", moves=7, **{"max-turns": 60}).position
    assert choice("mimir", at) == choice("search", at)


@pytest.mark.parametrize("name", ["search", "seer", "gudrun", "mimir"])
def test_it_wins_the_race_that_wins_the_game(name: str) -> None:
    at = position("ravens", ravens=[7, 2], hands=["FMSst", "MPPSa"], scores=[9, 11])
    move = choice(name, at)
    assert move in ("fly S", "t remove 8")
    at.apply(at.read_move(move))
    assert at.outcome() == [1.0, 0.0]


def test_it_does_not_let_the_other_go_out_for_nothing() -> None:
    """A pass would let the other player lead the last card; any play wins at once or next."""
    hands = ["B9 G2 G3", "R5"]
    at = position(
        "odin", players=2, hands=hands, phase="follow", table="Y8", owner=1, scores=[0, 0]
    )
    assert choice("search", at) != "pass"


def test_the_score_counts_as_well_as_the_hand() -> None:
    """A player who is far ahead is likely to win the game, whoever wins this hand."""
    match = begun("odin")
    probabilities = []
    for scores in ([0, 14], [14, 0]):
        at = match.position.copy()
        at.state.scores[:2] = scores
        search = ParallelSearch(at.view(at.turn), 1, search_config_for(at), 500)
        search.run(SearchLimits(None, 500, NeverStop()))
        probabilities.append(search.win_probabilities()[0])
    assert probabilities[0] > 0.75
    assert probabilities[1] < 0.25


# -- Hidden cards ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["search", "seer"])
@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_do_not_change_the_choice(game: str, name: str) -> None:
    for moves in (0, 6, 15, 30):
        at = begun(game, moves, seed=moves).position
        if at.is_over:
            continue
        seen = at.view(at.turn)
        chosen = bots.get(name, game).choose(seen, Budget(sims=200), 3, NeverStop())
        twin = seen.sample_state(99)
        assert twin.history == seen.history
        again = bots.get(name, game).choose(twin.view(twin.turn), Budget(sims=200), 3, NeverStop())
        assert again == chosen


def test_moves_that_a_seat_does_not_see_are_not_in_its_history() -> None:
    match = begun("ravens")
    mover = match.position.turn
    stacked = next(move for move in match.position.legal() if move.startswith("stack "))
    match.play(stacked)
    assert match.position.history == match.position.view(mover).history != []
    assert match.position.view(1 - mover).history == []
    assert match.position.view(SPECTATOR).history == []


def test_the_history_begins_with_the_hand() -> None:
    match = begun("odin", 12)
    deal = match.position.leg
    greedy = bots.get("greedy", "odin")
    while match.position.leg == deal:
        view = match.position.view(match.position.turn)
        match.play(greedy.choose(view, Budget(), 1, NeverStop()).move)
    assert match.position.history == []


# -- Limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", STRONG)
def test_a_cancelled_search_answers_with_a_legal_move(name: str, game: str) -> None:
    stop = threading.Event()
    stop.set()
    at = begun(game, 4).position
    chosen = bots.get(name, game).choose(at.view(at.turn), Budget(time_ms=60_000), 1, stop)
    assert chosen.move in at.legal()


@pytest.mark.parametrize(
    ("name", "game"),
    [(bot.name, game) for bot in bots.BOTS for game in bot.games if not bot.cheats],
)
def test_a_search_without_time_answers_with_a_legal_move(name: str, game: str) -> None:
    at = begun(game, 4).position
    chosen = bots.get(name, game).choose(at.view(at.turn), Budget(time_ms=1), 1, NeverStop())
    assert chosen.move in at.legal()


class Impatient:
    """A stop signal that is set after a number of looks at it."""

    MAX_LOOKS = 50
    looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks >= self.MAX_LOOKS


def test_a_running_search_can_be_cancelled() -> None:
    at = begun("ravens", 4).position
    stop, an_hour = Impatient(), Budget(time_ms=3_600_000)
    chosen = bots.get("search", "ravens").choose(at.view(at.turn), an_hour, 1, stop)
    assert stop.looks == Impatient.MAX_LOOKS
    assert chosen.move in at.legal()


@pytest.mark.parametrize("game", GAMES)
def test_simulations_are_counted_exactly(game: str) -> None:
    at = begun(game, 3).position
    for threads in (1, 2):
        search = ParallelSearch(at.view(at.turn), 1, search_config_for(at), 100, threads)
        search.run(SearchLimits(None, 100, NeverStop()))
        assert search.visits == 100
        assert sum(one.visits for one in search.move_statistics()) == 100


def test_a_full_tree_goes_on_simulating() -> None:
    at = begun("ravens", 3).position
    search = ParallelSearch(at.view(at.turn), 1, search_config_for(at), 1)
    search.run(SearchLimits(None, 5000, NeverStop()))
    tree = search.trees[0]
    assert search.visits == 5000
    assert int(tree.last[0]) < tree.nodes.size < 5000


def test_a_search_with_two_threads_is_repeatable() -> None:
    at = begun("odin", 3).position
    ask = [
        bots.get("search", "odin").choose(
            at.view(at.turn), Budget(sims=300, threads=2), 7, NeverStop()
        )
        for _ in range(2)
    ]
    assert ask[0] == ask[1]


# -- Reusing the tree within a turn ------------------------------------------------------------


def test_against_the_clock_the_tree_is_reused_for_the_next_move_of_the_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    enough = SearchLimits(None, 500, NeverStop())  # fits into the time on every machine
    monkeypatch.setattr(search_bots, "limits_for", lambda *_: enough)
    match = begun("ravens", 0, seed=8)
    search_bots.reusable.clear()
    seat, reused = match.position.turn, 0
    while match.position.turn == seat:
        view = match.position.view(seat)
        saved = search_bots.take_reusable(view, search_config_for(view))
        if saved is not None:  # the last move showed nothing new
            assert saved.visits > 0
            search_bots.reusable[search_config_for(view).settings, view.states.tobytes()] = saved
            reused += 1
        chosen = bots.get("search", "ravens").choose(view, Budget(time_ms=20), 1, NeverStop())
        match.play(chosen.move)
    assert reused > 0


def test_with_a_number_of_simulations_no_tree_is_reused() -> None:
    search_bots.reusable.clear()
    choice("search", begun("ravens").position)
    assert not search_bots.reusable
