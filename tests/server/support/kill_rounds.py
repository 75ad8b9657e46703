"""Kills the server under load and starts it again, many times."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from typing import TYPE_CHECKING

from .many_tables import TableClients, compiled
from .server_process import ServerProcess

if TYPE_CHECKING:
    from pathlib import Path

RESUME_WITHIN = 5.0  # seconds from the ready server to the last client's welcome


async def kill_rounds(
    folder: Path, rounds: int, seed: int, tables: int = 16, within: float = RESUME_WITHIN
) -> Counter[str]:
    """Kill the server many times; AssertionError if a move is lost or doubled, or play stops."""
    rng = random.Random(seed)
    server = ServerProcess(folder)
    reached: Counter[str] = Counter()
    try:
        crowd = await asyncio.to_thread(TableClients, server, tables)
        async with crowd:
            for _ in range(rounds):
                await crowd.resume(1)
                await asyncio.sleep(rng.uniform(0.05, 0.8))
                reached["caught in the middle"] += sum(
                    client.asked is not None for client in crowd.clients
                )
                await resume(crowd, within)
                await crowd.resume()
            await crowd.resume()
            await crowd.settle()
        server.stop()
        reached["moves"] = crowd.check()
        reached["acknowledged"] = sum(len(client.acknowledged) for client in crowd.clients)
        reached["rounds"] = rounds
        reached["sockets"] = len(crowd.clients)
    finally:
        server.close()
    return reached


async def resume(crowd: TableClients, within: float) -> None:
    """Kill the server, start it again, and check that everybody reconnects in time."""
    server = crowd.server
    port = server.port
    await asyncio.to_thread(server.kill)
    killed = time.monotonic()
    await asyncio.to_thread(server.start, port)
    await asyncio.to_thread(compiled, server)
    back = time.monotonic()
    await crowd.until(lambda client: client.welcomes[-1] > killed)
    last = max(min(at for at in client.welcomes if at > killed) for client in crowd.clients)
    assert last - back <= within, f"the last came back after {last - back:.1f} s"
