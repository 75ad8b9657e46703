"""Moves, events and results in sentences; the page uses the same wording."""

from collections.abc import Sequence
from typing import Any

from odintable.games.position import Position
from odintable.terminal.games.interface import terminal_game

from .player_names import PlayerNames

Event = dict[str, Any]


def move_sentence(before: Position, after: Position, move: str, names: PlayerNames) -> str:
    """Describe a move, whose hidden cards may have been removed."""
    game = terminal_game(before.name)
    return game.move_sentence(before.to_json(), after.to_json(), move, names)


def event_sentences(position: Position, events: Sequence[Event], names: PlayerNames) -> list[str]:
    """Describe the events of a move, one line each; of some there is nothing to say."""
    sentences = (event_sentence(position.name, event, names) for event in events)
    return [sentence for sentence in sentences if sentence]


def event_sentence(game: str, event: Event, names: PlayerNames) -> str:
    """Put one event into words."""
    if event["event"] == "game-over":
        return f"{names.texts.text('over')} {names.winners(event['winners'])}"
    return terminal_game(game).event_sentence(event, names)


def result_sentence(position: Position, names: PlayerNames) -> str:
    """Say who has won a finished game and with which scores, without a full stop."""
    scores = names.scores(position.to_json()["scores"])
    return names.texts.labelled(names.winners(position.winners()).rstrip("."), scores)
