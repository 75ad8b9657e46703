"""The command line: a mistake is one line, and Ctrl-C or a closed pipe ends it quietly."""

import argparse
import subprocess
import sys

import pytest

from odintable import cli
from odintable.errors import IllegalMove, NotationError, OdintableError


class Stub:
    """A command that does what the test says."""

    def __init__(self, result: int | BaseException) -> None:
        self.result = result

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=2)

    def run(self, args: argparse.Namespace) -> int:
        print(args.players, "players")
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result


def install(monkeypatch: pytest.MonkeyPatch, result: int | BaseException) -> None:
    monkeypatch.setattr(cli, "COMMANDS", {"stub": "does what the test says"})
    monkeypatch.setattr(cli, "load", lambda _name: Stub(result))


def test_a_command_gets_its_arguments_and_gives_the_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, 3)
    assert cli.main(["stub", "--players", "4"]) == 3
    assert capsys.readouterr().out == "4 players\n"


@pytest.mark.parametrize("kind", [OdintableError, NotationError, IllegalMove])
def test_a_mistake_is_one_line_on_stderr(
    kind: type[OdintableError],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    install(monkeypatch, kind("illegal: R3\ndoes not beat G5"))
    assert cli.main(["stub"]) == 2
    assert capsys.readouterr().err == "odintable: illegal: R3 does not beat G5\n"


def test_errors_in_our_code_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, ValueError("a bug"))
    with pytest.raises(ValueError, match="a bug"):
        cli.main(["stub"])


def test_control_c_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, KeyboardInterrupt())
    assert cli.main(["stub"]) == 130
    assert capsys.readouterr().err == ""


def test_an_unknown_command_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["no-such-command"])
    assert left.value.code == 2
    assert "no-such-command" in capsys.readouterr().err


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 0
    assert capsys.readouterr().out.startswith("usage: odintable")


PRINTS_FOREVER = """
import sys
from odintable import cli
class Endless:
    def add_arguments(self, parser): pass
    def run(self, args):
        while True: print("another line")
cli.COMMANDS["endless"] = "prints forever"
cli.load = lambda name: Endless()
sys.exit(cli.main(["endless"]))
"""


def test_a_closed_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PRINTS_FOREVER], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        assert ran.stdout.readline() == b"another line\n"
        ran.stdout.close()
        assert ran.stderr.read() == b""
        assert ran.wait(timeout=300) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there a shell closes no stream")
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("engine <&-", 0, ""),
        ("engine <&- >&- 2>&-", 0, ""),
        ("completion bash >&-", 0, ""),
        ("play <&-", 2, "odintable: play needs a terminal: use --plain with pipes\n"),
        ("check - <&-", 1, ""),
    ],
)
def test_a_closed_stream_is_an_empty_one(command: str, status: int, said: str) -> None:
    ran = subprocess.run(
        ["sh", "-c", f'exec "$0" -m odintable {command}', sys.executable],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=3000,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (status, said)


def test_python_m_odintable_is_the_same_command() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "odintable", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.startswith("odintable ")
