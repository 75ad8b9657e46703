"""A game that somebody at this terminal plays, here or on a server: the screens need not know."""

from __future__ import annotations

import asyncio
import secrets
import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from odintable.bots import Budget
from odintable.bots.evaluation import evaluate
from odintable.errors import OdintableError
from odintable.terminal.bot_game import Told
from odintable.terminal.text import sentences
from odintable.terminal.text.player_names import People

if TYPE_CHECKING:
    from collections.abc import Callable

    from odintable.bots.evaluation import Evaluation
    from odintable.games.position import Position
    from odintable.i18n import Texts

HINT_MS = 1500


@dataclass(frozen=True)
class Standing:
    """A move that stands, as its viewer may know it, and what it brought about."""

    seat: int
    text: str
    before: Position
    after: Position
    happened: list[dict[str, Any]] = field(default_factory=list)

    def told(self, people: People) -> list[Told]:
        """The move and its events in words."""
        sentence = sentences.move(self.before, self.after, self.text, people)
        brought = sentences.events(self.after, self.happened, people)
        return [Told(sentence, self.text), *map(Told, brought)]


class Table(ABC):
    """What a screen shows and asks for; `heard` is called whenever something has changed."""

    def __init__(self, game: str, texts: Texts) -> None:
        """Nobody listens yet."""
        self.game = game
        self.texts = texts
        self.names: list[str] = []
        self.heard: Callable[[], None] = lambda: None
        self.trouble = ""  # why the last request was refused, or that the link is gone

    @property
    @abstractmethod
    def you(self) -> int | None:
        """The one seat that is spoken to; None when several people sit here, or nobody does."""

    @property
    @abstractmethod
    def view(self) -> Position | None:
        """What whoever looks at the screen may know; None before the deal."""

    @property
    @abstractmethod
    def moves(self) -> list[str]:
        """What may be played here now; nothing when others are to move."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """The game has ended."""

    @property
    @abstractmethod
    def told(self) -> list[Told]:
        """Everything that happened, as whoever looks may know it."""

    @property
    @abstractmethod
    def may_undo(self) -> bool:
        """The last move can be taken back."""

    @property
    def may_hint(self) -> bool:
        """A good move may be asked for."""
        return bool(self.moves)

    @property
    def next_person(self) -> int | None:
        """Who must take over the screen before cards are shown; None: nobody."""
        return None

    @property
    def farewell(self) -> str:
        """How a game that is left can be gone on with."""
        return ""

    @property
    def people(self) -> People:
        """Who sits at the table, for sentences."""
        return People(self.names, self.texts, self.you)

    @abstractmethod
    async def run(self) -> None:
        """Let the others play, until the game is over or this is cancelled."""

    @abstractmethod
    async def play(self, move: str) -> None:
        """Make a move, or say why not."""

    @abstractmethod
    async def undo(self) -> None:
        """Take back the last move, or say why not."""

    @abstractmethod
    async def answer(self, *, agreed: bool) -> None:
        """Say yes or no to what another proposed."""

    @abstractmethod
    def uncover(self) -> None:
        """The next person sits at the screen now."""

    async def hint(self) -> Evaluation:
        """What the strongest bot thinks of the moves; cancelling this ends its thinking."""
        view = self.view
        if view is None or not self.may_hint:
            raise OdintableError(self.texts.text("hint.not-now"))
        stop = threading.Event()
        try:
            budget = Budget(time_ms=HINT_MS)
            return await asyncio.to_thread(evaluate, view, budget, secrets.randbits(32), stop)
        finally:
            stop.set()
