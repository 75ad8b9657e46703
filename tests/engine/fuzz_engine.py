"""Bad input for the engine: sessions of both games in which most lines are mutated.

Every line that is not blank gets one reply; an error has a code from the protocol and leaves the
game unchanged.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from odintable.engine.engine import Engine
from odintable.engine.request import CODES, MAX_LINE_BYTES

Json = Any

MUTATED = 0.8  # of all lines; the others keep the game going
OPTIONS: dict[str, list[Json]] = {
    "odin": [{}, {"limit": 3}, {"goat": True}, {"hands": 1}, {"goat": True, "limit": 40}],
    "ravens": [
        {},
        {"buy-magic": True},
        {"strict-joker": True, "keep-cards": True},
        {"max-turns": 12, "target": 3},
        {"removed-under": True, "target": 1},
    ],
}
ODD: list[Json] = [
    *(None, True, False, 0, 1, -1, 2, 5, 6, 7, 127, 128, 255, 32768, 2**31, 2**53, 2**63, 10**400),
    *(1.0, 0.5, -0.0, 1e308, "", " ", "é", "\ud800", "\x00", "X0", "R10", "spectator", "end"),
    *([], [[]], {}, {"game": "odin"}, [None] * 9, "F" * 40, "FFFFF", ["FM"] * 41, [0, 0], [1, 1]),
    *("odin", "ravens", "over", "lay", "place", "take", "follow", "fly FF", "magic (t)", "pass"),
]
SNIPPETS = [
    *(b"NaN", b"-Infinity", b"1e999", b"\xff", b"\xc3", b"\xed\xa0\x80", b'"\\ud800"', b"\\u0000"),
    *(b"\x00", b"\xef\xbb\xbf", b"[" * 5000, b'{"a":' * 300, b"9" * 5000, b'"cmd":"get",', b"}{"),
    *(b"//", b"'", b"\r", b"\x0c", b" ", b"\t", b"-", b"0x1", b"true", b"null", b","),
]
DEEP = ("position", "view", "options", "move")  # where there is most to mutate
KINDS = (
    "play play play play position position position view view go get legal hello bots stop".split()
)
EXTRA = ["seed", "as", "x", "", "cmd", "players", "known", "magic_pile", "bought", "sims", "bot"]


class Fuzz:
    """An engine, and the lines it is sent."""

    def __init__(self, seed: int) -> None:
        """Begin with nothing set up."""
        self.rng = random.Random(seed)
        self.engine = Engine()
        self.whole: Json = None  # the last whole position, to come back to
        self.get: dict[str, Json] = {"cmd": "get"}
        self.before = b""
        self.codes: Counter[str] = Counter()
        self.accepted = 0

    # -- Lines ---------------------------------------------------------------------------------

    def line(self) -> dict[str, Json]:
        """A command that is right."""
        rng = self.rng
        if self.whole is None or rng.random() < 0.02:
            return self.new()
        kind = rng.choice(KINDS)
        position = self.whole
        seats = len(position["scores"])
        if kind == "play":
            return {"cmd": "play", "move": self.legal_move()}
        if kind == "position":
            return {"cmd": kind, "position": position, "seed": rng.randrange(99)}
        if kind == "view":
            seat = rng.choice([*range(seats), position["turn"], "spectator"])
            seen = self.ask({"cmd": "get", "as": seat})
            return {"cmd": kind, "view": seen["view"], "as": seat} if "view" in seen else self.new()
        if kind == "get":
            return rng.choice([{"cmd": kind}, {"cmd": kind, "as": rng.randrange(seats)}])
        if kind == "go":
            bot = rng.choice(["random", "greedy"])
            return {"cmd": kind, "bot": bot, "sims": 1, "seed": rng.randrange(99)}
        return {"cmd": kind}

    def new(self) -> dict[str, Json]:
        """A new game with some options."""
        game = self.rng.choice(["odin", "ravens"])
        given = {"game": game, "seed": self.rng.randrange(2**53), "first": self.rng.randrange(2)}
        if game == "odin":
            given["players"] = self.rng.randint(2, 6)
        return {"cmd": "new", "options": self.rng.choice(OPTIONS[game])} | given

    def legal_move(self) -> str:
        """A legal move, often the greedy bot's, so that races and hands come to their end."""
        if self.rng.random() < 0.6:
            return str(self.ask({"cmd": "go", "bot": "greedy"}).get("move", "end"))
        return str(self.rng.choice(self.ask({"cmd": "legal"})["moves"] or ["end"]))

    def ask(self, command: Json) -> Json:
        """A reply to a command of our own."""
        reply = self.engine.reply(json.dumps(command).encode())
        assert reply is not None
        return json.loads(reply)

    # -- Spoiling them -------------------------------------------------------------------------

    def mutate(self, command: dict[str, Json]) -> bytes:
        """The command with something changed: in its values, or in its bytes."""
        rng = self.rng
        deep = command.get("position") or command.get("view")
        if deep and rng.random() < 0.3:
            line = json.dumps(command | {command["cmd"]: self.trade(deep)}).encode()
        elif rng.random() < 0.7:
            for _ in range(rng.choice([1, 1, 1, 2, 3])):
                command = self.mutate_value(json.loads(json.dumps(command)))
            line = json.dumps(command, ensure_ascii=rng.random() < 0.9).encode(
                "utf-8", "surrogatepass"
            )
        else:
            line = json.dumps(command).encode()
            for _ in range(rng.choice([1, 1, 2, 4])):
                line = self.mutate_bytes(line)
        return line.replace(b"\n", b" ")

    def trade(self, given: Json) -> Json:
        """A card or a count leaves one place and comes to another, so that the sums agree."""
        traded = json.loads(json.dumps(given))
        places = list(cells(traded))
        (one, at), (two, to) = self.rng.choice(places), self.rng.choice(places)
        leaving: Json = "F"
        if isinstance(one[at], int):
            one[at] -= 1
        elif one[at]:
            leaving = one[at][0]
            one[at] = one[at][1:]
        if isinstance(two[to], int):
            two[to] += 1
        elif isinstance(two[to], str):
            two[to] += str(leaving)
        else:
            two[to] = [*two[to], leaving]
        return traded

    def mutate_value(self, value: Json, depth: int = 0) -> Json:
        """Something inside, or the value itself, is changed."""
        rng = self.rng
        if isinstance(value, dict) and value and (depth == 0 or rng.random() < 0.8):
            return self.mutate_object(value, depth)
        if isinstance(value, list) and value and rng.random() < 0.8:
            return self.mutate_list(value, depth)
        if isinstance(value, str) and value and rng.random() < 0.6:
            at = rng.randrange(len(value))
            return (
                value[:at] + rng.choice(["", "F", "o", "R", " ", "(", "9", value]) + value[at + 1 :]
            )
        if isinstance(value, int) and rng.random() < 0.6:
            return value + rng.choice([-1, 1, 1, 8, -8])
        return rng.choice(ODD)

    def mutate_object(self, value: dict[str, Json], depth: int) -> dict[str, Json]:
        """A key is lost, or new, or its value is changed."""
        key = self.rng.choice(list(value))
        chance = self.rng.random()
        deep = [name for name in DEEP if depth == 0 and name in value]
        if deep and chance < 0.8:
            return value | {deep[0]: self.mutate_value(value[deep[0]], depth + 1)}
        chance = self.rng.random()
        if chance < 0.1:
            return {name: kept for name, kept in value.items() if name != key}
        if chance < 0.2:
            return value | {self.rng.choice(EXTRA): self.rng.choice(ODD)}
        return value | {key: self.mutate_value(value[key], depth + 1)}

    def mutate_list(self, value: list[Json], depth: int) -> list[Json]:
        """An entry is lost, doubled, moved or changed."""
        rng = self.rng
        at, other = rng.randrange(len(value)), rng.randrange(len(value))
        chance = rng.random()
        if chance < 0.15:
            return value[:at] + value[at + 1 :]
        if chance < 0.3:
            return [*value, value[at]]
        if chance < 0.6:
            value[at], value[other] = value[other], value[at]
            return value
        return [*value[:at], self.mutate_value(value[at], depth + 1), *value[at + 1 :]]

    def mutate_bytes(self, line: bytes) -> bytes:
        """Bytes are lost, doubled, changed or put in; rarely a line beyond all bounds."""
        rng = self.rng
        at = rng.randrange(len(line) + 1)
        end = min(len(line), at + rng.randrange(1, 20))
        if rng.random() < 0.001:
            return line + b" " * MAX_LINE_BYTES
        ways = [
            line[:at],
            line[:at] + line[end:],
            line[:end] + line[at:],
            line[:at] + bytes([rng.randrange(256)]) + line[at + 1 :],
            line[:at] + rng.choice(SNIPPETS) + line[at:],
            line[:at] + rng.choice(SNIPPETS) + line[end:],
        ]
        return rng.choice(ways)

    # -- What must hold ------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """A line gets the one reply it must get."""
        self.engine.last_stop = 1 << 62  # whatever is to think answers at once
        request = self.engine.parse(line)
        raw = self.engine.reply(line)
        if not line.strip(b" \t\r\n") or getattr(request, "command", "") == "quit":
            assert raw is None, line
            return
        assert raw is not None, line
        assert raw.endswith(b"\n"), line
        assert raw.count(b"\n") == 1, line
        reply = json.loads(raw.decode("ascii"))
        if "error" in reply:
            self.check_error(line, reply)
        else:
            self.accepted += 1
            self.note(line, reply)

    def check_error(self, line: bytes, reply: Json) -> None:
        """A known code, a message of one line, and the game stands as it was."""
        assert list(reply) == ["error"], line
        assert sorted(reply["error"]) == ["code", "message"], line
        assert reply["error"]["code"] in CODES, line
        message = reply["error"]["message"]
        assert message.strip(), line
        assert len(message) <= 300, line
        assert message.isprintable(), line
        self.codes[reply["error"]["code"]] += 1
        assert self.standing() == self.before, line

    def note(self, line: bytes, reply: Json) -> None:
        """What stands now; a position that was accepted can be played on."""
        command = json.loads(line)
        if command["cmd"] in ("new", "position", "play"):
            self.get, self.whole = {"cmd": "get"}, reply["position"]
            self.before = self.standing()
            assert json.loads(self.before) == {"position": reply["position"]}, line
        elif command["cmd"] == "view":
            self.get = {"cmd": "get", "as": command["as"]}
            self.before = self.standing()
            assert json.loads(self.before) == reply, line
            self.check_thinking(line)
            self.check_sampling(line, reply)
            self.ask({"cmd": "position", "position": self.whole})
            self.get, self.before = {"cmd": "get"}, b""
            self.before = self.standing()
        else:
            assert self.standing() == self.before, line

    def check_thinking(self, line: bytes) -> None:
        """From a view a bot finds a legal move, or it is not to move."""
        moves, thought = self.ask({"cmd": "legal"}), self.ask({"cmd": "go", "sims": 1})
        if moves.get("moves"):
            assert thought["move"] in moves["moves"], line
        else:
            assert thought["error"]["code"] in ("hidden", "illegal-move"), line
        for command in ({"cmd": "get"}, {"cmd": "play", "move": "end"}):
            assert self.ask(command)["error"]["code"] == "hidden", line
            self.codes["hidden"] += 1

    def check_sampling(self, line: bytes, reply: Json) -> None:
        """There is a whole position that agrees with a view that was accepted."""
        view = self.engine.session.game.position
        whole = view.sample_state(self.rng.randrange(99))
        assert whole.view(view.viewer).to_json() == reply["view"], line
        assert "position" in self.ask({"cmd": "position", "position": whole.to_json()}), line

    def standing(self) -> bytes:
        """What the engine says the game is."""
        return self.engine.reply(json.dumps(self.get).encode()) or b""


def cells(value: Json) -> Iterator[tuple[Json, Json]]:
    """Every place inside where something lies that can be counted: what it is in, and where."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, str | int | list):
            yield value, key
        if isinstance(inner, dict | list):
            yield from cells(inner)


def run(count: int, seed: int) -> Fuzz:
    """Send so many mutated lines, among others that are right."""
    fuzz = Fuzz(seed)
    fuzz.before = fuzz.standing()
    fuzz.send(b'{"cmd":"legal"}')
    sent = 0
    while sent < count:
        command = fuzz.line()
        if fuzz.rng.random() < MUTATED and fuzz.whole is not None:
            fuzz.send(fuzz.mutate(command))
            sent += 1
        else:
            fuzz.send(json.dumps(command).encode())
    return fuzz
