"""The table in sentences, for lines that are read aloud or go through a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from odintable.terminal.games.odin.drawing import value
from odintable.terminal.games.ravens.drawing import count
from odintable.terminal.games.ravens.sentences import placed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from odintable.games.position import Position

    from .player_names import People

Given = dict[str, Any]


def describe(view: Position, people: People, *, is_brief: bool = False) -> list[str]:
    """What lies on the table, a line for each thing; brief within a turn, when most is known."""
    given, seat = view.to_json(), max(view.viewer, 0)
    if view.name == "odin":
        return list(odin(given, seat, people))
    around = [] if is_brief else list(path(given, people))
    return [*around, *ravens(given, seat, people)]


def odin(given: Given, seat: int, people: People) -> Iterator[str]:
    """The others, the set to beat, the hand."""
    texts = people.texts
    for other, name in enumerate(people.names):
        if other != seat:
            cards = texts.text("cards", count=count(given["hands"][other]))
            points = texts.text("points", count=given["scores"][other])
            yield texts.labelled(name, f"{cards}, {points}")
    yield texts.labelled(people.names[seat], texts.text("points", count=given["scores"][seat]))
    if given["offered"]:
        yield texts.labelled(texts.text("odin.take-one"), " ".join(given["offered"]))
    elif given["table"]:
        worth = texts.text("terminal.drawing.worth", value=value(given["table"]))
        owner = people.names[given["owner"]]
        lies = f"{' '.join(given['table'])}, {worth} ({owner})"
        yield texts.labelled(texts.text("terminal.drawing.to-beat"), lies)
    yield texts.labelled(texts.text("odin.hand"), " ".join(given["hands"][seat]))


def path(given: Given, people: People) -> Iterator[str]:
    """The scores, and the path from the rear raven on."""
    texts = people.texts
    yield people.scores(given["scores"])
    ahead = range(max(0, min(given["ravens"])), len(given["path"]))
    cards = (f"{at} {placed(given['path'][at], texts)}" for at in ahead)
    yield texts.labelled(texts.text("ravens.path"), "; ".join(cards))
    if given["stone"]:
        lane, at = given["stone"]
        yield texts.text("terminal.stone-at", place=f"{lane}:{at}")
    magic = given["magic"] or texts.text("terminal.drawing.none-left")
    yield texts.labelled(texts.text("ravens.way"), magic)


def ravens(given: Given, seat: int, people: People) -> Iterator[str]:
    """Where the ravens are, and the cards."""
    texts = people.texts
    for lane, name in enumerate(people.names):
        yield texts.labelled(name, place(given, lane, people))
    if given["placing"]:
        yield texts.text("terminal.place", card=placed(given["placing"], texts))
    yield texts.labelled(texts.text("ravens.hand"), " ".join(given["hands"][seat]))
    stack = " ".join(reversed(given["stacks"][seat])) or texts.text("terminal.drawing.empty")
    yield texts.labelled(texts.text("terminal.stack-from-top"), stack)
    if given["phase"] == "play":
        hand, lying = (3 - played for played in given["played"])
        yield texts.text("ravens.left", hand=hand, stack=lying)


def place(given: Given, lane: int, people: People) -> str:
    """Where a raven is, and what lies before it."""
    at = given["ravens"][lane]
    where = people.texts.text("terminal.drawing.start") if at < 0 else str(at)
    if at + 1 >= len(given["path"]):
        return where
    ahead = people.texts.text(f"terrain.{given['path'][at + 1][lane]}")
    return people.texts.text("terminal.before", place=where, terrain=ahead)
