"""A game line by line: for screen readers, pipes and terminals that can do nothing else."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, TextIO

from odintable.errors import OdintableError

from .drawing.drawing import legend_of
from .move_choice import fitting, label, understand
from .tables.local_table import turn_of
from .text.ascii_text import in_ascii
from .text.error_text import mistake
from .text.short_rules import sections
from .text.table_description import describe

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .tables.table import Table

LINE, HEARD, ENDED = "line", "heard", "ended"
MOST_HINTS = 3


class Plain:
    """One table, a reader of lines and a writer of them."""

    def __init__(self, table: Table, given: TextIO, shown: TextIO) -> None:
        """Lines are read by a thread of their own, which ends with the program."""
        self.table = table
        self.texts = table.texts
        self.given, self.shown = given, shown
        self.is_ascii = not (shown.encoding or "utf-8").lower().startswith("utf")
        self.inbox: asyncio.Queue[tuple[str, str | None]] = asyncio.Queue()
        self.typed: list[str | None] = []  # lines not yet carried out; None: there are no more
        self.is_left = False
        self._said = 0  # how much of what is told was printed
        self._trouble = ""
        self._turn_told: tuple[int, ...] = ()  # whose table was described at length
        self._asked: object = None  # for which position a move was asked for

    async def play(self) -> int:
        """Until the game is over, or nothing more is typed; the exit status."""
        loop = asyncio.get_running_loop()
        self.table.heard = lambda: self.inbox.put_nowait((HEARD, None))
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()
        others = asyncio.create_task(self.table.run())
        others.add_done_callback(lambda _task: self.inbox.put_nowait((ENDED, None)))
        try:
            while not self.is_left and not self.table.is_over:
                await self._turn()
                await self._wait(others)
        finally:
            others.cancel()
            await asyncio.gather(others, return_exceptions=True)
        self._tell()
        self._say_goodbye()
        return 0

    # -- Lines in and out ----------------------------------------------------------------------

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over line after line, and that there are no more."""
        line: str | None = ""
        while line is not None:
            line = self.given.readline() or None
            try:
                loop.call_soon_threadsafe(self.inbox.put_nowait, (LINE, line))
            except RuntimeError:  # the game is over, and its loop is closed
                return

    def show(self, line: str) -> None:
        """One line, at once."""
        print(in_ascii(line) if self.is_ascii else line, file=self.shown, flush=True)

    async def _wait(self, others: asyncio.Task[None]) -> None:
        """Until something is typed or happens; nothing is waited for that is already there."""
        if self.is_left or (self.typed and self._is_due):
            return
        kind, line = await self.inbox.get()
        if kind == LINE:
            self.typed.append(line)
        if kind == ENDED and not others.cancelled() and others.exception():
            await others

    @property
    def _is_due(self) -> bool:
        """It is for somebody here to say something."""
        table = self.table
        return bool(table.moves) or table.next_person is not None or self.typed[:1] == ["quit\n"]

    # -- What is told --------------------------------------------------------------------------

    def _tell(self) -> None:
        """What happened since, a line each."""
        told = self.table.told
        self._said = min(self._said, len(told))
        for line in told[self._said :]:
            self.show(f"{line.text} [{line.notation}]" if line.notation else line.text)
        self._said = len(told)
        trouble = self.table.trouble
        if trouble and trouble != self._trouble:
            self.show(trouble)
        self._trouble = trouble

    def _say_goodbye(self) -> None:
        """How it ended, or how it can go on."""
        table = self.table
        if table.is_over and table.view is not None:
            self.show(table.people.scores(table.view.to_json()["scores"]))
        elif not table.is_over and table.farewell:
            self.show(table.farewell)

    def _describe(self) -> None:
        """The table, and what is asked."""
        table = self.table
        if table.view is None or not table.moves:
            return
        turn = turn_of(table.view)[:3]
        for line in describe(table.view, table.people, is_brief=turn == self._turn_told):
            self.show(line)
        self._turn_told = turn
        self.show(self.texts.text("terminal.your-move"))

    # -- What is typed -------------------------------------------------------------------------

    async def _turn(self) -> None:
        """Tell the news, ask if somebody here is to move, and carry out what was typed."""
        self._tell()
        table = self.table
        key = (table.next_person, len(table.told), tuple(table.moves))
        if key != self._asked:
            self._asked = key
            if table.next_person is not None:
                name = table.names[table.next_person]
                handover = self.texts.text("hand-over-to", name=name)
                self.show(f"{handover} {self.texts.text('terminal.enter')}")
            else:
                self._describe()
        if self.typed and self._is_due:
            await self._carry_out(self.typed.pop(0))

    async def _carry_out(self, line: str | None) -> None:
        """One line: a command, or a move."""
        if line is None or line.strip() in ("quit", "q"):
            self.is_left = True
        elif self.table.next_person is not None:
            self.table.uncover()
        elif command := COMMANDS.get(line.strip().lower()):
            await self._tried(command(self))
        elif line.strip():
            await self._tried(self._play(line))

    async def _tried(self, doing: Awaitable[None]) -> None:
        """A mistake is one line, and the game goes on."""
        try:
            await doing
        except OdintableError as error:
            self.show(mistake(error, self.table.game, self.table.people))

    async def _play(self, line: str) -> None:
        """A move, by notation, number or words."""
        table = self.table
        if table.view is not None:
            moves = fitting(table.moves, [])
            await table.play(understand(line, table.view, moves, self.texts))

    async def _moves(self) -> None:
        """What may be played, numbered."""
        view = self.table.view
        if view is not None:
            for number, move in enumerate(fitting(self.table.moves, []), 1):
                self.show(f"{number} {label(view, move, self.texts)} [{move}]")

    async def _hint(self) -> None:
        """The best moves, and what they are worth."""
        view = self.table.view
        found = await self.table.hint()
        for best in found.candidates[:MOST_HINTS]:
            if view is not None:
                percent = f"{100 * best.value:.0f}"
                said = label(view, best.move, self.texts)
                self.show(
                    self.texts.text("terminal.worth", move=f"{said} [{best.move}]", percent=percent)
                )

    async def _undo(self) -> None:
        """Take back."""
        await self.table.undo()

    async def _table(self) -> None:
        """Everything that lies there, once more."""
        self._turn_told = ()
        self._describe()

    async def _rules(self) -> None:
        """The rules in short."""
        for head, rule in sections(self.table.game, self.texts):
            self.show(self.texts.labelled(head, rule))

    async def _help(self) -> None:
        """What can be typed, and what the letters mean."""
        self.show(self.texts.text("terminal.help-move"))
        for command in ("moves", "hint", "undo", "table", "rules", "quit"):
            self.show(self.texts.labelled(command, self.texts.text(f"terminal.help.{command}")))
        for line in legend_of(self.table.game, self.texts):
            self.show(line)

    async def _agree(self) -> None:
        """Yes to what another asked."""
        await self.table.answer(agreed=True)

    async def _decline(self) -> None:
        """No to what another asked."""
        await self.table.answer(agreed=False)


COMMANDS: dict[str, Callable[[Plain], Awaitable[None]]] = {
    "moves": Plain._moves,
    "hint": Plain._hint,
    "undo": Plain._undo,
    "table": Plain._table,
    "rules": Plain._rules,
    "help": Plain._help,
    "agree": Plain._agree,
    "decline": Plain._decline,
}
