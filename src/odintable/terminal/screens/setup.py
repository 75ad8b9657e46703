"""The settings of a new game: players and rule options.

Seats and options come from the game's `GameSpec`; an option has the texts `option.NAME`,
`option.NAME.about` for a flag and `option.NAME.value` for a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import OptionList, Static

from odintable import bots
from odintable.games.spec import GAMES
from odintable.terminal.tables.local_table import TableSetup, bot_name

from .app_screen import AppScreen, AppState
from .settings_list import Setting, SettingsList

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from odintable.games.spec import Option

PERSON = ""  # the value of a seat without a bot
DEFAULT_LEVEL = 2  # of the bots
PLAYERS = "players"  # the key of the number of players


class SetupScreen(AppScreen):
    """The settings of one game; Enter on the first line starts it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("↑↓", "choose", "down"),
        ("←→", "change", "change"),
        ("Enter", "play", "start"),
        ("Esc", "back", "leave"),
    ]

    def __init__(self, app_state: AppState, game: str, start: Callable[[TableSetup], None]) -> None:
        """Take a game and the function to call with the chosen settings."""
        super().__init__(app_state)
        self.game = game
        self.spec = GAMES[game]
        self.start = start
        self.options = [option for option in self.spec.options if option.is_in_setup]
        self.settings: dict[str, Setting[object]] = {}

    def compose(self) -> ComposeResult:
        """Show the settings, and an explanation of the highlighted one."""
        yield Static(self.text(f"game.{self.game}"), classes="title")
        yield Static(self.text(f"game.{self.game}.about"), classes="about")
        yield SettingsList(self.text("create.bots"))
        yield Static(id="about")
        yield self.key_line()

    def on_mount(self) -> None:
        """Begin with the defaults."""
        seats = [self.seat_setting(seat) for seat in range(self.spec.max_players)]
        options = [self.option_setting(option) for option in self.options]
        settings = [self.players_setting(), *seats, *options]
        self.settings = {setting.key: setting for setting in settings}
        self.show_settings()
        self.query_one(SettingsList).focus()

    # -- Settings ------------------------------------------------------------------------------

    def players_setting(self) -> Setting[object]:
        """Return the setting for the number of players."""
        counts = range(self.spec.min_players, self.spec.max_players + 1)
        values = [(count, self.text("players", count=count)) for count in counts]
        return Setting(PLAYERS, self.text("how-many"), values)

    def seat_setting(self, seat: int) -> Setting[object]:
        """Return a seat's setting: by default a person in the first seat and bots in the others."""
        levels = sorted((bot.level, bot.name) for bot in bots.BOTS if bot.level is not None)
        bot_values = [
            (name, f"{bot_name(name, self.texts)}, {self.text('level', level=level)}")
            for level, name in levels
        ]
        person = (PERSON, self.text("player-here" if seat else "you"))
        label = self.text("seat", number=seat + 1)
        at = DEFAULT_LEVEL if seat else 0
        return Setting(seat_key(seat), label, [person, *bot_values], at)

    def option_setting(self, option: Option) -> Setting[object]:
        """Return the setting of a rule option: yes or no, or one of the suggested numbers."""
        about_key = f"option.{option.name}.about"
        about = self.text(about_key) if self.texts.has(about_key) else ""
        values, default = self.option_values(option)
        at = [value for value, _ in values].index(default)
        return Setting(option.name, self.text(f"option.{option.name}"), values, at, about)

    def option_values(self, option: Option) -> tuple[list[tuple[object, str]], object]:
        """Return the values of an option with their labels, and its default value."""
        if option.kind == "flag":
            return [(False, self.text("terminal.no")), (True, self.text("terminal.yes"))], False
        numbers = sorted({*option.suggested, *([option.default] if option.default else [])})
        key = f"option.{option.name}.value"
        values: list[tuple[object, str]] = [
            (number, self.text(key, count=number) if self.texts.has(key) else str(number))
            for number in numbers
        ]
        if option.default is None:
            return [(None, self.text("terminal.no")), *values], None
        return values, option.default

    @property
    def players(self) -> int:
        """The chosen number of players."""
        players = self.settings[PLAYERS].value
        assert isinstance(players, int)
        return players

    def available_options(self) -> list[Option]:
        """Return the options for this number of players."""
        return [one for one in self.options if not one.players or self.players in one.players]

    def visible_settings(self) -> list[Setting[object]]:
        """Return the settings that apply to this number of players."""
        keys = [] if self.spec.has_fixed_players else [PLAYERS]
        keys += map(seat_key, range(self.players))
        keys += [option.name for option in self.available_options()]
        return [self.settings[key] for key in keys]

    # -- Keys ----------------------------------------------------------------------------------

    def show_settings(self) -> None:
        """Redraw the settings."""
        self.query_one(SettingsList).show_settings(self.visible_settings())

    def on_settings_list_changed(self) -> None:
        """Show or hide settings that depend on the changed one."""
        self.show_settings()

    def on_option_list_option_highlighted(self) -> None:
        """Explain the setting, or the chosen bot."""
        setting = self.query_one(SettingsList).current
        about = setting.about if setting else ""
        if setting and setting.key.startswith("seat-") and setting.value:
            about = self.text(f"bot.{setting.value}.about")
        self.query_one("#about", Static).update(about)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Start the game, or go to the next value of a setting."""
        if message.option_index == 0:
            self.action_start()
        else:
            self.query_one(SettingsList).action_step(1)

    def action_change(self) -> None:
        """Go to the next value of the highlighted setting."""
        self.query_one(SettingsList).action_step(1)

    def action_down(self) -> None:
        """Go to the next setting."""
        self.query_one(SettingsList).action_cursor_down()

    def action_start(self) -> None:
        """Start the game."""
        self.start(self.table_setup())

    def table_setup(self) -> TableSetup:
        """Return the chosen settings; options with their default value are left out."""
        seats = tuple(str(self.settings[seat_key(seat)].value) for seat in range(self.players))
        options = {
            option.name: self.settings[option.name].value
            for option in self.available_options()
            if self.settings[option.name].value not in (option.default, False, None)
        }
        return TableSetup(self.game, seats, options)


def seat_key(seat: int) -> str:
    return f"seat-{seat}"
