"""An engine for ODIN that leads its first card and passes, until it misbehaves.

Usage: `misbehaving_engine.py HOW AFTER`; it misbehaves from decision number AFTER on.
"""

import json
import sys
import time

HOW, AFTER = sys.argv[1], int(sys.argv[2])


def move(view: dict) -> str:  # type: ignore[type-arg]
    """A legal move, if not a good one."""
    return f"play {view['hands'][view['turn']][0]}" if view["phase"] == "lead" else "pass"


def misbehave() -> str:
    """What a good engine does not do."""
    if HOW == "dies":
        sys.exit("no more cards up my sleeve")
    if HOW == "sleeps":
        time.sleep(60)
    answers = {
        "nonsense": "Odin has one eye",
        "list": '["pass"]',
        "deep": "[" * 500_000,
        "error": '{"error":{"code":"hidden","message":"I would rather not"}}',
        "silent-move": '{"value":0.5}',
        "illegal": '{"move":"play X0"}',
        "unknown": '{"move":"castle"}',
    }
    return answers[HOW]


decisions = 0
seen: dict = {}  # type: ignore[type-arg]
for line in sys.stdin:
    command = json.loads(line)
    if command["cmd"] == "hello":
        protocol = 2 if HOW == "protocol" else 1
        answer = json.dumps({"name": "x", "protocol": protocol, "games": ["odin"]})
    elif command["cmd"] == "view":
        seen = command["view"]
        answer = json.dumps({"view": seen})
    elif HOW == "peeks" and isinstance(seen["hands"][1 - seen["turn"]], list):
        answer = '{"move":"I saw your cards"}'
    else:
        answer = misbehave() if decisions >= AFTER else json.dumps({"move": move(seen)})
        decisions += 1
    print(answer, flush=True)
