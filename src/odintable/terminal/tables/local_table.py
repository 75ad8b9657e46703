"""A game at this terminal: people who take turns at the screen, and bots."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import secrets
import threading
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from odintable import bots
from odintable.errors import IllegalMove, OdintableError
from odintable.games.position import SPECTATOR, Position
from odintable.games.reason import NOT_YOUR_TURN
from odintable.match.fair_shuffle import MAX_SEED, FairShuffler
from odintable.match.match import Match
from odintable.record.record import Comment, Move, Record, Shuffle, check_names
from odintable.terminal.drawing.drawing import names_in

from .table import Standing, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from odintable.i18n import Texts
    from odintable.terminal.bot_game import Told

QUIET = {"round-over"}  # what a move may bring about without showing anything hidden
REMARK = "odintable play: "  # begins the comment that says how a kept game goes on


@dataclass(frozen=True)
class Seating:
    """What was asked to be played: a bot's name for each seat, or nothing for a person."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    names: tuple[str, ...] = ()  # of the people

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, bot in enumerate(self.seats) if not bot]


class Sitting(Table):
    """The match, who plays it, and whose cards are on the screen."""

    def __init__(self, seating: Seating, texts: Texts, pace: float = 0.0) -> None:
        """Deal; wrong bots, names, options or numbers of players are refused."""
        super().__init__(seating.game, texts)
        self.seating = seating
        self.pace = pace  # seconds before a bot's move is made
        self.keep: Callable[[Sitting], None] = lambda _sitting: None
        self.kept_at: Path | None = None
        self.seed = secrets.randbelow(MAX_SEED + 1) if seating.seed is None else seating.seed
        self.bots = [bots.get(bot, seating.game) if bot else None for bot in seating.seats]
        self.names = names_at(seating, texts)
        check_names(self.names)
        self.begun = dt.datetime.now(tz=dt.UTC)
        self.standing: list[Standing] = []
        self._told: dict[int, list[list[Told]]] = {}  # to whom, for each move
        self.match = self._deal()
        self.at_screen = self._first_at_screen()
        self._moved = asyncio.Event()

    def _deal(self) -> Match:
        """The same deal each time."""
        seating = self.seating
        players, shuffler = len(seating.seats), FairShuffler.numbered(self.seed)
        return Match.new(seating.game, players=players, options=seating.options, shuffler=shuffler)

    def _first_at_screen(self) -> int:
        """Whose cards are shown first: the only person's, or nobody's until they say so."""
        people = self.seating.people
        return people[0] if len(people) == 1 else SPECTATOR

    # -- What is shown -------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The whole truth."""
        return self.match.position

    @property
    def you(self) -> int | None:
        """The only person."""
        people = self.seating.people
        return people[0] if len(people) == 1 else None

    @property
    def view(self) -> Position:
        """What whoever is at the screen may know."""
        return self.position.view(self.at_screen)

    @property
    def moves(self) -> list[str]:
        """The legal moves, if they are for who is at the screen."""
        is_theirs = self.position.turn == self.at_screen and not self.is_over
        return self.position.legal() if is_theirs else []

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return self.position.is_over

    @property
    def told(self) -> list[Told]:
        """Every move as who is at the screen may know it."""
        people = self.people
        known = self._told.setdefault(self.at_screen, [])
        for one in self.standing[len(known) :]:
            seen = as_seen(one, self.at_screen)
            known.append(seen.told(people) if seen else [])
        return [line for lines in known for line in lines]

    @property
    def next_person(self) -> int | None:
        """Who is to move, if that is a person who is not at the screen."""
        turn = self.position.turn
        is_due = not self.is_over and self.bots[turn] is None and turn != self.at_screen
        return turn if is_due else None

    @property
    def farewell(self) -> str:
        """Where the game is kept."""
        is_kept = self.kept_at is not None
        return (
            self.texts.text("terminal.kept", command="odintable play --resume") if is_kept else ""
        )

    def uncover(self) -> None:
        """Who is to move looks at the screen now."""
        if self.next_person is not None:
            self.at_screen = self.next_person
            self.heard()

    # -- What is done --------------------------------------------------------------------------

    async def run(self) -> None:
        """Let the bots play, and wait for people."""
        while not self.is_over:
            bot = self.bots[self.position.turn]
            if bot is None:
                self._moved.clear()
                await self._moved.wait()
            else:
                await asyncio.sleep(self.pace)
                self._make(await self._think(bot))

    async def _think(self, bot: bots.Bot) -> str:
        """What a bot plays: it thinks in a thread, and stops when nobody waits any more."""
        view = self.position.view(self.position.turn)
        seed = (self.seed * 1_000_003 + len(self.standing)) % (MAX_SEED + 1)
        stop = threading.Event()
        try:
            thought = await asyncio.to_thread(bot.choose, view, bots.Budget(), seed, stop)
        finally:
            stop.set()
        return thought.move

    async def play(self, move: str) -> None:
        """Make the move of who is at the screen."""
        if self.position.turn != self.at_screen:
            reason = NOT_YOUR_TURN(seat=self.position.turn)
            raise IllegalMove(f"illegal: {move}: {reason}", reason)
        self._make(move)

    def _make(self, move: str) -> None:
        """Make a move and keep the game."""
        self._stand(move)
        self.keep(self)
        self._moved.set()
        self.heard()

    def _stand(self, move: str) -> None:
        """Make a move; what it brought about is remembered with it."""
        before = self.position.copy()
        happened = self.match.play(move)
        self.standing.append(Standing(before.turn, move, before, self.position.copy(), happened))

    @property
    def may_undo(self) -> bool:
        """The last move was made in this very turn, and showed nothing that was hidden."""
        if not self.standing or self.is_over:
            return False
        last = self.standing[-1]
        is_theirs = last.seat == self.position.turn == self.at_screen
        is_quiet = all(one["event"] in QUIET for one in last.happened)
        return is_theirs and is_quiet and turn_of(last.before) == turn_of(last.after)

    async def undo(self) -> None:
        """Play the game again without its last move."""
        if not self.may_undo:
            raise OdintableError(self.texts.text("no-undo"))
        kept = [one.text for one in self.standing[:-1]]
        self.standing, self._told = [], {}
        self.match = self._deal()
        for move in kept:
            self._stand(move)
        self.keep(self)
        self.heard()

    async def answer(self, *, agreed: bool) -> None:
        """At one screen nobody needs to ask."""

    def again(self) -> Sitting:
        """Another game for the same people and bots."""
        sitting = Sitting(replace(self.seating, seed=None), self.texts, self.pace)
        sitting.keep = self.keep
        self.keep(sitting)
        return sitting

    # -- Keeping it ----------------------------------------------------------------------------

    def record(self) -> Record:
        """The game so far; one that is not over says how it goes on."""
        record = self.match.record(self.begun.date(), self.names)
        if self.is_over:
            return record
        on = {"seats": self.seating.seats, "seed": self.seed}
        return replace(record, steps=(*record.steps, Comment(REMARK + json.dumps(on))))


def resumed(record: Record, texts: Texts, pace: float = 0.0) -> Sitting:
    """A kept game, to go on with; refused if it was not kept by us, or was changed."""
    on = remark_of(record)
    seats = tuple(on["seats"])
    people = tuple(name for name, bot in zip(record.names, seats, strict=True) if not bot)
    seating = Seating(record.game, seats, dict(record.options), on["seed"], people)
    sitting = Sitting(seating, texts, pace)
    for step in record.steps:
        if isinstance(step, Move):
            sitting._stand(step.text)
    made = [step for step in record.steps if isinstance(step, Shuffle)]
    if made != [step for step in sitting.match.steps if isinstance(step, Shuffle)]:
        raise OdintableError(texts.text("terminal.not-kept"))
    return sitting


def remark_of(record: Record) -> dict[str, Any]:
    """Who plays, and from which seed, as the last comment has it."""
    for step in reversed(record.steps):
        if isinstance(step, Comment) and step.text.startswith(REMARK):
            found: dict[str, Any] = json.loads(step.text.removeprefix(REMARK))
            if len(found["seats"]) == len(record.names):
                return found
    raise OdintableError("this record does not say who plays on: it can only be replayed")


def as_seen(one: Standing, viewer: int) -> Standing | None:
    """A move as a viewer may know it; None if it is nobody's business."""
    if one.seat == viewer:
        return one
    text = one.before.modules.notation.public_move_text(one.text)
    return replace(one, text=text) if text else None


def turn_of(position: Position) -> tuple[int, ...]:
    """What changes from turn to turn, and whenever a hidden card is turned up."""
    landed = ("turn", "race", "turns", "landscape_count", "magic_count")
    names = ("turn", "deal") if position.name == "odin" else landed
    return tuple(int(position.states[name].item()) for name in names)


def names_at(seating: Seating, texts: Texts) -> list[str]:
    """What everybody is called: people as they like, bots by their names, twins by a number."""
    people = seating.people
    usual: Sequence[str] = names_in(seating.game, len(seating.seats))
    if len(people) == 1:
        usual = [texts.text("you")] * len(seating.seats)
    given = dict(zip(people, seating.names, strict=False))
    named = [
        bot_name(bot, texts) if bot else given.get(seat) or usual[seat]
        for seat, bot in enumerate(seating.seats)
    ]
    often, seen = Counter(named), Counter[str]()
    for seat, name in enumerate(named):
        seen[name] += 1
        if often[name] > 1:
            named[seat] = f"{name} {seen[name]}"
    return named


def bot_name(bot: str, texts: Texts) -> str:
    """What a bot is called at the table."""
    is_level = any(one.name == bot and one.level is not None for one in bots.BOTS)
    return texts.text(f"bot.{bot}") if is_level else bot
