"""A line that is not a valid request gets an error with a code and a hint at what is valid."""

import pytest

from odintable.engine.request import MAX_LINE_BYTES, EngineError, object_without_duplicates

from .engine_client import Local


@pytest.mark.parametrize(
    "line",
    [
        b"hello",
        b'{"cmd":"hello"',
        b"{'cmd':'hello'}",
        b'{"cmd":"new","game":"ravens","seed":NaN}',
        b'{"cmd":"new","game":"ravens","seed":-Infinity}',
        b'{"cmd":"hello","cmd":"hello"}',
        b'{"cmd":"position","position":{"a":1,"a":1}}',
        b'{"cmd":"hello"} {"cmd":"hello"}',
        b'\xef\xbb\xbf{"cmd":"hello"}',
        b'{"cmd":"\xff"}',
        b'{"cmd":"\xed\xa0\x80"}',
        '{"cmd":"hello"}'.encode("utf-16"),
        b"\x00",
        b"\x0c",
        b"[" * 100_000,
        b'{"cmd":' * 10_000,
        b"[" * 70 + b"]" * 70,
        b'{"cmd":"hello","x":' + b"9" * 5000 + b"}",
        b'{"cmd":"hello"}' + b" " * MAX_LINE_BYTES,
        b'{"cmd":"hell\to"}',
    ],
    ids=lambda line: repr(line[:24]),
)
def test_invalid_json_is_bad_json(local: Local, line: bytes) -> None:
    reply = local.say(line)["error"]
    assert reply["code"] == "bad-json"
    assert reply["message"]


def test_a_string_without_an_end_is_read_once_to_the_end_of_the_line(local: Local) -> None:
    line = b"[" + b"[]," * 70 + b'"' + rb"[\"" * 2000
    assert "Unterminated string" in local.say(line)["error"]["message"]


class Looked(str):
    """A key that counts how often one is compared with another."""

    __slots__ = ()
    times = 0

    def __eq__(self, other: object) -> bool:
        """Whether they are alike."""
        Looked.times += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_the_key_that_comes_twice_is_found_without_comparing_each_with_each() -> None:
    keys = [Looked(at) for at in range(1000)]
    with pytest.raises(EngineError, match="the key '999' occurs twice"):
        object_without_duplicates([(key, 0) for key in [*keys, Looked(999)]])
    assert Looked.times < 10_000


def test_strings_may_contain_any_number_of_brackets(odin: Local) -> None:
    assert odin.code("play", move='"[{' * 100) == "illegal-move"
    assert odin.code("play", move="\ud800") == "illegal-move"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[]", "a command is an object"),
        ('"hello"', "a command is an object"),
        ("1e999", "a command is an object"),
        ("{}", 'lacks "cmd"'),
        ('{"cmd":7}', "unknown command 7: there are hello, new"),
        ('{"cmd":["hello"]}', "unknown command"),
        ('{"cmd":"helo"}', "unknown command 'helo'"),
        ('{"cmd":"hello","x":1}', "hello has an unknown key 'x': it takes no argument"),
        ('{"cmd":"quit","x":1}', "quit has an unknown key 'x'"),
        ('{"cmd":"get","with":1}', "get has an unknown key 'with': it takes as"),
        ('{"cmd":"new"}', 'new lacks "game"'),
        ('{"cmd":"new","game":"chess"}', 'game must be "odin" or "ravens"'),
        ('{"cmd":"new","game":["odin"]}', "game must be the name of a game"),
        ('{"cmd":"new","game":"odin"}', 'new lacks "players": odin is for 2 to 6'),
        ('{"cmd":"new","game":"odin","players":1}', "players must be a whole number from 2 to 6"),
        ('{"cmd":"new","game":"odin","players":7}', "players must be a whole number"),
        ('{"cmd":"new","game":"odin","players":2.0}', "players must be a whole number"),
        ('{"cmd":"new","game":"odin","players":true}', "players must be a whole number"),
        ('{"cmd":"new","game":"ravens","players":3}', "ravens is for 2 players"),
        ('{"cmd":"new","game":"ravens","seed":true}', "seed must be a whole number"),
        ('{"cmd":"new","game":"ravens","seed":1.0}', "seed must be a whole number"),
        ('{"cmd":"new","game":"ravens","seed":-1}', "seed must be a whole number from 0 to 2^53-1"),
        ('{"cmd":"new","game":"ravens","seed":9007199254740992}', "seed must be a whole number"),
        ('{"cmd":"new","game":"ravens","seed":null}', "seed must be a whole number"),
        ('{"cmd":"new","game":"ravens","seed":"7"}', "seed must be a whole number"),
        ('{"cmd":"new","game":"ravens","first":2}', "first must be a seat from 0 to 1"),
        ('{"cmd":"new","game":"odin","players":3,"first":3}', "first must be a seat from 0 to 2"),
        ('{"cmd":"new","game":"ravens","first":null}', "first must be"),
        ('{"cmd":"position"}', 'position lacks "position"'),
        ('{"cmd":"view","view":{}}', 'view lacks "as"'),
        ('{"cmd":"view","as":0}', 'view lacks "view"'),
        ('{"cmd":"get","as":3}', 'as must be a seat from 0 to 2 or "spectator", not 3'),
        ('{"cmd":"get","as":-1}', "as must be a seat"),
        ('{"cmd":"get","as":true}', "as must be a seat"),
        ('{"cmd":"get","as":null}', "as must be a seat"),
        ('{"cmd":"get","as":"1"}', "as must be a seat"),
        ('{"cmd":"play"}', 'play lacks "move"'),
        ('{"cmd":"play","move":7}', "move must be a move as text, not 7"),
        ('{"cmd":"go","bot":null}', "bot must be a bot's name"),
        ('{"cmd":"go","time_ms":0}', "time_ms must be a whole number from 1"),
        ('{"cmd":"go","sims":1.5}', "sims must be a whole number"),
        ('{"cmd":"go","sims":5,"time_ms":5}', "go takes time_ms or sims, not both"),
        ('{"cmd":"go","seed":-1}', "seed must be a whole number"),
        ('{"cmd":"legal","move":"pass"}', "legal has an unknown key 'move'"),
    ],
)
def test_a_wrong_command_is_bad_command_and_says_what_would_be_right(
    odin: Local, line: str, says: str
) -> None:
    before = odin.ask("get")
    reply = odin.say(line.encode())["error"]
    assert reply["code"] == "bad-command"
    assert says in reply["message"]
    assert odin.ask("get") == before
