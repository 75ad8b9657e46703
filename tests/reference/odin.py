"""A second implementation of ODIN, slow and obvious, straight from the numbered rules.

It shares no code with the engine. Cards are strings ("R8"), a hand is a sorted list,
and legal moves are found by trying every subset of the hand against the rules.
"""

from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from typing import Any

Shuffle = Callable[[str, list[str]], list[str]]  # (what, cards sorted) -> the same, reordered

COLOURS = "BGOPRY"
BOXED_COLOURS = "OP"  # they stay in the box with four-colours
NUMBERS = "123456789"
GOAT = "X0"
HAND_SIZE = 9
USUAL_LIMIT = 15
POINTS_A_CARD = 1
POINTS_THE_GOAT = 5

KEYS = (  # of a position, in the protocol's order
    "game", "options", "players", "scores", "deal", "starter", "turn", "phase", "hands",
    "table", "owner", "passes", "offered", "discard", "stock", "winners",
)  # fmt: skip


def all_cards(options: dict[str, Any]) -> list[str]:
    """Every card of this game, sorted. [OD-1.1 OD-6.1 OD-6.2]"""
    cards = [colour + number for colour in COLOURS for number in NUMBERS]  # OD-1.1
    if options.get("four-colours"):  # OD-6.1
        cards = [card for card in cards if card[0] not in BOXED_COLOURS]
    if options.get("goat"):  # OD-6.2: a 55th card
        cards.append(GOAT)
    return sorted(cards)


def is_one_colour(cards: list[str]) -> bool:
    """Whether all cards share a colour, the goat counting as any. [OD-3.3 OD-6.2]"""
    return len({card[0] for card in cards if card != GOAT}) == 1


def is_one_number(cards: list[str]) -> bool:
    """Whether all cards share a number; the goat never joins these. [OD-3.3 OD-6.2]"""
    return GOAT not in cards and len({card[1] for card in cards}) == 1


def is_set(cards: list[str]) -> bool:
    """Whether these cards may be played together. [OD-3.3 OD-6.2]"""
    if len(cards) == 1:  # OD-3.3 asks only of two or more; OD-6.2: the goat may go alone
        return True
    return is_one_colour(cards) or is_one_number(cards)


def value(cards: list[str]) -> int:
    """The digits in falling order, read as a number; the goat's 0 comes last. [OD-3.4 OD-6.2]"""
    return int("".join(sorted((card[1] for card in cards), reverse=True)))


def may_lead(cards: list[str], hand: list[str]) -> bool:
    """Whether the starter of a round may play these. [OD-2.1 OD-2.2 OD-6.2]"""
    if len(cards) == 1:  # OD-2.1: exactly one card
        return True
    if len(cards) != len(hand):  # OD-2.2: more than one only if it is the whole hand
        return False
    return is_set(cards)  # OD-2.2: one colour or one number; OD-6.2: or one colour and goat


def may_follow(cards: list[str], table: list[str]) -> bool:
    """Whether these beat what lies in the middle. [OD-3.2 OD-3.3 OD-3.5]"""
    if len(cards) not in (len(table), len(table) + 1):  # OD-3.2: as many, or one more
        return False
    if not is_set(cards):  # OD-3.3: one colour or one number
        return False
    return value(cards) > value(table)  # OD-3.5: strictly more


def subsets(hand: list[str], sizes: set[int]) -> list[list[str]]:
    """Every choice of so many cards from a hand, each sorted. [OD-2.1 OD-2.2 OD-3.2]"""
    return [list(cards) for size in sizes for cards in combinations(sorted(hand), size)]


def points(hand: list[str]) -> int:
    """What the cards left in a hand score. [OD-5.2 OD-6.2]"""
    return sum(POINTS_THE_GOAT if card == GOAT else POINTS_A_CARD for card in hand)


def copied(position: dict[str, Any]) -> dict[str, Any]:
    """A position whose lists can be changed; the lists within them are only ever replaced."""
    return {
        key: list(value) if isinstance(value, list) else value for key, value in position.items()
    }


class Odin:
    """A game of ODIN: its position, and what everybody saw the seats take. [OD-1 to OD-6]"""

    position: dict[str, Any]  # as in the protocol; replaced, never changed, by a move
    known: list[list[str]]  # per seat, the cards all saw it take and it still holds
    shuffle: Shuffle

    def __init__(self, players: int, first: int, options: dict[str, Any], shuffle: Shuffle) -> None:
        """A new game with its first hand dealt. [OD-1.2 OD-1.3 OD-1.4]"""
        self.shuffle = shuffle
        self.position = {
            "game": "odin", "options": deepcopy(options), "players": players,
            "scores": [0] * players, "deal": 1, "starter": first, "turn": first,
            "phase": "lead", "hands": [], "table": [], "owner": None, "passes": 0,
            "offered": [], "discard": [], "stock": [], "winners": None,
        }  # fmt: skip
        self._deal()

    @classmethod
    def from_position(cls, position: dict[str, Any], shuffle: Shuffle) -> "Odin":
        """A game set up from a position, with no take remembered. [OD-R2]"""
        game = cls.__new__(cls)
        game.shuffle = shuffle
        game.position = {key: deepcopy(position[key]) for key in KEYS}
        game.position["hands"] = [sorted(hand) for hand in position["hands"]]
        for key in ("table", "offered", "discard", "stock"):
            game.position[key] = sorted(position[key])
        game.known = [[] for _ in position["hands"]]
        return game

    # What may be done

    def legal(self) -> list[str]:
        """Every move of the seat to decide, sorted. [OD-2.1 OD-2.2 OD-3.1 OD-3.6]"""
        phase = self.position["phase"]
        if phase == "lead":  # OD-2.1: no pass here
            return sorted("play " + " ".join(cards) for cards in self._leads())
        if phase == "follow":  # OD-3.1: play or pass
            return sorted(["pass"] + ["play " + " ".join(cards) for cards in self._follows()])
        if phase == "take":  # OD-3.6: of several you choose one
            return sorted("take " + card for card in self.position["offered"])
        return []  # over

    def _leads(self) -> list[list[str]]:
        """Every set the starter of a round may play. [OD-2.1 OD-2.2]"""
        hand = self.position["hands"][self.position["turn"]]
        return [cards for cards in subsets(hand, {1, len(hand)}) if may_lead(cards, hand)]

    def _follows(self) -> list[list[str]]:
        """Every set that beats the one in the middle. [OD-3.2 OD-3.3 OD-3.5]"""
        hand, table = self.position["hands"][self.position["turn"]], self.position["table"]
        sizes = {len(table), len(table) + 1}
        return [cards for cards in subsets(hand, sizes) if may_follow(cards, table)]

    # What a move does

    def play(self, move: str) -> list[dict[str, Any]]:
        """Make one of the legal moves and tell what it brought about. [OD-3.1 OD-3.6]"""
        if move not in self.legal():
            raise ValueError(f"illegal: {move}")
        self.position = copied(self.position)
        self.known = list(self.known)
        verb, *cards = move.split(" ")
        if verb == "pass":
            return self._pass()
        if verb == "take":
            return self._take(cards[0])
        return self._play_set(cards)

    def _play_set(self, cards: list[str]) -> list[dict[str, Any]]:
        """Lay a set in the middle, then end the hand or take. [OD-2.3 OD-3.6 OD-3.7 OD-R1]"""
        now = self.position
        seat, beaten = now["turn"], now["table"]
        now["hands"][seat] = [card for card in now["hands"][seat] if card not in cards]
        self.known[seat] = [card for card in self.known[seat] if card not in cards]
        now["table"] = sorted(cards)
        now["owner"] = seat
        now["passes"] = 0  # OD-R1: any play sets the count back to none
        if not now["hands"][seat]:  # OD-3.7: takes nothing, what lay there is discarded
            self._discard(beaten)
            return self._end_hand(seat)  # OD-5.1: at once
        if not beaten:  # OD-2.3: the leader takes nothing
            self._next_follows()
            return []
        now["offered"] = beaten
        now["phase"] = "take"
        if len(beaten) == 1:  # OD-3.6: a single card must be taken
            return self._take(beaten[0])
        return []

    def _take(self, card: str) -> list[dict[str, Any]]:
        """Take one card of the beaten set and discard the rest. [OD-3.6 OD-R2]"""
        now = self.position
        seat = now["turn"]
        now["hands"][seat] = sorted(now["hands"][seat] + [card])
        self.known[seat] = sorted(self.known[seat] + [card])  # OD-R2: all saw it
        beaten = now["offered"]
        self._discard([other for other in beaten if other != card])
        now["offered"] = []
        self._next_follows()
        return [{"event": "took", "seat": seat, "card": card, "beaten": beaten}]

    def _pass(self) -> list[dict[str, Any]]:
        """Pass, which ends the round if all others have in a row. [OD-4.1 OD-4.2 OD-4.3]"""
        now = self.position
        now["passes"] += 1
        if now["passes"] < now["players"] - 1:
            self._next_follows()  # OD-4.2: nobody is left out for having passed
            return []
        leader = now["owner"]  # OD-4.3: whoever played last leads
        self._discard(now["table"])
        now["table"] = []
        now["owner"] = None
        now["passes"] = 0
        now["turn"] = leader
        now["phase"] = "lead"
        return [{"event": "round-over", "leader": leader}]

    def _next_follows(self) -> None:
        """The next seat clockwise is to play or pass. [OD-1.4 OD-3.1]"""
        self.position["turn"] = (self.position["turn"] + 1) % self.position["players"]
        self.position["phase"] = "follow"

    def _discard(self, cards: list[str]) -> None:
        """Put cards out of this hand, face up. [OD-3.6 OD-3.7 OD-4.3]"""
        self.position["discard"] = sorted(self.position["discard"] + cards)

    # The end of a hand, and the next

    def _end_hand(self, emptied: int) -> list[dict[str, Any]]:
        """Score the hand, then end the game or deal anew. [OD-5.2 OD-5.3 OD-5.4]"""
        now = self.position
        left = [len(hand) for hand in now["hands"]]
        lost = [points(hand) for hand in now["hands"]]
        now["scores"] = [score + more for score, more in zip(now["scores"], lost, strict=True)]
        over = {"event": "hand-over", "left": left, "points": lost, "scores": list(now["scores"])}
        events = [over]
        if self._is_last_hand():
            now["phase"] = "over"
            now["winners"] = self._winners(emptied)
            events.append({"event": "game-over", "winners": list(now["winners"])})
            return events
        now["deal"] += 1
        now["starter"] = (now["starter"] + 1) % now["players"]  # OD-5.3: left of the last one
        self._deal()
        return events

    def _is_last_hand(self) -> bool:
        """Whether the hand just scored ends the game. [OD-5.4 OD-R3]"""
        options = self.position["options"]
        if options.get("hands"):  # OD-R3: one hand is a length of its own
            return True
        limit = options.get("limit") or USUAL_LIMIT
        return any(score >= limit for score in self.position["scores"])

    def _winners(self, emptied: int) -> list[int]:
        """The seats with the fewest points, or who emptied the one hand. [OD-5.5 OD-R3]"""
        if self.position["options"].get("hands"):  # OD-R3
            return [emptied]
        scores = self.position["scores"]
        return [seat for seat, score in enumerate(scores) if score == min(scores)]

    def _deal(self) -> None:
        """Shuffle everything and deal; the hand's starter leads. [OD-1.3 OD-5.3]"""
        now = self.position
        order = self.shuffle("deal", all_cards(now["options"]))
        now["hands"] = []
        for _ in range(now["players"]):
            now["hands"].append(sorted(order[:HAND_SIZE]))
            order = order[HAND_SIZE:]
        now["stock"] = sorted(order)  # OD-1.3: the rest stays out of this hand
        now["turn"] = now["starter"]
        now["phase"] = "lead"
        now["table"], now["offered"], now["discard"] = [], [], []
        now["owner"] = None
        now["passes"] = 0
        self.known = [[] for _ in range(now["players"])]

    # What may be seen

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), may know. [OD-1.3 OD-R2]"""
        seen = copied(self.position)
        seen["known"] = list(self.known)
        if seen["phase"] == "over":  # the protocol: then all may see everything
            return seen
        for other in range(seen["players"]):
            if other != seat:  # OD-R2: only the number of cards is public
                seen["hands"][other] = len(seen["hands"][other])
        seen["stock"] = len(seen["stock"])  # OD-R2: the undealt cards are secret
        return seen
