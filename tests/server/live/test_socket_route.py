"""Sockets used from outside: reconnecting, resending, misbehaving."""

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server.support.server_process import WAIT, Json, Player, ServerProcess, begin, players

pytestmark = pytest.mark.long

MANY = 100  # more than a limit allows, even if it fills up again meanwhile


@contextlib.contextmanager
def open_registry(server: ServerProcess, origin: str | None = None) -> Iterator[ClientConnection]:
    """A socket that has not said anything."""
    url = f"ws://127.0.0.1:{server.port}/api/v2/live"
    came_from = None if origin is None else Origin(origin)
    with connect(url, compression=None, origin=came_from, open_timeout=WAIT) as one:
        yield one


def closed_with(one: ClientConnection) -> int:
    """The code with which the server closes."""
    try:
        while True:
            one.recv(timeout=WAIT)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 0


def test_everybody_sees_their_own_cards_and_nobody_elses(server: ServerProcess) -> None:
    made, tokens = server.seated("odin", 3)
    with players(server, made.name, [*tokens, made.spectating]) as people:
        begin(people[:3])
        people[3].until(lambda one: one.get("stage") == "playing")
        for seat, player in enumerate(people):
            hands = player.now["view"]["hands"]
            assert [isinstance(hand, list) for hand in hands] == [at == seat for at in range(3)]
        assert [bool(player.now["moves"]) for player in people].count(True) == 1
        assert people[3].now["you"] == "spectator"


def test_a_reconnecting_client_gets_missed_events_and_a_resend_counts_once(
    server: ServerProcess,
) -> None:
    made, tokens = server.seated("odin", 2, first=0)
    with players(server, made.name, tokens) as people:
        begin(people)
        one, two = people
        last = two.now["n"]
        two.close()
        move = one.now["moves"][0]
        first = {"do": "play", "id": "mine", "move": move}
        one.send(**first)
        event = one.until(lambda message: message.get("id") == "mine")
        for _ in range(3):
            one.send(**first)
            ack = one.until(lambda message: message.get("id") == "mine")
            assert ack == {"type": "ack", "id": "mine", "n": event["n"]}
        with contextlib.closing(Player(server, made.name, tokens[1], last)) as back:
            assert [message["move"] for message in back.welcome["events"]] == [move]
            assert back.welcome["n"] == event["n"]


def test_a_refused_move_changes_nothing_and_says_why(server: ServerProcess) -> None:
    made, tokens = server.seated("odin", 2, first=0)
    with players(server, made.name, tokens) as people:
        begin(people)
        for player, move, code, why in (
            (people[1], "pass", "not-your-turn", None),
            (people[0], "pass", "illegal-move", {"key": "why.must-lead"}),
            (people[0], "dance", "illegal-move", None),
        ):
            message = player.ask("play", move=move)
            assert (message["type"], message["code"], message["retry"]) == ("refused", code, False)
            assert message["message"]
            assert message["why"] == why
        assert people[1].ask("back")["why"] == {"key": "no-undo"}


def test_why_a_move_is_not_legal_is_explained_without_playing_it(server: ServerProcess) -> None:
    made, tokens = server.seated("odin", 2, first=0)
    with players(server, made.name, tokens) as people:
        assert people[0].ask("explain", move="pass")["code"] == "wrong-stage"
        begin(people)
        legal = people[0].now["moves"][0]
        for player, move, why in (
            (people[0], "pass", {"key": "why.must-lead"}),
            (people[0], "play X0", {"key": "why.no-such-card", "cards": "X0"}),
            (people[1], "pass", {"key": "why.not-yours", "seat": 0}),
            (people[0], legal, None),
            (people[0], "dance", None),
        ):
            message = player.ask("explain", move=move)
            assert (message["type"], message["move"], message["why"]) == ("explained", move, why)
        assert people[0].ask("play", move=legal)["type"] == "event"
    with contextlib.closing(Player(server, made.name, made.spectating)) as spectator:
        assert spectator.ask("explain", move="pass")["code"] == "not-a-seat"


def test_people_talk_in_phrases_and_are_seen_to_come_and_go(server: ServerProcess) -> None:
    made, tokens = server.seated("odin", 2)
    with players(server, made.name, tokens) as (one, two):
        two.send(do="say", phrase="good-luck")
        message = one.until(lambda message: message["type"] == "said")
        assert message == {"type": "said", "seat": 1, "phrase": "good-luck"}
        assert two.ask("say", phrase="hello <b>")["code"] == "bad-request"
        assert any(wow(two).get("code") == "too-fast" for _ in range(MANY))
        two.close()
        gone = one.until(lambda message: message["type"] == "presence" and not message["seats"][1])
        assert gone["spectators"] == 0


def wow(one: Player) -> Json:
    """Say it, and hear it said, or refused."""
    one.send(do="say", phrase="wow")
    return one.until(lambda message: message["type"] in ("said", "refused"))


def test_leaving_before_the_deal_frees_the_seat_and_closes_its_socket(
    server: ServerProcess,
) -> None:
    made, tokens = server.seated("odin", 2, open=True)
    with players(server, made.name, tokens) as (one, two):
        two.ask("ready", salt="mine")
        message = two.ask("leave")
        assert (message["kind"], message["seats"][1]["taken"], message["salts"]) == (
            "left",
            False,
            {},
        )
        assert closed_with(two.socket) == 4401
        assert one.until_event(message["n"])["seats"][1]["ready"] is False
        assert server.call("GET", made.path(), token=tokens[1]).status_code == 401
        assert made.name in {row["table"] for row in server.call("GET", "/api/v2/tables").json()}
        third = made.sit("Third")
        with contextlib.closing(Player(server, made.name, third)) as three:
            begin([one, three])
            assert three.now["you"] == 1
            assert one.ask("leave")["code"] == "wrong-stage"


def test_a_table_that_everybody_left_is_over(server: ServerProcess) -> None:
    made = server.make("odin", [{}, {}], open=True)
    with contextlib.closing(Player(server, made.name, made.token)) as one:
        message = one.ask("leave")
        assert (message["stage"], message["result"]["why"]) == ("over", "abandoned")
    assert made.name not in {row["table"] for row in server.call("GET", "/api/v2/tables").json()}
    assert server.call("POST", made.path("/seats"), {}).status_code == 403


def test_the_same_tokens_give_access_to_the_rematch(server: ServerProcess) -> None:
    made, tokens = server.seated("ravens", 2)
    with players(server, made.name, tokens) as (one, two):
        begin([one, two])
        assert one.ask("resign")["result"] == {"why": "resigned", "winners": [1], "seat": 0}
        one.ask("propose", what="rematch")
        two.ask("agree", what="rematch")
        table = one.until(lambda message: message.get("kind") == "rematch")["table"]
        for seat, player in enumerate((one, two)):
            player.say_hello(table, tokens[seat])
            assert player.welcome["you"] == seat
            assert player.welcome["commitment"] != made.commitment
        begin([one, two])
        assert one.now["stage"] == "playing"


def test_a_move_is_taken_back_freely_or_by_agreement(server: ServerProcess) -> None:
    made, tokens = server.seated("ravens", 2, first=0)
    with players(server, made.name, tokens) as (one, two):
        begin([one, two])
        assert one.now["may_take_back"] == "no"
        start = one.now["view"]
        one.ask("play", move=next(move for move in one.now["moves"] if move.startswith("stack")))
        assert one.now["may_take_back"] == "free"
        message = one.ask("back")
        assert (message["kind"], message["undone"], message["view"]) == ("back", 1, start)
        one.ask("play", move="end")
        assert one.now["may_take_back"] == "ask"
        n = one.ask("back")["n"]
        assert two.until_event(n)["proposals"][0]["what"] == "back"
        message = two.ask("agree", what="back")
        assert (message["done"], message["undone"]) == (True, 1)
        assert one.until_event(message["n"])["view"] == start


def test_ten_messages_that_are_not_understood_close_the_socket(server: ServerProcess) -> None:
    with open_registry(server) as one:
        one.send("{}")
        assert json.loads(one.recv(timeout=WAIT))["code"] == "bad-request"
        one.send('{"do":"ready"}')
        assert json.loads(one.recv(timeout=WAIT))["code"] == "no-hello"
        for _ in range(9):
            one.send("nonsense")
        assert closed_with(one) == 4400


@pytest.mark.parametrize(
    ("frame", "code"),
    [(b"binary", 1003), ("x" * 5000, 1009), ('{"do":"hello","table":"nothing"}', 4404)],
)
def test_sockets_are_closed_with_the_right_code(
    server: ServerProcess, frame: str | bytes, code: int
) -> None:
    with open_registry(server) as one:
        one.send(frame)
        assert closed_with(one) == code


def test_a_private_table_needs_a_valid_token(server: ServerProcess) -> None:
    made, tokens = server.seated("odin", 2)
    for token in ("", "wrong", made.invitation):
        with open_registry(server) as one:
            one.send(json.dumps({"do": "hello", "table": made.name, "token": token}))
            assert closed_with(one) == 4401
    other, _ = server.seated("odin", 2)
    with open_registry(server) as one:
        one.send(json.dumps({"do": "hello", "table": other.name, "token": tokens[0]}))
        assert closed_with(one) == 4401


def test_pages_of_other_origins_are_refused(server: ServerProcess) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        open_registry(server, origin="http://evil.example"),
    ):
        pass
    assert refused.value.response.status_code == 403
    with open_registry(server, origin=f"http://127.0.0.1:{server.port}"):
        pass


def test_too_many_frames_and_too_many_sockets(tmp_path: Path) -> None:
    with contextlib.closing(
        ServerProcess(tmp_path, frames_at_once=5, frames_per_second=1, sockets_per_address=2)
    ) as server:
        with open_registry(server) as one, open_registry(server):
            with pytest.raises(InvalidStatus) as refused, open_registry(server):
                pass
            assert refused.value.response.status_code == 429
            with contextlib.suppress(ConnectionClosed):
                for _ in range(MANY):
                    one.send('{"do":"pong","n":1}')
            assert closed_with(one) == 4429
        with raw(server) as pinging:
            pinging.sendall(masked(0x89, b"hi") * MANY)
            received = frames_from_long(pinging, 6)
            while received[-1] == (0x8A, b"hi"):
                received += frames_from_long(pinging, 1)
            *pongs, (first, payload) = received
            assert pongs == [(0x8A, b"hi")] * len(pongs)
            assert len(pongs) < MANY
            assert (first, int.from_bytes(payload[:2], "big")) == (0x88, 4429)
        with open_registry(server):
            pass


def raw(server: ServerProcess) -> socket.socket:
    """A socket after the handshake, without a library."""
    one = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT)
    one.sendall(
        f"GET /api/v2/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += one.recv(4096)
    assert answer.startswith(b"HTTP/1.1 101")
    return one


def masked(first: int, payload: bytes, mask: bytes = b"\1\2\3\4") -> bytes:
    """A short frame of a client's."""
    body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes((first, 0x80 | len(payload))) + mask + body


def frames_from(one: socket.socket, count: int) -> list[tuple[int, bytes]]:
    """The next short frames of the server's."""
    got = b""
    found: list[tuple[int, bytes]] = []
    while len(found) < count:
        if len(got) >= 2 and len(got) >= 2 + got[1]:
            assert got[1] < 126
            found.append((got[0], got[2 : 2 + got[1]]))
            got = got[2 + got[1] :]
            continue
        more = one.recv(4096)
        assert more, found
        got += more
    return found


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (bytes((0x81, 2)) + b"{}", 1002),  # not masked
        (masked(0xC1, b"{}"), 1002),  # a reserved bit
        (masked(0x83, b"{}"), 1002),  # an unknown kind
        (masked(0x80, b"{}"), 1002),  # goes on with nothing
        (masked(0x09, b"{}"), 1002),  # a ping in parts
        (masked(0x81, b"\xff\xfe"), 1007),  # not UTF-8
        (bytes((0x81, 0x80 | 127)) + b"\xff" * 8 + b"abcd", 1009),  # enormous
    ],
)
def test_broken_frames_are_answered_with_the_right_code(
    server: ServerProcess, sent: bytes, code: int
) -> None:
    with raw(server) as one:
        one.sendall(sent)
        ((first, payload),) = frames_from(one, 1)
        assert (first, int.from_bytes(payload[:2], "big")) == (0x88, code)


def test_frames_may_arrive_in_fragments_byte_by_byte_with_pings_between(
    server: ServerProcess,
) -> None:
    with raw(server) as one:
        text = masked(0x01, b"[1,") + masked(0x89, b"hi") + masked(0x80, b"2]")
        for at in range(len(text)):
            one.sendall(text[at : at + 1])
        pong, refused = frames_from_long(one, 2)
        assert pong == (0x8A, b"hi")
        message: Json = json.loads(refused[1])
        assert message["code"] == "bad-request"
        one.sendall(masked(0x88, (1000).to_bytes(2, "big")))
        assert frames_from(one, 1) == [(0x88, (1000).to_bytes(2, "big"))]
        assert one.recv(10) == b""


def frames_from_long(one: socket.socket, count: int) -> list[tuple[int, bytes]]:
    """The next frames of the server's, some of them longer."""
    found: list[tuple[int, bytes]] = []
    for _ in range(count):
        head = exactly(one, 2)
        size = head[1] if head[1] < 126 else int.from_bytes(exactly(one, 2), "big")
        found.append((head[0], exactly(one, size)))
    return found


def exactly(one: socket.socket, size: int) -> bytes:
    """So many bytes."""
    got = b""
    while len(got) < size:
        more = one.recv(size - len(got))
        if not more:
            raise EOFError
        got += more
    return got


def test_a_slow_reader_gets_a_fresh_view_in_the_end(server: ServerProcess) -> None:
    made, tokens = server.seated("odin", 2, first=0, options={"limit": 100})
    slow = raw(server)
    with slow, contextlib.closing(Player(server, made.name, tokens[0])) as one:
        hello = {"do": "hello", "table": made.name, "token": tokens[1]}
        slow.sendall(masked(0x81, json.dumps(hello).encode()))
        begin_with(one, slow)
        before = resyncs(server)
        while resyncs(server) == before:
            slow.sendall(hello_again(hello) * 500)
        n = one.ask("play", move=one.now["moves"][0])["n"]
        while (message := text_from(slow)).get("n") != n:
            pass
        whole = server.call("GET", made.path(), token=tokens[1]).json()
        assert (message["view"], message["moves"]) == (whole["view"], whole["moves"])


def hello_again(hello: Json) -> bytes:
    """Ask for the whole table."""
    return masked(0x81, json.dumps(hello).encode())


def begin_with(one: Player, slow: socket.socket) -> None:
    """Both are ready."""
    one.ask("ready")
    slow.sendall(masked(0x81, b'{"do":"ready"}'))
    one.until(lambda message: message.get("stage") == "playing")


def resyncs(server: ServerProcess) -> int:
    """How often a slow reader was sent the whole table."""
    text = server.metrics()
    line = next(
        one for one in text.splitlines() if one.startswith("odintable_slow_reader_resyncs_total")
    )
    return int(line.split()[1])


def text_from(one: socket.socket) -> Json:
    """The next message."""
    while (frame := frames_from_long(one, 1)[0])[0] != 0x81:
        pass
    message: Json = json.loads(frame[1])
    return message
