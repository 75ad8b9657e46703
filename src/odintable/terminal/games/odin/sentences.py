"""ODIN's moves and events in plain words."""

from typing import Any

from odintable.terminal.text.player_names import People

from .drawing import value

Given = dict[str, Any]


def move(before: Given, _after: Given, text: str, people: People) -> str:
    """What the player did."""
    verb, *cards = text.split()
    seat = before["turn"]
    if verb == "pass":
        return people.sentence("odin.passes", seat)
    if verb == "take":
        return people.sentence("odin.takes", seat, cards=cards[0])
    kind = "leads" if before["phase"] == "lead" else "plays-set" if len(cards) > 1 else "plays"
    sentence = people.sentence(f"odin.{kind}", seat, cards=" ".join(cards), value=value(cards))
    is_out = sorted(cards) == before["hands"][seat] or len(cards) == before["hands"][seat]
    if len(before["table"]) == 1 and not is_out:
        sentence = people.sentence("odin.and-takes", seat, words=sentence, card=before["table"][0])
    return f"{sentence}."


def event(event: dict[str, Any], people: People) -> str:
    """What it brought about."""
    if event["event"] == "round-over":
        return people.sentence("odin.round-over", event["leader"])
    out = people.sentence("odin.hand-over", event["left"].index(0))
    return f"{out} {people.scores(event['scores'])}"
