"""Where one begins: which game, against whom, or one that was left."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from odintable.errors import OdintableError
from odintable.i18n import LANGUAGES, Texts
from odintable.terminal.tables.open_table import joined_table, kept_game, new_game

from .game import GameScreen
from .join import Join
from .option_list import Picks
from .replay import ReelScreen
from .screen import House, Room
from .setup import Setup
from .text_page import Page, rules

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from odintable.terminal.tables.local_table import Seating
    from odintable.terminal.tables.saved_games import Kept
    from odintable.terminal.tables.table import Table

BANNER = (
    "╔═╗ ╔╦╗ ╦ ╔╗╔ ’ ╔═╗   ╔╦╗ ╔═╗ ╔╗  ╦   ╔═╗\n"
    "║ ║  ║║ ║ ║║║   ╚═╗    ║  ╠═╣ ╠╩╗ ║   ║╣ \n"
    "╚═╝ ═╩╝ ╩ ╝╚╝   ╚═╝    ╩  ╩ ╩ ╚═╝ ╩═╝ ╚═╝"
)
ENTRIES = ("go-on", "ravens", "odin", "join", "look-back", "rules", "language", "quit")


class Menu(Room):
    """The first screen, and the one that all others lead back to."""

    BINDINGS: ClassVar[list[BindingType]] = [("q,escape", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("↑↓", "choose", "down"),
        ("Enter", "open", "open"),
        ("q", "quit", "leave"),
    ]

    def __init__(self, house: House, opening: Awaitable[Table] | None = None) -> None:
        """With a table that is to be opened at once, if the command line named one."""
        super().__init__(house)
        self.opening = opening

    def compose(self) -> ComposeResult:
        """The name of the house, what there is to do, and what that means."""
        yield Static(BANNER, classes="banner", markup=False)
        yield Picks(id="entries")
        yield Static(id="about")
        yield self.key_line()

    def on_mount(self) -> None:
        """Show it, and open what was asked for."""
        self.fill()
        self.query_one("#entries").focus()
        if self.opening is not None:
            self.open_table(self.opening)

    def on_screen_resume(self) -> None:
        """A game may have been left or ended meanwhile."""
        if self.is_mounted:
            self.fill()

    def fill(self) -> None:
        """The entries, in the language that is spoken now."""
        entries = self.query_one("#entries", Picks)
        at = entries.highlighted or 0
        entries.clear_options()
        entries.add_options(
            Option(Content.from_rich_text(self.label(entry)), id=entry)
            for entry in ENTRIES
            if entry != "go-on" or self.left is not None
        )
        entries.highlighted = min(at, entries.option_count - 1)

    @property
    def left(self) -> Kept | None:
        """The last game that was left."""
        return next(iter(self.house.shelf.games(over=False)), None)

    def label(self, entry: str) -> Text:
        """What an entry says."""
        if entry in ("ravens", "odin"):
            return Text(self.text(f"game.{entry}"), style="bold")
        text = Text(self.text(f"terminal.menu.{entry}"))
        if entry == "go-on" and self.left is not None:
            text.append(f"  {in_words(self.left, self)}", style="dim")
        if entry == "language":
            text.append(f"  {self.text('terminal.language')}", style="bold")
        return text

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """What the entry means."""
        entry = message.option.id or ""
        is_game = entry in ("ravens", "odin")
        about = (
            self.text(f"game.{entry}.about") if is_game else self.text(f"terminal.about.{entry}")
        )
        self.query_one("#about", Static).update(about)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Do it."""
        entry = message.option.id or ""
        if entry in ("ravens", "odin"):
            self.app.push_screen(Setup(self.house, entry, self.begin))
        else:
            {
                "go-on": self.go_on,
                "join": lambda: self.app.push_screen(Join(self.house, self.join)),
                "look-back": lambda: self.app.push_screen(Games(self.house)),
                "rules": self.show_rules,
                "language": self.next_language,
                "quit": self.action_leave,
            }[entry]()

    # -- What is opened ------------------------------------------------------------------------

    def open_table(self, opening: Awaitable[Table]) -> None:
        """Sit down as soon as the table is there; it may have to be compiled first."""
        self.tell(self.text("one-moment"))
        self.run_worker(self.sit_down(opening), name="opening", exclusive=True)

    async def sit_down(self, opening: Awaitable[Table]) -> None:
        """Show the table, or say why there is none."""
        try:
            table = await opening
        except OdintableError as error:
            self.tell(str(error))
            return
        while self.app.screen is not self:
            self.app.pop_screen()
        self.app.push_screen(GameScreen(self.house, table))

    def tell(self, line: str) -> None:
        """A line on whichever screen is shown."""
        self.app.screen.query_one("#about", Static).update(line)

    def begin(self, seating: Seating) -> None:
        """A new game."""
        house = self.house
        self.open_table(asyncio.to_thread(new_game, seating, house.texts, house.shelf, house.speed))

    def go_on(self) -> None:
        """The last game that was left."""
        house, left = self.house, self.left
        if left is not None:
            self.open_table(
                asyncio.to_thread(kept_game, left, house.texts, house.shelf, house.speed)
            )

    def join(self, link: str, name: str) -> None:
        """A table on a server."""
        self.open_table(joined_table(link, name, self.texts))

    # -- The rest ------------------------------------------------------------------------------

    def show_rules(self) -> None:
        """Both games on one page."""
        text = rules("ravens", self.texts).append_text(rules("odin", self.texts))
        self.app.push_screen(Page(self.house, text))

    def next_language(self) -> None:
        """Another language, at once."""
        spoken = list(LANGUAGES)
        after = spoken[(spoken.index(self.texts.language) + 1) % len(spoken)]
        self.house.texts = Texts(after)
        self.fill()
        self.call_next(self.refresh_keys)

    def action_open(self) -> None:
        """What is highlighted."""
        self.query_one("#entries", Picks).action_select()

    def action_down(self) -> None:
        """The next entry."""
        self.query_one("#entries", Picks).action_cursor_down()

    def action_leave(self) -> None:
        """The end."""
        self.app.exit()


class Games(Room):
    """Games that were played here, to look at."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("↑↓", "choose", "down"),
        ("Enter", "open", "open"),
        ("Esc", "back", "leave"),
    ]

    def compose(self) -> ComposeResult:
        """The newest first."""
        self.games = self.house.shelf.games(over=True)
        yield Static(self.text("terminal.menu.look-back"), classes="title")
        yield Picks(*(Content(in_words(kept, self)) for kept in self.games), id="entries")
        has_games = bool(self.games)
        about = (
            self.text("terminal.about.look-back") if has_games else self.text("terminal.no-games")
        )
        yield Static(about, id="about")
        yield self.key_line()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Look at it."""
        try:
            record = self.games[message.option_index].open()
        except OdintableError as error:
            self.query_one("#about", Static).update(str(error))
            return
        self.app.push_screen(ReelScreen(self.house, record))

    def action_open(self) -> None:
        """What is highlighted."""
        self.query_one("#entries", Picks).action_select()

    def action_down(self) -> None:
        """The next game."""
        self.query_one("#entries", Picks).action_cursor_down()


def in_words(kept: Kept, room: Room) -> str:
    """A kept game in a line."""
    players = kept.players.replace(" | ", ", ")
    score = kept.result.split()[-1]
    told = f"{players}, {score}, {kept.date}"
    return room.texts.labelled(room.text(f"game.{kept.game}"), told)
