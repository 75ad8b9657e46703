"""Checks that a live table is the same as the replay of its stored events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from odintable.server.tables import events as ev
from odintable.server.tables import viewer_messages
from odintable.server.tables.event_replay import replay_events
from odintable.server.tables.table import Table

if TYPE_CHECKING:
    from odintable.server.live.table_registry import TableRegistry

    from .server_in_process import InProcessServer


def check_history(world: InProcessServer, name: str) -> None:
    """Check that events are numbered without a gap, and replay to the live table."""
    registry = world.services.registry
    assert numbers(registry, name) == list(range(world.table(name).seq))
    game = registry.store.game(name)
    assert game is not None
    replay = Table(name, game.seed, registry.sources.make_shuffler, registry.downtime_between)
    replay_events(replay, registry.store.events(name))
    assert whole(replay) == whole(world.table(name)), name


def numbers(registry: TableRegistry, name: str) -> list[int]:
    """Return the numbers of the stored events."""
    store: Any = registry.store
    rows = store._read("SELECT seq FROM events WHERE game = ? ORDER BY seq", name)
    return [seq for (seq,) in rows]


def whole(table: Table) -> dict[str, Any]:
    """Return the whole state of a table."""
    match, clock = table.match, table.clock
    return {
        "plan": viewer_messages.table_info(table),
        "commitment": table.commitment,
        "events": [ev.encode(one.event) for one in table.log],
        "applied_events": [msgspec.structs.replace(one, leg_end=None) for one in table.log],
        "leg_ends": [one.leg_end and one.leg_end.states.tobytes() for one in table.log],
        "seats": table.seats,
        "proposals": table.proposals,
        "salts": table.salts,
        "result": table.result,
        "rematch": table.rematch,
        "moves": table.moves,
        "turns": table.turns,
        "unseen": table.secret_events,
        "ids": table.ids,
        "clock": clock and (clock.left, clock.running, clock.since, clock.compensated),
        "position": match and (match.position.states.tobytes(), match.position.history),
        "steps": match and match.steps,
        "seed": table._seed,
        "may_take_back": match and [table.may_take_back(seat) for seat in range(len(table.seats))],
    }
