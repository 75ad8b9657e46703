"""A game line by line (`odintable play --plain`), for screen readers, pipes and dumb terminals."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, TextIO

from odintable.errors import OdintableError

from .find_moves import move_label, moves_using, parse_typed_move
from .games.interface import terminal_game
from .tables.local_table import turn_key
from .text.ascii_text import to_ascii
from .text.error_text import error_text
from .text.short_rules import rule_sections

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .tables.table import TerminalTable

LINE, CHANGE, ENDED = "line", "change", "ended"  # kinds of messages in the inbox
MAX_HINTS = 3
DOCUMENTED_COMMANDS = ("moves", "hint", "undo", "table", "rules", "quit")


class LineMode:
    """Plays at one table by reading and writing lines."""

    def __init__(
        self, table: TerminalTable, source: TextIO, output: TextIO, shows_notation: bool
    ) -> None:
        """Take a table, the files to read from and write to, and whether to show notation."""
        self.table = table
        self.shows_notation = shows_notation
        self.texts = table.texts
        self.source, self.output = source, output
        self.is_ascii = not (output.encoding or "utf-8").lower().startswith("utf")
        self.inbox: asyncio.Queue[tuple[str, str | None]] = asyncio.Queue()
        self.typed: list[str | None] = []  # lines not yet carried out; None: end of input
        self.is_quit = False
        self._printed = 0  # lines of the log
        self._last_error = ""
        self._described_turn: tuple[int, ...] = ()  # the last turn described at length
        self._last_prompt: object = None  # the situation for which a move was last requested

    async def play(self) -> int:
        """Play until the game is over or the input ends; return the exit status."""
        loop = asyncio.get_running_loop()
        self.table.on_change = lambda: self.inbox.put_nowait((CHANGE, None))
        threading.Thread(target=self._read_lines, args=(loop,), daemon=True).start()
        others = asyncio.create_task(self.table.run())
        others.add_done_callback(lambda _task: self.inbox.put_nowait((ENDED, None)))
        try:
            while not self.is_quit and not self.table.is_over:
                await self._take_turn()
                await self._wait(others)
        finally:
            others.cancel()
            await asyncio.gather(others, return_exceptions=True)
        self._print_news()
        self._print_ending()
        return 0

    # -- Input and output ----------------------------------------------------------------------

    def _read_lines(self, loop: asyncio.AbstractEventLoop) -> None:
        """Put every line into the inbox, and None at the end; runs in a thread."""
        line: str | None = ""
        while line is not None:
            line = self.source.readline() or None
            try:
                loop.call_soon_threadsafe(self.inbox.put_nowait, (LINE, line))
            except RuntimeError:  # the game is over, and its loop is closed
                return

    def print(self, line: str) -> None:
        """Write one line at once."""
        print(to_ascii(line) if self.is_ascii else line, file=self.output, flush=True)

    async def _wait(self, others: asyncio.Task[None]) -> None:
        """Wait for a line or a change, unless a typed line can be carried out now."""
        if self.is_quit or (self.typed and self._is_our_turn):
            return
        kind, line = await self.inbox.get()
        if kind == LINE:
            self.typed.append(line)
        if kind == ENDED and not others.cancelled() and others.exception():
            await others

    @property
    def _is_our_turn(self) -> bool:
        """Whether a person here is to move, to take over the screen, or wants to quit."""
        table = self.table
        wants_to_quit = bool(self.typed) and is_quit_command(self.typed[0])
        return bool(table.moves) or table.next_person is not None or wants_to_quit

    # -- Printing ------------------------------------------------------------------------------

    def _with_notation(self, words: str, notation: str) -> str:
        """Add the notation of a move in brackets, if it is wanted; events have none."""
        return f"{words} [{notation}]" if notation and self.shows_notation else words

    def _print_news(self) -> None:
        """Print the new lines of the log, and a new error."""
        log = self.table.log
        self._printed = min(self._printed, len(log))  # moves may have been taken back
        for line in log[self._printed :]:
            self.print(self._with_notation(line.text, line.notation))
        self._printed = len(log)
        error = self.table.error
        if error and error != self._last_error:
            self.print(error)
        self._last_error = error

    def _print_ending(self) -> None:
        """Print the final scores, or how to continue."""
        table = self.table
        if table.is_over and table.view is not None:
            self.print(table.player_names.scores(table.view.to_json()["scores"]))
        elif not table.is_over and table.resume_hint:
            self.print(table.resume_hint)

    def _print_table(self) -> None:
        """Describe the table to the player to move, in full once per turn."""
        table, view = self.table, self.table.view
        if view is None or not table.moves:
            return
        turn = turn_key(view)
        is_brief = turn == self._described_turn
        describe = terminal_game(view.name).describe
        for line in describe(view.to_json(), max(view.viewer, 0), table.player_names, is_brief):
            self.print(line)
        self._described_turn = turn
        self.print(self.texts.text("terminal.your-move"))

    # -- Commands ------------------------------------------------------------------------------

    async def _take_turn(self) -> None:
        """Print the news, prompt for a move if one is due, and carry out a typed line."""
        self._print_news()
        table = self.table
        situation = (table.next_person, len(table.log), tuple(table.moves))
        if situation != self._last_prompt:
            self._last_prompt = situation
            if table.next_person is not None:
                name = table.names[table.next_person]
                handover = self.texts.text("hand-over-to", name=name)
                self.print(f"{handover} {self.texts.text('terminal.enter')}")
            else:
                self._print_table()
        if self.typed and self._is_our_turn:
            await self._carry_out(self.typed.pop(0))

    async def _carry_out(self, line: str | None) -> None:
        """Carry out a command or a move."""
        if line is None or is_quit_command(line):
            self.is_quit = True
        elif self.table.next_person is not None:
            self.table.take_over_screen()
        elif command := COMMANDS.get(line.strip().lower()):
            await self._attempt(command(self))
        elif line.strip():
            await self._attempt(self._play(line))

    async def _attempt(self, action: Awaitable[None]) -> None:
        """Print an error as one line; the game continues."""
        try:
            await action
        except OdintableError as error:
            self.print(error_text(error, self.table.game, self.table.player_names))

    def _listed_moves(self) -> list[str]:
        """Return the legal moves in the order in which they are numbered."""
        return moves_using(self.table.game, self.table.moves, []) if self.table.moves else []

    async def _play(self, line: str) -> None:
        """Play a move given by notation, number or words."""
        table = self.table
        if table.view is not None:
            moves = self._listed_moves()
            await table.play(parse_typed_move(line, table.view, moves, self.texts))

    async def _moves(self) -> None:
        """List the legal moves, numbered."""
        view = self.table.view
        if view is not None:
            for number, move in enumerate(self._listed_moves(), 1):
                label = move_label(view, move, self.texts)
                self.print(f"{number} {self._with_notation(label, move)}")

    async def _hint(self) -> None:
        """List the best moves with their win chances."""
        view = self.table.view
        evaluation = await self.table.hint()
        if view is None:
            return
        for best in evaluation.candidates[:MAX_HINTS]:
            percent = f"{100 * best.value:.0f}"
            move = self._with_notation(move_label(view, best.move, self.texts), best.move)
            self.print(self.texts.text("terminal.win-chance", move=move, percent=percent))

    async def _undo(self) -> None:
        await self.table.undo()

    async def _table(self) -> None:
        """Describe the whole table again."""
        self._described_turn = ()
        self._print_table()

    async def _rules(self) -> None:
        """Print the summary of the rules."""
        for heading, text in rule_sections(self.table.game, self.texts):
            self.print(self.texts.labelled(heading, text))

    async def _help(self) -> None:
        """Explain what can be typed, and the letters on the cards."""
        self.print(self.texts.text("terminal.help-move"))
        for command in DOCUMENTED_COMMANDS:
            explanation = self.texts.text(f"terminal.help.{command}")
            self.print(self.texts.labelled(command, explanation))
        for line in terminal_game(self.table.game).legend(self.texts):
            self.print(line)

    async def _agree(self) -> None:
        await self.table.answer(agreed=True)

    async def _decline(self) -> None:
        await self.table.answer(agreed=False)


def is_quit_command(line: str | None) -> bool:
    """Whether a typed line asks to leave the game."""
    return line is not None and line.strip().lower() in ("quit", "q")


COMMANDS: dict[str, Callable[[LineMode], Awaitable[None]]] = {
    "moves": LineMode._moves,
    "hint": LineMode._hint,
    "undo": LineMode._undo,
    "table": LineMode._table,
    "rules": LineMode._rules,
    "help": LineMode._help,
    "agree": LineMode._agree,
    "decline": LineMode._decline,
}
