"""Random positions as JSON: any that can be set up, not only those that play leads to.

From these a few moves reach situations that hours of play hardly ever do: an empty pile, a stack of
twenty cards, a hand of one colour. The code follows docs/protocol.md and shares nothing with the
engine.
"""

from random import Random
from typing import Any

from tests.reference import odin, ravens

Position = dict[str, Any]
Options = dict[str, Any]


# -- Options -----------------------------------------------------------------------------------

RAVENS_SWITCHES = ("removed-under", "buy-magic", "keep-cards", "strict-joker")


def ravens_options(rng: Random, long: bool = False) -> Options:
    """Every option on in about two games of five; the target low unless the game may be long."""
    options: Options = {name: True for name in RAVENS_SWITCHES if rng.random() < 0.4}
    if long:
        return options
    options["target"] = rng.choice([1, 1, 2, 3, 5, 8])
    if rng.random() < 0.4:
        options["max-turns"] = rng.choice([1, 2, 3, 7, 12, 20])
    return options


def odin_options(rng: Random, players: int, long: bool = False) -> Options:
    """Every option on in about two games of five; the limit low unless the game may be long."""
    options: Options = {}
    if rng.random() < 0.6:
        options["goat"] = True
    if players == 2 and rng.random() < 0.5:
        options["four-colours"] = True
    if long:
        return options
    if rng.random() < 0.4:
        options["hands"] = 1
    if rng.random() < 0.6 or "hands" not in options:
        options["limit"] = rng.choice([1, 1, 1, 2, 4, 7, 10])
    return options


def position(name: str, rng: Random, players: int, options: Options) -> Position:
    """A random position of either game."""
    if name == "odin":
        return odin_position(rng, players, options)
    return ravens_position(rng, options)


# -- Ravens ------------------------------------------------------------------------------------


def ravens_position(rng: Random, options: Options) -> Position:
    """A race in any state it can be in."""
    phase = rng.choice(["play"] * 6 + ["place", "lay"])
    turn = rng.randrange(2)
    target = options.get("target") or 12
    position: Position = dict.fromkeys(ravens.KEYS)
    position |= {
        "game": "ravens",
        "options": options,
        "scores": [rng.randint(0, target), rng.randint(0, target)],
        "race": rng.randint(1, 3),
        "first": rng.randrange(2),
        "turns": rng.randrange(min(options.get("max-turns") or 30, 30)),
        "turn": turn,
        "phase": phase,
        "played": [rng.choice([0, 0, 0, 1, 2, 3]), rng.choice([0, 0, 0, 1, 2, 3])],
        "to_place": 0,
        "closing": False,
        "lifted": "",
    }
    lay_landscapes(rng, position)
    set_ravens(rng, position)
    set_magic(rng, position)
    seats = [hand_out(rng, position) for _ in range(2)]
    for key in ("hands", "stacks", "draws", "discards", "ways"):
        position[key] = [seats[0][key], seats[1][key]]
    if phase == "lay":
        lift(rng, position)
    return position


def lay_landscapes(rng: Random, position: Position) -> None:
    """The forty cards: the path, the pile, those removed, and the one to be placed."""
    cards = list(ravens.LANDSCAPES)
    rng.shuffle(cards)
    if position["phase"] == "place":
        position["placing"] = cards.pop()
        position["to_place"] = 1
        position["closing"] = rng.random() < 0.5
    length = min(len(cards), rng.choice([2, 3, 4, 6, 9, 9, 12, 20, 38, 39, 40]))
    path, rest = cards[:length], cards[length:]
    pile = min(len(rest), rng.choice([0, 0, 1, 2, 40, 40, 40]))
    position["path"] = [rng.choice([card, card[::-1]]) for card in path]
    position["landscapes"], position["removed"] = rest[:pile], rest[pile:]
    if position["placing"] and not position["closing"] and rest and rng.random() < 0.5:
        position["to_place"] = 2


def set_ravens(rng: Random, position: Position) -> None:
    """Both ravens before the last space, and the stone on a space of its own or nowhere."""
    last = len(position["path"]) - 1
    near = max(-1, last - 3)
    places = [rng.randint(-1, last - 1), rng.randint(near, last - 1)]
    if rng.random() < 0.1:  # side by side before the end: a removal brings both there
        places = [last - 1, last - 1]
    rng.shuffle(places)
    position["ravens"] = places
    lane, at = rng.randrange(2), rng.randint(0, last)
    ahead = places[lane] + 1 + rng.choice([0, 1])
    at = ahead if rng.random() < 0.6 and ahead <= last else at
    if rng.random() < 0.5 and places[lane] != at:
        position["stone"] = [lane, at]


def set_magic(rng: Random, position: Position) -> None:
    """The Magic Way card, or with buy-magic those that are left."""
    cards = list(ravens.MAGIC_CARDS)
    rng.shuffle(cards)
    if not position["options"].get("buy-magic"):
        position["magic"] = cards[0]
        return
    bought = rng.randint(0, 6)
    left = cards[bought:]
    position["magic"] = left.pop() if left else None
    position["magic_pile"] = left
    share = rng.randint(0, bought)
    position["bought"] = [share, bought - share]


def hand_out(rng: Random, position: Position) -> dict[str, str]:
    """One player's 33 cards."""
    cards = list(ravens.PLAYER_CARDS)
    rng.shuffle(cards)
    if rng.random() < 0.5:  # cards of two terrains first: they make jokers and double payments
        wanted, more = rng.sample(ravens.TERRAINS, 2), rng.choice(["", "", "t", "s", "a"])
        cards.sort(key=lambda card: card not in [*wanted, *more])

    def take(count: int) -> str:
        taken = cards[:count]
        del cards[:count]
        return "".join(taken)

    stack = take(rng.choice([0, 1, 2, 3, 4, 6, 8, 28]))
    hand = "".join(sorted(take(rng.choice([0, 2, 4, 5, 5, 5, 5]))))
    ways = "" if position["options"].get("buy-magic") else take(rng.choice([0, 0, 1, 2]))
    draws = take(rng.choice([0, 1, 3, 33, 33]))
    return {"hands": hand, "stacks": stack, "ways": ways, "draws": draws, "discards": take(33)}


def lift(rng: Random, position: Position) -> None:
    """Lift a part of the stack that holds unlike cards; without any this is no such phase."""
    seat = position["turn"]
    stack = position["stacks"][seat]
    kept = rng.randint(0, len(stack))
    if len(set(stack[kept:])) < 2:
        kept = 0
    if len(set(stack[kept:])) < 2:
        position["phase"] = "play"
        return
    position["stacks"][seat] = stack[:kept]
    position["lifted"] = "".join(sorted(stack[kept:]))


# -- ODIN --------------------------------------------------------------------------------------


def odin_position(rng: Random, players: int, options: Options) -> Position:
    """A hand in any state it can be in, with few cards more often than many."""
    deck = odin.all_cards(options)
    table, offered = sets_on_table(rng, deck)
    rest = [card for card in deck if card not in table + offered]
    hands = [deal_alike(rng, rest) for _ in range(players)]
    turn = rng.randrange(players)
    phase = "take" if offered else "follow" if table else "lead"
    passes = rng.randint(0, players - 2) if phase == "follow" else 0
    owner = turn if offered else (turn - 1 - passes) % players
    if offered:  # there is room for the card that will be taken
        rest += hands[turn][8:]
        del hands[turn][8:]
    rng.shuffle(rest)
    cut = rng.randint(0, len(rest))
    limit = options.get("limit") or odin.USUAL_LIMIT
    return {
        "game": "odin",
        "options": options,
        "players": players,
        "scores": [0 if options.get("hands") else rng.randrange(limit) for _ in range(players)],
        "deal": rng.randint(1, 4),
        "starter": rng.randrange(players),
        "turn": turn,
        "phase": phase,
        "hands": hands,
        "table": table,
        "owner": owner if table else None,
        "passes": passes,
        "offered": offered,
        "discard": sorted(rest[:cut]),
        "stock": sorted(rest[cut:]),
        "winners": None,
    }


def random_set(rng: Random, cards: list[str], size: int) -> list[str]:
    """A set of this many cards or fewer."""
    pattern = rng.choice(cards)
    by = rng.randrange(2)
    alike = [card for card in cards if card[by] == pattern[by] and card != odin.GOAT]
    found = rng.sample(alike, min(size, len(alike))) or [pattern]
    if odin.GOAT in cards and by == 0 and odin.GOAT not in found and rng.random() < 0.7:
        found[-1] = odin.GOAT
    return sorted(found)


def sets_on_table(rng: Random, deck: list[str]) -> tuple[list[str], list[str]]:
    """The set on the table, and the set it beat while a card of that is to be taken."""
    phase = rng.choice(["lead", "follow", "follow", "follow", "take"])
    if phase == "lead":
        return [], []
    table = random_set(rng, deck, rng.choice([1, 1, 2, 2, 3, 4, 5]))
    rest = [card for card in deck if card not in table]
    for _ in range(20 if phase == "take" else 0):
        beaten = random_set(rng, rest, len(table) - rng.randrange(2)) if len(table) > 1 else []
        if len(beaten) > 1 and odin.may_follow(table, beaten):
            return table, beaten
    return table, []


def deal_alike(rng: Random, rest: list[str]) -> list[str]:
    """A hand out of the rest, often of cards that go together."""
    size = min(len(rest) - 10, rng.choice([1, 1, 2, 2, 3, 4, 6, 9]))
    hand: list[str] = []
    while len(hand) < max(1, size):
        wanted = max(1, size) - len(hand)
        alike = rng.random() < 0.6
        more = random_set(rng, rest, wanted) if alike else [rng.choice(rest)]
        hand += more
        for card in more:
            rest.remove(card)
    return sorted(hand)
