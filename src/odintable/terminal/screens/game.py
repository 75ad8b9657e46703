"""A game being played: the table, the cards to choose from, what they can do, what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from odintable.errors import OdintableError
from odintable.terminal.drawing.drawing import Drawing, as_text, legend_of
from odintable.terminal.games.odin.drawing import value
from odintable.terminal.move_choice import fitting, hand, label
from odintable.terminal.tables.local_table import Sitting
from odintable.terminal.text import sentences
from odintable.terminal.text.error_text import mistake

from .hand import Fan
from .handover import Cover
from .option_list import Picks
from .replay import ReelScreen
from .screen import House, Room
from .text_page import Page, rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from odintable.terminal.bot_game import Told
    from odintable.terminal.tables.table import Table

BELOW = 12  # lines under the drawing that are never given up
MOST_LINES = 60  # of what happened, in the narrow list
AGAIN, LOOK_BACK, LEAVE = "again", "look-back", "leave"


class GameScreen(Room):
    """One table, from the deal to the end."""

    AUTO_FOCUS = "#moves"

    BINDINGS: ClassVar[list[BindingType]] = [
        *((str(number), f"pick({number - 1})", "") for number in range(1, 10)),
        ("escape", "clear", ""),
        ("h", "hint", ""),
        ("u", "undo", ""),
        ("m", "told", ""),
        ("f1,question_mark,r", "rules", ""),
        ("y", "answer(True)", ""),
        ("n", "answer(False)", ""),
        ("q", "leave", ""),
    ]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("1-9", "pick", "clear"),
        ("Enter", "play", "play"),
        ("h", "hint", "hint"),
        ("u", "undo", "undo"),
        ("m", "moves", "told"),
        ("F1", "rules", "rules"),
        ("q", "menu", "leave"),
    ]

    def __init__(self, house: House, table: Table) -> None:
        """Sit down."""
        super().__init__(house)
        self.table = table
        self.worth: dict[str, float] = {}  # what a hint said of the moves
        self.notice = ""  # said instead of whose turn it is, until something changes
        self.shown, self.line = Static(id="table"), Static(id="status")
        self.fan, self.picks = Fan(), Picks(id="moves")
        self.scroll = VerticalScroll(id="told", can_focus=False)
        self.lines = Static(id="lines")
        self._is_covered = False
        self._is_due = False  # to be drawn anew

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self.shown
        yield self.line
        yield self.fan
        with Horizontal(id="below"):
            yield self.picks
            with self.scroll:
                yield self.lines
        yield self.key_line()

    def on_mount(self) -> None:
        """The others begin to play."""
        self.call_after_refresh(self.begin)

    def begin(self) -> None:
        """All parts of the screen are there: listen to the table."""
        self.table.heard = self.heard
        self.run_worker(self.run_table(), name="others", exit_on_error=False)
        self.refresh_table()

    async def run_table(self) -> None:
        """Let the others play; what goes wrong is told."""
        try:
            await self.table.run()
        except OdintableError as error:
            self.notice = str(error)
        self.heard()

    def heard(self) -> None:
        """Something has changed; changes that come at once are shown at once."""
        if self.is_attached and not self._is_due:
            self._is_due = True
            self.call_later(self.refresh_table)

    def on_resize(self) -> None:
        """Fit the drawing to the window."""
        self.draw_table()

    # -- What is shown -------------------------------------------------------------------------

    def refresh_table(self) -> None:
        """Everything anew."""
        self._is_due = False
        if self.cover_if_due():
            return
        self.worth = {}
        self.house.farewell = "" if self.table.is_over else self.table.farewell
        view, moves = self.table.view, self.table.moves
        self.draw_table()
        self.draw_told()
        self.fan.deal(hand(view) if view is not None and moves else [])
        self.draw_moves()
        self.draw_status()

    def cover_if_due(self) -> bool:
        """When another person is next, nobody's cards are shown until they are there."""
        person = self.table.next_person
        if person is None or self._is_covered:
            return self._is_covered
        self._is_covered = True
        self.app.push_screen(Cover(self.house, self.table.names[person]), self.uncover)
        return True

    def uncover(self, _result: None) -> None:
        """The next person is there."""
        self._is_covered = False
        self.table.uncover()

    def draw_table(self) -> None:
        """What lies there."""
        view = self.table.view
        if view is None:
            self.shown.update(self.waiting())
        else:
            lines = max(1, self.size.height - BELOW)
            drawing = Drawing(view, self.table.names, lines=lines, texts=self.texts)
            self.shown.update(as_text(drawing, self.app.console, self.size.width))

    def waiting(self) -> Text:
        """Before the deal: who is here."""
        text = Text(f"\n{self.text('wait-for-others')}\n", style="bold")
        for name in self.table.names:
            text.append(f"\n  {name}", style="not bold")
        return text

    def draw_told(self) -> None:
        """What happened, the newest lowest."""
        legend = "\n".join(legend_of(self.table.game, self.texts)) if self.table.game else ""
        text = Text().append(f"{legend}\n\n", style="dim")
        text.append_text(in_lines(self.table.told[-MOST_LINES:]))
        self.lines.update(text)
        self.scroll.scroll_end(animate=False)

    def draw_moves(self) -> None:
        """What may be played with the chosen cards."""
        found = self.picks
        found.clear_options()
        if self.table.is_over:
            found.add_options(self.endings())
        else:
            moves = fitting(self.table.moves, self.fan.written)
            moves.sort(key=lambda move: -self.worth.get(move, -1.0))
            found.add_options(Option(self.prompt(move), id=move) for move in moves)
        found.highlighted = 0 if found.option_count else None

    def prompt(self, move: str) -> Content:
        """A move in the list: what a hint said of it, and what it does."""
        view = self.table.view
        assert view is not None
        text = Text()
        if move in self.worth:
            text.append(f"{100 * self.worth[move]:3.0f} % ", style="bold")
        text.append(label(view, move, self.texts)).append(f"  {move}", style="dim")
        return Content.from_rich_text(text)

    def endings(self) -> list[Option]:
        """What can be done when the game is over."""
        is_here = isinstance(self.table, Sitting)
        kinds = [AGAIN, LOOK_BACK, LEAVE] if is_here else [LEAVE]
        return [Option(self.text(f"terminal.end.{kind}"), id=kind) for kind in kinds]

    def draw_status(self) -> None:
        """Whose turn it is, and what they are to do."""
        line = self.table.trouble or self.notice or self.status()
        self.notice = ""
        is_ours = bool(self.table.moves)
        text = Text("▶ " if is_ours else "  ", style="bold").append(line)
        self.line.update(text)

    def status(self) -> str:
        """The state of things in a sentence."""
        table, view = self.table, self.table.view
        if view is None:
            return self.text("wait-for-others")
        if table.is_over:
            return (
                f"{self.text('over')} {sentences.result(view, table.people)}"
                if view.is_over
                else self.text("over")
            )
        if not table.moves:
            return self.text("turn-of", name=table.names[view.turn])
        return status_odin(self) if view.name == "odin" else status_ravens(self)

    # -- What is done --------------------------------------------------------------------------

    def on_fan_picked(self, message: Fan.Picked) -> None:
        """A card was clicked."""
        self.action_pick(message.at)

    def action_pick(self, at: int) -> None:
        """Choose a card, or put it back; then only moves that use it are shown."""
        if self.table.moves and self.fan.toggle(at):
            self.draw_moves()
            if not self.picks.option_count:
                self.notice = self.text("terminal.no-move-with")
            self.draw_status()

    def action_clear(self) -> None:
        """Choose nothing."""
        self.fan.clear()
        self.draw_moves()
        self.draw_status()

    def action_play(self) -> None:
        """Play what is highlighted."""
        self.picks.action_select()

    async def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """A move was chosen, or what comes after the game."""
        chosen = message.option.id or ""
        if chosen in (AGAIN, LOOK_BACK, LEAVE):
            self.after_game(chosen)
        else:
            await self.tried(chosen)

    async def tried(self, move: str) -> None:
        """Play it; a mistake is told."""
        try:
            await self.table.play(move)
        except OdintableError as error:
            self.complain(mistake(error, self.table.game, self.table.people))

    def complain(self, line: str) -> None:
        """Say it in the place of the status."""
        self.notice = line
        self.draw_status()

    async def action_undo(self) -> None:
        """Take back."""
        try:
            await self.table.undo()
        except OdintableError as error:
            self.complain(mistake(error, self.table.game, self.table.people))

    async def action_answer(self, agreed: bool) -> None:
        """Yes or no to what another proposed."""
        await self.table.answer(agreed=agreed)

    def action_hint(self) -> None:
        """Ask the strongest bot, which thinks while the screen stays alive."""
        if not self.table.may_hint:
            self.complain(self.text("hint.not-now"))
            return
        self.complain(self.text("hint.thinking"))
        self.run_worker(self.think(), name="hint")

    async def think(self) -> None:
        """Mark the moves with what they are worth, the best first."""
        asked = len(self.table.told)
        found = await self.table.hint()
        if len(self.table.told) != asked or not found.candidates:
            return
        self.worth = {one.move: one.value for one in found.candidates}
        self.fan.clear()
        self.draw_moves()
        percent = f"{100 * found.candidates[0].value:.0f}"
        self.complain(self.text("terminal.hint", percent=percent))

    def action_told(self) -> None:
        """Everything that happened, on a page of its own."""
        told = (
            in_lines(self.table.told) if self.table.told else Text(self.text("terminal.no-moves"))
        )
        self.app.push_screen(Page(self.house, told))

    def action_rules(self) -> None:
        """The rules in short."""
        self.app.push_screen(Page(self.house, rules(self.table.game, self.texts)))

    def action_leave(self) -> None:
        """The others stop thinking; the game is kept."""
        self.workers.cancel_all()
        self.dismiss()

    def after_game(self, chosen: str) -> None:
        """Play again, look at it, or leave."""
        table = self.table
        if chosen == LEAVE or not isinstance(table, Sitting):
            self.action_leave()
        elif chosen == LOOK_BACK:
            self.app.push_screen(ReelScreen(self.house, table.record()))
        else:
            again = table.again()
            self.app.switch_screen(GameScreen(self.house, again))


def in_lines(told: Sequence[Told]) -> Text:
    """Moves with their notation, events set in."""
    text = Text()
    for line in told:
        if line.notation:
            text.append(line.text).append(f" {line.notation}\n", style="dim")
        else:
            text.append(f"  {line.text}\n", style="bold")
    text.rstrip()
    return text


def status_odin(screen: GameScreen) -> str:
    """What is to be beaten, and with how many cards."""
    view = screen.table.view
    assert view is not None
    given = view.to_json()
    if given["phase"] != "follow":
        return screen.text(f"odin.status.{given['phase']}")
    worth, low = value(given["table"]), len(given["table"])
    if screen.table.moves == ["pass"]:
        return screen.text("odin.status.hopeless", value=worth)
    return screen.text("odin.status.beat", value=worth, low=low, high=low + 1)


def status_ravens(screen: GameScreen) -> str:
    """What is to be done in this phase."""
    view = screen.table.view
    assert view is not None
    phase = view.to_json()["phase"]
    return screen.text("terminal.choose") if phase == "play" else screen.text(f"ravens.{phase}")
