"""Who gives up a seat: what was under way from there is not mistaken for the next one's."""

import asyncio

from odintable.server.http.tokens import digest_of
from odintable.server.live import client_messages
from odintable.server.live.client_messages import Refused
from odintable.server.live.live_table import Desk, Outcome
from odintable.server.live.socket_route import NO_LINK
from odintable.server.tables.table import Happening
from tests.server.support.pure_tables import plan
from tests.server.support.registry_in_process import Moody, asked, opened, visitor


def sitting(desk: Desk, token: str) -> asyncio.Future[Outcome]:
    """Seat 1 is asked for, with this link to it."""
    done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    desk.sit(1, token, digest_of(token), done.set_result)
    return done


def test_a_link_opens_no_seat_that_is_being_given_up(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        desk, _ = await house.make(plan(), 0, "A")
        assert isinstance(await sitting(desk, "old"), Happening)
        one, wires = visitor(house)
        leaving = asyncio.ensure_future(asked(desk, client_messages.Leave("l"), 1))
        await asyncio.sleep(0)
        assert desk.busy
        one.heard(client_messages.encode({"do": "hello", "table": desk.table.name, "token": "old"}))
        assert isinstance(await leaving, Happening)
        assert isinstance(await sitting(desk, "new"), Happening)
        assert desk.viewers == {}, "the next one's cards are not for who was there before"
        assert wires.code == NO_LINK
        one.lost()
        house.close()

    asyncio.run(scene())


def test_what_else_who_leaves_has_asked_for_is_not_done_in_the_name_of_the_next(
    store: Moody,
) -> None:
    async def scene() -> None:
        house = opened(store)
        desk, _ = await house.make(plan(), 0, "A")
        assert isinstance(await sitting(desk, "old"), Happening)
        leaving = asyncio.ensure_future(asked(desk, client_messages.Leave("l"), 1))
        await asyncio.sleep(0)
        assert desk.busy
        coming = sitting(desk, "new")
        begin = await asked(desk, client_messages.Ready("r", salt="mine"), 1)
        assert isinstance(begin, Refused)
        assert begin.code == "not-a-seat"
        assert isinstance(await leaving, Happening)
        assert isinstance(await coming, Happening)
        assert (desk.table.seats[1].name, desk.table.seats[1].ready) == ("new", False)
        house.close()

    asyncio.run(scene())
