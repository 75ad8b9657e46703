"""A burst of requests begins one by one."""

import asyncio

from odintable.server.http.request_queue import RequestQueue


def test_one_request_begins_in_each_iteration_in_order_and_one_that_left_is_skipped() -> None:
    async def scene() -> None:
        turns = RequestQueue()
        begun: list[tuple[int, int]] = []
        iteration = 0

        async def request(number: int) -> None:
            await turns.wait()
            begun.append((number, iteration))

        tasks = [asyncio.ensure_future(request(number)) for number in range(6)]
        await asyncio.sleep(0)
        tasks[3].cancel()
        for _ in range(20):
            iteration += 1
            await asyncio.sleep(0)
        assert [number for number, _ in begun] == [0, 1, 2, 4, 5]
        iterations = [at for _, at in begun]
        assert len(set(iterations)) == len(iterations)
        await turns.wait()

    asyncio.run(asyncio.wait_for(scene(), 60))
