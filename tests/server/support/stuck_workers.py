"""Bot processes that misbehave: they sleep, spin or die."""

import os
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path

from odintable.bots import MoveChoice
from odintable.games.position import Position
from odintable.server.bots import worker_pool

WAY, FLAG = "ODINTABLE_TEST_STUCK", "ODINTABLE_TEST_STUCK_FLAG"
SLEEPS, SPINS, DIES = "sleeps", "spins", "dies"


def stick() -> None:
    """Get stuck in the way that the environment says; never returns."""
    way = os.environ[WAY]
    if way == DIES:
        os.kill(os.getpid(), signal.SIGKILL)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        if way == SLEEPS:
            time.sleep(3600)


def once(pipe: Connection) -> None:
    """Get stuck in the first process; the others work."""
    flag = Path(os.environ[FLAG])
    if not flag.exists():
        flag.touch()
        pipe.recv()
        stick()
    worker_pool.run_worker(pipe)


def at_odin(pipe: Connection) -> None:
    """Get stuck when it is about ODIN."""
    worker_pool.HANDLERS["think"] = stuck_at_odin
    worker_pool.run_worker(pipe)


def stuck_at_odin(
    view: Position, stop: worker_pool.PipeStopSignal, bot: str, time_ms: int, seed: int
) -> MoveChoice:
    """Choose a move, but get stuck at ODIN."""
    if view.name == "odin":
        stick()
    return worker_pool.choose_move(view, stop, bot, time_ms, seed)
