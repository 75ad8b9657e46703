"""The menu: new games, the last unfinished one, joining, replays, rules and language."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from odintable.errors import OdintableError
from odintable.i18n import LANGUAGES, Texts
from odintable.terminal.games.interface import terminal_games
from odintable.terminal.tables.open_table import join_table, new_table, resumed_table

from .app_screen import AppScreen, AppState
from .finished_games import SavedGamesScreen, summary
from .game import GameScreen
from .join import JoinScreen
from .menu_list import MenuList
from .setup import SetupScreen
from .text_screen import TextScreen, rules_text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from odintable.terminal.tables.local_table import TableSetup
    from odintable.terminal.tables.saved_games import SavedGame
    from odintable.terminal.tables.table import TerminalTable

BANNER = (
    "╔═╗ ╔╦╗ ╦ ╔╗╔ ’ ╔═╗   ╔╦╗ ╔═╗ ╔╗  ╦   ╔═╗\n"
    "║ ║  ║║ ║ ║║║   ╚═╗    ║  ╠═╣ ╠╩╗ ║   ║╣ \n"
    "╚═╝ ═╩╝ ╩ ╝╚╝   ╚═╝    ╩  ╩ ╩ ╚═╝ ╩═╝ ╚═╝"
)
RESUME, JOIN, REPLAY, RULES, LANGUAGE, QUIT = (
    *("continue", "join", "replay"),
    *("rules", "language", "quit"),
)


class MenuScreen(AppScreen):
    """The first screen, to which all others return."""

    BINDINGS: ClassVar[list[BindingType]] = [("q,escape", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("↑↓", "choose", "down"),
        ("Enter", "open", "open"),
        ("q", "quit", "leave"),
    ]

    def __init__(
        self, app_state: AppState, opening: Awaitable[TerminalTable] | None = None
    ) -> None:
        """Take a table to open at once, if the command line names one."""
        super().__init__(app_state)
        self.opening = opening
        self.games = terminal_games()

    def compose(self) -> ComposeResult:
        """Show the banner, the entries, and an explanation of the highlighted one."""
        yield Static(BANNER, classes="banner", markup=False)
        yield MenuList(id="entries")
        yield Static(id="about")
        yield self.key_line()

    def on_mount(self) -> None:
        """Show the entries, and open the table from the command line."""
        self.show_entries()
        self.query_one("#entries").focus()
        if self.opening is not None:
            self.open_table(self.opening)

    def on_screen_resume(self) -> None:
        """Update the entries: a game may have been left or finished meanwhile."""
        if self.is_mounted:
            self.show_entries()

    def show_entries(self) -> None:
        """Show the entries in the current language."""
        resume = [] if self.unfinished is None else [RESUME]
        entries = [*resume, *self.games, JOIN, REPLAY, RULES, LANGUAGE, QUIT]
        menu = self.query_one("#entries", MenuList)
        at = menu.highlighted or 0
        menu.clear_options()
        menu.add_options(
            Option(Content.from_rich_text(self.label(entry)), id=entry) for entry in entries
        )
        menu.highlighted = min(at, menu.option_count - 1)

    @property
    def unfinished(self) -> SavedGame | None:
        """The last unfinished game that can be shown here."""
        games = self.app_state.saved_games.games(over=False)
        return next((saved for saved in games if saved.game in self.games), None)

    def label(self, entry: str) -> Text:
        """Return the label of an entry."""
        if entry in self.games:
            return Text(self.text(f"game.{entry}"), style="bold")
        text = Text(self.text(f"terminal.menu.{entry}"))
        if entry == RESUME and self.unfinished is not None:
            text.append(f"  {summary(self.unfinished, self.texts)}", style="dim")
        if entry == LANGUAGE:
            text.append(f"  {self.text('terminal.language')}", style="bold")
        return text

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """Explain the entry."""
        entry = message.option.id or ""
        is_game = entry in self.games
        about = (
            self.text(f"game.{entry}.about") if is_game else self.text(f"terminal.about.{entry}")
        )
        self.query_one("#about", Static).update(about)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Open the entry."""
        entry = message.option.id or ""
        if entry in self.games:
            self.app.push_screen(SetupScreen(self.app_state, entry, self.start_game))
        else:
            {
                RESUME: self.resume_game,
                JOIN: lambda: self.app.push_screen(JoinScreen(self.app_state, self.join)),
                REPLAY: lambda: self.app.push_screen(SavedGamesScreen(self.app_state)),
                RULES: self.show_rules,
                LANGUAGE: self.next_language,
                QUIT: self.action_leave,
            }[entry]()

    # -- Opening tables ------------------------------------------------------------------------

    def open_table(self, opening: Awaitable[TerminalTable]) -> None:
        """Show a table once it is ready; the rules may have to be compiled first."""
        self.show_message(self.text("please-wait"))
        self.run_worker(self.show_table(opening), name="opening", exclusive=True)

    async def show_table(self, opening: Awaitable[TerminalTable]) -> None:
        """Show the table, or why it cannot be opened."""
        try:
            table = await opening
        except OdintableError as error:
            self.show_message(str(error))
            return
        while self.app.screen is not self:
            self.app.pop_screen()
        self.app.push_screen(GameScreen(self.app_state, table))

    def show_message(self, line: str) -> None:
        """Show a line on the current screen, which may be the menu, the setup or the join form."""
        self.app.screen.query_one("#about", Static).update(line)

    def start_game(self, setup: TableSetup) -> None:
        """Deal a new game."""
        state = self.app_state
        self.open_table(
            asyncio.to_thread(new_table, setup, state.texts, state.saved_games, state.bot_delay)
        )

    def resume_game(self) -> None:
        """Continue the last unfinished game."""
        state, saved = self.app_state, self.unfinished
        if saved is not None:
            self.open_table(
                asyncio.to_thread(
                    resumed_table, saved, state.texts, state.saved_games, state.bot_delay
                )
            )

    def join(self, link: str, name: str) -> None:
        """Join a table on a server."""
        self.open_table(join_table(link, name, self.texts))

    # -- Other entries -------------------------------------------------------------------------

    def show_rules(self) -> None:
        """Show the rules of all games, one after the other."""
        content = Text()
        for game in self.games:
            content.append_text(rules_text(game, self.texts))
        self.app.push_screen(TextScreen(self.app_state, content))

    def next_language(self) -> None:
        """Switch to the next language."""
        at = LANGUAGES.index(self.texts.language)
        self.app_state.texts = Texts(LANGUAGES[(at + 1) % len(LANGUAGES)])
        self.show_entries()
        self.call_next(self.refresh_keys)

    def action_open(self) -> None:
        """Open the highlighted entry."""
        self.query_one("#entries", MenuList).action_select()

    def action_down(self) -> None:
        """Go to the next entry."""
        self.query_one("#entries", MenuList).action_cursor_down()

    def action_leave(self) -> None:
        """End the program."""
        self.app.exit()
