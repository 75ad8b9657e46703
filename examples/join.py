"""A bot of yours at a table in the browser: `python examples/join.py LINK first_bot:FirstBot`.

LINK is the invitation that the page shows: http://…/table/NAME#join=TOKEN.
"""

import itertools
import json
import sys
import urllib.request
from importlib import import_module
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from websockets.sync.client import connect

from odintable import Budget, NeverStop, Position


def sit_down(link, name):
    """Take a free seat: the server's address, the table, the seat and its token."""
    parts = urlsplit(link)
    table = parts.path.split("/")[-1]
    address = f"{parts.scheme}://{parts.netloc}"
    asked = {"invitation": parse_qs(parts.fragment)["join"][0], "name": name}
    request = urllib.request.Request(
        f"{address}/api/v2/tables/{table}/seats",
        json.dumps(asked).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as reply:
        sat = json.load(reply)
    return address.replace("http", "ws", 1), table, sat["seat"], sat["token"]


def play(link, bot):
    """Sit down, say ready, and move whenever it is our turn; how the game ended."""
    address, table, seat, token = sit_down(link, bot.name)
    ids = itertools.count()
    with connect(f"{address}/api/v2/live", compression=None, max_size=None) as wire:
        wire.send(json.dumps({"do": "hello", "table": table, "token": token}))
        for frame in wire:
            told = json.loads(frame)
            if told["type"] == "ping":
                wire.send(json.dumps({"do": "pong", "n": told["n"]}))
            if told["type"] == "welcome" and told["stage"] == "waiting":
                wire.send(json.dumps({"do": "ready", "id": f"ready {seat}"}))
            if told.get("result"):
                return told["result"]
            if told.get("moves"):  # only whose turn it is has any
                view = Position.from_json(told["view"], seat)
                thought = bot.choose(view, Budget(time_ms=1000), told["n"], NeverStop())
                move = {"do": "play", "id": f"{seat} {next(ids)}", "move": thought.move}
                wire.send(json.dumps(move))
    return None


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    room, maker = sys.argv[2].split(":")
    print(play(sys.argv[1], getattr(import_module(room), maker)()))
