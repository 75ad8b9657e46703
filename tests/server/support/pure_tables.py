"""Tables without a server, with a fixed seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from odintable.server.live import client_messages
from odintable.server.tables import events as ev
from odintable.server.tables import seat_commands
from odintable.server.tables.table import PLAYING, Table
from odintable.server.tables.table_config import ClockConfig, SeatConfig, TableConfig

if TYPE_CHECKING:
    import random

    from odintable.server.tables.applied_event import AppliedEvent

SEED = bytes(range(32))
CLOCKED = ClockConfig("game", start=60, increment=5)


def table_config(game: str = "odin", people: int = 2, bots: int = 0, **more: Any) -> TableConfig:
    """Return a configuration with people first, then bots."""
    chairs = (SeatConfig(),) * people + (SeatConfig("greedy"),) * bots
    return TableConfig(game, people + bots, chairs, **{"first": 0, **more})


def made(config: TableConfig, seed: bytes = SEED) -> Table:
    """Return a table where every seat is taken."""
    table = Table("t" * 12, seed)
    table.apply(ev.TableCreated(0, config=config, commitment="c"))
    for seat in table.people:
        table.apply(ev.SeatTaken(0, seat=seat, name=f"P{seat}"))
    return table


def dealt(config: TableConfig, seed: bytes = SEED) -> Table:
    """Return a table whose cards are dealt."""
    table = made(config, seed)
    for seat in table.people:
        ask(table, client_messages.Ready(), seat)
    return table


def ask(
    table: Table,
    request: client_messages.ClientMessage,
    seat: int,
    now: int = 0,
    absent: frozenset[int] = frozenset(),
) -> AppliedEvent:
    """Carry out a command of a seat."""
    return table.apply(seat_commands.event_for(table, request, seat, now, absent=absent))


def play(table: Table, move: str, now: int = 0) -> AppliedEvent:
    """Make a move of the seat to move."""
    return ask(table, client_messages.Play(f"id{table.seq}", move), table.position.turn, now)


def play_on(table: Table, rng: random.Random, moves: int = 10**9) -> None:
    """Make random moves, to the end of the game if the number is left out."""
    while table.stage == PLAYING and moves:
        play(table, rng.choice(table.position.legal()))
        moves -= 1


def again(table: Table) -> Table:
    """Rebuild a table from its stored events."""
    other = Table(table.name, table._seed)
    for applied in table.log:
        other.apply(ev.decode(ev.encode(applied.event)))
    return other
