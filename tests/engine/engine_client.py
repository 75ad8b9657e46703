"""Clients of the engine: lines of JSON, to another process or within this one."""

import json
import os
import subprocess
import sys
from types import TracebackType
from typing import Any, Self

from odintable.engine.engine import Engine
from tests.paths import ROOT

Json = Any
SOURCE = ROOT / "src"
PATIENCE = 600.0  # seconds: a machine may be busy, and code may be compiling


class Client:
    """An `odintable engine` in a process of its own."""

    def __init__(self, **variables: str) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "odintable", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(SOURCE)} | variables,
        )

    def __enter__(self) -> Self:
        """Use it in a `with`."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Let it go."""
        self.process.kill()
        self.process.communicate()

    def send(self, **command: Json) -> None:
        """Write a command, and do not wait."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self) -> Json:
        """The next reply."""
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, cmd: str, **arguments: Json) -> Json:
        """A command and its reply; `as_` is the protocol's `as`, which Python keeps for itself."""
        if "as_" in arguments:
            arguments["as"] = arguments.pop("as_")
        self.send(cmd=cmd, **arguments)
        return self.receive()


def talk(lines: bytes, **setting: str) -> tuple[int, list[bytes], bytes]:
    """Run an engine on all of its input: its status, its replies, and what it said on stderr."""
    ran = subprocess.run(
        [sys.executable, "-m", "odintable", "engine"],
        input=lines,
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(SOURCE)} | setting,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.stdout == b"" or ran.stdout.endswith(b"\n")
    return ran.returncode, ran.stdout.split(b"\n")[:-1], ran.stderr


class Local(Engine):
    """An engine without a process, asked in Python."""

    def ask(self, cmd: str, **arguments: Json) -> Json:
        """A command and its reply; `as_` is the protocol's `as`."""
        if "as_" in arguments:
            arguments["as"] = arguments.pop("as_")
        return self.say(json.dumps({"cmd": cmd} | arguments).encode())

    def say(self, line: bytes) -> Json:
        """A line and its reply."""
        reply = self.reply(line)
        assert reply is not None
        return json.loads(reply)

    def code(self, cmd: str, **arguments: Json) -> str:
        """The code of the error that a command must bring."""
        return str(self.ask(cmd, **arguments)["error"]["code"])
