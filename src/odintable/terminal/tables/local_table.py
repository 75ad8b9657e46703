"""A game at this terminal, between bots and people who take turns at the screen."""

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
from odintable.games.illegal_move_reason import NOT_YOUR_TURN
from odintable.games.position import SPECTATOR, Position
from odintable.match.fair_shuffle import MAX_SEED, FairShuffler
from odintable.match.match import Match
from odintable.record.record import Comment, Move, Record, Shuffle, check_names
from odintable.terminal.games.interface import default_names
from odintable.terminal.text.game_log import LoggedMove

from .table import TerminalTable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from odintable.i18n import Texts
    from odintable.terminal.text.game_log import LogLine

RESUME_COMMENT = "odintable play: "  # begins the comment with which a saved game can be resumed


@dataclass(frozen=True)
class TableSetup:
    """The settings of a game; `seats` has a bot's name, or an empty text for a person."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    names: tuple[str, ...] = ()  # of the people

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, bot in enumerate(self.seats) if not bot]

    @property
    def only_person(self) -> int | None:
        """The seat of the person if there is exactly one."""
        people = self.people
        return people[0] if len(people) == 1 else None


class LocalTable(TerminalTable):
    """The match, its players, and the viewer whose cards are on the screen."""

    def __init__(self, setup: TableSetup, texts: Texts, bot_delay: float = 0.0) -> None:
        """Deal; invalid bots, names, options or numbers of players raise an OdintableError."""
        super().__init__(setup.game, texts)
        self.setup = setup
        self.bot_delay = bot_delay  # seconds before a bot moves
        self.save: Callable[[LocalTable], None] = lambda _table: None
        self.saved_path: Path | None = None
        self.seed = secrets.randbelow(MAX_SEED + 1) if setup.seed is None else setup.seed
        self.bots = [bots.get(bot, setup.game) if bot else None for bot in setup.seats]
        self.names = seat_names(setup, texts)
        check_names(self.names)
        self.started = dt.datetime.now(tz=dt.UTC)
        self.played: list[LoggedMove] = []
        self._logs: dict[int, list[list[LogLine]]] = {}  # by viewer, for each move
        self.match = self._deal()
        # Several people see no cards until one of them takes over the screen.
        self.viewer = SPECTATOR if setup.only_person is None else setup.only_person
        self._moved = asyncio.Event()

    def _deal(self) -> Match:
        """Deal; the same seed gives the same cards each time."""
        setup = self.setup
        players, shuffler = len(setup.seats), FairShuffler.numbered(self.seed)
        return Match.new(setup.game, players=players, options=setup.options, shuffler=shuffler)

    # -- State ---------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position with all cards."""
        return self.match.position

    @property
    def you(self) -> int | None:
        """The seat of the only person; None if there are several."""
        return self.setup.only_person

    @property
    def view(self) -> Position:
        """The position as the person at the screen may know it."""
        return self.position.view(self.viewer)

    @property
    def moves(self) -> list[str]:
        """The legal moves of the person at the screen."""
        is_theirs = self.position.turn == self.viewer and not self.is_over
        return self.position.legal() if is_theirs else []

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    @property
    def log(self) -> list[LogLine]:
        """Every move as the person at the screen may know it."""
        names = self.player_names
        logged = self._logs.setdefault(self.viewer, [])
        for played in self.played[len(logged) :]:
            visible = as_seen_by(self.viewer, played)
            logged.append(visible.log_lines(names) if visible else [])
        return [line for lines in logged for line in lines]

    @property
    def next_person(self) -> int | None:
        """The seat to move if that is a person who is not at the screen."""
        turn = self.position.turn
        is_due = not self.is_over and self.bots[turn] is None and turn != self.viewer
        return turn if is_due else None

    @property
    def resume_hint(self) -> str:
        """The command that resumes the saved game."""
        if self.saved_path is None:
            return ""
        return self.texts.text("terminal.saved", command="odintable play --resume")

    def take_over_screen(self) -> None:
        """Show the cards of the person to move."""
        if self.next_person is not None:
            self.viewer = self.next_person
            self.on_change()

    # -- Playing -------------------------------------------------------------------------------

    async def run(self) -> None:
        """Let the bots play, and wait for people."""
        while not self.is_over:
            bot = self.bots[self.position.turn]
            if bot is None:
                self._moved.clear()
                await self._moved.wait()
            else:
                await asyncio.sleep(self.bot_delay)
                self._make_move(await self._bot_move(bot))

    async def _bot_move(self, bot: bots.Bot) -> str:
        """Let a bot choose in a thread; cancelling this stops it."""
        view = self.position.view(self.position.turn)
        seed = (self.seed * 1_000_003 + len(self.played)) % (MAX_SEED + 1)
        stop = threading.Event()
        try:
            choice = await asyncio.to_thread(bot.choose, view, bots.Budget(), seed, stop)
        finally:
            stop.set()
        return choice.move

    async def play(self, move: str) -> None:
        """Make a move of the person at the screen."""
        if self.position.turn != self.viewer:
            reason = NOT_YOUR_TURN(seat=self.position.turn)
            raise IllegalMove(f"illegal: {move}: {reason}", reason)
        self._make_move(move)

    def _make_move(self, move: str) -> None:
        """Make a move and save the game."""
        self._apply(move)
        self.save(self)
        self._moved.set()
        self.on_change()

    def _apply(self, move: str) -> None:
        """Make a move and remember it with its events."""
        before = self.position.copy()
        events = self.match.play(move)
        self.played.append(LoggedMove(before.turn, move, before, self.position.copy(), events))

    @property
    def may_undo(self) -> bool:
        """Whether the last move was made in the current turn and revealed nothing."""
        if not self.played or self.is_over:
            return False
        last = self.played[-1]
        is_theirs = last.seat == self.position.turn == self.viewer
        return is_theirs and is_same_turn(last.before, last.after) and not reveals_cards(last)

    async def undo(self) -> None:
        """Play the game again without its last move."""
        if not self.may_undo:
            raise OdintableError(self.texts.text("no-undo"))
        moves = [played.move for played in self.played[:-1]]
        self.played, self._logs = [], {}
        self.match = self._deal()
        for move in moves:
            self._apply(move)
        self.save(self)
        self.on_change()

    async def answer(self, *, agreed: bool) -> None:
        """Do nothing: at one screen there are no proposals."""

    def rematch(self) -> LocalTable:
        """Start another game for the same people and bots."""
        table = LocalTable(replace(self.setup, seed=None), self.texts, self.bot_delay)
        table.save = self.save
        self.save(table)
        return table

    # -- Saving --------------------------------------------------------------------------------

    def record(self) -> Record:
        """Return the game so far; an unfinished one ends with the comment that `resume` reads."""
        record = self.match.record(self.started.date(), self.names)
        if self.is_over:
            return record
        settings = {"seats": self.setup.seats, "seed": self.seed}
        comment = Comment(RESUME_COMMENT + json.dumps(settings))
        return replace(record, steps=(*record.steps, comment))


def resume(record: Record, texts: Texts, bot_delay: float = 0.0) -> LocalTable:
    """Continue a saved game; raise OdintableError if it was not saved here or was changed."""
    settings = read_resume_comment(record)
    seats = tuple(settings["seats"])
    names = tuple(name for name, bot in zip(record.names, seats, strict=True) if not bot)
    setup = TableSetup(record.game, seats, dict(record.options), settings["seed"], names)
    table = LocalTable(setup, texts, bot_delay)
    for step in record.steps:
        if isinstance(step, Move):
            table._apply(step.text)
    shuffles = [step for step in record.steps if isinstance(step, Shuffle)]
    if shuffles != [step for step in table.match.steps if isinstance(step, Shuffle)]:
        raise OdintableError(texts.text("terminal.changed-since-saved"))
    return table


def read_resume_comment(record: Record) -> dict[str, Any]:
    """Read the seats and the seed of a saved game from its last comment."""
    for step in reversed(record.steps):
        if isinstance(step, Comment) and step.text.startswith(RESUME_COMMENT):
            settings: dict[str, Any] = json.loads(step.text.removeprefix(RESUME_COMMENT))
            if len(settings["seats"]) == len(record.names):
                return settings
    raise OdintableError("this record was not saved by odintable play: it can only be replayed")


def as_seen_by(viewer: int, played: LoggedMove) -> LoggedMove | None:
    """Return a move as a viewer may know it; None if only the mover may."""
    if played.seat == viewer:
        return played
    move = played.before.modules.notation.public_move_text(played.move)
    return replace(played, move=move) if move else None


def turn_key(position: Position) -> tuple[int, ...]:
    """Return a key that is different for every turn."""
    return fields(position, position.spec.turn_fields)


def fields(position: Position, names: Sequence[str]) -> tuple[int, ...]:
    """Return the values of some fields of the state."""
    return tuple(int(position.states[name].item()) for name in names)


def is_same_turn(before: Position, after: Position) -> bool:
    """Whether no new turn has begun."""
    return turn_key(before) == turn_key(after)


def reveals_cards(played: LoggedMove) -> bool:
    """Whether a move turned up a hidden card, so that it cannot be taken back."""
    spec = played.before.spec
    is_quiet = all(event["event"] in spec.quiet_events for event in played.events)
    face_down = spec.face_down_fields
    return not is_quiet or fields(played.before, face_down) != fields(played.after, face_down)


def seat_names(setup: TableSetup, texts: Texts) -> list[str]:
    """Return all names: those given for people, those of bots; equal names get a number."""
    players = len(setup.seats)
    defaults: Sequence[str] = default_names(setup.game, players)
    if setup.only_person is not None:
        defaults = [texts.text("you")] * players
    given = dict(zip(setup.people, setup.names, strict=False))
    names = [
        bot_name(bot, texts) if bot else given.get(seat) or defaults[seat]
        for seat, bot in enumerate(setup.seats)
    ]
    total, seen = Counter(names), Counter[str]()
    for seat, name in enumerate(names):
        seen[name] += 1
        if total[name] > 1:
            names[seat] = f"{name} {seen[name]}"
    return names


def bot_name(bot: str, texts: Texts) -> str:
    """Return the display name of a bot."""
    has_level = any(known.name == bot and known.level is not None for known in bots.BOTS)
    return texts.text(f"bot.{bot}") if has_level else bot
