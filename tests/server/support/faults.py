"""Faults around a server under load (disk, store, connections), after which nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import sqlite3
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

from .bad_network import BadNetwork
from .many_tables import TableClients, is_seen, stored_events
from .server_process import WAIT, ServerProcess

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

TABLES = 8
MOUNTED, LIMITED = "a small disk of its own", "a limit of file sizes"


@contextlib.asynccontextmanager
async def crowded(server: ServerProcess, port: int | None = None) -> AsyncIterator[TableClients]:
    """Let clients play; in the end all of them have what is stored."""
    crowd = await asyncio.to_thread(TableClients, server, TABLES, port)
    async with crowd:
        await crowd.resume()
        yield crowd
        await crowd.resume()
        await crowd.settle()
    crowd.check()


def refused(crowd: TableClients) -> Counter[str]:
    """Count the codes of all refusals; every `store` refusal must allow a retry."""
    message = [one for client in crowd.clients for one in client.refusals]
    assert all(one["retry"] for one in message if one["code"] == "store")
    return Counter(one["code"] for one in message)


async def stands(crowd: TableClients) -> None:
    """Wait until every table has refused a move; nothing may happen there afterwards."""

    def is_refused(table: str) -> bool:
        here = [client for client in crowd.clients if client.table == table]
        over = here[0].now.get("stage") == "over"
        return over or any(one["code"] == "store" for c in here for one in c.refusals)

    await crowd.until(lambda client: is_refused(client.table))
    kept = await asyncio.to_thread(stored_events, crowd.server.store)
    last = {
        client: sum(is_seen(event, client.now["you"]) for event in kept[client.table])
        for client in crowd.clients
    }
    await crowd.until(lambda client: client.last == last[client])
    await asyncio.sleep(0.5)
    assert {client: client.last for client in crowd.clients} == last


# -- A full disk -------------------------------------------------------------------------------


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Mount a disk of eight megabytes; OSError where this user may not."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    if sys.platform != "linux" or os.geteuid() != 0:
        raise OSError("mounting is for root, on Linux")
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        raise OSError("mounting is not allowed here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Write until the disk is full."""
    with (folder / "filler").open("wb", buffering=0) as filler, contextlib.suppress(OSError):
        while filler.write(bytes(4096)):
            pass


def limit_files(server: ServerProcess, size: int) -> None:
    """Limit the size of the files that the server writes."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def full_disk(folder: Path, *, may_mount: bool = True) -> str:
    """Fill the disk under load, and free it again; returns how that was done."""
    with contextlib.ExitStack() as stack:
        place, way = folder, LIMITED
        if may_mount:
            with contextlib.suppress(OSError):
                place, way = stack.enter_context(small_disk(folder / "disk")), MOUNTED
        server = ServerProcess(folder, store=place / "games.sqlite")
        server.store = place / "games.sqlite"
        try:
            async with crowded(server) as crowd:
                if way == MOUNTED:
                    fill(place)
                else:
                    limit_files(server, 1)
                await stands(crowd)
                assert server.call("GET", "/readyz").status_code == 503
                assert server.call("GET", "/healthz").status_code == 200
                if way == MOUNTED:
                    (place / "filler").unlink()
                else:
                    limit_files(server, resource.RLIM_INFINITY)
                await crowd.resume()
                assert refused(crowd)["store"]
        finally:
            server.close()
    return way


# -- A store locked by another process ---------------------------------------------------------


async def held_store(folder: Path) -> None:
    """Let another process lock the store for a while."""
    server = ServerProcess(folder)
    try:
        async with crowded(server) as crowd:
            held = sqlite3.connect(server.store, timeout=WAIT, isolation_level=None)
            with contextlib.closing(held):
                held.execute("BEGIN IMMEDIATE")
                await stands(crowd)
                held.execute("ROLLBACK")
            await crowd.resume()
            assert refused(crowd)["store"]
    finally:
        server.close()


# -- Bad connections ---------------------------------------------------------------------------


async def bad_links(folder: Path, seed: int, cuts: list[float]) -> Counter[str]:
    """Cut connections for these many seconds each, then make them half open, with wild frames."""
    server = ServerProcess(folder)
    rng = random.Random(seed)
    try:
        async with BadNetwork(server.port, seed) as links, crowded(server, links.port) as crowd:
            links.is_wild = True
            for seconds in cuts:
                await crowd.resume()
                await links.cut_for(seconds)
                await crowd.resume()
                links.forget()
                await asyncio.sleep(rng.uniform(0, 0.2))
            await crowd.resume(10)
            links.is_wild = False
            reached: Counter[str] = Counter(doubled=links.doubled, exchanged=links.exchanged)
            reached["cuts"] = len(cuts)
            reached.update({f"refused {code}": count for code, count in refused(crowd).items()})
    finally:
        server.close()
    return reached
