"""Giving up a seat: commands sent from there do not count for the next player."""

import asyncio

from odintable.server.live import client_messages
from odintable.server.live.live_table import LiveTable, Outcome
from odintable.server.live.socket_route import NO_ACCESS
from odintable.server.refused_error import Refused
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tokens import token_digest
from tests.server.support.pure_tables import table_config
from tests.server.support.registry_in_process import (
    FailingStore,
    new_connection,
    open_registry,
    send_command,
)


def sitting(live_table: LiveTable, token: str) -> asyncio.Future[Outcome]:
    """Seat 1 is asked for, with this link to it."""
    done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    live_table.take_seat(1, token, token_digest(token), done.set_result)
    return done


def test_a_token_gives_no_access_to_a_seat_being_given_up(store: FailingStore) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table, _ = await registry.create(table_config(), 0, "A")
        assert isinstance(await sitting(live_table, "old"), AppliedEvent)
        one, protocol = new_connection(registry)
        leaving = asyncio.ensure_future(send_command(live_table, client_messages.Leave("l"), 1))
        await asyncio.sleep(0)
        assert live_table.busy
        one.on_message(
            client_messages.encode({"do": "hello", "table": live_table.table.name, "token": "old"})
        )
        assert isinstance(await leaving, AppliedEvent)
        assert isinstance(await sitting(live_table, "new"), AppliedEvent)
        assert live_table.viewers.by_seat == {}, (
            "whoever gave up the seat must not see the next player's cards"
        )
        assert protocol.code == NO_ACCESS
        one.on_closed()
        registry.close()

    asyncio.run(scene())


def test_commands_of_a_leaving_player_do_not_count_for_the_next(
    store: FailingStore,
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table, _ = await registry.create(table_config(), 0, "A")
        assert isinstance(await sitting(live_table, "old"), AppliedEvent)
        leaving = asyncio.ensure_future(send_command(live_table, client_messages.Leave("l"), 1))
        await asyncio.sleep(0)
        assert live_table.busy
        coming = sitting(live_table, "new")
        begin = await send_command(live_table, client_messages.Ready("r", salt="mine"), 1)
        assert isinstance(begin, Refused)
        assert begin.code == "not-a-seat"
        assert isinstance(await leaving, AppliedEvent)
        assert isinstance(await coming, AppliedEvent)
        assert (live_table.table.seats[1].name, live_table.table.seats[1].ready) == ("new", False)
        registry.close()

    asyncio.run(scene())
