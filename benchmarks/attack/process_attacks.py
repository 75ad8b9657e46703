"""Attacks on the process: signals, a cold compiler, stores that are not ours. No players here."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import stat
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.load.servers import our_command

from .attack import Found, Target
from .attacked_server import AttackedServer, running
from .innocent_players import timed
from .raw_client import FAILURES, Socket, address, call, create_table, encode, hello

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

STANDSTILL, TURN = 14.0, 10  # seconds
EXIT_WITHIN, HEALTH_WITHIN = 2.0, 0.1  # seconds
COMPILING = 12.0  # seconds of compilation that are watched


@dataclass(frozen=True)
class ProcessAttack:
    """An attack that starts and stops servers itself."""

    name: str
    about: str
    run: Callable[[Path, bool], Awaitable[Found]]


async def standstill(folder: Path, is_quick: bool) -> Found:
    """Suspend the server for longer than a player has for a turn."""
    found = Found()
    pause, turn = (4.0, 2) if is_quick else (STANDSTILL, TURN)
    with running(folder, {}) as server:
        target = Target(server.port)
        clock = {"kind": "move", "turn": turn}
        table, tokens = await create_table(target, address(1), clock=clock)
        seats = [await Socket.open(target, found, address(1)) for _ in range(2)]
        for socket, token in zip(seats, (tokens["seat"], tokens["other"]), strict=True):
            socket.send(hello(table, token))
            await socket.until(lambda message: message["type"] == "welcome")
            socket.send(b'{"do":"ready"}')
        await seats[0].until(lambda message: message.get("stage") == "playing")
        os.kill(server.pid, signal.SIGSTOP)
        await asyncio.sleep(pause)
        os.kill(server.pid, signal.SIGCONT)
        await asyncio.sleep(0.7)
        asked = encode("GET", f"/api/v2/tables/{table}", server.port, token=tokens["seat"])
        stage = (await call(server.port, address(1), asked)).json()["stage"]
        found.check("the clock is credited: the game goes on", stage, is_met=stage == "playing")
        for socket in seats:
            socket.close()
    return found


async def stop_while_compiling(folder: Path, is_quick: bool) -> Found:
    """Start without any compiled code, open a table meanwhile, and stop."""
    found = Found()
    cold = {"NUMBA_CACHE_DIR": str(folder / "cold"), "XDG_CACHE_HOME": str(folder / "cache")}
    server = AttackedServer(folder, {}, **cold)
    try:
        health: list[float] = []
        asked = encode("GET", "/healthz", server.port)
        until = time.monotonic() + (4.0 if is_quick else COMPILING)
        making = asyncio.create_task(open_table(server.port))
        while time.monotonic() < until:
            health.append(await timed(server.port, asked))
            await asyncio.sleep(0.05)
        ready = (await call(server.port, address(1), encode("GET", "/readyz", server.port))).status
        making.cancel()
        seconds = await asyncio.to_thread(stop, server)
    finally:
        server.stop()
    found.sent = len(health)
    worst = max(health)
    found.check("it is still compiling", f"/readyz: {ready}", is_met=ready == 503)
    found.check(
        f"/healthz within {HEALTH_WITHIN * 1000:.0f} ms",
        f"{worst * 1000:.0f} ms",
        is_met=worst <= HEALTH_WITHIN,
    )
    found.check(
        f"SIGTERM ends it within {EXIT_WITHIN:g} s",
        f"{seconds:.1f} s",
        is_met=seconds <= EXIT_WITHIN,
    )
    return found


async def open_table(port: int) -> None:
    """Ask for a table of Ravens, which needs the rules, until the server stops."""
    with contextlib.suppress(*FAILURES, RuntimeError):
        await create_table(Target(port), address(1), "ravens")


def stop(server: AttackedServer) -> float:
    """Send SIGTERM; returns the seconds until the process is gone."""
    begun = time.monotonic()
    server.stop()
    return time.monotonic() - begun


async def stop_while_playing(folder: Path, is_quick: bool) -> Found:
    """Stop a server with sockets that never answer the close."""
    found = Found()
    with running(folder, {}) as server:
        target = Target(server.port, is_quick=is_quick)
        table, tokens = await create_table(target, address(1))
        for _ in range(target.many(50)):
            socket = await Socket.open(target, found, address(1))
            socket.send(hello(table, tokens["spectating"]))
        await asyncio.sleep(0.5)
        stopping = asyncio.create_task(asyncio.to_thread(stop, server))
        time.sleep(0.2 if is_quick else 1.0)  # the clients hang: nothing is read
        seconds = await stopping
    found.check(
        f"SIGTERM ends it within {EXIT_WITHIN:g} s",
        f"{seconds:.1f} s",
        is_met=seconds <= EXIT_WITHIN,
    )
    return found


def refused_start(folder: Path, store: Path) -> tuple[str, int]:
    """Start a server that must not start; returns its error output and its exit status."""
    with subprocess.Popen(
        our_command({"port": 0, "store": store.name}),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            _, errors = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.terminate()
            _, errors = process.communicate()
            return f"it started: {errors[-200:]}", 0
        return errors, process.returncode


async def foreign_store(folder: Path, _is_quick: bool) -> Found:
    """Start with the SQLite file of another program, and with a file that is no database."""
    found = Found()
    foreign = folder / "foreign.sqlite"
    with contextlib.closing(sqlite3.connect(foreign)) as database:
        database.execute("CREATE TABLE games (title TEXT)")
        database.commit()
    text = folder / "text.sqlite"
    text.write_text("no database\n" * 1000, encoding="ascii")
    for store in (foreign, text):
        before = store.read_bytes()
        errors, status = await asyncio.to_thread(refused_start, folder, store)
        is_clean = status not in (0, None) and "Traceback" not in errors
        found.check(f"{store.stem}: refused in a line", last_line(errors), is_met=is_clean)
        found.check(
            f"{store.stem}: left as it was",
            "yes" if store.read_bytes() == before else "no",
            is_met=store.read_bytes() == before,
        )
    return found


async def linked_store(folder: Path, _is_quick: bool) -> Found:
    """Start a second server on the same store, through a symlink."""
    found = Found()
    with running(folder, {}) as server:
        store = folder / "games.sqlite"
        soft = folder / "soft.sqlite"
        soft.symlink_to(store)
        errors, status = await asyncio.to_thread(refused_start, folder, soft)
        found.check("a symlink is refused", last_line(errors), is_met=status not in (0, None))
        mode = stat.S_IMODE(store.stat().st_mode)
        found.check("only its user can read the store", f"{mode:o}", is_met=mode == 0o600)
        del server
    return found


def last_line(text: str) -> str:
    """Return the last line, shortened."""
    lines = text.strip().splitlines() or ["nothing"]
    return lines[-1][:120]


ATTACKS = [
    ProcessAttack("standstill", "SIGSTOP for 14 s, with 10 s for a turn", standstill),
    ProcessAttack(
        "compiling", "/healthz and SIGTERM while the rules compile", stop_while_compiling
    ),
    ProcessAttack("stopping", "SIGTERM with clients that do not answer", stop_while_playing),
    ProcessAttack("foreign-store", "files of other programs as the store", foreign_store),
    ProcessAttack("linked-store", "a second server on the same store, by a link", linked_store),
]
