"""Rules of thumb for one move of Ravens, without search.

They count flights: how many each raven still needs to the end of the path. A move is worth the
flights that it gains, less what its cards would be worth otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from odintable.games.ravens.components import (
    FLIGHTS,
    LETTERS,
    MAX_PLAYED,
    NOWHERE,
    STACK,
    TERRAINS,
)

if TYPE_CHECKING:
    from odintable.games.position import Position

# Worth, in flights:
ARRIVING = 20.0  # winning the race
SPACE = 0.1  # a space of distance between the ravens: a point, if the race ends there
STONE = 2.0  # a stone in the way, which must be paid for
WASTE = 0.02  # playing and drawing a card more in this turn
WAY = 1.5  # a card on a Magic Way that is still undecided
CARD = 0.3  # a card that can be used soon, or at any time
SPARE = 0.05  # a card that cannot
STACKED = 0.12  # a useful card on the stack, more than in the hand

IN_REACH = 3  # runs that can be flown in one turn
LOOKAHEAD = 6  # runs ahead for which cards are saved
LONG_PATH = 16  # cards: it is not lengthened any more
POINT_ODDS, LEAD_ODDS = 0.15, 0.2  # log odds of winning for each point and each flight ahead


@dataclass(frozen=True)
class Race:
    """The part of the race that all players see."""

    me: int
    path: list[tuple[int, int]]
    ravens: tuple[int, int]
    stone: tuple[int, int] | None

    def runs(self, seat: int) -> list[int]:
        """Return the terrains of the runs ahead of a raven."""
        ahead = [card[seat] for card in self.path[self.ravens[seat] + 1 :]]
        return [t for at, t in enumerate(ahead) if at == 0 or ahead[at - 1] != t]

    def flights(self, seat: int) -> float:
        """Return how many flights a raven is from the end; a stone in the way adds to it."""
        stone = self.stone
        is_barred = stone is not None and stone[0] == seat and stone[1] > self.ravens[seat]
        return len(self.runs(seat)) + (STONE if is_barred else 0.0)

    def lead(self) -> float:
        """Return how many flights I am ahead; a race that is won or lost counts for many."""
        other = 1 - self.me
        last = len(self.path) - 1
        lead = self.flights(other) - self.flights(self.me)
        lead += SPACE * (self.ravens[self.me] - self.ravens[other])
        if self.ravens[self.me] == last:
            return lead + ARRIVING
        return lead - ARRIVING if self.ravens[other] == last else lead


def move_scores(view: Position) -> dict[str, float]:
    """Score every legal move by what it is worth, in flights."""
    scorer = MoveScorer(view, race_of(view))
    return {move: scorer.score(move) for move in view.legal()}


def win_log_odds(view: Position) -> float:
    """Return a rough estimate for the player to move, from points and the lead in the race."""
    race = race_of(view)
    scores = view.state.scores
    points = int(scores[race.me]) - int(scores[1 - race.me])
    return POINT_ODDS * points + LEAD_ODDS * race.lead()


def race_of(view: Position) -> Race:
    """Return the race in a view."""
    state = view.state
    cards = [divmod(int(card), FLIGHTS) for card in state.path[: state.length]]
    stone = (int(state.stone_lane), int(state.stone_at))
    ravens = (int(state.ravens[0]), int(state.ravens[1]))
    return Race(view.turn, cards, ravens, None if stone[0] == NOWHERE else stone)


class MoveScorer:
    """Scores the moves of the player to move."""

    def __init__(self, view: Position, race: Race) -> None:
        """Read from the view what all moves need."""
        state = view.state
        me = race.me
        self.race = race
        self.before = race.lead()
        self.runs_ahead = race.runs(me)[:LOOKAHEAD]
        self.other_runs = len(race.runs(1 - me))
        self.counts = [int(count) for count in state.hands[me]]
        self.stack = [int(card) for card in state.stacks[me, : state.stack_sizes[me]]]
        self.stack_left = MAX_PLAYED - int(state.played[STACK])
        own = int(state.way_sizes[me]) + int(state.bought[me])
        others = int(state.way_sizes[1 - me]) + int(state.bought[1 - me])
        self.way_lead = own - others

    def score(self, move: str) -> float:
        """Return what a move is worth, in flights; ending the turn is worth nothing."""
        verb, _, rest = move.partition(" ")
        if verb == "end":
            return 0.0
        if verb == "extend":
            return self.score_extending()
        if verb == "fly":
            return self.score_flying(rest)
        if verb == "magic":
            return (WAY if abs(self.way_lead) <= 1 else SPARE) - self.price(rest)
        if verb == "stack":
            return self.score_stacking(LETTERS.index(rest))
        if verb == "discard":
            return WASTE - self.price(rest)
        if verb == "lay":
            return -self.need(LETTERS.index(rest)) if rest in TERRAINS else -LOOKAHEAD / 2
        if verb == "place":
            return self.gain(path=[*self.race.path, read_card(rest)])
        return self.score_action(verb, rest)

    def gain(self, **changed: object) -> float:
        """Return how much the lead grows with these changes to the race."""
        return replace(self.race, **changed).lead() - self.before  # type: ignore[arg-type]

    def price(self, cards: str) -> float:
        """Return what the cards of a move would be worth otherwise."""
        return sum(self.worth(LETTERS.index(letter)) for letter in cards if letter in LETTERS)

    def worth(self, card: int) -> float:
        """Return the worth of a card: Odin cards, cards for the next runs and pairs are useful."""
        if card >= FLIGHTS:
            return CARD
        if card in self.runs_ahead and self.counts[card] <= self.runs_ahead.count(card):
            return CARD
        return CARD / 2 if self.counts[card] >= 2 else SPARE

    def need(self, card: int) -> int:
        """Return how many runs ahead a flight card is needed."""
        return self.runs_ahead.index(card) if card in self.runs_ahead else LOOKAHEAD

    def score_flying(self, paid: str) -> float:
        """Score the flights gained, with the stone out of the way if it is paid for."""
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
        return self.gain(ravens=ravens, stone=stone) - self.price(paid)

    def score_stacking(self, card: int) -> float:
        """Stack a useful card, unless it buries one that is needed sooner."""
        if self.worth(card) < CARD:
            return -SPARE
        top = self.stack[-1] if self.stack else -1
        if 0 <= top < FLIGHTS and card < FLIGHTS and self.need(card) > self.need(top):
            return -SPARE
        return STACKED - 0.01 * (LOOKAHEAD if card >= FLIGHTS else self.need(card))

    def score_extending(self) -> float:
        """Extend the path when the other raven is about to arrive and mine is not."""
        is_lost = self.other_runs <= IN_REACH and self.before < -1
        return WASTE if is_lost and len(self.race.path) < LONG_PATH else -SPARE

    def score_action(self, card: str, action: str) -> float:
        """Score the action of an Odin card by what it adds to the lead."""
        verb, *arguments = action.split()
        race, path = self.race, list(self.race.path)
        price = self.price(card)
        if verb == "arrange":
            is_stuck = self.stack_left > 1 and self.worth(self.stack[-1]) < CARD
            return SPARE if is_stuck and "(" not in card else -CARD
        if verb == "add":
            return STACKED if self.score_extending() > 0 else -CARD
        if verb == "stone":
            lane, at = (int(number) for number in arguments[0].split(":"))
            return self.gain(stone=(lane, at)) - price
        if verb == "swap":
            one, two = int(arguments[0]), int(arguments[1])
            path[one], path[two] = path[two], path[one]
            return self.gain(path=path) - price
        if verb == "turn":
            path[int(arguments[0])] = path[int(arguments[0])][::-1]
            return self.gain(path=path) - price
        if verb == "remove":
            return self.gain(**without(race, int(arguments[0]))) - price
        step = {"back": (1 - race.me, -1), "forward": (race.me, 1)}[verb]
        ravens = [at + (step[1] if seat == step[0] else 0) for seat, at in enumerate(race.ravens)]
        return self.gain(ravens=(ravens[0], ravens[1])) - price


def without(race: Race, at: int) -> dict[str, object]:
    """Return the changes to the race when a path card is removed: the path closes up."""
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
    """Read a landscape card."""
    return TERRAINS.index(name[0]), TERRAINS.index(name[1])
