"""What goes wrong around a server that is played on: disk, store, links. Nothing is lost."""

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

from .bad_network import BadLinks
from .many_tables import Crowd, is_seen, stored_events
from .server_process import WAIT, Running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

TABLES = 8
MOUNTED, LIMITED = "a small disk of its own", "a limit of file sizes"


@contextlib.asynccontextmanager
async def crowded(server: Running, port: int | None = None) -> AsyncIterator[Crowd]:
    """Everybody plays; in the end everybody has the same, and it is what is stored."""
    crowd = await asyncio.to_thread(Crowd, server, TABLES, port)
    async with crowd:
        await crowd.resume()
        yield crowd
        await crowd.resume()
        await crowd.settle()
    crowd.check()


def refused(crowd: Crowd) -> Counter[str]:
    """The codes of all refusals; every one of them could be tried again."""
    told = [one for client in crowd.clients for one in client.refusals]
    assert all(one["retry"] for one in told if one["code"] == "store")
    return Counter(one["code"] for one in told)


async def stands(crowd: Crowd) -> None:
    """Wait until somebody at every table was refused; from then on nothing happens there."""

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
    """A disk of eight megabytes; OSError where this user may not mount one."""
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
    """Write until nothing goes in any more."""
    with (folder / "filler").open("wb", buffering=0) as filler, contextlib.suppress(OSError):
        while filler.write(bytes(4096)):
            pass


def limit_files(server: Running, size: int) -> None:
    """No file of the server's may grow beyond this."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def full_disk(folder: Path, *, may_mount: bool = True) -> str:
    """The disk fills up under load, and is freed again; which way that was done."""
    with contextlib.ExitStack() as stack:
        place, way = folder, LIMITED
        if may_mount:
            with contextlib.suppress(OSError):
                place, way = stack.enter_context(small_disk(folder / "disk")), MOUNTED
        server = Running(folder, store=place / "games.sqlite")
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


# -- A store that somebody else holds ----------------------------------------------------------


async def held_store(folder: Path) -> None:
    """Another process keeps the store locked for a while."""
    server = Running(folder)
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


# -- Bad links ---------------------------------------------------------------------------------


async def bad_links(folder: Path, seed: int, cuts: list[float]) -> Counter[str]:
    """Links cut for so many seconds each, then half open, with doubled and exchanged frames."""
    server = Running(folder)
    rng = random.Random(seed)
    try:
        async with BadLinks(server.port, seed) as links, crowded(server, links.port) as crowd:
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
