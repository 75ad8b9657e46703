"""The screen of a game: the table, the cards to choose from, their moves, and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from odintable.errors import OdintableError
from odintable.terminal.drawing.position_drawing import Drawing, render_to_text
from odintable.terminal.find_moves import choosable_cards, move_label, moves_using
from odintable.terminal.games.interface import terminal_game
from odintable.terminal.tables.local_table import LocalTable
from odintable.terminal.text.error_text import error_text
from odintable.terminal.text.sentences import result_sentence

from .app_screen import AppScreen, AppState
from .hand_widget import HandWidget
from .handover import HandoverScreen
from .menu_list import MenuList
from .replay import ReplayScreen
from .text_screen import TextScreen, rules_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from odintable.terminal.tables.table import TerminalTable
    from odintable.terminal.text.game_log import LogLine

LINES_BELOW = 12  # under the drawing, whatever the height of the window
MAX_LOG_LINES = 60  # in the narrow list
REMATCH, REPLAY, LEAVE = "again", "replay", "leave"  # entries at the end of a game


class GameScreen(AppScreen):
    """One table, from the deal to the end."""

    AUTO_FOCUS = "#moves"

    BINDINGS: ClassVar[list[BindingType]] = [
        *((str(number), f"choose_card({number - 1})", "") for number in range(1, 10)),
        ("escape", "clear_choice", ""),
        ("h", "hint", ""),
        ("u", "undo", ""),
        ("m", "show_log", ""),
        ("f1,question_mark,r", "show_rules", ""),
        ("y", "answer(True)", ""),
        ("n", "answer(False)", ""),
        ("q", "leave", ""),
    ]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("1-9", "pick", "clear_choice"),
        ("Enter", "play", "play"),
        ("h", "hint", "hint"),
        ("u", "undo", "undo"),
        ("m", "moves", "show_log"),
        ("F1", "rules", "show_rules"),
        ("q", "menu", "leave"),
    ]

    def __init__(self, app_state: AppState, table: TerminalTable) -> None:
        """Take the table."""
        super().__init__(app_state)
        self.table = table
        self.hint_values: dict[str, float] = {}  # win chances of moves, from a hint
        self.notice = ""  # shown once in place of the status
        self.drawing, self.status_line = Static(id="table"), Static(id="status")
        self.hand, self.move_list = HandWidget(), MenuList(id="moves")
        self.log_scroll = VerticalScroll(id="log", can_focus=False)
        self.log_lines = Static(id="log-lines")
        self._is_handing_over = False
        self._needs_refresh = False

    def compose(self) -> ComposeResult:
        yield self.drawing
        yield self.status_line
        yield self.hand
        with Horizontal(id="below"):
            yield self.move_list
            with self.log_scroll:
                yield self.log_lines
        yield self.key_line()

    def on_mount(self) -> None:
        """Start once all widgets are mounted."""
        self.call_after_refresh(self.start)

    def start(self) -> None:
        """Listen for changes of the table and let the others play."""
        self.table.on_change = self.schedule_refresh
        self.run_worker(self.run_table(), name="table", exit_on_error=False)
        self.refresh_table()

    async def run_table(self) -> None:
        """Let the others play; show an error in the status line."""
        try:
            await self.table.run()
        except OdintableError as error:
            self.notice = str(error)
        self.schedule_refresh()

    def schedule_refresh(self) -> None:
        """Redraw the table soon, once for several changes."""
        if self.is_attached and not self._needs_refresh:
            self._needs_refresh = True
            self.call_later(self.refresh_table)

    def on_resize(self) -> None:
        """Fit the drawing to the window."""
        self.draw_table()

    # -- Drawing -------------------------------------------------------------------------------

    def refresh_table(self) -> None:
        """Redraw everything."""
        self._needs_refresh = False
        if self.hand_over_if_due():
            return
        self.hint_values = {}
        self.app_state.resume_hint = "" if self.table.is_over else self.table.resume_hint
        self.draw_table()
        self.draw_log()
        self.draw_hand()
        self.draw_moves()
        self.draw_status()

    def hand_over_if_due(self) -> bool:
        """If another person is next, hide all cards until they confirm that they are there."""
        person = self.table.next_person
        if person is None or self._is_handing_over:
            return self._is_handing_over
        self._is_handing_over = True
        screen = HandoverScreen(self.app_state, self.table.names[person])
        self.app.push_screen(screen, self.take_over_screen)
        return True

    def take_over_screen(self, _result: None) -> None:
        """Show the cards of the next person."""
        self._is_handing_over = False
        self.table.take_over_screen()

    def draw_table(self) -> None:
        """Draw the position or, before the deal, the list of players."""
        view = self.table.view
        if view is None:
            self.drawing.update(self.waiting_text())
        else:
            lines = max(1, self.size.height - LINES_BELOW)
            drawing = Drawing(view, self.table.names, lines=lines, texts=self.texts)
            self.drawing.update(render_to_text(drawing, self.app.console, self.size.width))

    def waiting_text(self) -> Text:
        """List the players before the deal."""
        text = Text(f"\n{self.text('deal-when-all-here')}\n", style="bold")
        for name in self.table.names:
            text.append(f"\n  {name}", style="not bold")
        return text

    def draw_log(self) -> None:
        """Draw the legend and the end of the log."""
        game = self.table.game
        legend = "\n".join(terminal_game(game).legend(self.texts)) if game else ""
        text = Text().append(f"{legend}\n\n", style="dim")
        text.append_text(self.render_log(self.table.log[-MAX_LOG_LINES:]))
        self.log_lines.update(text)
        self.log_scroll.scroll_end(animate=False)

    def render_log(self, log: Sequence[LogLine]) -> Text:
        """Format moves, with their notation if it is wanted, and events with an indent."""
        text = Text()
        for line in log:
            if not line.notation:
                text.append(f"  {line.text}\n", style="bold")
                continue
            notation = f" {line.notation}" if self.app_state.shows_notation else ""
            text.append(line.text).append(f"{notation}\n", style="dim")
        text.rstrip()
        return text

    def draw_hand(self) -> None:
        """Show the cards to choose from, none of them chosen."""
        view = self.table.view
        if view is None:
            return
        cards = choosable_cards(view) if self.table.moves else []
        self.hand.show_cards(cards, terminal_game(view.name).card_style)

    def draw_moves(self) -> None:
        """List the moves that use the chosen cards; after the game, the choices to go on."""
        self.move_list.clear_options()
        if self.table.is_over:
            self.move_list.add_options(self.ending_options())
        elif self.table.moves:
            moves = moves_using(self.table.game, self.table.moves, self.hand.chosen_cards)
            moves.sort(key=lambda move: -self.hint_values.get(move, -1.0))
            self.move_list.add_options(Option(self.move_prompt(move), id=move) for move in moves)
        self.move_list.highlighted = 0 if self.move_list.option_count else None

    def move_prompt(self, move: str) -> Content:
        """Return a move for the list, with its win chance after a hint."""
        view = self.table.view
        assert view is not None
        text = Text()
        if move in self.hint_values:
            text.append(f"{100 * self.hint_values[move]:3.0f} % ", style="bold")
        text.append(move_label(view, move, self.texts))
        if self.app_state.shows_notation:
            text.append(f"  {move}", style="dim")
        return Content.from_rich_text(text)

    def ending_options(self) -> list[Option]:
        """Return the choices after the game is over."""
        is_local = isinstance(self.table, LocalTable)
        entries = [REMATCH, REPLAY, LEAVE] if is_local else [LEAVE]
        return [Option(self.text(f"terminal.end.{entry}"), id=entry) for entry in entries]

    def draw_status(self) -> None:
        """Show an error, a notice, or whose turn it is."""
        line = self.table.error or self.notice or self.status()
        self.notice = ""
        is_our_turn = bool(self.table.moves)
        text = Text("▶ " if is_our_turn else "  ", style="bold").append(line)
        self.status_line.update(text)

    def status(self) -> str:
        """Return a sentence about the state of the game."""
        table, view = self.table, self.table.view
        if view is None:
            return self.text("deal-when-all-here")
        if table.is_over:
            over = self.text("over")
            return f"{over} {result_sentence(view, table.player_names)}" if view.is_over else over
        if not table.moves:
            return self.text("turn-of", name=table.names[view.turn])
        return terminal_game(view.name).status(view.to_json(), table.moves, self.texts)

    def show_notice(self, line: str) -> None:
        """Show a line in place of the status."""
        self.notice = line
        self.draw_status()

    # -- Actions -------------------------------------------------------------------------------

    def on_hand_widget_card_clicked(self, message: HandWidget.CardClicked) -> None:
        """Choose a card by a click."""
        self.action_choose_card(message.at)

    def action_choose_card(self, at: int) -> None:
        """Choose a card or put it back; then only moves that use the chosen cards are listed."""
        if self.table.moves and self.hand.toggle(at):
            self.draw_moves()
            if not self.move_list.option_count:
                self.notice = self.text("terminal.no-move-with")
            self.draw_status()

    def action_clear_choice(self) -> None:
        """Put all cards back."""
        self.hand.clear_choice()
        self.draw_moves()
        self.draw_status()

    def action_play(self) -> None:
        """Play the highlighted move."""
        self.move_list.action_select()

    async def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Play a move, or carry out a choice after the game."""
        entry = message.option.id or ""
        if entry in (REMATCH, REPLAY, LEAVE):
            self.after_game(entry)
        else:
            await self.play(entry)

    async def play(self, move: str) -> None:
        """Play a move, or show why it is not possible."""
        try:
            await self.table.play(move)
        except OdintableError as error:
            self.show_notice(error_text(error, self.table.game, self.table.player_names))

    async def action_undo(self) -> None:
        """Take back the last move, or show why that is not possible."""
        try:
            await self.table.undo()
        except OdintableError as error:
            self.show_notice(error_text(error, self.table.game, self.table.player_names))

    async def action_answer(self, agreed: bool) -> None:
        """Agree to or decline what another player proposed."""
        await self.table.answer(agreed=agreed)

    def action_hint(self) -> None:
        """Ask the strongest bot for a hint, in the background."""
        if not self.table.may_hint:
            self.show_notice(self.text("hint.not-now"))
            return
        self.show_notice(self.text("hint.thinking"))
        self.run_worker(self.show_hint(), name="hint")

    async def show_hint(self) -> None:
        """Show the win chances of the moves, the best first, unless the game went on meanwhile."""
        log_length = len(self.table.log)
        try:
            evaluation = await self.table.hint()
        except OdintableError as error:  # a move was made just after the key was pressed
            self.show_notice(error_text(error, self.table.game, self.table.player_names))
            return
        if len(self.table.log) != log_length or not evaluation.candidates:
            return
        self.hint_values = {one.move: one.value for one in evaluation.candidates}
        self.hand.clear_choice()
        self.draw_moves()
        percent = f"{100 * evaluation.candidates[0].value:.0f}"
        self.show_notice(self.text("terminal.hint", percent=percent))

    def action_show_log(self) -> None:
        """Show the whole log on a screen of its own."""
        log = self.table.log
        content = self.render_log(log) if log else Text(self.text("terminal.no-moves"))
        self.app.push_screen(TextScreen(self.app_state, content))

    def action_show_rules(self) -> None:
        """Show a summary of the rules."""
        content = rules_text(self.table.game, self.texts)
        self.app.push_screen(TextScreen(self.app_state, content))

    def action_leave(self) -> None:
        """Stop the bots and return to the menu; the game stays saved."""
        self.workers.cancel_all()
        self.dismiss()

    def after_game(self, entry: str) -> None:
        """Play again, replay the game, or leave."""
        table = self.table
        if entry == LEAVE or not isinstance(table, LocalTable):
            self.action_leave()
        elif entry == REPLAY:
            self.app.push_screen(ReplayScreen(self.app_state, table.record()))
        else:
            self.app.switch_screen(GameScreen(self.app_state, table.rematch()))
