"""Games that end early leave records that can be verified like all others."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from odintable.match.fair_shuffle import commitment_of
from odintable.record.reader import read
from odintable.record.record import check_shuffles
from odintable.server.live import client_messages
from odintable.server.review.timeline import is_game_over, winners_of
from odintable.server.tables import events as ev
from odintable.server.tables.game_record import record_of, write_record
from tests.server.support.pure_tables import CLOCKED, SEED, ask, dealt, play_on, table_config

if TYPE_CHECKING:
    from collections.abc import Callable

    from odintable.server.tables.table import Table


def resigned(table: Table) -> None:
    """All people give up; with two at the table the first ends it."""
    for seat in range(len(table.seats)):
        if table.result is None:
            ask(table, client_messages.Resign(), seat)


def agreed(table: Table) -> None:
    """The others end it, for seat 0 is away."""
    ask(table, client_messages.Propose(what="end", seat=0), 1, absent=frozenset({0}))
    for seat in range(2, len(table.seats)):
        ask(table, client_messages.Agree(what="end"), seat, absent=frozenset({0}))


def out_of_time(table: Table) -> None:
    """The seat to move has no time left."""
    table.apply(ev.Ended(10**9, why=ev.Ended.TIME, seat=table.position.turn))


def abandoned(table: Table) -> None:
    """Nobody has come for a long time."""
    table.apply(ev.Ended(10**9, why=ev.Ended.ABANDONED))


@pytest.mark.parametrize("end", [resigned, agreed, out_of_time, abandoned])
@pytest.mark.parametrize(("game", "people"), [("odin", 2), ("odin", 4), ("ravens", 2)])
@pytest.mark.parametrize("moves", [0, 60])
def test_the_record_of_a_game_that_ended_early_verifies_and_names_the_winner(
    end: Callable[[Table], None], game: str, people: int, moves: int
) -> None:
    clock = CLOCKED if end is out_of_time else None
    table = dealt(
        table_config(game, people, clock=clock, options={"limit": 90} if game == "odin" else {})
    )
    play_on(table, random.Random(1), moves)
    end(table)
    assert table.result is not None
    text = write_record(record_of(table))
    assert f"\nseed: {SEED.hex()}\n" in text
    record = read(text)
    check_shuffles(record)
    assert record.commitment == commitment_of(SEED)
    assert record.ending is not None
    assert (record.ending.why, record.ending.seat) == (table.result.why, table.result.seat)
    assert winners_of(record) == table.result.winners
    assert is_game_over(record)
