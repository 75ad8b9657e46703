"""The table of Ravens in sentences, for line mode and the status line."""

from collections.abc import Iterator, Sequence

from odintable.i18n import Texts
from odintable.terminal.games.interface import PositionJson
from odintable.terminal.text.player_names import PlayerNames

from .cards import card_number, landscape_name, space_name
from .drawing import cards_left


def describe(position: PositionJson, seat: int, names: PlayerNames, is_brief: bool) -> list[str]:
    """Describe the path unless it is brief, the ravens and the seat's cards."""
    surroundings = [] if is_brief else list(path(position, names))
    return [*surroundings, *ravens_and_cards(position, seat, names)]


def path(position: PositionJson, names: PlayerNames) -> Iterator[str]:
    """Describe the scores, the path from the rear raven on, the stone and the Magic Way."""
    texts = names.texts
    yield names.scores(position["scores"])
    spaces = range(max(0, min(position["ravens"])), len(position["path"]))
    cards = (f"{card_number(at)} {landscape_name(position['path'][at], texts)}" for at in spaces)
    yield texts.labelled(texts.text("ravens.path"), "; ".join(cards))
    if position["stone"]:
        lane, at = position["stone"]
        yield texts.text("terminal.stone-at", place=space_name(lane, at, texts))
    magic = position["magic"] or texts.text("terminal.drawing.none-left")
    yield texts.labelled(texts.text("ravens.way"), magic)


def ravens_and_cards(position: PositionJson, seat: int, names: PlayerNames) -> Iterator[str]:
    """Describe the ravens' places, the hand, the stack, and how many cards may still be played."""
    texts = names.texts
    for lane, name in enumerate(names.names):
        yield texts.labelled(name, raven_place(position, lane, texts))
    if position["placing"]:
        yield texts.text("terminal.place", card=landscape_name(position["placing"], texts))
    yield texts.labelled(texts.text("ravens.hand"), " ".join(position["hands"][seat]))
    stack = " ".join(reversed(position["stacks"][seat])) or texts.text("terminal.drawing.empty")
    yield texts.labelled(texts.text("terminal.stack-from-top"), stack)
    if position["phase"] == "play":
        from_hand, from_stack = cards_left(position)
        yield texts.text("ravens.left", hand=from_hand, stack=from_stack)


def raven_place(position: PositionJson, lane: int, texts: Texts) -> str:
    """Say where a raven is, and which terrain comes next."""
    at = position["ravens"][lane]
    place = texts.text("terminal.drawing.start") if at < 0 else str(card_number(at))
    if at + 1 >= len(position["path"]):
        return place
    terrain = texts.text(f"terrain.{position['path'][at + 1][lane]}")
    return texts.text("terminal.before", place=place, terrain=terrain)


def status(position: PositionJson, _moves: Sequence[str], texts: Texts) -> str:
    """Say what has to be done in this phase."""
    phase = position["phase"]
    return texts.text("terminal.choose") if phase == "play" else texts.text(f"ravens.{phase}")
