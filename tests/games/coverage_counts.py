"""Names the kinds of moves, events and rare situations of a game, so that they can be counted.

A lockstep test proves nothing about what it never reached, so it requires each of these.
"""

from typing import Any

from tests.reference import odin, ravens

Position = dict[str, Any]
Events = list[dict[str, Any]]


def remember(position: Position) -> Position:
    """A copy that stays as it is when the game goes on."""
    return {
        key: list(value) if isinstance(value, list) else value for key, value in position.items()
    }


def done(name: str, before: Position, move: str, events: Events, after: Position) -> list[str]:
    """Everything that a move was, and everything it brought about."""
    if name == "odin":
        return [*odin_moves(before, move), *odin_ends(before, events, after)]
    found = [ravens_move(before, move), *ravens_turns(before, move, after)]
    return [
        *found,
        *ravens_shuffles(before, move, events),
        *ravens_ends(before, move, events, after),
    ]


# -- Ravens ------------------------------------------------------------------------------------


def ravens_move(before: Position, move: str) -> str:
    """The kind of move: its verb, where the cards came from, and how a flight was paid."""
    word, *rest = move.split(" ")
    if word == "fly":
        return f"fly {payment(before, rest[0])}"
    if word in ("magic", "discard"):
        bought = "buy " if word == "magic" and before["options"].get("buy-magic") else ""
        return f"{bought}{word} from {'stack' if '(' in rest[0] else 'hand'}"
    if word.strip("()") in ("a", "r", "s", "t"):
        return f"{rest[0]} from {'stack' if '(' in word else 'hand'}"
    return word


def payment(before: Position, text: str) -> str:
    """A payment's shape: once or twice, matching cards or jokers, from hand or stack or both."""
    from_hand, from_stack = ravens.split_payment(text)
    seat = before["turn"]
    terrain = before["path"][before["ravens"][seat] + 1][seat]
    matching = (from_hand + from_stack).count(terrain)
    jokers = (len(from_hand + from_stack) - matching) // 2
    parts = ["match"] * matching + ["joker"] * jokers
    source = "both" if from_hand and from_stack else "hand" if from_hand else "stack"
    return f"{' '.join(parts)} from {source}"


def ravens_turns(before: Position, move: str, after: Position) -> list[str]:
    """What is rare about a move."""
    seat, word = before["turn"], move.rsplit(" ", maxsplit=1)[-1]
    found = stone_turns(before, move, after) if before["race"] == after["race"] else []
    if "back" in move and before["ravens"][1 - seat] == 0:
        found.append("back to the start")
    if word == "arrange":
        found.append("arrange laid by itself" if after["phase"] == "play" else "arrange lifted")
    if word == "add" and after["to_place"] == 1:
        found.append("add with one card left")
    if "remove" in move and before["options"].get("removed-under"):
        found.append("removed under the pile")
    if "magic" in move and before["magic"] and after["magic"] is None:
        found.append("last Magic Way card bought")
    if before["race"] == after["race"]:
        found += piles_empty(before, move, after)
    return found


def stone_turns(before: Position, move: str, after: Position) -> list[str]:
    """What became of a stone that lay on the path."""
    seat = before["turn"]
    if not before["stone"]:
        return []
    if "stone" in move:
        return ["stone moved on"]
    if move.startswith("fly") and not after["stone"]:
        return ["stone paid off"]
    if move.startswith("fly") and before["stone"] == [seat, after["ravens"][seat] + 1]:
        return ["landed before the stone"]
    return []


def piles_empty(before: Position, move: str, after: Position) -> list[str]:
    """The piles that ran out, and those that had been empty."""
    seat = before["turn"]
    found = []
    if before["turn"] != after["turn"] and len(after["hands"][seat]) < ravens.HAND_SIZE:
        found.append("turn ended with fewer than five cards to be had")
    if move == "end" and not had_landscapes(before):
        found.append("no landscape card to be had")
    if before["landscapes"] and not after["landscapes"]:
        found.append("landscape pile ran out")
    draws = zip(before["draws"], after["draws"], strict=True)
    return found + [
        f"draw pile {at} ran out" for at, (had, has) in enumerate(draws) if had and not has
    ]


def had_landscapes(before: Position) -> bool:
    """A landscape card could have been added."""
    passed = max(0, min(before["ravens"]) - ravens.KEPT_BEHIND)
    return bool(before["landscapes"] or before["removed"] or passed)


def ravens_shuffles(before: Position, move: str, events: Events) -> list[str]:
    """Each reshuffle, and what called for it."""
    found = []
    cause = "a second card" if move.startswith("place") else move.rsplit(" ", maxsplit=1)[-1]
    for event in events:
        if event["event"] != "shuffled":
            continue
        if event["seat"] != "landscapes":
            found.append(f"seat {event['seat']} reshuffled")
            continue
        found.append(f"landscapes reshuffled for {cause}")
        passed = max(0, min(before["ravens"]) - ravens.KEPT_BEHIND)
        if before["stone"] and before["stone"][1] < passed:
            found.append("stone swept off with passed cards")
        found.append("passed cards reshuffled" if passed else "only removed cards reshuffled")
    return found


def ravens_ends(before: Position, move: str, events: Events, after: Position) -> list[str]:
    """The end of a race and of the game, and how they came about."""
    over = [event for event in events if event["event"] == "race-over"]
    if not over:
        return []
    (race,) = over
    is_last = events[-1]["event"] == "game-over"
    kind = move.split(" ")
    cause = kind[0] if kind[0] in ("fly", "end", "place") else kind[1]
    found = [f"race over by {cause}", f"Magic Way bonus to {race['way']}"]
    if cause == "remove":
        found.append(removal(before, race["winner"]))
    level = race["scores"][0] == race["scores"][1]
    target = before["options"].get("target") or ravens.TARGET
    if race["winner"] is None:
        found.append("max-turns ended the game" if is_last else "max-turns ended the race")
        if level and race["scores"][0] >= target:
            found.append("max-turns with equal points at the target: the game goes on")
    elif is_last:
        found.append("game over with equal points" if level else "game over by points")
        if after["winner"] != race["winner"]:
            found.append("game won by the loser of the race")
    else:
        found.append("next race after equal points" if level else "next race after unequal points")
    if not is_last and before["options"].get("keep-cards") and any(after["stacks"]):
        found.append("stack kept for the next race")
    return found


def removal(before: Position, winner: int) -> str:
    """Whose raven a removed card brought to the last space."""
    both = before["ravens"][0] == before["ravens"][1] == len(before["path"]) - 2
    who = "both" if both else "the own" if winner == before["turn"] else "the other"
    return f"removal brought {who} to the last space"


# -- ODIN --------------------------------------------------------------------------------------


def odin_moves(before: Position, move: str) -> list[str]:
    """The kind of move: what was led, followed or taken."""
    word, *cards = move.split(" ")
    if word == "pass":
        return ["pass"]
    if word == "take":
        return ["take of several", *(["take the goat"] if cards == [odin.GOAT] else [])]
    goat = " with the goat" if odin.GOAT in cards else ""
    kind = "single" if len(cards) == 1 else "number" if odin.is_one_number(cards) else "colour"
    if before["phase"] == "lead":
        whole = len(cards) == len(before["hands"][before["turn"]])
        return [f"lead {'whole hand ' if whole else ''}{kind}{goat}"]
    more = "one more" if len(cards) > len(before["table"]) else "as many"
    found = [f"follow {more} {kind}{goat}"]
    if len(before["table"]) == 1 and len(cards) < len(before["hands"][before["turn"]]):
        found.append("forced take")
        if before["table"] == [odin.GOAT]:
            found.append("forced take of the goat")
    if before["passes"]:
        found.append("play after passes")
    if len(cards) >= 4:
        found.append("follow with four or more")
    return found


def odin_ends(before: Position, events: Events, after: Position) -> list[str]:
    """The end of a round, of a hand and of the game."""
    found = [f"players {before['players']}"]
    names = [event["event"] for event in events]
    if "round-over" in names:
        found.append("round over")
    if "hand-over" in names:
        found.append(f"hand over by {before['phase']}")
        cards_left = sum(events[0]["left"])
        points = sum(events[0]["scores"]) - sum(before["scores"])
        if points > cards_left:
            found.append("goat left in a hand")
        found.append("game over" if "game-over" in names else "another hand")
        if before["table"] and not after["table"] and "game-over" not in names:
            found.append("table cleared for another hand")
    if "game-over" in names:
        found.append("over by hands" if before["options"].get("hands") else "over by limit")
        found.append("shared win" if len(after["winners"]) > 1 else "single winner")
    return found
