"""The engine's loop and process: replies in order, `stop` at once, whole games by a client."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from odintable import bots
from odintable.bots import Budget, Candidate, MoveChoice, StopSignal
from odintable.compile_cache.compile_notice import NOTICE
from odintable.engine import engine
from odintable.engine.request import CODES, COMMANDS, MAX_LINE_BYTES
from odintable.games.position import Position

from .engine_client import PATIENCE, SOURCE, Client, talk

Json = Any

# -- Stopping a bot that thinks ----------------------------------------------------------------


@dataclass(frozen=True)
class Ponderer:
    """A bot that thinks until it is stopped, or for as long as it may."""

    name: str = "ponderer"
    games: tuple[str, ...] = ("odin", "ravens")
    about: str = "thinks for as long as it may"
    level: int | None = None
    cheats: bool = False
    is_thinking: ClassVar = threading.Event()

    def choose(self, view: Position, budget: Budget, _seed: int, stop: StopSignal) -> MoveChoice:
        """The first legal move; its visits tell whether it was stopped."""
        self.is_thinking.set()
        end = time.monotonic() + (budget.time_ms or 3_600_000) / 1000
        while time.monotonic() < end and not stop.is_set():
            time.sleep(0.002)
        move = view.legal()[0]
        return MoveChoice(move, 0.5, [Candidate(move, 0.5, int(stop.is_set()))])


class Piped:
    """The engine's own loop, in a thread, over pipes."""

    def __init__(self) -> None:
        """Start it."""
        source, self.into = os.pipe()
        from_, into = os.pipe()
        self.out = os.fdopen(from_, "rb")
        self.closing = (source, os.fdopen(into, "wb"))
        self.thread = threading.Thread(target=engine.serve, args=(source, self.closing[1]))
        self.thread.start()

    def send(self, *lines: str) -> None:
        """Write lines, all at once."""
        os.write(self.into, "".join(f"{line}\n" for line in lines).encode())

    def receive(self) -> Json:
        """The next reply."""
        return json.loads(self.out.readline())

    def close(self) -> None:
        """End of input; the engine ends."""
        os.close(self.into)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        os.close(self.closing[0])
        self.closing[1].close()
        self.out.close()


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Iterator[Piped]:
    monkeypatch.setattr(bots, "BOTS", [*bots.BOTS, Ponderer()])
    Ponderer.is_thinking.clear()
    running = Piped()
    running.send('{"cmd":"new","game":"odin","players":2,"seed":1}')
    assert "position" in running.receive()
    yield running
    running.close()


def test_stop_makes_a_thinking_bot_answer_at_once_and_then_is_answered(piped: Piped) -> None:
    piped.send('{"cmd":"go","time_ms":3600000}', '{"cmd":"hello"}')
    assert Ponderer.is_thinking.wait(PATIENCE)
    piped.send('{"cmd":"stop"}')
    reply = piped.receive()
    assert reply["candidates"][0]["visits"] == 1
    assert "name" in piped.receive(), "what came between is answered in its turn"
    assert piped.receive() == {"stopped": True}


def test_a_stop_sent_together_with_the_go_is_not_lost(piped: Piped) -> None:
    piped.send('{"cmd":"go","sims":1}', '{"cmd":"stop"}')
    assert piped.receive()["candidates"][0]["visits"] == 1
    assert piped.receive() == {"stopped": True}


def test_a_stop_does_not_stop_what_comes_after_it(piped: Piped) -> None:
    piped.send('{"cmd":"stop"}', '{"cmd":"go","time_ms":60}')
    assert piped.receive() == {"stopped": True}
    assert piped.receive()["candidates"][0]["visits"] == 0


def test_a_stop_that_is_refused_stops_nothing(piped: Piped) -> None:
    piped.send('{"cmd":"go","time_ms":60}', '{"cmd":"stop","now":true}')
    assert piped.receive()["candidates"][0]["visits"] == 0
    assert piped.receive()["error"]["code"] == "bad-command"


def test_commands_wait_while_a_bot_thinks(piped: Piped) -> None:
    piped.send('{"cmd":"go","time_ms":60}', '{"cmd":"hello"}', "", '{"cmd":"legal"}')
    assert [next(iter(piped.receive())) for _ in range(3)] == ["move", "name", "moves"]


def test_at_the_end_of_input_a_bot_may_finish_thinking() -> None:
    piped = Piped()
    piped.send('{"cmd":"new","game":"odin","players":2,"seed":1}', '{"cmd":"go","bot":"greedy"}')
    assert "position" in piped.receive()
    assert "move" in piped.receive()
    piped.close()


# -- The process -------------------------------------------------------------------------------


def test_the_engine_says_hello_without_loading_the_rules() -> None:
    script = (
        "import sys\nfrom odintable.cli import main\nmain(['engine'])\n"
        "print('numba' in sys.modules, 'numpy' in sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        input=b'{"cmd":"hello"}\n{"cmd":"bots"}\n{"cmd":"nonsense"}\n',
        capture_output=True,
        env={k: v for k, v in os.environ.items() if not k.startswith("COV")}
        | {"PYTHONPATH": str(SOURCE)},
        check=True,
    )
    assert ran.stderr.split() == [b"False", b"False"]
    assert ran.stdout.count(b"\n") == 3


def test_the_engine_ends_at_quit_and_reads_no_further() -> None:
    status, replies, said = talk(b'\n{"cmd":"hello"}\r\n  \n{"cmd":"quit"}\n{"cmd":"hello"}\n')
    assert (status, len(replies), said) == (0, 1, b"")


def test_the_engine_ends_at_the_end_of_input_even_without_a_newline() -> None:
    status, replies, said = talk(b'{"cmd":"hello"}\n{"cmd":"hello"}')
    assert (status, len(replies), said) == (0, 2, b"")
    assert talk(b"") == (0, [], b"")


def test_a_line_that_is_too_long_is_one_error_and_the_next_is_read() -> None:
    status, replies, _said = talk(b"x" * (5 * MAX_LINE_BYTES) + b'\n{"cmd":"hello"}\n')
    assert status == 0
    assert json.loads(replies[0])["error"]["code"] == "bad-json"
    assert json.loads(replies[1])["name"] == "odintable"


def test_a_line_that_is_too_long_is_blank_only_if_all_of_it_is() -> None:
    space = b" " * (2 * MAX_LINE_BYTES)
    _status, replies, _said = talk(space + b'{"cmd":"hello"}\n' + space + b'\n{"cmd":"hello"}\n')
    assert [next(iter(json.loads(reply))) for reply in replies] == ["error", "name"]


def test_an_input_that_cannot_be_read_ends_the_engine_with_an_error(tmp_path: Path) -> None:
    deaf = os.open(tmp_path / "deaf", os.O_WRONLY | os.O_CREAT)
    ran = subprocess.run(
        [sys.executable, "-m", "odintable", "engine"],
        stdin=deaf,
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        timeout=PATIENCE,
        check=False,
    )
    os.close(deaf)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.startswith(b"odintable: the input cannot be read: ")


def test_quit_ends_the_process_while_its_input_stays_open() -> None:
    with Client() as client:
        assert client.ask("hello")["protocol"] == 1
        client.send(cmd="quit")
        assert client.process.wait(timeout=PATIENCE) == 0


@pytest.mark.long
def test_the_compiler_notice_appears_only_while_compiling(
    tmp_path: Path,
) -> None:
    odin, ravens = b'{"cmd":"new","game":"odin","players":2}', b'{"cmd":"new","game":"ravens"}'
    reply = [
        talk(new + b'\n{"cmd":"legal"}\n', NUMBA_CACHE_DIR=str(tmp_path))
        for new in (odin, odin, ravens, ravens)
    ]
    assert [(status, len(replies)) for status, replies, _said in reply] == [(0, 2)] * 4
    notice = NOTICE.encode() + b"\n"
    assert [said for _status, _replies, said in reply] == [notice, b"", notice, b""]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "arguments"),
    [
        ("odin", {"players": 4, "options": {"goat": True, "limit": 10}}),
        ("odin", {"players": 2, "options": {"four-colours": True}}),
        ("ravens", {"options": {"buy-magic": True, "strict-joker": True}}),
        ("ravens", {}),
    ],
)
def test_an_external_program_plays_a_whole_game(game: str, arguments: dict[str, Json]) -> None:
    with Client() as client:
        reply = client.ask("new", game=game, seed=11, **arguments)
        events = []
        for turn in range(3000):
            if reply["position"]["phase"] == "over":
                break
            moves = client.ask("legal")["moves"]
            thought = client.ask("go", bot="greedy" if turn % 5 else "random", sims=20, seed=turn)
            assert thought["move"] in moves
            reply = client.ask("play", move=thought["move"])
            events += reply["events"]
        assert reply["position"]["phase"] == "over"
        assert events[-1]["event"] == "game-over"
        assert client.ask("legal") == {"moves": []}
        client.send(cmd="quit")
        assert client.process.wait(timeout=PATIENCE) == 0


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), [("odin", {"players": 3}), ("ravens", {})])
def test_a_bot_in_another_process_plays_a_whole_game_from_views_alone(
    game: str, players: dict[str, int]
) -> None:
    with Client() as table, Client() as adviser:
        position = table.ask("new", game=game, seed=5, **players)["position"]
        for _ in range(3000):
            if position["phase"] == "over":
                break
            seat = position["turn"]
            view = table.ask("get", as_=seat)["view"]
            assert adviser.ask("view", view=view, as_=seat, seed=1) == {"view": view}
            assert adviser.ask("legal") == table.ask("legal")
            thought = adviser.ask("go", sims=50)
            assert adviser.ask("play", move=thought["move"])["error"]["code"] == "hidden"
            position = table.ask("play", move=thought["move"])["position"]
        assert position["phase"] == "over"


# -- The page ----------------------------------------------------------------------------------

PAGE = (SOURCE.parent / "docs/protocol.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The example in a language."""
    using = PAGE[PAGE.index("## Using it") :]
    return using.split(f"```{language}\n")[1].split("```")[0]


@pytest.mark.long
def test_the_python_example_of_the_page_plays_a_game() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", block("python")],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert ran.stdout.startswith("race over: [")
    assert ran.stdout.endswith("seat 0 wins\n")


@pytest.mark.long
def test_the_shell_example_of_the_page_is_answered() -> None:
    lines = block("sh").split("LINES'\n")[1].split("LINES")[0]
    status, replies, _said = talk(lines.encode())
    assert status == 0
    assert [next(iter(json.loads(reply))) for reply in replies] == ["name", "position", "move"]


def test_the_page_names_every_command_and_code() -> None:
    for command in COMMANDS:
        assert f'{{"cmd":"{command}"' in PAGE
    for code in CODES:
        assert f"`{code}`" in PAGE
