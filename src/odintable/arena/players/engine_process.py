"""An external engine: an untrusted process that receives views and answers with moves."""

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
MAX_LINE_BYTES = 1 << 20
MAX_SHOWN = 120  # characters of a bad answer
EXIT_TIMEOUT = 1.0  # seconds until the process is killed


class EngineFailure(Exception):  # noqa: N818 - a forfeit, not an error in our code
    """An engine died, sent an invalid answer, or did not answer in time."""


class EngineProcess:
    """An engine in its own process, which handles one request at a time."""

    def __init__(self, command: str) -> None:
        """Start the engine; its standard error is kept to explain why it died."""
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the engine
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                start_new_session=True,  # the arena handles Ctrl-C and stops the engine
            )
        except OSError as error:
            self._stderr.close()
            raise EngineFailure(f"cannot be started: {error.strerror}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._into: IO[bytes] = self._process.stdin
        self._out: IO[bytes] = self._process.stdout
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """Queue lines as they arrive, so that a wait can time out; an empty line marks the end."""
        while line := self._out.readline(MAX_LINE_BYTES):
            self._lines.put(line)
        self._lines.put(b"")

    def check_hello(self, game: str, seconds: float) -> None:
        """Check that the engine speaks our protocol and plays the game."""
        reply = self.request(time.monotonic() + seconds, cmd="hello")
        if reply.get("protocol") != PROTOCOL:
            raise EngineFailure(f"speaks protocol {reply.get('protocol')!r}, not {PROTOCOL}")
        games = reply.get("games")
        if not isinstance(games, list) or game not in games:
            raise EngineFailure(f"does not play {game}: {shortened(games)}")

    def request(self, deadline: float, **command: Any) -> dict[str, Any]:
        """Send a command and wait for its reply, at most until the deadline."""
        try:
            self._into.write(json.dumps(command, separators=(",", ":")).encode() + b"\n")
            self._into.flush()
        except OSError:
            raise EngineFailure(self._exit_reason()) from None
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise EngineFailure(f"did not answer {command['cmd']} in time") from None
        return self._parse(line)

    def _parse(self, line: bytes) -> dict[str, Any]:
        """Return the reply; raise EngineFailure if it is invalid or an error."""
        if not line:
            raise EngineFailure(self._exit_reason())
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):  # RecursionError: nested too deeply
            raise EngineFailure(
                f"answered with invalid JSON: {shortened(line.decode(errors='replace'))}"
            ) from None
        if not isinstance(reply, dict):
            raise EngineFailure(f"answered without an object: {shortened(reply)}")
        if "error" in reply:
            raise EngineFailure(f"answered with an error: {shortened(reply['error'])}")
        return reply

    def _exit_reason(self) -> str:
        """Describe how the process ended."""
        try:
            status = str(self._process.wait(EXIT_TIMEOUT))
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._stderr.seek(0)
        last = self._stderr.read().decode(errors="replace").strip().splitlines()[-1:]
        return f"died with status {status}" + "".join(f": {shortened(line)}" for line in last)

    def close(self) -> None:
        """Close the engine's input and wait for it to exit; kill it if it does not."""
        for end in (self._into, self._stderr):
            with contextlib.suppress(OSError):  # unsent data does not matter
                end.close()
        try:
            self._process.wait(EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.kill()
        self._reader.join(EXIT_TIMEOUT)
        if self._reader.is_alive():  # a child process still has the output open
            with contextlib.suppress(ProcessLookupError):
                self.kill()
            self._reader.join(EXIT_TIMEOUT)
        if not self._reader.is_alive():  # otherwise closing would block on the reader
            self._out.close()

    def kill(self) -> None:
        """Kill the engine and its child processes."""
        if hasattr(os, "killpg"):
            os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()


def shortened(answer: object) -> str:
    """Return an answer on one line of limited length."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= MAX_SHOWN else f"{line[:MAX_SHOWN]}…"
