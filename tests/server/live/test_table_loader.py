"""Loading a long game holds up nobody, and needs a valid token first."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

from odintable.server.http.authentication import seat_for_token
from odintable.server.live import client_messages, table_loader
from odintable.server.live.table_registry import TableRegistry
from odintable.server.storage.store_interface import AppendEvent, Write
from odintable.server.tables import events as ev
from tests.server.support.registry_in_process import (
    FailingStore,
    dealt,
    new_connection,
    open_registry,
)
from tests.server.support.stored_history import whole


async def long_game(registry: TableRegistry, moves: int, backs: int) -> str:
    """Store a long game with many take-backs; it is in the store only."""
    live_table = await dealt(registry, game="ravens")
    table = live_table.table
    rng = random.Random(1)
    writes: list[Write] = []

    def add(event: ev.AnyEvent) -> None:
        writes.append(AppendEvent(table.name, table.seq, ev.encode(event)))
        table.apply(event)

    while len(table.moves) < moves:
        legal = [move for move in table.position.legal() if not move.startswith("fly")]
        move = rng.choice(legal or table.position.legal())
        add(ev.Moved(1, f"m{table.seq}", seat=table.position.turn, move=move))
        assert table.stage == "playing"
    for number in range(backs):
        last = table.moves[-1]
        add(ev.MovesTakenBack(1, f"b{number}", seat=last.seat, moves=1))
        add(ev.Moved(1, f"a{number}", seat=last.seat, move=last.text))
    await registry.writer.store_now(writes)
    del registry.live_tables[table.name]
    return table.name


def hello(table: str, token: str, **more: Any) -> bytes:
    return client_messages.encode({"do": "hello", "table": table, "token": token, **more})


def test_others_are_served_while_a_long_game_is_loaded_and_it_is_loaded_once(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        name = await long_game(registry, 600, 100)
        monkeypatch.setattr(table_loader, "SLICE", 0.0005)
        iterations = 0
        loading = [asyncio.ensure_future(registry.get(name)) for _ in range(3)]
        while not loading[0].done():
            iterations += 1
            await asyncio.sleep(0)
        assert iterations > 5
        found = await asyncio.gather(*loading)
        assert found[0] is not None
        assert found[0] is found[1] is found[2] is registry.live_tables[name]
        again = await registry.load(name)
        assert again is not None
        assert whole(again) == whole(found[0].table)
        registry.close()

    asyncio.run(scene())


def test_without_a_valid_token_no_table_is_loaded(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        name = (await dealt(registry)).table.name
        del registry.live_tables[name]
        monkeypatch.setattr(registry, "load", None)  # cannot be called
        for token in ("", "wrong"):
            assert seat_for_token(registry, name, token) is None
            guest, protocol = new_connection(registry)
            guest.on_message(hello(name, token))
            assert protocol.code == 4401
            guest.on_closed()
        assert seat_for_token(registry, name, "B") == 1
        assert name not in registry.live_tables
        registry.close()

    asyncio.run(scene())


def test_messages_after_a_hello_wait_until_its_table_is_loaded(store: FailingStore) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        name = await long_game(registry, 300, 0)
        guest, protocol = new_connection(registry)
        guest.on_message(hello(name, "B"))
        guest.on_message(client_messages.encode({"do": "say", "phrase": "hello"}))
        assert protocol.sent == []
        async with asyncio.timeout(60):
            while len(protocol.sent) < 3:
                await asyncio.sleep(0.01)
        kinds = [msgspec.json.decode(message)["type"] for message in protocol.sent]
        assert kinds[0] == "welcome"
        assert "refused" not in kinds
        assert kinds[-1] == "said"
        guest.on_closed()
        registry.close()

    asyncio.run(scene())


def test_a_restored_store_is_loaded_from_the_beginning(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        name = await long_game(registry, 300, 0)
        monkeypatch.setattr(table_loader, "SLICE", 0.0005)
        loading = asyncio.ensure_future(registry.load(name))
        for _ in range(3):
            await asyncio.sleep(0)
        monkeypatch.setattr(table_loader, "SLICE", -1.0)  # no progress, however long storing takes
        last = AppendEvent(name, len(store.events(name)), ev.encode(ev.Resigned(2, seat=0)))
        await registry.writer.store_now([last])
        registry.close_all()
        monkeypatch.setattr(table_loader, "SLICE", 1.0)
        table = await loading
        assert table is not None
        assert table.stage == "over"
        registry.close()

    asyncio.run(scene())


def test_a_burst_of_messages_is_spread_and_everybody_has_a_turn(store: FailingStore) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        name = await long_game(registry, 300, 0)
        crowd = [new_connection(registry) for _ in range(20)]
        messages = crowd[0][0]._services.messages
        for guest, _wires in crowd:
            guest._services.messages = messages
        await registry.get(name)
        turns: list[int] = []
        for guest, _wires in crowd:
            for _ in range(10):
                guest.on_message(hello(name, "B", last=200))
        innocent, protocol = new_connection(registry)
        innocent._services.messages = messages
        innocent.on_message(hello(name, "B"))
        before = sum(len(one.sent) for _, one in crowd)
        while not protocol.sent:
            turns.append(sum(len(one._inbox) for one, _ in crowd))
            await asyncio.sleep(0)
        assert turns[-1] > 100, "the innocent one does not wait for the whole burst"
        assert before < 20 * 10
        async with asyncio.timeout(60):
            while any(one._inbox for one, _ in crowd):
                await asyncio.sleep(0)
        for guest, one in [*crowd, (innocent, protocol)]:
            kinds = [msgspec.json.decode(message)["type"] for message in one.sent]
            assert kinds.count("welcome") == (1 if guest is innocent else 10)
            assert one.is_open
            guest.on_closed()
        registry.close()

    asyncio.run(scene())
