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


def take_seat(link, name):
    """Take a free seat; returns the server's address, the table, the seat and its token."""
    parts = urlsplit(link)
    table = parts.path.split("/")[-1]
    address = f"{parts.scheme}://{parts.netloc}"
    body = {"invitation": parse_qs(parts.fragment)["join"][0], "name": name}
    request = urllib.request.Request(
        f"{address}/api/v2/tables/{table}/seats",
        json.dumps(body).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        taken = json.load(response)
    return address.replace("http", "ws", 1), table, taken["seat"], taken["token"]


def play(link, bot):
    """Take a seat, be ready, and move whenever it is our turn; returns how the game ended."""
    address, table, seat, token = take_seat(link, bot.name)
    ids = itertools.count()
    with connect(f"{address}/api/v2/live", compression=None, max_size=None) as socket:
        socket.send(json.dumps({"do": "hello", "table": table, "token": token}))
        for frame in socket:
            message = json.loads(frame)
            if message["type"] == "ping":
                socket.send(json.dumps({"do": "pong", "n": message["n"]}))
            if message["type"] == "welcome" and message["stage"] == "waiting":
                socket.send(json.dumps({"do": "ready", "id": f"ready {seat}"}))
            if message.get("result"):
                return message["result"]
            if message.get("moves"):  # only on our turn
                view = Position.from_json(message["view"], seat)
                choice = bot.choose(view, Budget(time_ms=1000), message["n"], NeverStop())
                move = {"do": "play", "id": f"{seat} {next(ids)}", "move": choice.move}
                socket.send(json.dumps(move))
    return None


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    module, maker = sys.argv[2].split(":")
    print(play(sys.argv[1], getattr(import_module(module), maker)()))
