"""Moves and events of ODIN in sentences."""

from odintable.i18n import Texts
from odintable.terminal.games.interface import EventJson, PositionJson
from odintable.terminal.text.player_names import PlayerNames

from .drawing import value


def move_sentence(before: PositionJson, _after: PositionJson, move: str, names: PlayerNames) -> str:
    """Describe a move."""
    verb, *cards = move.split()
    seat, on_table = before["turn"], before["table"]
    if verb == "pass":
        return names.sentence("odin.passes", seat)
    if verb == "take":
        return names.sentence("odin.takes", seat, cards=cards[0])
    kind = "leads" if before["phase"] == "lead" else "plays-set" if len(cards) > 1 else "plays"
    sentence = names.sentence(f"odin.{kind}", seat, cards=" ".join(cards), value=value(cards))
    is_whole_hand = sorted(cards) == before["hands"][seat] or len(cards) == before["hands"][seat]
    if len(on_table) == 1 and not is_whole_hand:
        sentence = names.sentence("odin.and-takes", seat, words=sentence, card=on_table[0])
    return f"{sentence}."


def card_names(cards: str, _texts: Texts) -> str:
    """Return the cards in notation, such as `R4 R9`."""
    return cards


def event_sentence(event: EventJson, names: PlayerNames) -> str:
    """Say that a round or a hand is over; empty if there is nothing to say."""
    if event["event"] == "round-over":
        return names.sentence("odin.round-over", event["leader"])
    if event["event"] == "took":
        return ""  # the sentence about the move says it
    is_out = names.sentence("odin.hand-over", event["left"].index(0))
    return f"{is_out} {names.scores(event['scores'])}"
