"""A game between two of its steps, as OpenSpiel walks through it: chance draws card by card.

A moment is copied and written down cheaply: the record is bytes, and what led to it is a chain of
links that copies share.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from odintable.envs.batch_calls import deal_at, remember_at
from odintable.envs.config import Setting
from odintable.games import calls
from odintable.games.dispatch import MOST_CARDS
from odintable.games.ravens.components import DEAL_LANDSCAPES, FLIGHTS
from odintable.games.rng import generator

if TYPE_CHECKING:
    from odintable.games.json_reader import Json
    from odintable.games.position import Position

CHANCE = -1  # who moved, in a link
Row = np.ndarray[Any, Any]


class Link:
    """One step of the way: who made which move, and the record after it."""

    __slots__ = ("after", "before", "move", "told", "who")

    def __init__(self, before: Link | None, who: int, move: int, after: bytes) -> None:
        """The step after another."""
        self.before = before
        self.who = who
        self.move = move
        self.after = after
        self.told: dict[int, str] = {}  # seat -> what it learns from this step


@functools.cache
def setting_from(game: str, players: int, options: tuple[tuple[str, Json], ...], *rest: Any) -> Any:
    """A setting, made once."""
    return Setting(game, players, dict(options), *rest)


class Moment:
    """The record, what chance has drawn of the pile that waits, and the way here."""

    __slots__ = ("drawn", "link", "memories", "setting", "started", "states")

    def __init__(self, setting: Setting) -> None:
        """A new game; chance decides who starts if nobody else does."""
        self.setting = setting
        first = setting.first
        self.started = first is not None
        self.states: Row = setting.starts[[first or 0]].copy()
        self.memories: Row = np.zeros(1, setting.room.MEMORY)
        self.drawn: tuple[int, ...] = ()
        self.link = Link(None, CHANCE, 0, self.states.tobytes())

    def copy(self) -> Self:
        """The same, to be changed on its own."""
        other = object.__new__(type(self))
        other.setting, other.started, other.drawn = self.setting, self.started, self.drawn
        other.states, other.memories = copied(self.states), copied(self.memories)
        other.link = self.link
        return other

    def __deepcopy__(self, _memo: object) -> Self:
        """What OpenSpiel calls to clone a state."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """What OpenSpiel keeps of a state: the way as a list, for it may be long."""
        one = self.setting
        key = (one.game, one.players, tuple(one.options.items()), one.small, one.rewards, one.first)
        way = []
        link: Link | None = self.link
        while link is not None:
            way.append((link.who, link.move, link.after, link.told if not link.before else {}))
            link = link.before
        return revived, (key, self.started, self.drawn, self.memories.tobytes(), way[::-1])

    # -- What there is to know -----------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The truth."""
        return self.setting.position(self.states)

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return self.position.is_over

    @property
    def awaits_shuffle(self) -> bool:
        """Chance is to decide."""
        return not self.started or bool(self.states["pending_shuffle"].item())

    @property
    def turn(self) -> int:
        """Who decides now."""
        return int(self.states["turn"].item())

    def actions(self) -> list[int]:
        """The legal actions, sorted."""
        return sorted(int(self.setting.actions[move]) for move in self.position.moves())

    # -- Moves and chance ----------------------------------------------------------------------

    def play(self, action: int) -> None:
        """The player at turn makes a legal action."""
        who, move = self.turn, int(self.setting.moves[action])
        remember_at(self.states, self.memories, 0, move)
        calls.apply_at(self.states, 0, move)
        self.link = Link(self.link, who, move, self.states.tobytes())

    def pile_to_shuffle(self) -> list[int]:
        """The cards that wait to be shuffled, in order."""
        cards = np.empty(MOST_CARDS, np.int8)
        waiting: list[int] = cards[: calls.pile_to_shuffle_at(self.states, 0, cards)].tolist()
        return waiting

    @property
    def is_turning(self) -> bool:
        """What waits are landscape cards, which come up either way round."""
        return (
            self.setting.game == "ravens"
            and self.states["pending_shuffle"].item() == DEAL_LANDSCAPES
        )

    def left(self) -> Counter[int]:
        """How many of each card are still to be drawn."""
        drawn = [unturned(card) for card in self.drawn] if self.is_turning else self.drawn
        return Counter(self.pile_to_shuffle()) - Counter(drawn)

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring: who starts, or the next card of the pile."""
        players = self.setting.players
        if not self.started:
            return [(seat, 1 / players) for seat in range(players)]
        left = self.left()
        total = sum(left.values())
        chances: Counter[int] = Counter()
        for card, count in left.items():
            ways = (card, turned(card)) if self.is_turning else (card,)
            for way in ways:
                chances[way] += count / total / len(ways)  # type: ignore[assignment]
        return sorted(chances.items())

    def draw(self, outcome: int) -> None:
        """Chance has decided; when the pile is complete the game goes on."""
        if not self.started:
            self.started = True
            self.states = self.setting.starts[[outcome]].copy()
            self.link = Link(self.link, CHANCE, 0, self.states.tobytes())
            return
        self.drawn = (*self.drawn, outcome)
        pile, left = self.pile_to_shuffle(), self.left()
        is_odin = self.setting.game == "odin"
        wanted = self.setting.players * self.setting.hand if is_odin else len(pile)
        if len(self.drawn) < wanted and (len(left) > 1 or self.is_turning):
            return
        cards = np.zeros(MOST_CARDS, np.int8)
        cards[: len(pile)] = [*self.drawn, *left.elements()]
        deal_at(self.states, self.memories, 0, cards, self.setting.hand)
        self.drawn = ()
        self.link = Link(self.link, CHANCE, 0, self.states.tobytes())

    # -- What a seat knows ---------------------------------------------------------------------

    def seen_by(self, seat: int) -> str:
        """All that a seat has seen since the game began: its information state."""
        parts = []
        link: Link | None = self.link
        while link is not None:
            if seat not in link.told:
                link.told[seat] = self.news(link, seat)
            parts.append(link.told[seat])
            link = link.before
        return "\n".join(part for part in reversed(parts) if part)

    def news(self, link: Link, seat: int) -> str:
        """What one step told a seat."""
        if link.before is None:
            return f"seat {seat}"
        before, after = self.at(link.before.after), self.at(link.after)
        told = []
        if link.who != CHANCE:
            text = before.write_move(link.move)
            seen = text if link.who == seat else before.game.notation.unseen_move(text)
            told += [f"{link.who} {seen}"] if seen else []
        if not after.awaits_shuffle:
            told += turned_up(before, after, seat)
        return "; ".join(told)

    def at(self, record: bytes) -> Position:
        """The truth at some step of the way."""
        return self.setting.position(np.frombuffer(record, self.setting.room.STATE))

    def imagined(self, seat: int, seed: int) -> Self:
        """A random game that agrees with all that the seat has seen."""
        other = self.copy()
        if self.awaits_shuffle or self.is_over:
            return other
        calls.hide_at(other.states, 0, seat)
        calls.sample_state_at(other.states, 0, generator(seed))
        # The way of the others was not this one: they know what they see now.
        other.link = Link(None, CHANCE, 0, other.states.tobytes())
        for one in range(self.setting.players):
            other.link.told[one] = repr(other.position.view(one))
        other.link.told[seat] = self.seen_by(seat)
        return other


def revived(
    key: tuple[Any, ...],
    started: bool,
    drawn: tuple[int, ...],
    memories: bytes,
    way: list[tuple[int, int, bytes, dict[int, str]]],
) -> Moment:
    """A moment from what was kept of it."""
    moment = Moment(setting_from(*key))
    moment.started, moment.drawn = started, drawn
    moment.memories = np.frombuffer(bytearray(memories), moment.memories.dtype)
    link: Link | None = None
    for who, move, after, told in way:
        link = Link(link, who, move, after)
        link.told = dict(told)
    if link is not None:
        moment.link = link
        moment.states = np.frombuffer(bytearray(link.after), moment.states.dtype)
    return moment


def copied(rows: Row) -> Row:
    """A copy; quicker than NumPy's own, which copies the names of the fields too."""
    return np.frombuffer(bytearray(rows.tobytes()), rows.dtype)


def turned_up(before: Position, after: Position, seat: int) -> list[str]:
    """What a step showed a seat beside the move: a deal, cards drawn, landscapes, Magic Way."""
    now: dict[str, Any] = after.view(seat).to_json()
    if after.name == "odin":
        if not before.awaits_shuffle:
            return []
        return [f"hand {now['deal']} begins with {now['starter']}: {' '.join(now['hands'][seat])}"]
    was: dict[str, Any] = {} if before.awaits_shuffle else before.view(seat).to_json()
    shown = {name: now[name] for name in ("race", "first", "magic", "placing")}
    shown["path"] = " ".join(now["path"])
    was["path"] = " ".join(was.get("path", ()))
    told = [f"{name} {value}" for name, value in shown.items() if was.get(name) != value]
    hand = now["hands"][seat]
    if "hands" not in was or was["hands"][seat] != hand:
        told.append(f"hand {hand}")
    return told


def turned(card: int) -> int:
    """A landscape card the other way round."""
    return card % FLIGHTS * FLIGHTS + card // FLIGHTS


def unturned(card: int) -> int:
    """A landscape card as it lies in the pile."""
    return min(card, turned(card))
