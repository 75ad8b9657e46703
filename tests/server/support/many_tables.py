"""Many tables with clients that play all the time, and checks of what was stored."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from odintable.server.storage import backup
from odintable.server.storage.sqlite_store import SqliteStore

from .playing_clients import Client
from .server_process import PATIENCE, ServerProcess

if TYPE_CHECKING:
    from pathlib import Path

Json = dict[str, Any]
Spoil = Callable[[list[Json]], list[Json]]
COMPILING = 600.0  # seconds
PLANS: list[tuple[str, int, Json]] = [
    ("odin", 2, {"limit": 100}),
    ("ravens", 2, {"target": 100}),
    ("odin", 4, {"limit": 100}),
    ("odin", 3, {"limit": 100, "goat": True}),
]


class TableClients:
    """Tables of every kind, with a client in each seat and a spectator."""

    def __init__(self, server: ServerProcess, tables: int, port: int | None = None) -> None:
        """Create the tables; clients connect to `port`, if that is not the server's."""
        self.server = server
        compiled(server)
        self.clients: list[Client] = []
        self.tables: dict[str, list[str]] = {}  # name -> tokens
        for number in range(tables):
            game, players, options = PLANS[number % len(PLANS)]
            made, tokens = server.seated(game, players, options=options)
            self.tables[made.name] = [*tokens, made.spectating]
            for seat, token in enumerate(self.tables[made.name]):
                name = f"{number}.{seat}"
                self.clients.append(Client(port or server.port, made.name, token, name))
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Connect all clients and start all games."""
        self._tasks = [asyncio.create_task(client.run()) for client in self.clients]
        await self.until(lambda client: bool(client.welcomes))
        for client in self.clients:
            if client.now["you"] != "spectator":
                client.ask({"do": "ready", "id": f"{client.name}-ready"})
        await self.until(lambda client: client.now["stage"] == "playing")
        return self

    async def __aexit__(self, *_raised: object) -> None:
        """Disconnect all clients."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def until(self, holds: Any, within: float = PATIENCE) -> None:
        """Wait until a condition holds for every client."""
        deadline = time.monotonic() + within
        while late := [client for client in self.clients if not holds(client)]:
            for task in self._tasks:
                if task.done():
                    task.result()
            assert time.monotonic() < deadline, [
                (one.name, one.last, one.asked, one.refusals[-3:]) for one in late
            ]
            await asyncio.sleep(0.01)

    async def resume(self, moves: int = 3) -> None:
        """Wait until every table has this many more events."""
        start = {client: client.last for client in self.clients}
        await self.until(
            lambda client: client.last >= start[client] + moves or client.now["stage"] == "over"
        )

    async def settle(self) -> None:
        """Stop playing, and wait until every client has every event."""
        for client in self.clients:
            client.is_playing = False
        await self.until(lambda client: client.asked is None)
        looks = await asyncio.gather(*(self.look(client) for client in self.clients))
        whole = dict(zip(self.clients, looks, strict=True))
        await self.until(lambda client: client.last == whole[client]["n"])
        for client, message in whole.items():
            for key in ("stage", "view", "moves", "result"):
                assert client.now[key] == message[key], (client.name, key)

    async def look(self, client: Client) -> Json:
        """Return the table from a client's seat, by the API."""
        path = f"/api/v2/tables/{client.table}"
        reply = await asyncio.to_thread(self.server.call, "GET", path, token=client.token)
        found: Json = reply.json()
        return found

    # -- Checks --------------------------------------------------------------------------------

    def check(self) -> int:
        """Check that no acknowledged move is lost or played twice; returns the number of moves."""
        stored = stored_events(self.server.store)
        for client in self.clients:
            events = stored[client.table]
            ids = Counter(event.get("id") for event in events)
            for asked, (_, move) in client.acknowledged.items():
                assert ids[asked] == 1, f"{asked} is stored {ids[asked]} times"
                (event,) = (one for one in events if one.get("id") == asked)
                assert event.get("move", "") == move
            self.check_seen(client, events)
        for events in stored.values():
            again = [one for one, many in Counter(e.get("id") for e in events).items() if many > 1]
            assert again in ([], [None]), again
        assert list(backup.problems(self.server.store)) == []
        return sum(event["kind"] == "move" for events in stored.values() for event in events)

    def check_seen(self, client: Client, events: list[Json]) -> None:
        """Check that everything a client was shown is stored in the same place."""
        you = client.now["you"]
        seen = [one for one in events if is_seen(one, you)]
        for n, message in client.seen.items():
            assert n <= len(seen), f"{client.name} was shown event {n}, which is not stored"
            stored = seen[n - 1]
            assert (message["kind"], message["seat"]) == (stored["kind"], stored.get("seat")), (
                client.name
            )
            if message["move"] not in (None, "stack ?"):
                assert message["move"] == stored["move"]


def compiled(server: ServerProcess) -> None:
    """Wait until the rules are compiled, which may take long where nothing was compiled before."""
    deadline = time.monotonic() + COMPILING
    while server.call("GET", "/readyz").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def is_seen(event: Json, you: object) -> bool:
    """Cards laid back unseen are nobody else's business."""
    return not event.get("move", "").startswith("lay ") or event["seat"] == you


def stored_events(path: Path) -> dict[str, list[Json]]:
    """Every game's events, as they are on disk."""
    store = SqliteStore(path)
    try:
        return {
            name: [json.loads(body) for body in store.events(name)] for name in store.active_games()
        }
    finally:
        store.close()
