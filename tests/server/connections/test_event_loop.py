"""The event loop handles a limited number of connections in one iteration."""

import asyncio
import socket
import sys

import pytest

from odintable.server.connections.event_loop import READY_AT_ONCE, new_event_loop

CONNECTIONS = 2 * READY_AT_ONCE + 10


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have asyncio's own loop")
def test_many_ready_connections_are_handled_over_several_iterations() -> None:
    handled: list[int] = []
    per_iteration: list[int] = []

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        pairs = [socket.socketpair() for _ in range(CONNECTIONS)]
        for number, (ours, theirs) in enumerate(pairs):
            ours.setblocking(False)
            theirs.send(b"x")

            def read(number: int = number, ours: socket.socket = ours) -> None:
                loop.remove_reader(ours)
                handled.append(number)

            loop.add_reader(ours, read)
        while len(handled) < CONNECTIONS:
            before = len(handled)
            await asyncio.sleep(0)
            per_iteration.append(len(handled) - before)
        for pair in pairs:
            for one in pair:
                one.close()

    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(asyncio.wait_for(scene(), 20))
    assert sorted(handled) == list(range(CONNECTIONS))
    assert max(per_iteration) <= READY_AT_ONCE
