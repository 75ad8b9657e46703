"""A second implementation of Ravens, slow and obvious, to check the fast engine against.

It shares no code with the engine and implements docs/rules/ravens.md and docs/protocol.md by brute
force. Cards are letters, piles are strings or lists whose last card is drawn next.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from typing import Any

# (what, cards in sorted order) -> the same cards in a new order
Shuffle = Callable[[str, list[str]], list[str]]

TERRAINS = "FMPSW"
# each pair of terrains three times, each double twice [RV-1.2]
PAIRS = [one + other for one, other in combinations(TERRAINS, 2)]
LANDSCAPES = sorted(PAIRS * 3 + [terrain * 2 for terrain in TERRAINS] * 2)
PLAYER_CARDS = "FFFFFMMMMMPPPPPSSSSSWWWWWarrssttt"
MAGIC_CARDS = ["FS", "Fo", "MP", "Mo", "PW", "SW"]
PATH_LENGTH = 9
HAND_SIZE = 5
MAX_PLAYED = 3  # cards a turn from the hand, and as many from the stack
WAY_BONUS = 3
TARGET = 12
KEPT_BEHIND = 2  # cards that stay behind the rear raven

KEYS = (
    "game options scores race first turns turn phase played path ravens stone magic ways hands "
    "stacks draws discards landscapes removed placing to_place closing lifted winner"
).split()
BUY_MAGIC_KEYS = ["magic_pile", "bought"]


def in_letter_order(card: str) -> str:
    """Write a landscape card as it is written away from the path. [RV-1.2]"""
    return "".join(sorted(card))


def turned(card: str) -> str:
    """Turn a landscape card by 180 degrees: its spaces change lanes. [RV-2.1 RV-7.3]"""
    return card[1] + card[0]


def fits_beside(card: str, neighbour: str) -> bool:
    """Tell whether no lane would show two equal terrains next to each other. [RV-2.1]"""
    return card[0] != neighbour[0] and card[1] != neighbour[1]


def lay_path(pile: list[str]) -> tuple[list[str], list[str]]:
    """Lay nine cards off the pile; return them and those put under it, lowest first. [RV-2.1]"""
    path: list[str] = []
    under: list[str] = []
    while len(path) < PATH_LENGTH:
        card = pile.pop()
        del under[len(pile) :]  # the pile may have been drawn down to a rejected card
        if not path or fits_beside(card, path[-1]):
            path.append(card)
        elif fits_beside(turned(card), path[-1]):
            path.append(turned(card))
        else:
            pile.insert(0, card)
            under.insert(0, in_letter_order(card))
    return path, under


def without(cards: str, used: str) -> str:
    """Take the used cards, each once, out of a sorted hand. [RV-3.2]"""
    left = list(cards)
    for card in used:
        left.remove(card)
    return "".join(left)


def times_paid(cards: str, terrain: str) -> int:
    """Count how often the cards pay for the terrain; 0: they are no payment. [RV-4.1 RV-5.2]"""
    if any(card not in TERRAINS for card in cards):
        return 0
    others = [card for card in cards if card != terrain]
    if any(others.count(card) % 2 for card in others):
        return 0
    return cards.count(terrain) + len(others) // 2


def split_payment(text: str) -> tuple[str, str]:
    """Split `MP(P)` into the hand cards and the stack cards, top first. [RV-4.3]"""
    from_hand, _, from_stack = text.partition("(")
    return from_hand, from_stack.rstrip(")")


def who_has_more(counts: list[int]) -> int | None:
    """Name the seat with more cards or points, None if they are equal. [RV-9.2 RV-9.3]"""
    if counts[0] == counts[1]:
        return None
    return 0 if counts[0] > counts[1] else 1


class Ravens:
    """A game of Ravens: the whole truth, and what everybody knows of it."""

    def __init__(self, first: int, options: dict[str, Any], shuffle: Shuffle) -> None:
        """Start a game and prepare its first race. [RV-2.1 RV-2.6]"""
        self.shuffle = shuffle
        self.events: list[dict[str, Any]] = []
        self.known: dict[str, Any] = {"held": ["", ""], "under": []}
        keys = KEYS + BUY_MAGIC_KEYS if options.get("buy-magic") else KEYS
        self.position: dict[str, Any] = dict.fromkeys(keys)
        self.position |= {"game": "ravens", "options": deepcopy(options), "scores": [0, 0]}
        self.position |= {"race": 0, "hands": ["", ""], "stacks": ["", ""]}
        self.prepare_race(first)

    @classmethod
    def from_position(cls, position: dict[str, Any], shuffle: Shuffle) -> Ravens:
        """Set up a position, with nothing known of what happened before. [RV-2.1]"""
        game = cls.__new__(cls)
        game.shuffle = shuffle
        game.events = []
        game.known = {"held": ["", ""], "under": []}
        keys = [key for key in KEYS + BUY_MAGIC_KEYS if key in position]
        game.position = {key: deepcopy(position[key]) for key in keys}
        game.position["hands"] = ["".join(sorted(hand)) for hand in position["hands"]]
        game.position["lifted"] = "".join(sorted(position["lifted"]))
        return game

    def option(self, name: str) -> Any:
        """Return an option's value; one that is off or absent gives a false one. [RV-10.1]"""
        return self.position["options"].get(name, False)

    # Preparing a race

    def prepare_race(self, first: int) -> None:
        """Lay out everything for a new race. [RV-2.1 to RV-2.4 RV-2.6 RV-9.4 RV-10.2]"""
        state = self.position
        pile = list(self.shuffle("landscapes", list(LANDSCAPES)))
        path, self.known["under"] = lay_path(pile)
        state |= {"race": state["race"] + 1, "first": first, "turns": 0, "turn": first}
        state |= {"phase": "play", "played": [0, 0], "path": path, "ravens": [-1, -1]}
        state |= {"stone": None, "landscapes": [in_letter_order(card) for card in pile]}
        state |= {"removed": [], "placing": None, "to_place": 0, "closing": False, "lifted": ""}
        magic_pile = list(self.shuffle("magic", list(MAGIC_CARDS)))
        state |= {"magic": magic_pile.pop(), "ways": ["", ""]}
        if self.option("buy-magic"):
            state |= {"magic_pile": magic_pile, "bought": [0, 0]}
        self.prepare_cards()

    def prepare_cards(self) -> None:
        """Shuffle both players' cards and fill both hands. [RV-2.5 RV-10.3]"""
        state = self.position
        if not self.option("keep-cards"):
            state |= {"hands": ["", ""], "stacks": ["", ""]}
            self.known["held"] = ["", ""]
        state |= {"draws": ["", ""], "discards": ["", ""]}
        for seat in (0, 1):
            rest = without(PLAYER_CARDS, state["hands"][seat] + state["stacks"][seat])
            state["draws"][seat] = "".join(self.shuffle(str(seat), sorted(rest)))
        for seat in (0, 1):
            while len(state["hands"][seat]) < HAND_SIZE and state["draws"][seat]:
                self.draw_card(seat)

    # What may be done

    def legal(self) -> list[str]:
        """List every move of whoever decides now. [RV-3.1 RV-7.7 RV-7.8 RV-8.1]"""
        state = self.position
        if state["phase"] == "over":
            return []
        if state["phase"] == "place":
            card = state["placing"]
            return sorted({f"place {card}", f"place {turned(card)}"})
        if state["phase"] == "lay":
            return sorted({f"lay {card}" for card in state["lifted"]})
        moves = {"end"}
        if self.landscapes_available() > 0:
            moves.add("extend")
        moves |= self.flights()
        for source in self.sources():
            moves |= self.uses(source)
        return sorted(moves)

    def sources(self) -> set[str]:
        """Name the single cards that may be played: `M` the hand's, `(M)` the stack's. [RV-3.1]"""
        state, seat = self.position, self.position["turn"]
        found: set[str] = set()
        if state["played"][0] < MAX_PLAYED:
            found |= set(state["hands"][seat])
        if state["played"][1] < MAX_PLAYED and state["stacks"][seat]:
            found.add(f"({state['stacks'][seat][-1]})")
        return found

    def uses(self, source: str) -> set[str]:
        """List a card's uses but flying. [RV-3.2 RV-3.3 RV-6.1 RV-7.10 RV-10.2]"""
        card = source.strip("()")
        picture = card if card in TERRAINS else "o"
        moves = {f"discard {source}"}
        if source == card:
            moves.add(f"stack {source}")
        if picture in (self.position["magic"] or ""):
            moves.add(f"magic {source}")
        if picture == "o":
            moves |= {f"{source} {action}" for action in self.actions(source)}
        return moves

    def actions(self, source: str) -> list[str]:
        """List the actions an Odin card can do now. [RV-7.1 to RV-7.8 RV-7.10]"""
        path, free = range(len(self.position["path"])), self.free_cards()
        match source.strip("()"):
            case "s":
                spaces = [(lane, i) for lane in (0, 1) for i in path]
                found = [f"stone {lane}:{i}" for lane, i in spaces if self.is_free(lane, i)]
                return found + [f"swap {one} {other}" for one, other in combinations(free, 2)]
            case "t":
                found = [f"turn {i}" for i in free]
                return found + [f"remove {i}" for i in free if len(path) > 1]
            case "r":
                return self.raven_actions()
        stack = len(self.position["stacks"][self.position["turn"]])
        arrange = ["arrange"] if stack - (source == "(a)") >= 2 else []
        return arrange + (["add"] if self.landscapes_available() > 0 else [])

    def has_stone(self, lane: int, index: int) -> bool:
        """Tell whether the stone lies on a space. [RV-5.1]"""
        return bool(self.position["stone"] == [lane, index])

    def is_free(self, lane: int, index: int) -> bool:
        """Tell whether neither raven nor stone is on a space. [RV-7.1]"""
        return self.position["ravens"][lane] != index and not self.has_stone(lane, index)

    def free_cards(self) -> list[int]:
        """Find the cards of the path with both spaces free. [RV-7.2 RV-7.3 RV-7.4]"""
        path = range(len(self.position["path"]))
        return [index for index in path if self.is_free(0, index) and self.is_free(1, index)]

    def raven_actions(self) -> list[str]:
        """Move a raven by one space, never onto the stone. [RV-5.4 RV-7.5 RV-7.6]"""
        ravens, own = self.position["ravens"], self.position["turn"]
        other = 1 - own
        may_back = ravens[other] >= 0 and not self.has_stone(other, ravens[other] - 1)
        may_forward = not self.has_stone(own, ravens[own] + 1)
        return ["back"] * may_back + ["forward"] * may_forward

    # Flying

    def flights(self) -> set[str]:
        """Try every choice of hand cards with every number of stack cards. [RV-3.1 RV-4.3]"""
        state = self.position
        hand, stack = state["hands"][state["turn"]], state["stacks"][state["turn"]]
        moves: set[str] = set()
        for hand_count in range(MAX_PLAYED - state["played"][0] + 1):
            for chosen in combinations(hand, hand_count):
                for stack_count in range(MAX_PLAYED - state["played"][1] + 1):
                    from_hand, from_stack = "".join(chosen), stack[::-1][:stack_count]
                    if len(from_stack) == stack_count and self.may_fly(from_hand, from_stack):
                        moves.add(f"fly {from_hand}" + (f"({from_stack})" if from_stack else ""))
        return moves

    def may_fly(self, from_hand: str, from_stack: str) -> bool:
        """Tell whether these cards carry the raven somewhere. [RV-4.1 RV-4.4 RV-5.2 RV-10.5]"""
        payment = from_hand + from_stack
        if self.landing(payment) is None:
            return False
        is_pure = all(card == self.next_terrain() for card in payment)
        if is_pure or not self.option("strict-joker"):
            return True
        seat = self.position["turn"]
        hand_after = without(self.position["hands"][seat], from_hand)
        stack = self.position["stacks"][seat]
        stack_after = stack[: len(stack) - len(from_stack)]
        return self.next_terrain() not in list(hand_after) + list(stack_after[-1:])

    def next_terrain(self) -> str:
        """Name the terrain of the space before one's raven. [RV-4.1]"""
        seat = self.position["turn"]
        return str(self.position["path"][self.position["ravens"][seat] + 1][seat])

    def run_ahead(self) -> list[int]:
        """Find the spaces of equal terrain ahead, whatever the raven stands on. [RV-4.2 RV-4.5]"""
        seat, path = self.position["turn"], self.position["path"]
        index = self.position["ravens"][seat] + 1
        run: list[int] = []
        while index < len(path) and path[index][seat] == self.next_terrain():
            run.append(index)
            index += 1
        return run

    def landing(self, payment: str) -> int | None:
        """Find where a payment brings the raven, if anywhere. [RV-4.2 RV-5.1 to RV-5.4]"""
        run = self.run_ahead()
        paid = times_paid(payment, self.next_terrain())
        barred = [index for index in run if self.has_stone(self.position["turn"], index)]
        if not barred:
            return run[-1] if paid == 1 else None
        if paid == 2:
            return run[-1]
        if paid == 1 and barred[0] > run[0]:
            return barred[0] - 1
        return None

    # Doing it

    def play(self, move: str) -> list[dict[str, Any]]:
        """Carry out one of the legal moves and tell what it brought about. [RV-3.2 RV-9.1]"""
        self.events = []
        word, *rest = move.split(" ")
        with_cards = {"place": self.place, "lay": self.lay, "fly": self.fly}
        with_cards |= {"magic": self.lay_on_magic_way, "discard": self.discard}
        if word in with_cards:
            with_cards[word](rest[0])
        elif word == "stack":
            self.position["stacks"][self.position["turn"]] += self.take(rest[0])
        elif word == "end":
            self.end_turn()
        elif word == "extend":
            self.begin_placing(1, closing=True)
        else:
            self.discard(word)
            self.act(*rest)
        self.finish_race_if_won()
        return self.events

    def take(self, text: str) -> str:
        """Take the cards as written from hand and stack, and count them. [RV-3.1 RV-3.3 RV-4.3]"""
        state, seat = self.position, self.position["turn"]
        from_hand, from_stack = split_payment(text)
        state["hands"][seat] = without(state["hands"][seat], from_hand)
        for _ in from_stack:
            state["stacks"][seat] = state["stacks"][seat][:-1]
        state["played"][0] += len(from_hand)
        state["played"][1] += len(from_stack)
        return from_hand + from_stack

    def discard(self, text: str, pile: str = "discards") -> None:
        """Put played cards face up onto one's own pile: nobody holds them now. [RV-3.2 RV-3.4]"""
        seat, held = self.position["turn"], self.known["held"]
        cards = self.take(text)
        self.position[pile][seat] += cards
        for card in cards:
            held[seat] = held[seat].replace(card, "", 1)

    def fly(self, payment: str) -> None:
        """Pay and fly; a stone that was paid for goes beside the path. [RV-4.2 RV-5.2 RV-5.3]"""
        state, seat = self.position, self.position["turn"]
        landing = self.landing("".join(split_payment(payment)))
        assert landing is not None
        ahead = state["path"][state["ravens"][seat] + 1][seat]
        cards = "".join(split_payment(payment))
        jokers = "".join(one * (cards.count(one) // 2) for one in "FMPSW" if one != ahead)
        self.events.append(
            {
                "event": "flew",
                "seat": seat,
                "terrain": ahead,
                "spaces": landing - state["ravens"][seat],
                "jokers": jokers,
                "paid": cards.count(ahead) + len(jokers),
            }
        )
        self.discard(payment)
        if any(self.has_stone(seat, index) for index in self.run_ahead() if index <= landing):
            state["stone"] = None
        state["ravens"][seat] = landing

    def lay_on_magic_way(self, text: str) -> None:
        """Lay a card on one's side, or buy the open card with it. [RV-6.1 RV-6.2 RV-10.2]"""
        state = self.position
        if not self.option("buy-magic"):
            self.discard(text, "ways")
            return
        self.discard(text)
        state["bought"][state["turn"]] += 1
        state["magic"] = state["magic_pile"].pop() if state["magic_pile"] else None

    # The actions of the Odin cards

    def act(self, action: str, *places: str) -> None:
        """Do the action of an Odin card already discarded. [RV-7.1 to RV-7.8]"""
        state = self.position
        if action == "stone":
            state["stone"] = [int(part) for part in places[0].split(":")]
        elif action == "swap":
            one, other = int(places[0]), int(places[1])
            path = state["path"]
            path[one], path[other] = path[other], path[one]
        elif action == "turn":
            state["path"][int(places[0])] = turned(state["path"][int(places[0])])
        elif action == "remove":
            self.remove(int(places[0]))
        elif action == "back":
            state["ravens"][1 - state["turn"]] -= 1
        elif action == "forward":
            state["ravens"][state["turn"]] += 1
        elif action == "arrange":
            self.lift_stack()
        else:
            self.begin_placing(min(2, self.landscapes_available()), closing=False)

    def remove(self, index: int) -> None:
        """Remove a card from the path, which closes up. [RV-7.4 RV-7.9 RV-10.1]"""
        card = in_letter_order(self.take_off_path(index))
        if self.option("removed-under"):
            self.position["landscapes"].insert(0, card)
            self.known["under"].insert(0, card)
        else:
            self.position["removed"].append(card)

    def take_off_path(self, index: int) -> str:
        """Take a card off the path, which closes up with all that is on it. [RV-7.4 RV-8.2]"""
        state = self.position
        card = str(state["path"].pop(index))
        state["ravens"] = [raven - 1 if raven > index else raven for raven in state["ravens"]]
        if state["stone"] is not None and state["stone"][1] == index:
            state["stone"] = None
        elif state["stone"] is not None and state["stone"][1] > index:
            state["stone"] = [state["stone"][0], state["stone"][1] - 1]
        return card

    def lift_stack(self) -> None:
        """Lift the stack to lay it in any order. [RV-7.7]"""
        state, seat = self.position, self.position["turn"]
        state |= {"phase": "lay", "lifted": "".join(sorted(state["stacks"][seat]))}
        state["stacks"][seat] = ""
        self.lay("")

    def lay(self, card: str) -> None:
        """Lay a lifted card onto the stack, and all others once they are alike. [RV-7.7]"""
        state, seat = self.position, self.position["turn"]
        state["lifted"] = without(state["lifted"], card)
        state["stacks"][seat] += card
        if len(set(state["lifted"])) <= 1:
            state["stacks"][seat] += state["lifted"]
            state |= {"phase": "play", "lifted": ""}

    # Lengthening the path

    def passed_cards(self) -> int:
        """Count the cards behind both ravens that need not stay on the path. [RV-8.2]"""
        rear: int = min(self.position["ravens"])
        return max(0, rear - KEPT_BEHIND)

    def landscapes_available(self) -> int:
        """Count the cards that could be added to the path in all. [RV-7.8 RV-8.2]"""
        state = self.position
        return len(state["landscapes"]) + len(state["removed"]) + self.passed_cards()

    def begin_placing(self, count: int, closing: bool) -> None:
        """Draw the first of the landscape cards to be added. [RV-7.8 RV-8.1]"""
        self.position |= {"phase": "place", "to_place": count, "closing": closing}
        self.draw_landscape()

    def draw_landscape(self) -> None:
        """Draw a landscape card for all to see. [RV-7.8 RV-8.1 RV-8.2]"""
        if not self.position["landscapes"]:
            self.renew_landscapes()
        self.position["placing"] = self.position["landscapes"].pop()
        del self.known["under"][len(self.position["landscapes"]) :]

    def renew_landscapes(self) -> None:
        """Shuffle the passed and the removed cards into a new pile. [RV-8.2]"""
        passed = [self.take_off_path(0) for _ in range(self.passed_cards())]
        cards = [in_letter_order(card) for card in passed + self.position["removed"]]
        order = self.shuffle("landscapes", sorted(cards))
        self.position |= {"landscapes": [in_letter_order(card) for card in order], "removed": []}
        self.known["under"] = []
        self.events.append({"event": "shuffled", "seat": "landscapes"})

    def place(self, card: str) -> None:
        """Place the drawn card at the end of the path, as written. [RV-7.8 RV-8.1]"""
        state = self.position
        state["path"].append(card)
        state["to_place"] -= 1
        if state["to_place"]:
            self.draw_landscape()
            return
        closing = state["closing"]
        state |= {"phase": "play", "placing": None, "closing": False}
        if closing:
            self.end_turn()

    # The end of a turn

    def end_turn(self) -> None:
        """Draw up to five and hand the turn over; too many turns end the race. [RV-3.5 RV-10.6]"""
        state = self.position
        self.fill_hand(state["turn"])
        state |= {"turns": state["turns"] + 1, "turn": 1 - state["turn"], "played": [0, 0]}
        if self.option("max-turns") and state["turns"] >= self.option("max-turns"):
            self.end_race(None)

    def fill_hand(self, seat: int) -> None:
        """Draw up to five cards, from the discards once the draw pile is empty. [RV-3.5]"""
        hands, draws = self.position["hands"], self.position["draws"]
        while len(hands[seat]) < HAND_SIZE and (draws[seat] or self.position["discards"][seat]):
            if not draws[seat]:
                self.renew_draws(seat)
            self.draw_card(seat)
            if not self.events or self.events[-1]["event"] != "drew":
                self.events.append({"event": "drew", "seat": seat, "count": 0})
            self.events[-1]["count"] += 1

    def renew_draws(self, seat: int) -> None:
        """Make the discards the draw pile: everybody now knows what is held. [RV-3.5]"""
        state = self.position
        state["draws"][seat] = "".join(self.shuffle(str(seat), sorted(state["discards"][seat])))
        state["discards"][seat] = ""
        self.known["held"][seat] = "".join(sorted(state["hands"][seat] + state["stacks"][seat]))
        self.events.append({"event": "shuffled", "seat": seat})

    def draw_card(self, seat: int) -> None:
        """Draw one card from the draw pile into the hand. [RV-2.5 RV-3.5]"""
        hands, draws = self.position["hands"], self.position["draws"]
        hands[seat] = "".join(sorted(hands[seat] + draws[seat][-1]))
        draws[seat] = draws[seat][:-1]

    # The end of a race, and of the game

    def finish_race_if_won(self) -> None:
        """End the race if a raven is on the last space; the mover's counts first. [RV-9.1]"""
        state = self.position
        for seat in (state["turn"], 1 - state["turn"]):
            if state["ravens"][seat] == len(state["path"]) - 1:
                self.end_race(seat)
                return

    def end_race(self, winner: int | None) -> None:
        """Score the race; end the game or prepare the next. [RV-9.1 to RV-9.4 RV-10.2 RV-10.6]"""
        state = self.position
        way = who_has_more(state.get("bought", [len(cards) for cards in state["ways"]]))
        distance = 0
        points = [0, 0]
        if winner is not None:
            distance = state["ravens"][winner] - state["ravens"][1 - winner]
            points[winner] += distance
        if way is not None:
            points[way] += WAY_BONUS
        for seat in (0, 1):
            state["scores"][seat] += points[seat]
        over = {"event": "race-over", "winner": winner, "distance": distance, "way": way}
        self.events.append({**over, "points": points, "scores": list(state["scores"])})
        best = self.game_winner(winner)
        if best is None:
            self.prepare_race(self.next_starter(winner))
            return
        state |= {"phase": "over", "winner": best}
        self.events.append({"event": "game-over", "winners": [best]})

    def game_winner(self, race_winner: int | None) -> int | None:
        """Name who has won the game, if it ends now. [RV-9.3 RV-10.4 RV-10.6]"""
        scores = self.position["scores"]
        if max(scores) < (self.option("target") or TARGET):
            return None
        leader = who_has_more(scores)
        return race_winner if leader is None else leader

    def next_starter(self, race_winner: int | None) -> int:
        """Name who starts the next race. [RV-9.4 RV-10.6]"""
        if race_winner is None:
            return 1 - int(self.position["first"])
        leader = who_has_more(self.position["scores"])
        return race_winner if leader is None else 1 - leader

    # What a seat may know

    def view(self, seat: int | None) -> dict[str, Any]:
        """Show what a seat, or with None a spectator, may know. [RV-3.3 RV-6.2]"""
        shown = deepcopy(self.position)
        shown["known"] = deepcopy(self.known)
        if shown["phase"] == "over":
            return shown
        if shown["phase"] == "lay" and seat != shown["turn"]:
            shown["stacks"][shown["turn"]] += shown["lifted"]
            shown |= {"phase": "play", "lifted": ""}
        for other in {0, 1} - {seat}:
            for key in ("hands", "stacks"):
                shown[key][other] = len(shown[key][other])
        shown["draws"] = [len(pile) for pile in shown["draws"]]
        for key in {"landscapes", "magic_pile"} & set(shown):
            shown[key] = len(shown[key])
        return shown
