"""A check of the position's JSON for each reason why a move is illegal; and random moves."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from odintable.games.odin import notation as odin_notation
from odintable.games.ravens import notation as ravens_notation

Json = dict[str, Any]
Arguments = dict[str, Any]
Claim = Callable[[Json, Arguments, str], bool]  # the position, the reason's arguments, the move

# -- ODIN --------------------------------------------------------------------------------------

ODIN_PLACES = ("stock", "table", "discard", "offered", "hands")


def cards_of(text: str) -> list[str]:
    return text.split()[1:]


def value(cards: list[str]) -> int:
    return int("".join(sorted((card[1] for card in cards), reverse=True)) or "0")


def is_set(cards: list[str]) -> bool:
    colours = {card[0] for card in cards} - {"X"}
    return len(colours) < 2 or len({card[1] for card in cards}) == 1


ODIN_CLAIMS: dict[str, Claim] = {
    "why.must-lead": lambda at, _, text: at["phase"] == "lead" and text == "pass",
    "why.nothing-to-take": lambda at, _, text: not at["offered"] and text.startswith("take"),
    "why.not-beaten": lambda at, given, text: (
        at["phase"] == "take"
        and given["cards"] not in at["offered"]
        and text == f"take {given['cards']}"
    ),
    "why.take-first": lambda at, _, text: at["phase"] == "take" and not text.startswith("take"),
    "why.not-alike": lambda _, given, text: (
        given["cards"].split() == cards_of(text) and not is_set(cards_of(text))
    ),
    "why.no-such-card": lambda at, given, text: (
        not any(
            card in str([at[place] for place in ODIN_PLACES]) or card not in cards_of(text)
            for card in given["cards"].split()
        )
    ),
    "why.not-in-hand": lambda at, given, text: (
        not any(
            card in at["hands"][at["turn"]] or card not in cards_of(text)
            for card in given["cards"].split()
        )
    ),
    "why.lead-one": lambda at, _, text: (
        at["phase"] == "lead"
        and len(cards_of(text)) > 1
        and cards_of(text) != at["hands"][at["turn"]]
    ),
    "why.too-many": lambda at, given, text: (
        given["count"] == len(at["table"]) == given["more"] - 1
        and len(cards_of(text)) not in (given["count"], given["more"])
    ),
    "why.too-little": lambda at, given, text: (
        value(cards_of(text)) == given["mine"] <= given["value"] == value(at["table"])
    ),
}

# -- Ravens ------------------------------------------------------------------------------------


def hand(at: Json) -> str:
    return str(at["hands"][at["turn"]])


def top(at: Json) -> str:
    """The stack, top first."""
    return str(at["stacks"][at["turn"]])[::-1]


def lane(at: Json) -> str:
    """The terrains ahead of the raven of the player at turn."""
    start = at["ravens"][at["turn"]] + 1
    return "".join(card[at["turn"]] for card in at["path"][start:])


def paid(text: str) -> str:
    return "".join(letter for letter in text.rsplit(maxsplit=1)[-1] if letter in "FMPSW")


def from_stack(text: str) -> str:
    return text.partition("(")[2].partition(")")[0]


def times_paid(at: Json, text: str) -> float:
    """How often the cards of a flight pay for the next space, half a joker counted as half."""
    return (len(paid(text)) + paid(text).count(lane(at)[0])) / 2


def is_run_barred(at: Json) -> bool:
    ahead = lane(at)
    run = len(ahead) - len(ahead.lstrip(ahead[0]))
    start = at["ravens"][at["turn"]] + 1
    return at["stone"] in [[at["turn"], start + step] for step in range(run)]


def leaves_a_match(at: Json, text: str) -> bool:
    """After the payment, a card of the terrain ahead is in the hand or on top of the stack."""
    left = Counter(hand(at)) - Counter(text.rsplit(maxsplit=1)[-1].partition("(")[0])
    under = top(at)[len(from_stack(text)) :]
    return lane(at)[0] in left or under.startswith(lane(at)[0])


def is_odd(at: Json, text: str) -> bool:
    """A card is left over that matches nothing."""
    counts = Counter(paid(text))
    return any(many % 2 for card, many in counts.items() if card != lane(at)[0])


def is_next_space_barred(at: Json) -> bool:
    return bool(at["stone"] == [at["turn"], at["ravens"][at["turn"]] + 1])


def has_landscape(at: Json) -> bool:
    return bool(at["landscapes"] or at["removed"] or min(at["ravens"]) > 2)


def aims_of(text: str) -> list[int]:
    """The indices of the path that a move names."""
    return [int(aim.rpartition(":")[2]) for aim in text.split()[2:]]


RAVENS_CLAIMS: dict[str, Claim] = {
    "why.place-first": lambda at, _, text: at["phase"] == "place" and "place" not in text,
    "why.lay-first": lambda at, _, text: at["phase"] == "lay" and "lay" not in text,
    "why.not-in-hand": lambda at, given, text: (
        given["cards"] not in hand(at) and given["cards"] in text
    ),
    "why.too-few": lambda at, given, text: (
        0 < hand(at).count(given["cards"][0]) == len(given["cards"])
        and text.partition("(")[0].count(given["cards"][0]) > len(given["cards"])
    ),
    "why.stack-empty": lambda at, _, text: not top(at) and "(" in text,
    "why.stack-small": lambda at, given, text: (
        len(top(at)) == given["count"] < len(from_stack(text))
    ),
    "why.not-on-top": lambda at, given, text: (
        top(at).startswith(given["top"])
        and given["top"] != given["cards"] == from_stack(text)
        and len(given["top"]) == len(given["cards"])
    ),
    "why.three-hand": lambda at, _, text: at["played"][0] == 3 and "(" not in text.split()[0],
    "why.three-stack": lambda at, _, text: at["played"][1] == 3 and "(" in text,
    "why.left-hand": lambda at, given, text: (
        0 < 3 - at["played"][0] == given["count"] < len(paid(text)) - len(from_stack(text))
    ),
    "why.left-stack": lambda at, given, text: (
        0 < 3 - at["played"][1] == given["count"] < len(from_stack(text))
    ),
    "ravens.way-gone": lambda at, _, text: at["magic"] is None and text.startswith("magic"),
    "why.not-shown": lambda at, given, text: (
        given["shown"] == at["magic"]
        and text.startswith("magic")
        and text.strip("()")[-1] == given["cards"]
        and ("o" if given["cards"] in "arst" else given["cards"]) not in given["shown"]
    ),
    "why.cannot-pay": lambda at, given, text: (
        lane(at)[0] == given["terrain"] and given["cards"] == paid(text) and is_odd(at, text)
    ),
    "why.pays-too-much": lambda at, _, text: (
        text.startswith("fly")
        and times_paid(at, text) > (2 if is_run_barred(at) else 1)
        and not is_odd(at, text)
    ),
    "why.pay-twice": lambda at, given, text: (
        is_next_space_barred(at)
        and lane(at)[0] == given["terrain"]
        and text.startswith("fly")
        and times_paid(at, text) == 1
    ),
    "why.strict-joker": lambda at, given, text: (
        at["options"].get("strict-joker") is True
        and lane(at)[0] == given["terrain"]
        and text.startswith("fly")
        and leaves_a_match(at, text)
        and set(paid(text)) != {lane(at)[0]}
    ),
    "why.off-path": lambda at, given, text: (
        len(at["path"]) == given["count"] <= max(aims_of(text), default=-1)
    ),
    "why.raven-there": lambda at, given, text: (
        given["place"] in aims_of(text) and given["place"] in at["ravens"]
    ),
    "why.stone-there": lambda at, given, text: (
        given["place"] in aims_of(text) and (at["stone"] or [0, -1])[1] == given["place"]
    ),
    "why.only-card": lambda at, _, text: len(at["path"]) == 1 and " remove " in text,
    "why.at-start": lambda at, _, text: (
        at["ravens"][1 - at["turn"]] == -1 and text.endswith(" back")
    ),
    "why.stone-behind": lambda at, _, text: (
        at["stone"] == [1 - at["turn"], at["ravens"][1 - at["turn"]] - 1] and text.endswith(" back")
    ),
    "why.stone-ahead": lambda at, _, text: is_next_space_barred(at) and text.endswith(" forward"),
    "why.stack-needs-two": lambda at, _, text: (
        text.endswith(" arrange") and len(top(at)) - text.startswith("(") < 2
    ),
    "why.no-landscape": lambda at, _, text: (
        not has_landscape(at) and text.endswith(("extend", " add"))
    ),
    "why.not-drawn": lambda at, _, text: at["phase"] != "place" and text.startswith("place"),
    "why.other-drawn": lambda at, _, text: (
        at["phase"] == "place" and at["placing"] != "".join(sorted(text.split()[-1]))
    ),
    "why.not-lifted": lambda at, _, text: at["phase"] != "lay" and text.startswith("lay"),
    "why.not-among": lambda at, given, text: (
        at["phase"] == "lay" and given["cards"] not in at["lifted"] and text[-1] == given["cards"]
    ),
}

CLAIMS = {"odin": ODIN_CLAIMS, "ravens": RAVENS_CLAIMS}

# -- Random moves ------------------------------------------------------------------------------


def ravens_texts(rng: Random, at: Json) -> list[str]:
    """A few well-formed moves of each kind, rather with cards that are there."""
    letters = "FMPSWarst"
    some = rng.choice([letters, hand(at) or letters, top(at)[:1] or letters])
    card = rng.choice(some)
    terrains = "".join(letter for letter in some if letter in "FMPSW") or "FMPSW"
    from_hand = "".join(sorted(rng.choices(terrains, k=rng.randint(0, 3))))
    stacked = rng.choice([top(at)[: rng.randint(1, 3)], "".join(rng.choices("FMPSW", k=2))])
    in_brackets = f"({stacked})" if stacked and set(stacked) <= set("FMPSW") else ""
    action = rng.choice(list(ravens_notation.TARGETS))
    letter = ravens_notation.TARGETS[action][0]
    near = f"{rng.randrange(2)}:{rng.randint(0, len(at['path']))}"
    index = rng.randint(0, min(39, len(at["path"])))
    odin = rng.choice([letter, f"({letter})"])
    payment = rng.choice([from_hand + in_brackets, from_hand, in_brackets]) or "F"
    return [
        f"{rng.choice(['stack', 'lay', 'magic', 'discard'])} {card}",
        f"{rng.choice(['magic', 'discard'])} ({card})",
        f"fly {payment}",
        f"fly {rng.choice(terrains) * 2}",
        f"{odin} {action}",
        rng.choice(["s", "(s)"]) + f" stone {near.replace(':40', ':39')}",
        rng.choice(["t", "(t)"]) + f" {rng.choice(['turn', 'remove'])} {index}",
        rng.choice(["r back", "(r) back", "r forward", "(r) forward"]),
        rng.choice(["a add", "(a) add", "a arrange", "(a) arrange"]),
        rng.choice(["extend", "end", f"place {rng.choice('FMPSW')}{rng.choice('FMPSW')}"]),
    ]


def odin_texts(rng: Random, at: Json) -> list[str]:
    """Any moves, and some with cards of the hand at turn, whether they make a set or not."""
    own = at["hands"][at["turn"]]
    card = rng.choice(own)
    by = rng.randrange(2)
    alike = [other for other in own if other[by] == card[by] or (by == 0 and other == "X0")]
    fitting = sorted({card, *rng.sample(alike, rng.randint(0, len(alike)))})
    some = sorted(rng.sample(own, rng.randint(1, len(own))))
    texts = [*rng.choices(odin_notation.TEXTS, k=4), f"play {card}", "pass"]
    return [*texts, "play " + " ".join(fitting), "play " + " ".join(some)]


RANDOM_TEXTS = {"odin": odin_texts, "ravens": ravens_texts}
