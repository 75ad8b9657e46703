"""The fields of a state, read all at once, equal those that NumPy reads one by one."""

import random
from typing import Any

import numpy as np
import pytest

from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match


def read_by_numpy(position: Position) -> dict[str, Any]:
    return {
        name: position.states[name][0].tolist() for name in position.modules.components.STATE.names
    }


def listed(field: Any, like: Any) -> Any:
    """A field in the form of NumPy's lists; there the bytes of a pile are signed."""
    if isinstance(field, bytes):
        return np.frombuffer(field, np.int8).tolist()
    if isinstance(field, tuple):
        return [listed(one, like[0]) for one in field]
    return field


@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_read_as_numpy_reads_it(game: str) -> None:
    match, rng = Match.new(game, shuffler=FairShuffler.numbered(7)), random.Random(7)
    for _ in range(60):
        for position in (match.position, match.position.view(0), match.position.view(1)):
            fields, expected = position.fields, read_by_numpy(position)
            found = {name: listed(getattr(fields, name), expected[name]) for name in expected}
            assert found == expected
        match.play(rng.choice(match.position.legal()))


def test_fields_that_were_read_do_not_change_with_the_state() -> None:
    match = Match.new("odin", shuffler=FairShuffler.numbered(7))
    before = match.position.fields
    hands = before.hands
    match.play(match.position.legal()[0])
    assert before.hands == hands != match.position.fields.hands
