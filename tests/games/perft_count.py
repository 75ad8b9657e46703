"""Counts every line of play to a small depth, in the engine and in the reference.

A shuffle leaves the pile in its sorted order, so the counts need no random generator.
`python -m tests.games.perft_count` recounts the files in tests/perft with the reference.
"""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from odintable.games.position import Position
from tests.reference.odin import Odin
from tests.reference.ravens import Ravens

FOLDER = Path(__file__).parent / "perft"
REFERENCES: dict[str, Any] = {"odin": Odin, "ravens": Ravens}


def read(name: str) -> list[dict[str, Any]]:
    """The positions of a game, each with its counts."""
    found: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text())
    return found


def count_engine(position: Position, depth: int) -> int:
    """Count the lines of play of this length; a game that ends earlier has none."""
    if depth == 1:
        return len(position.moves())
    total = 0
    for move in position.moves():
        after = position.copy()
        after.apply(move)
        while after.awaits_shuffle:
            after.apply_shuffle(after.pile_to_shuffle()[1])
        total += count_engine(after, depth - 1)
    return total


def as_it_waits(_what: str, cards: list[str]) -> list[str]:
    """Leave the cards in their order."""
    return list(cards)


def count_reference(game: Any, depth: int) -> int:
    """The same count, by the reference."""
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = deepcopy(game)
        after.play(move)
        total += count_reference(after, depth - 1)
    return total


def set_up(name: str, position: dict[str, Any]) -> Any:
    """The reference at a position."""
    return REFERENCES[name].from_position(position, as_it_waits)


def main() -> None:
    """Count all positions anew with the reference, each to as many depths as before."""
    for name in REFERENCES:
        entries = read(name)
        for entry in entries:
            game = set_up(name, entry["position"])
            depths = range(1, len(entry["nodes"]) + 1)
            entry["nodes"] = [count_reference(game, depth) for depth in depths]
        (FOLDER / f"{name}.json").write_text(write(entries))


def write(entries: list[dict[str, Any]]) -> str:
    """The file: a line for every key of an entry and of its position."""

    def lines(thing: dict[str, Any], indent: str) -> str:
        rows = [f"{indent}  {json.dumps(key)}: {value(key, thing[key], indent)}" for key in thing]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"

    def value(key: str, thing: Any, indent: str) -> str:
        return lines(thing, indent + "  ") if key == "position" else json.dumps(thing)

    return "[\n  " + ",\n  ".join(lines(entry, "  ") for entry in entries) + "\n]\n"


if __name__ == "__main__":
    main()
