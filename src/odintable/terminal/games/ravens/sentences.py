"""Moves and events of Ravens in sentences."""

from typing import Any

from odintable.terminal.games.interface import EventJson, PositionJson
from odintable.terminal.text.player_names import PlayerNames

from .cards import ODIN_CARDS, card_names, card_number, landscape_name, target_name


def move_sentence(before: PositionJson, after: PositionJson, move: str, names: PlayerNames) -> str:
    """Describe a move; spaces have the numbers drawn above them."""
    verb, *rest = move.split()
    seat = before["turn"]
    if verb.strip("()") in ODIN_CARDS:
        action, *targets = rest
        names_of_targets = [target_name(target, names.texts) for target in targets]
        one, two = [*names_of_targets, "", ""][:2]
        return names.sentence(f"ravens.move.{action}", seat, one=one, two=two)
    if verb == "fly":
        return flight_sentence(before, after, rest[0], names)
    card = ""
    if rest:
        card = (landscape_name if verb == "place" else card_names)(rest[0], names.texts)
    return names.sentence(f"ravens.move.{verb}", seat, card=card)


def flight_sentence(
    before: PositionJson, after: PositionJson, cards: str, names: PlayerNames
) -> str:
    """Say where a raven flew and with which cards."""
    seat = before["turn"]
    placeholders: dict[str, Any] = {"card": card_names(cards, names.texts)}
    is_at_end = after["ravens"][seat] == len(before["path"]) - 1
    if is_at_end or after["race"] != before["race"]:  # the next race may have been dealt already
        return names.sentence("terminal.move.fly-end", seat, **placeholders)
    placeholders["place"] = card_number(after["ravens"][seat])
    if before["stone"] is not None and after["stone"] is None:
        return names.sentence("terminal.move.fly-stone", seat, **placeholders)
    return names.sentence("terminal.move.fly", seat, **placeholders)


def event_sentence(event: EventJson, names: PlayerNames) -> str:
    """Say that cards were shuffled or drawn, or that the race is over; empty: nothing to say."""
    texts = names.texts
    if event["event"] == "shuffled":
        if event["seat"] == "landscapes":
            return texts.text("ravens.land-shuffled")
        return names.sentence("ravens.shuffled", event["seat"])
    if event["event"] == "drew":
        cards = texts.text("cards", count=event["count"])
        return names.sentence("ravens.drew", event["seat"], cards=cards)
    if event["event"] == "flew":
        return ""  # the sentence about the move says it
    return race_over_sentence(event, names)


def race_over_sentence(event: EventJson, names: PlayerNames) -> str:
    """Say who won the race by how much, and who gets the bonus of the Magic Way."""
    sentences = [names.texts.text("ravens.no-winner")]
    if event["winner"] is not None:
        spaces = names.texts.text("spaces", count=event["distance"])
        sentences = [names.sentence("ravens.race-over", event["winner"], spaces=spaces)]
    if event["way"] is not None:
        sentences.append(names.sentence("ravens.way-bonus", event["way"]))
    return " ".join([*sentences, names.scores(event["scores"])])
