"""Bots choose legal moves from a view alone, and the greedy one plays sensibly."""

from collections import Counter

import pytest

from odintable import bots
from odintable.bots import Bot, Budget, Candidate, CheatingBot, NeverStop, UnknownBot
from odintable.errors import OdintableError
from odintable.games import compiled_calls
from odintable.games.json_reader import Json
from odintable.games.position import SPECTATOR, Position
from odintable.games.rng import generator
from tests.games.rules.positions import position
from tests.paths import ROOT

EVERY = [(bot, game) for bot in bots.BOTS for game in bot.games if not bot.cheats]
NAMES = [f"{bot.name}-{game}" for bot, game in EVERY]


def dealt(game: str, seed: int, players: int = 2, **options: Json) -> Position:
    """A new position, dealt from a seed."""
    new = Position.new(game, players, seed % players, options)
    compiled_calls.reset_all(new.states, new.states.copy(), generator(seed).reshape(1, 1))
    return new


def choose(bot: Bot, at: Position, seed: int) -> bots.MoveChoice:
    """Let a bot choose for the player to move."""
    return bot.choose(at.view(at.turn), Budget(sims=20), seed, NeverStop())


def play(at: Position, seats: list[Bot], seed: int, most: int = 100_000) -> int:
    """Let the bots play; return the number of decisions."""
    rng = generator(seed)
    for decision in range(most):
        if at.is_over:
            return decision
        chosen = choose(seats[at.turn], at, seed * 1000 + decision)
        compiled_calls.step_at(at.states, 0, at.read_move(chosen.move), rng)
    return most


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_there_are_five_opponents_in_order_and_the_strongest_comes_last(game: str) -> None:
    levels = [bots.get(name, game).level for name in bots.names(game)]
    assert [level for level in levels if level] == [1, 2, 3, 4, 5]
    assert bots.names(game)[0] == "random"
    assert bots.strongest(game).name == "seer"


@pytest.mark.parametrize("name", ["oracle", "ismcts-plain-cheat"])
def test_bots_that_see_hidden_cards_are_for_measuring_only(name: str) -> None:
    assert name not in bots.names("odin")
    assert name in bots.names("odin", measuring=True)
    with pytest.raises(CheatingBot, match=f"{name} sees hidden cards: it plays in the arena only"):
        bots.get(name, "odin")
    at = dealt("odin", 1)
    cheat = bots.get(name, "odin", measuring=True)
    assert cheat.choose(at, Budget(sims=9), 1, NeverStop()).move in at.legal()


def test_the_error_for_an_unknown_bot_lists_the_known_ones() -> None:
    with pytest.raises(
        UnknownBot, match=r"no bot 'hugin' plays odin: there are random, ask, embla, greedy"
    ):
        bots.get("hugin", "odin")
    with pytest.raises(UnknownBot, match="chess"):
        bots.get("greedy", "chess")


def test_every_bot_has_a_description_and_a_unique_name() -> None:
    assert len({bot.name for bot in bots.BOTS}) == len(bots.BOTS)
    for bot in bots.BOTS:
        assert bot.about
        assert "\n" not in bot.about
        assert bot.level is None or 1 <= bot.level <= 5


GUIDED = ("seer", "mimir")  # they compare values without the standard error


def rank(candidate: Candidate, bot: Bot) -> float:
    """What moves are sorted by: for most bots the value less two standard errors."""
    return candidate.value - (0 if bot.name in GUIDED else 2) * (candidate.error or 0.0)


@pytest.mark.parametrize(("bot", "game"), EVERY, ids=NAMES)
def test_a_bot_chooses_a_legal_move_with_sorted_candidates(bot: Bot, game: str) -> None:
    for seed in range(12):
        at = dealt(game, seed)
        play(at, [bots.get("greedy", game)] * 2, seed, most=seed * 9)
        if at.is_over:
            continue
        chosen = choose(bot, at, seed)
        legal = at.legal()
        values = [candidate.value for candidate in chosen.candidates]
        ranks = [rank(candidate, bot) for candidate in chosen.candidates]
        assert chosen.move == chosen.candidates[0].move
        assert chosen.value == values[0]
        assert ranks == sorted(ranks, reverse=True)
        assert all(0 <= value <= 1 for value in values)
        assert {candidate.move for candidate in chosen.candidates} <= set(legal)


@pytest.mark.parametrize(("bot", "game"), EVERY, ids=NAMES)
def test_hidden_cards_do_not_change_a_choice(bot: Bot, game: str) -> None:
    for seed in range(10):
        at = dealt(game, seed, **({"buy-magic": True} if game == "ravens" and seed % 2 else {}))
        play(at, [bots.get("greedy", game)] * 2, seed, most=seed * 7)
        if at.is_over:
            continue
        chosen = choose(bot, at, seed)
        for other in range(5):
            elsewhere = at.view(at.turn).sample_state(other)
            assert choose(bot, elsewhere, seed) == chosen


@pytest.mark.parametrize(("bot", "game"), EVERY, ids=NAMES)
def test_a_choice_is_repeatable_with_the_same_seed(bot: Bot, game: str) -> None:
    at = dealt(game, 3)
    assert [choose(bot, at, seed) for seed in range(9)] == [
        choose(bot, at, seed) for seed in range(9)
    ]


@pytest.mark.parametrize(("bot", "game"), EVERY, ids=NAMES)
def test_a_bot_refuses_a_view_of_another_seat(bot: Bot, game: str) -> None:
    at = dealt(game, 3)
    for seen in (at, at.view(1 - at.turn), at.view(SPECTATOR)):
        with pytest.raises(OdintableError, match="a view of the seat to move"):
            bot.choose(seen, Budget(sims=1), 0, NeverStop())


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_the_random_bot_chooses_all_legal_moves_equally_often(game: str) -> None:
    at = dealt(game, 5)
    bot = bots.get("random", game)
    chosen = Counter(choose(bot, at, seed).move for seed in range(3000))
    expected = 3000 / len(at.legal())
    assert sorted(chosen) == at.legal()
    assert sum((count - expected) ** 2 / expected for count in chosen.values()) < 3 * len(chosen)


def share_of_greedy(game: str, games: int) -> float:
    """The greedy bot's share of the win against the random one, in both seats."""
    greedy, other = bots.get("greedy", game), bots.get("random", game)
    won = 0.0
    for seed in range(games):
        at = dealt(game, seed)
        seat = seed // 2 % 2  # the starting player changes with the seed, too
        play(at, [greedy, other] if seat == 0 else [other, greedy], seed)
        won += at.outcome()[seat]
    return won / games


@pytest.mark.long
def test_greedy_beats_random_in_odin() -> None:
    assert share_of_greedy("odin", 40) > 0.95


@pytest.mark.long
def test_greedy_beats_random_in_ravens() -> None:
    assert share_of_greedy("ravens", 40) > 0.97


@pytest.mark.long
@pytest.mark.parametrize(("game", "fewest", "most"), [("odin", 90, 200), ("ravens", 100, 200)])
def test_greedy_games_have_a_realistic_length(game: str, fewest: int, most: int) -> None:
    greedy = bots.get("greedy", game)
    decisions = [play(dealt(game, seed), [greedy] * 2, seed, most=2000) for seed in range(30)]
    assert max(decisions) < 800
    assert fewest < sum(decisions) / len(decisions) < most


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_greedy_finishes_games_of_odin_with_more_players(players: int) -> None:
    greedy = bots.get("greedy", "odin")
    at = dealt("odin", players, players, goat=players % 2 == 0)
    assert play(at, [greedy] * players, players, most=4000) < 4000


# -- Rules of thumb ----------------------------------------------------------------------------


def choice(game: str, **changed: Json) -> str:
    """The move that the greedy bot chooses in a position."""
    return choose(bots.get("greedy", game), position(game, **changed), 0).move


def test_greedy_goes_out_when_it_can() -> None:
    hands = ["B2 B5 B9", "G2 G8 O5", "R1 Y4"]
    assert choice("odin", hands=hands) == "play B2 B5 B9"


def test_greedy_sheds_two_cards_rather_than_one() -> None:
    move = choice(
        "odin",
        hands=["R2 R8 G9", "G2 G8 O5", "R1 Y4"],
        phase="follow",
        table="B1",
        owner=2,
    )
    assert move == "play R2 R8"


def test_greedy_passes_when_a_play_would_break_a_good_hand() -> None:
    hands = ["B2 B3 B4 B5 B6 B8", "G2 G8 O5 O6 O7", "R1 Y4 Y5 Y6"]
    assert choice("odin", hands=hands, phase="follow", table="R7", owner=2) != "play B8"


def test_greedy_takes_the_card_that_fits() -> None:
    hands = ["B2 B3 B4 B5", "G2 G8 O5 O6 O7", "R1 Y4 Y5 Y6"]
    move = choice("odin", hands=hands, phase="take", offered="B7 G7", table="R9 R8", owner=0)
    assert move == "take B7"


def test_greedy_flies_with_one_card_rather_than_with_two() -> None:
    assert choice("ravens", hands=["FMMPP", "MPPSa"], magic="SW") == "fly F"


def test_greedy_lays_a_card_on_an_open_magic_way_and_not_on_one_that_is_won() -> None:
    hands = ["MMMPP", "MPPSa"]
    assert choice("ravens", hands=hands, magic="MP").startswith("magic ")
    assert not choice("ravens", hands=hands, magic="MP", ways=["MM", ""]).startswith("magic ")


def test_greedy_wins_the_race_when_it_can() -> None:
    for hand in ("FMSst", "FMSWr"):
        assert choice("ravens", ravens=[7, 2], hands=[hand, "MPPSa"]) in ("fly S", "r forward")


def test_greedy_does_not_remove_a_card_so_that_the_other_arrives() -> None:
    move = choice("ravens", ravens=[2, 7], hands=["FFttt", "MPPSa"], magic="PW")
    assert "remove 8" not in move


# -- The page ----------------------------------------------------------------------------------


def test_every_bot_is_described_on_its_page() -> None:
    page = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
    for bot in bots.BOTS:
        assert f"| `{bot.name}` |" in page
        assert bot.about in page
        assert f"\n## {bot.name}\n" in page
