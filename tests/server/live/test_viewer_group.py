"""A crowd of viewers gets every message in order, a few viewers in each iteration of the loop."""

from collections import deque
from collections.abc import Callable

import pytest

from odintable.server.live.viewer_group import AT_ONCE, ViewerGroup
from tests.server.support.registry_in_process import RecordingViewer

CROWD = 5 * AT_ONCE + 7


class Loop:
    """Calls what was deferred, one iteration at a time."""

    def __init__(self) -> None:
        self._deferred: deque[Callable[[], None]] = deque()

    def call_later(self, _seconds: float, do: Callable[[], None]) -> None:
        """Call a function in the next iteration."""
        self._deferred.append(do)

    def iterate(self) -> bool:
        """Make the deferred calls; return whether there were any."""
        now, self._deferred = self._deferred, deque()
        for do in now:
            do()
        return bool(now)


@pytest.fixture
def loop() -> Loop:
    """A loop of which the test makes every iteration."""
    return Loop()


def crowd_of(loop: Loop, count: int) -> tuple[ViewerGroup, list[RecordingViewer]]:
    """A group with so many viewers."""
    group = ViewerGroup(loop.call_later)
    viewers = [RecordingViewer() for _ in range(count)]
    for viewer in viewers:
        group.add(viewer)
    return group, viewers


def test_a_few_viewers_get_a_message_at_once(loop: Loop) -> None:
    group, viewers = crowd_of(loop, AT_ONCE)
    group.send(b"1")
    assert [viewer.received for viewer in viewers] == [[b"1"]] * AT_ONCE
    assert not loop.iterate()


def test_a_crowd_gets_messages_in_order_and_never_many_in_one_iteration(loop: Loop) -> None:
    group, viewers = crowd_of(loop, CROWD)
    for message in (b"1", b"2", b"3"):
        group.send(message)
    counts = [sum(len(viewer.received) for viewer in viewers)]
    while loop.iterate():
        counts.append(sum(len(viewer.received) for viewer in viewers))
    assert all(
        after - before <= AT_ONCE for before, after in zip([0, *counts], counts, strict=False)
    )
    assert [viewer.received for viewer in viewers] == [[b"1", b"2", b"3"]] * CROWD


def test_a_welcome_comes_after_the_messages_that_wait(loop: Loop) -> None:
    group, viewers = crowd_of(loop, CROWD)
    group.send(b"1")
    last = viewers[-1]
    newcomer = RecordingViewer()
    group.add(newcomer)
    for viewer in (*viewers, newcomer):
        group.send_to(viewer, b"welcome")
    group.send(b"2")
    while loop.iterate():
        pass
    assert last.received == [b"1", b"welcome", b"2"]
    assert newcomer.received == [b"welcome", b"2"]


def test_who_has_left_gets_nothing_more(loop: Loop) -> None:
    group, viewers = crowd_of(loop, CROWD)
    group.send(b"1")
    gone = [viewer for viewer in viewers if not viewer.received]
    for viewer in gone:
        group.discard(viewer)
    while loop.iterate():
        pass
    assert len(gone) == CROWD - AT_ONCE
    assert not any(viewer.received for viewer in gone)
    group.send(b"2")
    assert sum(viewer.received == [b"1", b"2"] for viewer in viewers) == AT_ONCE
