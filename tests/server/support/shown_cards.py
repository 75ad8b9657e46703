"""The cards of each shuffle that a viewer has been shown, derived from the rules, not from views.

From these, another deal is made in which all other cards lie differently. If the viewer can tell
it from the true one, hidden information has leaked.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from odintable.match.fair_shuffle import FairShuffler
from odintable.record.record import Shuffle

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence

    from odintable.server.tables.table import Table

HAND_SIZE = 9  # of ODIN
DECK = "deal"  # the name of its pile
LARGEST_DRAW = 5  # of Ravens
GOAT = "X0"  # with points of its own
Key = tuple[int, str, tuple[str, ...]]  # a shuffle: its number, its pile, and the pile's cards
Card = tuple[Key, int]  # a card as it was shuffled: where it lay


def key_of(number: int, name: str, cards: Iterable[str]) -> Key:
    """A shuffle, whatever the order of its cards, and whichever way round they lie."""
    return number, name, tuple(sorted("".join(sorted(card)) for card in cards))


@dataclass
class Pile:
    """One shuffle, and what the viewer saw of it."""

    order: tuple[str, ...]
    low: int  # so many of it were never drawn
    shown: set[int] = field(default_factory=set)  # places of cards that were seen


@dataclass
class Side:
    """A Ravens player's cards, one by one."""

    pile: Key | None = None
    left: int = 0  # in the pile
    hand: list[Card] = field(default_factory=list)
    stack: list[Card] = field(default_factory=list)
    lifted: list[Card] = field(default_factory=list)


@dataclass
class Lying:
    """Where every card is at one moment."""

    steps: int = 0  # of the match, that have been read
    shuffles: int = 0  # among them
    race: int = 0
    sides: list[Side] = field(default_factory=lambda: [Side(), Side()])
    newest: dict[str, Key] = field(default_factory=dict)  # of each pile


class Shown:
    """Follows a game and keeps what one viewer has been shown of it."""

    def __init__(self, viewer: int, game: str, options: dict[str, Any]) -> None:
        """Nothing is dealt."""
        self.viewer = viewer
        self.game = game
        self.options = options
        self.piles: dict[Key, Pile] = {}
        self.lying = Lying()

    # -- Following -----------------------------------------------------------------------------

    def kept(self) -> Lying:
        """Where every card is, to come back to."""
        return deepcopy(self.lying)

    def back_to(self, kept: Lying) -> None:
        """Moves were taken back; what was shown stays shown."""
        self.lying = deepcopy(kept)

    def moved(self, table: Table, seat: int, move: str) -> None:
        """A move was made."""
        if self.game == "ravens":
            self._use(seat, move)
        elif move.startswith("play"):
            pile = self.piles[self.lying.newest[DECK]]
            pile.shown |= {pile.order.index(card) for card in move.split()[1:]}
        self.read(table)

    def read(self, table: Table) -> None:
        """New shuffles, and the cards that were drawn."""
        assert table.match is not None
        lying = self.lying
        fresh: list[tuple[str, Key]] = []
        for step in table.match.steps[lying.steps :]:
            if isinstance(step, Shuffle):
                lying.shuffles += 1
                key = key_of(lying.shuffles, step.pile, step.cards)
                self.piles.setdefault(key, Pile(step.cards, len(step.cards)))
                fresh.append((step.pile, key))
        lying.steps = len(table.match.steps)
        if self.game == "odin":
            if fresh and DECK in lying.newest:
                self._count_points(self.piles[lying.newest[DECK]])
            lying.newest.update(fresh)
        else:
            self._draw_all(table.match.position.state, fresh)

    def _count_points(self, pile: Pile) -> None:
        """A hand is over: the points tell in whose hand the goat was, or that nobody held it."""
        if GOAT in pile.order:
            pile.shown.add(pile.order.index(GOAT))

    def _draw_all(self, state: Any, fresh: list[tuple[str, Key]]) -> None:
        lying = self.lying
        is_new_race, lying.race = int(state.race) != lying.race, int(state.race)
        if is_new_race:
            self._draw_last()
        for name, key in fresh:
            if name in ("0", "1"):
                if is_new_race:
                    lying.sides[int(name)] = Side()
                self._draw(int(name), 0)
                side = lying.sides[int(name)]
                side.pile, side.left = key, len(self.piles[key].order)
            lying.newest[name] = key
        for seat in range(2):
            self._draw(seat, int(state.draw_sizes[seat]))
        land, magic = self.piles[lying.newest["landscapes"]], self.piles[lying.newest["magic"]]
        land.low = min(land.low, int(state.landscape_count - state.under))
        unbought = int(state.magic_count) if self.options.get("buy-magic") else 5
        magic.low = min(magic.low, unbought)

    def _draw_last(self) -> None:
        """The view at the end of a race shows what was drawn last: at most a hand of cards."""
        for side in self.lying.sides:
            if side.pile is not None:
                pile = self.piles[side.pile]
                pile.low = min(pile.low, max(0, side.left - LARGEST_DRAW))

    def _draw(self, seat: int, left: int) -> None:
        """Draw until so many are left."""
        side = self.lying.sides[seat]
        if side.pile is None:
            return
        while side.left > left:
            side.left -= 1
            side.hand.append((side.pile, side.left))
        pile = self.piles[side.pile]
        pile.low = min(pile.low, side.left)

    # -- A Ravens player's cards -----------------------------------------------------------------

    def letter(self, card: Card) -> str:
        """What a card shows."""
        key, place = card
        return self.piles[key].order[place]

    def _use(self, seat: int, move: str) -> None:
        """Cards leave the hand and the stack: onto the stack unseen, else for all to see."""
        side = self.lying.sides[seat]
        verb, _, rest = move.partition(" ")
        if verb == "lay":
            side.stack.append(self._pick(side.lifted, rest))
            if self._are_alike(side.lifted):
                side.stack, side.lifted = side.stack + side.lifted, []
        elif verb == "stack":
            side.stack.append(self._pick(side.hand, rest))
        elif verb in ("fly", "magic", "discard"):
            self._show(side, rest)
        elif verb.strip("()") in ("s", "t", "r", "a"):
            self._show(side, verb)
            if rest == "arrange" and not self._are_alike(side.stack):
                side.lifted, side.stack = side.stack, []

    def _show(self, side: Side, cards: str) -> None:
        """Cards from the hand, and in brackets from the stack, top first."""
        hand, _, stack = cards.rstrip(")").partition("(")
        used = [self._pick(side.hand, letter) for letter in hand]
        for letter in stack:
            card = side.stack.pop()
            assert self.letter(card) == letter
            used.append(card)
        for key, place in used:
            self.piles[key].shown.add(place)

    def _pick(self, cards: list[Card], letter: str) -> Card:
        """Any of these with the letter."""
        card = next(one for one in cards if self.letter(one) == letter)
        cards.remove(card)
        return card

    def _are_alike(self, cards: list[Card]) -> bool:
        return len({self.letter(card) for card in cards}) <= 1

    # -- Another deal --------------------------------------------------------------------------

    def other_orders(self, rng: random.Random) -> dict[Key, tuple[str, ...]]:
        """Every shuffle anew, but for what the viewer was shown."""
        return {key: self._other(key, pile, rng) for key, pile in self.piles.items()}

    def _other(self, key: Key, pile: Pile, rng: random.Random) -> tuple[str, ...]:
        places = self._hidden(key[1], pile)
        cards = [pile.order[place] for place in places]
        rng.shuffle(cards)
        if key[1] == "landscapes":
            cards = [card[:: rng.choice((1, -1))] for card in cards]
        order = list(pile.order)
        for place, card in zip(places, cards, strict=True):
            order[place] = card
        return tuple(order)

    def _hidden(self, name: str, pile: Pile) -> list[int]:
        """The places of the cards that the viewer has not seen."""
        if self.game == "odin":
            own = range(self.viewer * HAND_SIZE, (self.viewer + 1) * HAND_SIZE)
            mine = set(own) if self.viewer >= 0 else set()
            return [at for at in range(len(pile.order)) if at not in pile.shown | mine]
        # With strict jokers a move tells what is not in the hand: only what lies in piles differs.
        is_others = name in ("0", "1") and int(name) != self.viewer
        if is_others and not self.options.get("strict-joker"):
            return [at for at in range(len(pile.order)) if at not in pile.shown]
        return list(range(pile.low))


class Arranging(FairShuffler):
    """Shuffles after which every Ravens player begins with the card that arranges a stack."""

    def shuffle(
        self, number: int, name: str, cards: Sequence[str], reversible: bool = False
    ) -> list[str]:
        """As always, but for one card."""
        order = super().shuffle(number, name, cards, reversible)
        if name in ("0", "1") and "a" in order:
            order.remove("a")
            order.insert(len(order) - number % 4, "a")
        return order


class Twin(FairShuffler):
    """The shuffles of another game, but for some of them; its own seed is another."""

    def __init__(self, seed: bytes, first: bytes, orders: dict[Key, tuple[str, ...]]) -> None:
        """The seed of this world, that of the first, and what is dealt differently."""
        super().__init__(seed)
        self._like = Arranging(first)
        self._like.commit()
        self._orders = orders

    def add_salt(self, seat: int, salt: str) -> None:
        """Both are stirred."""
        super().add_salt(seat, salt)
        self._like.add_salt(seat, salt)

    def draw_first_player(self, players: int) -> int:
        """Who starts is seen by all."""
        return self._like.draw_first_player(players)

    def shuffle(
        self, number: int, name: str, cards: Sequence[str], reversible: bool = False
    ) -> list[str]:
        """The other order if there is one."""
        order = self._like.shuffle(number, name, cards, reversible)
        return list(self._orders.get(key_of(number, name, cards), order))

    def rewind(self, last_draw: int) -> None:
        """Both return to an earlier draw."""
        super().rewind(last_draw)
        self._like.rewind(last_draw)
