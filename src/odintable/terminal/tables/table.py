"""The interface of a table to the screens, whether it is played here or on a server."""

from __future__ import annotations

import asyncio
import secrets
import threading
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from odintable.bots import Budget
from odintable.bots.evaluate_position import evaluate
from odintable.errors import OdintableError
from odintable.terminal.text.player_names import PlayerNames

if TYPE_CHECKING:
    from collections.abc import Callable

    from odintable.bots.evaluate_position import Evaluation
    from odintable.games.position import Position
    from odintable.i18n import Texts
    from odintable.terminal.text.game_log import LogLine

HINT_MS = 1500


class TerminalTable(ABC):
    """A table as screens use it; `on_change` is called after every change."""

    def __init__(self, game: str, texts: Texts) -> None:
        """Start without a listener for changes."""
        self.game = game
        self.texts = texts
        self.names: list[str] = []
        self.on_change: Callable[[], None] = lambda: None
        self.error = ""  # why the last request failed, or that the connection is lost

    @property
    @abstractmethod
    def you(self) -> int | None:
        """The seat addressed as "you"; None if several people play here, or nobody does."""

    @property
    @abstractmethod
    def view(self) -> Position | None:
        """The position as the person at the screen may know it; None before the deal."""

    @property
    @abstractmethod
    def moves(self) -> list[str]:
        """The legal moves of the person at the screen; empty if it is not their turn."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def log(self) -> list[LogLine]:
        """Everything that happened, as the person at the screen may know it."""

    @property
    @abstractmethod
    def may_undo(self) -> bool:
        """Whether the last move can be taken back."""

    @property
    def may_hint(self) -> bool:
        """Whether a hint may be requested."""
        return bool(self.moves)

    @property
    def next_person(self) -> int | None:
        """The seat that must take over the screen before cards are shown; None: no handover."""
        return None

    @property
    def resume_hint(self) -> str:
        """How to continue a game that is left; empty if it cannot be continued."""
        return ""

    @property
    def player_names(self) -> PlayerNames:
        """The players' names for sentences."""
        return PlayerNames(self.names, self.texts, self.you)

    @abstractmethod
    async def run(self) -> None:
        """Let the others play until the game is over or this is cancelled."""

    @abstractmethod
    async def play(self, move: str) -> None:
        """Make a move; raise an OdintableError with the reason if that is impossible."""

    @abstractmethod
    async def undo(self) -> None:
        """Take back the last move; raise an OdintableError with the reason if impossible."""

    @abstractmethod
    async def answer(self, *, agreed: bool) -> None:
        """Agree to or decline what another player proposed."""

    @abstractmethod
    def take_over_screen(self) -> None:
        """Show the cards of the next person, who has confirmed to be at the screen."""

    async def hint(self) -> Evaluation:
        """Let the strongest bot evaluate the moves; cancelling this stops the bot."""
        view = self.view
        if view is None or not self.may_hint:
            raise OdintableError(self.texts.text("hint.not-now"))
        stop = threading.Event()
        try:
            budget = Budget(time_ms=HINT_MS)
            return await asyncio.to_thread(evaluate, view, budget, secrets.randbits(32), stop)
        finally:
            stop.set()
