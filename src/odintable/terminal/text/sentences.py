"""Moves and events in plain words, beside their notation; the page says them alike."""

from collections.abc import Sequence
from typing import Any

from odintable.games.position import Position
from odintable.terminal.games.odin import sentences as tell_odin
from odintable.terminal.games.ravens import sentences as tell_ravens

from .player_names import People

ROOMS = {"odin": tell_odin, "ravens": tell_ravens}


def move(before: Position, after: Position, text: str, people: People) -> str:
    """Who did what: a sentence."""
    told: str = ROOMS[before.name].move(before.to_json(), after.to_json(), text, people)
    return told


def events(position: Position, happened: Sequence[dict[str, Any]], people: People) -> list[str]:
    """What the move brought about, a line each."""
    return [event(position.name, one, people) for one in happened]


def event(game: str, happened: dict[str, Any], people: People) -> str:
    """One thing that a move brought about."""
    if happened["event"] == "game-over":
        return f"{people.texts.text('over')} {people.wins(happened['winners'])}"
    told: str = ROOMS[game].event(happened, people)
    return told


def result(position: Position, people: People) -> str:
    """Who has won a game that is over, and by how much: without a full stop."""
    winners = [seat for seat, share in enumerate(position.outcome()) if share > 0]
    scores = people.scores(position.to_json()["scores"])
    return people.texts.labelled(people.wins(winners).rstrip("."), scores)
