"""API calls return what is on disk, even while an event is being stored."""

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from fastapi import Request

from odintable.server.http import table_routes
from odintable.server.http.request_queue import RequestQueue
from odintable.server.live import client_messages
from odintable.server.live.live_table import LiveTable, Outcome
from odintable.server.live.table_registry import TableRegistry
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tables.table import Table
from odintable.server.tokens import token_digest
from tests.server.support.pure_tables import table_config
from tests.server.support.registry_in_process import (
    FailingStore,
    dealt,
    is_retry,
    new_connection,
    open_registry,
    play,
    send_command,
)


def called(registry: TableRegistry, live_table: LiveTable) -> asyncio.Future[Any]:
    """Seat 1 asks for the seed, which is told when the game is over."""
    token = {"type": "http", "headers": [(b"authorization", b"Bearer B")]}
    services = SimpleNamespace(registry=registry, request_queue=RequestQueue())
    return asyncio.ensure_future(
        table_routes.get_fairness(live_table.table.name, Request(token), services)
    )


def test_a_waiting_call_does_not_see_events_that_are_not_stored(store: FailingStore) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        played: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def answer(outcome: Outcome) -> None:
            store.fails = 1  # not this, but what comes next
            played.set_result(outcome)

        live_table.handle_command(
            client_messages.Play("a", live_table.table.position.legal()[0]), 0, answer
        )
        fairness = called(registry, live_table)
        await asyncio.sleep(0)
        resigned = await send_command(live_table, client_messages.Resign("r"), 0)
        assert isinstance(await played, AppliedEvent)
        assert is_retry(resigned)
        assert (await fairness).seed is None
        registry.close()

    asyncio.run(scene())


def test_a_call_waiting_at_an_unloaded_table_sees_what_is_stored(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        load, tried = registry.load, []

        async def load_the_second_time(name: str) -> Table | None:
            tried.append(name)
            return await load(name) if len(tried) > 1 else None

        monkeypatch.setattr(registry, "load", load_the_second_time)
        store.fails = 1
        resigning = asyncio.ensure_future(send_command(live_table, client_messages.Resign("r"), 0))
        await asyncio.sleep(0)
        assert live_table.busy
        fairness = called(registry, live_table)
        assert is_retry(await resigning)
        assert live_table.is_closed
        assert (await fairness).seed is None
        registry.close()

    asyncio.run(scene())


def test_a_seat_is_listed_as_taken_only_when_stored(store: FailingStore) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table, _ = await registry.create(table_config(open=True), 0, "A")
        store.fails = 1
        sat: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        live_table.take_seat(1, "B", token_digest("B"), sat.set_result)
        services = SimpleNamespace(registry=registry, request_queue=RequestQueue())
        (listed,) = await table_routes.list_tables(services)
        assert is_retry(await sat)
        assert [seat["taken"] for seat in listed.seats] == [True, False]
        registry.close()

    asyncio.run(scene())


def test_a_client_that_changed_tables_sees_nothing_unstored_there(
    store: FailingStore,
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        one, two = await dealt(registry), await dealt(registry)
        guest, protocol = new_connection(registry)
        guest.on_message(
            client_messages.encode({"do": "hello", "table": one.table.name, "token": "B"})
        )
        protocol.is_behind = True
        one.viewers.broadcast(b"{}")
        protocol.is_behind = False
        playing = asyncio.ensure_future(play(one))
        await asyncio.sleep(0)
        assert one.busy
        guest.on_drained()
        guest.on_message(
            client_messages.encode({"do": "hello", "table": two.table.name, "token": "B"})
        )
        assert isinstance(await send_command(two, client_messages.Resign("r"), 0), AppliedEvent)
        assert isinstance(await playing, AppliedEvent)
        messages = [msgspec.json.decode(message) for message in protocol.sent]
        assert [one["stage"] for one in messages if one["type"] == "welcome"] == ["playing"] * 2
        assert messages[-1]["type"] == "event"
        guest.on_closed()
        registry.close()

    asyncio.run(scene())
