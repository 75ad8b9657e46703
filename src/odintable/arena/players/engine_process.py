"""A stranger's engine: a process that is sent views and asked for moves, and is not trusted."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from typing import IO, Any

PROTOCOL = 1
MOST_BYTES = 1 << 20  # in a line
MOST_SHOWN = 120  # characters of a bad answer
PARTING = 1.0  # seconds to leave by itself


class Failed(Exception):  # noqa: N818 - what the engine has done, and its game is lost
    """An engine died, answered nonsense, or not in time."""


class Stranger:
    """An engine in a process of its own, asked one thing at a time."""

    def __init__(self, command: str) -> None:
        """Start it; what it says on standard error is kept for the reason if it dies."""
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the engine
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,  # Ctrl-C is for the arena; the engine leaves with it
            )
        except OSError as error:
            self._complaints.close()
            raise Failed(f"cannot be started: {error.strerror}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._into: IO[bytes] = self._process.stdin
        self._out: IO[bytes] = self._process.stdout
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """Take in lines as they come, so that waiting for one can end; an empty one is the end."""
        while line := self._out.readline(MOST_BYTES):
            self._lines.put(line)
        self._lines.put(b"")

    def greet(self, game: str, seconds: float) -> None:
        """Make sure that it speaks our protocol and plays the game."""
        reply = self.ask(time.monotonic() + seconds, cmd="hello")
        if reply.get("protocol") != PROTOCOL:
            raise Failed(f"speaks protocol {reply.get('protocol')!r}, not {PROTOCOL}")
        games = reply.get("games")
        if not isinstance(games, list) or game not in games:
            raise Failed(f"does not play {game}: {shown(games)}")

    def ask(self, deadline: float, **command: Any) -> dict[str, Any]:
        """Send a command and wait for its reply, until the deadline and no longer."""
        try:
            self._into.write(json.dumps(command, separators=(",", ":")).encode() + b"\n")
            self._into.flush()
        except OSError:
            raise Failed(self._died()) from None
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Failed(f"did not answer {command['cmd']} in time") from None
        return self._understood(line)

    def _understood(self, line: bytes) -> dict[str, Any]:
        """A reply, if it is one and no error."""
        if not line:
            raise Failed(self._died())
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):  # the latter for too many brackets within brackets
            raise Failed(
                f"answered with what is no JSON: {shown(line.decode(errors='replace'))}"
            ) from None
        if not isinstance(reply, dict):
            raise Failed(f"answered with no object: {shown(reply)}")
        if "error" in reply:
            raise Failed(f"answered with an error: {shown(reply['error'])}")
        return reply

    def _died(self) -> str:
        """Why it is gone, as far as it said so."""
        try:
            status = str(self._process.wait(PARTING))
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._complaints.seek(0)
        last = self._complaints.read().decode(errors="replace").strip().splitlines()[-1:]
        return f"died with status {status}" + "".join(f": {shown(line)}" for line in last)

    def close(self) -> None:
        """Let it go: politely, then not."""
        for end in (self._into, self._complaints):
            with contextlib.suppress(OSError):  # what was not sent is not wanted any more
                end.close()
        try:
            self._process.wait(PARTING)
        except subprocess.TimeoutExpired:
            self.kill()
        self._reader.join(PARTING)
        if self._reader.is_alive():  # somebody whom it started still has its output
            with contextlib.suppress(ProcessLookupError):
                self.kill()
            self._reader.join(PARTING)
        if not self._reader.is_alive():  # else closing would wait for who reads
            self._out.close()

    def kill(self) -> None:
        """End it, and whatever it started."""
        if hasattr(os, "killpg"):
            os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()


def shown(answer: object) -> str:
    """So much of an answer as a reader wants to see, on one line."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= MOST_SHOWN else f"{line[:MOST_SHOWN]}…"
