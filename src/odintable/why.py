"""Why a move is not legal, as a key of the catalogue and what fills its holes.

The games say it in English (`games/*/reasons.py`); this is how it is said in every language.
"""

import re

from odintable.games.ravens.illegal import NAMES, NUMBERS

Why = dict[str, str | int]  # the key, and a value for each hole

REASONS = [
    (key, re.compile(rf"(?:illegal: )?(?:{said})"))
    for key, said in [
        # Both games
        ("over", r".*: the game is over"),
        ("why.not-now", r".*: (?:new cards must be dealt|a shuffle is due) first"),
        ("why.not-yours", r".*: only seat (?P<seat>\d), whose turn it is, can tell"),
        ("why.not-in-hand", r"(?P<cards>.*) (?:is|are) not in your hand"),
        # ODIN
        ("why.take-first", r".*: you must first take a card of the beaten set: .*"),
        ("why.no-such-card", r"(?P<cards>.*) (?:is|are) not in this game"),
        ("why.lead-one", r".*: you lead with one card, or with your whole hand, .*"),
        ("why.too-many", r".*: you must play (?P<count>\d) or (?P<more>\d) cards, not \d"),
        ("why.too-little", r"(?P<mine>.*) does not beat (?P<value>.*)"),
        ("why.not-beaten", r"(?P<cards>.*) is not in the beaten set: .*"),
        ("why.nothing-to-take", r".*: there is no beaten set to take a card from"),
        ("why.must-lead", r".*: leading is not optional"),
        # Ravens: where cards come from
        ("why.place-first", r".*: you must first place the landscape card \w\w"),
        ("why.lay-first", r".*: you must first lay the lifted cards \w+"),
        ("why.impossible", r".* is not possible now"),
        ("why.stack-empty", r".*: your stack (?:is empty|has no cards)"),
        ("why.not-on-top", r"(?P<cards>\w) is not on top of your stack: (?P<top>\w) is"),
        ("why.not-on-top", r"\((?P<cards>\w+)\) is not the top of your stack: \((?P<top>\w+)\) is"),
        ("why.three-hand", r".*: three cards have been played from the hand"),
        ("why.three-stack", r".*: three cards have been played from the stack"),
        ("why.left-hand", r".*: only (?P<count>\w+) more may be played from the hand this turn"),
        ("why.left-stack", r".*: only (?P<count>\w+) more may be played from the stack this turn"),
        ("why.too-few", r"(?P<cards>\w)\w+: your hand has only (?P<times>\w+) \w"),
        ("why.stack-small", r".*: your stack has only (?P<count>\w+) cards?"),
        # Ravens: the Magic Way, flying
        ("ravens.way-gone", r".*: there is no Magic Way card left"),
        (
            "why.not-shown",
            r"magic \(?(?P<cards>\w)\)?: Odin is not shown on the Magic Way card \w+",
        ),
        ("why.not-shown", r"(?P<cards>\w) is not shown on the Magic Way card \w+"),
        ("why.cannot-pay", r"the next space is (?P<terrain>\w+): (?P<cards>\w+) does not pay .*"),
        ("why.pays-too-much", r".*: that pays \w+ times, which is never asked"),
        ("why.pays-too-much", r".*: that pays for \w+ twice, and no stone bars the way"),
        ("why.pay-twice", r".*: the stone bars the next space, so (?P<terrain>\w+) must be .*"),
        ("why.strict-joker", r".*: strict-joker allows no .* leaves you a (?P<terrain>\w+) card"),
        # Ravens: Odin's cards
        ("why.off-path", r"there is no card \d+ in the path: the last one is card (?P<last>\d+)"),
        ("why.raven-there", r"(?:card |\d:)(?P<at>\d+) is not free: a raven is on it"),
        ("why.stone-there", r"(?:card |\d:)(?P<at>\d+) is not free: the stone is on it"),
        ("why.only-card", r".*: the only card of the path cannot be removed"),
        ("why.stone-ahead", r".*: the stone bars the next space"),
        ("why.at-start", r".*: the other raven is at the start"),
        ("why.stone-behind", r".*: the stone bars the space behind the other raven"),
        ("why.stack-needs-two", r".*: your stack needs two cards(?: more)? to be arranged"),
        ("why.no-landscape", r".*: there is no landscape card left"),
        ("why.not-drawn", r".*: no landscape card has been drawn"),
        ("why.other-drawn", r"\w\w is not the landscape card to place: that is \w\w"),
        ("why.not-lifted", r".*: your stack has not been lifted"),
        ("why.not-among", r"(?P<cards>\w) is not among the lifted cards \w+"),
    ]
]
LETTERS = {name: letter for letter, name in NAMES.items()}


def explained(said: str) -> Why | None:
    """A reason as a key with its holes; None if it is no reason that a game gives."""
    for key, pattern in REASONS:
        if found := pattern.fullmatch(said):
            return {"key": key, **holes(found.groupdict())}
    return None


def line_at_fault(said: str) -> Why | None:
    """The line of a record that an error names; None if it names none."""
    found = re.match(r"line (\d+): ", said)
    return {"key": "why.record-line", "line": int(found[1])} if found else None


def holes(found: dict[str, str]) -> Why:
    """Values as every language needs them: cards in notation, numbers as numbers."""
    filled: Why = {}
    for name, text in found.items():
        match name:
            case "count" | "more" | "seat":
                filled[name] = NUMBERS.index(text) if text in NUMBERS else int(text)
            case "at":  # people count from one
                filled["place"] = int(text) + 1
            case "last":
                filled["count"] = int(text) + 1
            case "terrain":
                filled[name] = LETTERS[text]
            case "mine" | "value":  # `R4`, or `R9 R4 (94)`
                filled[name] = re.findall(r"\d+", text)[-1]
            case "times":
                filled["cards"] = found["cards"] * NUMBERS.index(text)
            case _:
                filled[name] = text.replace(" and ", " ")
    return filled
