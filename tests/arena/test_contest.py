"""A contest is checked before it is played, and lists its lineups."""

from typing import Any

import pytest

from odintable.arena.contest import rotated
from odintable.errors import OdintableError

from .contests import contest


@pytest.mark.parametrize(
    ("names", "setting", "message"),
    [
        (["greedy"], {}, "two contestants or more, not 1"),
        (["greedy", "greedy"], {}, "two contestants are called greedy"),
        (["greedy", "hugin"], {}, "no bot 'hugin' plays odin"),
        (["greedy", "random"], {"players": 7}, "odin is for 2 to 6 players"),
        (["greedy", "random"], {"game": "ravens", "players": 3}, "ravens is for 2 players"),
        (["greedy", "random"], {"game": "chess"}, "game must be odin or ravens"),
        (["greedy", "random"], {"options": {"stakes": 1}}, "stakes"),
        (["greedy", "random"], {"games": 0}, "the number of games must be from 1 to"),
        (["greedy", "random"], {"seed": -1}, "the seed must be a number from 0"),
        (["greedy", "random", "b=greedy"], {"players": 3}, "3 contestants play in pairs"),
    ],
)
def test_unplayable_settings_are_refused(
    names: list[str], setting: dict[str, Any], message: str
) -> None:
    with pytest.raises(OdintableError, match=message):
        contest(*names, **setting)


def test_two_contestants_sit_one_against_all_others() -> None:
    assert contest("greedy", "random").lineups == [(0, 1)]
    assert contest("greedy", "random", players=4).lineups == [(0, 1, 1, 1)]


def test_more_than_two_contestants_play_in_pairs() -> None:
    assert contest("greedy", "random", "b=greedy").lineups == [(0, 1), (0, 2), (1, 2)]


def test_every_contestant_has_every_seat_once() -> None:
    lineup = contest("greedy", "random", players=4).lineups[0]
    seatings = [rotated(lineup, rotation) for rotation in range(4)]
    assert [seats.index(0) for seats in seatings] == [0, 1, 2, 3]
    assert all(sorted(seats) == [0, 1, 1, 1] for seats in seatings)


def test_the_number_of_games_is_rounded_up_to_whole_deals() -> None:
    assert contest("greedy", "random", games=10).deals == 5
    assert contest("greedy", "random", games=10, players=4).deals == 3


def test_the_fingerprint_depends_on_settings_but_not_on_the_number_of_games() -> None:
    first = contest("greedy", "random", games=10)
    assert first.fingerprint() == contest("greedy", "random", games=20).fingerprint()
    for other in (
        contest("greedy", "random", seed=2),
        contest("greedy", "random@11sims"),
        contest("random", "greedy"),
        contest("greedy", "random", options={}),
        contest("greedy", "random", players=3),
    ):
        assert other.fingerprint() != first.fingerprint()
