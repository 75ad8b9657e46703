"""Ravens' moves and events in plain words."""

from collections import Counter
from typing import Any

from odintable.i18n import Texts
from odintable.terminal.drawing.symbols import ODIN_CARDS
from odintable.terminal.text.player_names import People

Given = dict[str, Any]


def move(before: Given, after: Given, text: str, people: People) -> str:
    """What the player did; cards and spaces have the numbers that are drawn above them."""
    verb, *rest = text.split()
    seat = before["turn"]
    if verb.strip("()") in ODIN_CARDS:
        action, *aims = rest
        one, two = [*aims, "", ""][:2]
        return people.sentence(f"ravens.told.{action}", seat, one=one, two=two)
    if verb == "fly":
        return fly(before, after, rest[0], people)
    what = ""
    if rest:
        what = (placed if verb == "place" else cards)(rest[0], people.texts)
    return people.sentence(f"ravens.told.{verb}", seat, card=what)


def placed(card: str, texts: Texts) -> str:
    """A landscape card as it lies: the terrain of each lane."""
    upper, lower = (texts.text(f"terrain.{letter}") for letter in card)
    return texts.text("ravens.over", upper=upper, lower=lower)


def cards(written: str, texts: Texts) -> str:
    """Cards as a move writes them, in words; those in brackets come from the stack."""
    hand, _, stack = written.rstrip(")").partition("(")
    below = [texts.text("ravens.from-stack", card=card) for card in counted(stack, texts)]
    return texts.format_list([*counted(hand, texts), *below])


def counted(letters: str, texts: Texts) -> list[str]:
    """Each card once, and how often."""
    return [
        texts.text("ravens.a-card")
        if letter == "?"
        else texts.text("ravens.times", count=count, card=name_of(letter, texts))
        for letter, count in Counter(letters).items()
    ]


def name_of(letter: str, texts: Texts) -> str:
    """A card: its terrain, or the two things an Odin card does."""
    return texts.text(f"odin-card.{letter}" if letter in ODIN_CARDS else f"terrain.{letter}")


def fly(before: Given, after: Given, paid: str, people: People) -> str:
    """Where to, with which cards."""
    seat = before["turn"]
    given: dict[str, Any] = {"card": cards(paid, people.texts)}
    if after["race"] != before["race"] or after["phase"] == "over":
        return people.sentence("terminal.move.fly-end", seat, **given)
    given["place"] = after["ravens"][seat]
    if before["stone"] is not None and after["stone"] is None:
        return people.sentence("terminal.move.fly-stone", seat, **given)
    return people.sentence("terminal.move.fly", seat, **given)


def event(event: dict[str, Any], people: People) -> str:
    """What it brought about."""
    texts = people.texts
    if event["event"] == "shuffled":
        if event["seat"] == "landscapes":
            return texts.text("ravens.land-shuffled")
        return people.sentence("ravens.shuffled", event["seat"])
    if event["event"] == "drew":
        count = texts.text("cards", count=event["count"])
        return people.sentence("ravens.drew", event["seat"], cards=count)
    return race_over(event, people)


def race_over(event: dict[str, Any], people: People) -> str:
    """Who won the race by how much, and who gets the bonus."""
    told = [people.texts.text("ravens.no-winner")]
    if event["winner"] is not None:
        spaces = people.texts.text("spaces", count=event["distance"])
        told = [people.sentence("ravens.race-over", event["winner"], spaces=spaces)]
    if event["way"] is not None:
        told.append(people.sentence("ravens.way-bonus", event["way"]))
    return " ".join([*told, people.scores(event["scores"])])
