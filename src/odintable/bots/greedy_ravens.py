"""A sparring partner for Ravens: rules of thumb about one move, no search.

It counts legs: how many flights each raven is still from the end of the path. A move is worth the
legs that it gains, less what its cards would be good for otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from odintable.games.ravens.components import (
    FLIGHTS,
    LETTERS,
    MOST_PLAYED,
    NOWHERE,
    STACK,
    TERRAINS,
)

from .bot import Budget, MoveChoice, logistic, ranked

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal

ARRIVING = 20.0  # what a won race is worth, in legs
SPACE = 0.1  # ... a space more between the ravens: a point, if the race ends so
STONE = 2.0  # ... a stone in the way, to be paid for
WASTE = 0.02  # ... a turn in which a card less is played and drawn
WAY = 1.5  # ... a card on a Magic Way that is not decided
CARD = 0.3  # what a card is worth that can be used soon, or at any time
SPARE = 0.05  # ... and one that cannot
STACKED = 0.12  # what it is worth to have a card of use on the stack, over and above the hand
IN_REACH = 3  # legs, which can be flown in one turn
SOON = 6  # legs ahead for which cards are kept
LONG_PATH = 16  # cards: it is not lengthened any more


@dataclass(frozen=True)
class Race:
    """What lies open, and what the player to move has: as much as a move needs to be judged."""

    me: int
    path: list[tuple[int, int]]
    ravens: tuple[int, int]
    stone: tuple[int, int] | None

    def legs(self, seat: int) -> list[int]:
        """The terrains of the runs that a raven has before it."""
        ahead = [card[seat] for card in self.path[self.ravens[seat] + 1 :]]
        return [t for at, t in enumerate(ahead) if at == 0 or ahead[at - 1] != t]

    def flights(self, seat: int) -> float:
        """How far a raven is from the end, counted in flights; the stone makes one dearer."""
        stone = self.stone
        is_barred = stone is not None and stone[0] == seat and stone[1] > self.ravens[seat]
        return len(self.legs(seat)) + (STONE if is_barred else 0.0)

    def lead(self) -> float:
        """How far I am ahead, in legs; a race that is won or lost counts for many."""
        other = 1 - self.me
        last = len(self.path) - 1
        lead = self.flights(other) - self.flights(self.me)
        lead += SPACE * (self.ravens[self.me] - self.ravens[other])
        if self.ravens[self.me] == last:
            return lead + ARRIVING
        return lead - ARRIVING if self.ravens[other] == last else lead


def choose(view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
    """The move with the most merit."""
    race = race_of(view)
    judge = Judge(view, race)
    merits = {move: judge.merit(move) for move in view.legal()}
    return ranked(merits, estimate(view, race))


def race_of(view: Position) -> Race:
    """The race as it lies open."""
    state = view.state
    cards = [divmod(int(card), FLIGHTS) for card in state.path[: state.length]]
    stone = (int(state.stone_lane), int(state.stone_at))
    ravens = (int(state.ravens[0]), int(state.ravens[1]))
    return Race(view.turn, cards, ravens, None if stone[0] == NOWHERE else stone)


def estimate(view: Position, race: Race) -> float:
    """The share of the win by points and by who is ahead; a guess, but an honest one."""
    scores = view.state.scores
    points = int(scores[race.me]) - int(scores[1 - race.me])
    lead = race.lead()
    return logistic(0.15 * points + 0.2 * lead)


class Judge:
    """What each move is worth to the player to move."""

    def __init__(self, view: Position, race: Race) -> None:
        """Look at the view once, for all moves."""
        state = view.state
        me = race.me
        self.race = race
        self.before = race.lead()
        self.legs = race.legs(me)[:SOON]
        self.other_legs = len(race.legs(1 - me))
        self.counts = [int(count) for count in state.hands[me]]
        self.stack = [int(card) for card in state.stacks[me, : state.stack_sizes[me]]]
        self.stack_left = MOST_PLAYED - int(state.played[STACK])
        own = int(state.way_sizes[me]) + int(state.bought[me])
        others = int(state.way_sizes[1 - me]) + int(state.bought[1 - me])
        self.way_lead = own - others

    def merit(self, move: str) -> float:
        """What a move is worth, in legs; ending the turn is worth nothing."""
        verb, _, rest = move.partition(" ")
        if verb == "end":
            return 0.0
        if verb == "extend":
            return self.merit_of_extending()
        if verb == "fly":
            return self.merit_of_flying(rest)
        if verb == "magic":
            return (WAY if abs(self.way_lead) <= 1 else SPARE) - self.price(rest)
        if verb == "stack":
            return self.merit_of_stacking(LETTERS.index(rest))
        if verb == "discard":
            return WASTE - self.price(rest)
        if verb == "lay":
            return -self.need(LETTERS.index(rest)) if rest in TERRAINS else -SOON / 2
        if verb == "place":
            return self.after(path=[*self.race.path, read_card(rest)])
        return self.merit_of_action(verb, rest)

    def after(self, **changed: object) -> float:
        """How much the lead grows if the race is changed so."""
        return replace(self.race, **changed).lead() - self.before  # type: ignore[arg-type]

    def price(self, cards: str) -> float:
        """What the cards of a move would be good for otherwise."""
        return sum(self.worth(LETTERS.index(letter)) for letter in cards if letter in LETTERS)

    def worth(self, card: int) -> float:
        """A card for a run that comes soon, one of a pair (a joker) or of Odin's has its uses."""
        if card >= FLIGHTS:
            return CARD
        if card in self.legs and self.counts[card] <= self.legs.count(card):
            return CARD
        return CARD / 2 if self.counts[card] >= 2 else SPARE

    def need(self, card: int) -> int:
        """How many legs ahead a flight card is wanted."""
        return self.legs.index(card) if card in self.legs else SOON

    def merit_of_flying(self, paid: str) -> float:
        """A leg gained, or two with the stone out of the way."""
        race = self.race
        lane = [card[race.me] for card in race.path]
        ahead = race.ravens[race.me] + 1
        last = ahead
        while last + 1 < len(lane) and lane[last + 1] == lane[ahead]:
            last += 1
        cards = [LETTERS.index(letter) for letter in paid if letter in LETTERS]
        matching = cards.count(lane[ahead])
        twice = matching + (len(cards) - matching) // 2 == 2
        stone = None if twice else race.stone
        if stone and stone[0] == race.me and ahead <= stone[1] <= last:
            last = stone[1] - 1
        ravens = (last, race.ravens[1]) if race.me == 0 else (race.ravens[0], last)
        return self.after(ravens=ravens, stone=stone) - self.price(paid)

    def merit_of_stacking(self, card: int) -> float:
        """A card of use that does not bury one that is wanted sooner."""
        if self.worth(card) < CARD:
            return -SPARE
        top = self.stack[-1] if self.stack else -1
        if 0 <= top < FLIGHTS and card < FLIGHTS and self.need(card) > self.need(top):
            return -SPARE
        return STACKED - 0.01 * (SOON if card >= FLIGHTS else self.need(card))

    def merit_of_extending(self) -> float:
        """To be done when the other is about to arrive and I am not."""
        is_lost = self.other_legs <= IN_REACH and self.before < -1
        return WASTE if is_lost and len(self.race.path) < LONG_PATH else -SPARE

    def merit_of_action(self, card: str, action: str) -> float:
        """What an Odin card does to the lead."""
        verb, *aims = action.split()
        race, path = self.race, list(self.race.path)
        price = self.price(card)
        if verb == "arrange":
            is_stuck = self.stack_left > 1 and self.worth(self.stack[-1]) < CARD
            return SPARE if is_stuck and "(" not in card else -CARD
        if verb == "add":
            return STACKED if self.merit_of_extending() > 0 else -CARD
        if verb == "stone":
            lane, at = (int(number) for number in aims[0].split(":"))
            return self.after(stone=(lane, at)) - price
        if verb == "swap":
            one, two = int(aims[0]), int(aims[1])
            path[one], path[two] = path[two], path[one]
            return self.after(path=path) - price
        if verb == "turn":
            path[int(aims[0])] = path[int(aims[0])][::-1]
            return self.after(path=path) - price
        if verb == "remove":
            return self.after(**without(race, int(aims[0]))) - price
        step = {"back": (1 - race.me, -1), "forward": (race.me, 1)}[verb]
        ravens = [at + (step[1] if seat == step[0] else 0) for seat, at in enumerate(race.ravens)]
        return self.after(ravens=(ravens[0], ravens[1])) - price


def without(race: Race, at: int) -> dict[str, object]:
    """What changes when a card is removed: the path closes up."""
    ravens = [raven - (raven > at) for raven in race.ravens]
    stone = race.stone
    if stone and stone[1] > at:
        stone = (stone[0], stone[1] - 1)
    return {
        "path": race.path[:at] + race.path[at + 1 :],
        "ravens": (ravens[0], ravens[1]),
        "stone": stone,
    }


def read_card(name: str) -> tuple[int, int]:
    """A landscape card from its text."""
    return TERRAINS.index(name[0]), TERRAINS.index(name[1])
