"""The table of ODIN in sentences, for line mode and the status line."""

from collections.abc import Iterator, Sequence

from odintable.i18n import Texts
from odintable.terminal.drawing.symbols import card_count
from odintable.terminal.games.interface import PositionJson
from odintable.terminal.text.player_names import PlayerNames

from .drawing import value


def describe(position: PositionJson, seat: int, names: PlayerNames, _is_brief: bool) -> list[str]:
    """Describe the other players, the set to beat, and the seat's hand."""
    texts = names.texts
    own_points = texts.text("points", count=position["scores"][seat])
    return [
        *other_players(position, seat, names),
        texts.labelled(names.names[seat], own_points),
        *cards_on_table(position, names),
        texts.labelled(texts.text("odin.hand"), " ".join(position["hands"][seat])),
    ]


def other_players(position: PositionJson, seat: int, names: PlayerNames) -> Iterator[str]:
    """Say how many cards and points each of the others has."""
    texts = names.texts
    for other, name in enumerate(names.names):
        if other != seat:
            cards = texts.text("cards", count=card_count(position["hands"][other]))
            points = texts.text("points", count=position["scores"][other])
            yield texts.labelled(name, f"{cards}, {points}")


def cards_on_table(position: PositionJson, names: PlayerNames) -> Iterator[str]:
    """Say which cards may be taken, or which set must be beaten."""
    texts = names.texts
    if position["offered"]:
        yield texts.labelled(texts.text("odin.take-one"), " ".join(position["offered"]))
    elif position["table"]:
        worth = texts.text("terminal.drawing.worth", value=value(position["table"]))
        owner = names.names[position["owner"]]
        cards = " ".join(position["table"])
        to_beat = texts.text("terminal.drawing.to-beat")
        yield texts.labelled(to_beat, f"{cards}, {worth} ({owner})")


def status(position: PositionJson, moves: Sequence[str], texts: Texts) -> str:
    """Say what must be beaten, and with how many cards."""
    if position["phase"] != "follow":
        return texts.text(f"odin.status.{position['phase']}")
    to_beat, count = value(position["table"]), len(position["table"])
    if list(moves) == ["pass"]:
        return texts.text("odin.status.hopeless", value=to_beat)
    return texts.text("odin.status.beat", value=to_beat, low=count, high=count + 1)
