"""Engine and reference agree at every step of 1,500 random games of each game, with all options."""

import re
from collections import Counter
from itertools import combinations

import pytest

from tests.games.lockstep import play_games, what_is_played
from tests.reference import odin, ravens

GAMES = 1500  # of each game in `make test`
CHUNK = 500

# How often each thing must be done in every CHUNK games: about a quarter of what was counted.
REACHED = {
    "ravens": """
        200 played from the deal to the end
        2000 fly match from hand         800 fly match from stack
        1000 fly joker from hand         100 fly joker from stack    300 fly joker from both
        10 fly match match from hand       1 fly match match from stack
        3 fly match match from both       10 fly match joker from hand
        1 fly match joker from stack      10 fly match joker from both
        10 fly joker joker from both
        100 landed before the stone      100 stone paid off          100 stone moved on
        200 stone from hand               50 stone from stack
        100 swap from hand                50 swap from stack
        400 turn from hand                50 turn from stack
        400 remove from hand              50 remove from stack       200 removed under the pile
        200 back from hand                30 back from stack          20 back to the start
        300 forward from hand             50 forward from stack
        30 arrange from hand              10 arrange from stack
        30 arrange lifted                  2 arrange laid by itself  100 lay
        100 add from hand                 50 add from stack            2 add with one card left
        4000 stack                      1000 discard from hand       600 discard from stack
        500 magic from hand              200 magic from stack
        200 buy magic from hand          100 buy magic from stack
        30 last Magic Way card bought
        2000 end                        1000 extend                 1500 place
        30 no landscape card to be had
        100 seat 0 reshuffled            100 seat 1 reshuffled
        30 draw pile 0 ran out            30 draw pile 1 ran out
        10 turn ended with fewer than five cards to be had
        50 landscape pile ran out         40 landscapes reshuffled for extend
        4 landscapes reshuffled for add    4 landscapes reshuffled for a second card
        40 passed cards reshuffled        10 only removed cards reshuffled
        3 stone swept off with passed cards
        200 race over by fly              15 race over by forward      8 race over by remove
        200 race over by end              30 race over by place
        1 removal brought both to the last space
        2 removal brought the own to the last space
        3 removal brought the other to the last space
        100 max-turns ended the race      50 max-turns ended the game
        2 max-turns with equal points at the target: the game goes on
        100 game over by points            5 game over with equal points
        10 game won by the loser of the race
        40 next race after unequal points  3 next race after equal points
        50 stack kept for the next race
        100 Magic Way bonus to 0         100 Magic Way bonus to 1    100 Magic Way bonus to None
    """,
    "odin": """
        400 played from the deal to the end
        1000 players 2    1000 players 3    1000 players 4    1000 players 5    1000 players 6
        2000 lead single                  15 lead single with the goat
        100 lead whole hand single         1 lead whole hand single with the goat
        20 lead whole hand colour          2 lead whole hand colour with the goat
        15 lead whole hand number
        1000 follow as many single       800 follow as many colour
        300 follow as many number         30 follow as many colour with the goat
        1000 follow one more colour       50 follow one more colour with the goat
        600 follow one more number       100 follow with four or more
        2000 forced take                   5 forced take of the goat
        1500 take of several              20 take the goat
        6000 pass      1000 play after passes      2000 round over
        150 hand over by follow          150 hand over by lead       10 goat left in a hand
        100 another hand                  40 table cleared for another hand
        200 game over                     60 over by hands          100 over by limit
        200 single winner                  5 shared win
    """,
}


def wanted(name: str) -> dict[str, int]:
    """What must happen -> how often at least. Entries are two spaces or a line apart."""
    entries = [entry.split(" ", 1) for entry in re.split(r"\s{2,}", REACHED[name].strip())]
    return {deed: int(least) for least, deed in entries}


def assert_reached(name: str, done: Counter[str]) -> None:
    """Everything happened often enough, and nothing is counted that is not required."""
    too_rare = {deed: done[deed] for deed, least in wanted(name).items() if done[deed] < least}
    assert not too_rare
    assert set(done) <= set(wanted(name))


@pytest.mark.bulk
@pytest.mark.long
@pytest.mark.parametrize("chunk", range(GAMES // CHUNK))
@pytest.mark.parametrize("name", ["odin", "ravens"])
def test_engine_and_reference_agree_at_every_step(name: str, chunk: int) -> None:
    assert_reached(name, play_games(name, range(CHUNK * chunk, CHUNK * (chunk + 1))))


@pytest.mark.parametrize("name", ["odin", "ravens"])
def test_engine_and_reference_agree_in_a_few_games(name: str) -> None:
    assert play_games(name, range(8))["played from the deal to the end"] > 3


OPTIONS = {
    "odin": ["limit", "hands", "goat", "four-colours"],
    "ravens": [
        *("removed-under", "buy-magic", "keep-cards", "target", "strict-joker", "max-turns"),
    ],
}


@pytest.mark.parametrize("name", ["odin", "ravens"])
def test_every_option_is_on_in_100_games_and_every_pair_in_10(name: str) -> None:
    on: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for number in range(GAMES):
        _, options = what_is_played(name, number)
        on.update(options)
        pairs.update(combinations(sorted(options), 2))
    assert set(on) == set(OPTIONS[name])
    assert min(on.values()) >= 100
    assert len(pairs) == len(list(combinations(OPTIONS[name], 2)))
    assert min(pairs.values()) >= 10


def test_odin_is_played_by_two_to_six_and_options_with_numbers_have_several() -> None:
    played = [what_is_played("odin", number) for number in range(GAMES)]
    assert min(Counter(players for players, _ in played).values()) >= 100
    assert len({options.get("limit") for _, options in played}) >= 5
    raced = [what_is_played("ravens", number)[1] for number in range(GAMES)]
    assert len({options.get("target") for options in raced}) >= 5
    assert len({options.get("max-turns") for options in raced}) >= 5


def test_a_reference_with_another_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        odin, "value", lambda cards: int("".join(sorted(card[1] for card in cards)))
    )
    with pytest.raises(AssertionError):
        play_games("odin", range(20))
    monkeypatch.setattr(ravens, "KEPT_BEHIND", 1)
    with pytest.raises(AssertionError):
        play_games("ravens", range(40))
