"""Calls of the API tell what is on disk, whatever is under way at a table."""

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from fastapi import Request

from odintable.server.http import table_routes
from odintable.server.http.tokens import digest_of
from odintable.server.live import client_messages
from odintable.server.live.live_table import Desk, Outcome
from odintable.server.live.table_registry import House
from odintable.server.tables.table import Happening
from tests.server.support.pure_tables import plan
from tests.server.support.registry_in_process import (
    Moody,
    asked,
    dealt,
    is_retry,
    opened,
    play,
    visitor,
)


def called(house: House, desk: Desk) -> asyncio.Future[Any]:
    """Seat 1 asks for the seed, which is told when the game is over."""
    token = {"type": "http", "headers": [(b"authorization", b"Bearer B")]}
    server = SimpleNamespace(house=house)
    return asyncio.ensure_future(
        table_routes.check_fairness(desk.table.name, Request(token), server)
    )


def test_who_waited_is_not_told_what_happened_since_and_is_not_stored(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        played: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def answer(outcome: Outcome) -> None:
            store.fails = 1  # not this, but what comes next
            played.set_result(outcome)

        desk.request(client_messages.Play("a", desk.table.position.legal()[0]), 0, answer)
        told = called(house, desk)
        await asyncio.sleep(0)
        resigned = await asked(desk, client_messages.Resign("r"), 0)
        assert isinstance(await played, Happening)
        assert is_retry(resigned)
        assert (await told).seed is None
        house.close()

    asyncio.run(scene())


def test_who_waits_at_a_table_that_leaves_memory_is_told_of_what_is_stored(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        load, unreadable = house.load, iter([None])
        monkeypatch.setattr(house, "load", lambda name: next(unreadable, load(name)))
        store.fails = 1
        resigning = asyncio.ensure_future(asked(desk, client_messages.Resign("r"), 0))
        await asyncio.sleep(0)
        assert desk.busy
        told = called(house, desk)
        assert is_retry(await resigning)
        assert desk.is_closed
        assert (await told).seed is None
        house.close()

    asyncio.run(scene())


def test_nobody_is_listed_at_a_table_before_it_is_stored(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        desk, _ = await house.make(plan(open=True), 0, "A")
        store.fails = 1
        sat: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        desk.sit(1, "B", digest_of("B"), sat.set_result)
        (listed,) = await table_routes.list_tables(SimpleNamespace(house=house))
        assert is_retry(await sat)
        assert [seat["taken"] for seat in listed.seats] == [True, False]
        house.close()

    asyncio.run(scene())


def test_who_has_gone_to_another_table_is_not_told_what_is_not_yet_stored_there(
    store: Moody,
) -> None:
    async def scene() -> None:
        house = opened(store)
        one, two = await dealt(house), await dealt(house)
        guest, wires = visitor(house)
        guest.heard(client_messages.encode({"do": "hello", "table": one.table.name, "token": "B"}))
        wires.is_behind = True
        one.tell_all(b"{}")
        wires.is_behind = False
        playing = asyncio.ensure_future(play(one))
        await asyncio.sleep(0)
        assert one.busy
        guest.drained()
        guest.heard(client_messages.encode({"do": "hello", "table": two.table.name, "token": "B"}))
        assert isinstance(await asked(two, client_messages.Resign("r"), 0), Happening)
        assert isinstance(await playing, Happening)
        told = [msgspec.json.decode(message) for message in wires.sent]
        assert [one["stage"] for one in told if one["type"] == "welcome"] == ["playing"] * 2
        assert told[-1]["type"] == "event"
        guest.lost()
        house.close()

    asyncio.run(scene())
