"""Ravens' moves and events in plain words."""

from collections.abc import Sequence
from typing import Any

from .signs import ODIN_CARDS, TERRAINS, counted

Given = dict[str, Any]


def move(before: Given, after: Given, text: str) -> str:
    """What the player did."""
    verb, *rest = text.split()
    if verb.strip("()") in ODIN_CARDS:
        return action(before, *rest)
    if verb == "fly":
        return fly(before, after)
    if verb == "stack":
        return f"puts {card(rest[0])} onto the stack"
    if verb == "magic" and "bought" in before:
        return f"buys the Magic Way card with {card(rest[0])}"
    if verb == "magic":
        return f"lays {card(rest[0])} on the Magic Way"
    if verb == "discard":
        return f"discards {card(rest[0])}"
    if verb == "lay":
        return f"lays {card(rest[0])} back onto the stack"
    if verb == "place":
        over = " over ".join(TERRAINS[letter] for letter in rest[0])
        return f"adds {over} to the path"
    return "ends the turn and lengthens the path" if verb == "extend" else "ends the turn"


def card(written: str) -> str:
    """A card in words: its terrain, or the two things an Odin card does."""
    letter = written.strip("()")
    if letter == "?":
        return "a card"
    name = TERRAINS.get(letter) or f"the card {ODIN_CARDS[letter]}"
    return f"{name} from the stack" if written != letter else name


def fly(before: Given, after: Given) -> str:
    """From where to where, over which terrain."""
    seat = before["turn"]
    start, end = before["ravens"][seat], after["ravens"][seat]
    terrain = TERRAINS[before["path"][start + 1][seat]]
    origin = "the start" if start < 0 else str(start)
    if after["race"] != before["race"] or after["phase"] == "over":
        return f"flies over {terrain} from {origin} to the end of the path"
    stone = ", taking off the stone" if before["stone"] and not after["stone"] else ""
    return f"flies over {terrain} from {origin} to {end}{stone}"


def action(before: Given, verb: str, *aims: str) -> str:
    """What an Odin card did."""
    if verb == "stone":
        lane, at = aims[0].split(":")
        return f"puts the stone onto card {at} in lane {lane}"
    if verb == "swap":
        return f"swaps cards {aims[0]} and {aims[1]}"
    if verb in ("turn", "remove"):
        return f"{verb}s card {aims[0]} ({before['path'][int(aims[0])]})"
    return {
        "back": "sends the other raven back one space",
        "forward": "goes forward one space",
        "arrange": "lifts the stack to arrange it",
        "add": "draws landscape cards to add",
    }[verb]


def event(event: dict[str, Any], names: Sequence[str]) -> str:
    """What it brought about."""
    kind = event["event"]
    if kind == "shuffled":
        if event["seat"] == "landscapes":
            return "The landscape cards left behind are shuffled into a new pile"
        return f"{names[event['seat']]} shuffles its discards"
    if kind == "drew":
        return f"{names[event['seat']]} draws {counted(event['count'], 'card')}"
    if kind == "race-over":
        return race_over(event, names)
    return f"The game is over: won by {names[event['winners'][0]]}"


def race_over(event: dict[str, Any], names: Sequence[str]) -> str:
    """Who won the race by how much, and who gets the bonus."""
    won = "The race ends without a winner"
    if event["winner"] is not None:
        spaces = counted(event["distance"], "space")
        won = f"{names[event['winner']]} wins the race by {spaces}"
    way = "" if event["way"] is None else f", {names[event['way']]} has more on the Magic Way (+3)"
    return f"{won}{way}: {event['scores'][0]} to {event['scores'][1]}"
