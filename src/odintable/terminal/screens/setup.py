"""Before a game: who plays, and by which options."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import OptionList, Static

from odintable import bots
from odintable.terminal.tables.local_table import Seating, bot_name

from .screen import House, Room
from .settings_list import Choices, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

LIMITS = {"odin": ("limit", [5, 10, 15, 20, 30]), "ravens": ("target", [3, 6, 12, 20, 30])}
USUAL = {"odin": 15, "ravens": 12}
FLAGS = {
    "odin": ("goat", "four-colours"),
    "ravens": ("strict-joker", "removed-under", "buy-magic", "keep-cards"),
}
PERSON = ""
USUAL_LEVEL = 2


class Setup(Room):
    """The settings of one game; Enter on the first line begins."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "leave", "")]
    KEYS: ClassVar[Sequence[tuple[str, str, str]]] = [
        ("↑↓", "choose", "down"),
        ("←→", "change", "change"),
        ("Enter", "play", "begin"),
        ("Esc", "back", "leave"),
    ]

    def __init__(self, house: House, game: str, begin: Callable[[Seating], None]) -> None:
        """Two players, the usual options."""
        super().__init__(house)
        self.game = game
        self.begin = begin
        self.settings: dict[str, Row[object]] = {}

    def compose(self) -> ComposeResult:
        """The settings above what they mean."""
        yield Static(self.text(f"game.{self.game}"), classes="title")
        yield Static(self.text(f"game.{self.game}.about"), classes="about")
        yield Choices(self.text("make.bots"))
        yield Static(id="about")
        yield self.key_line()

    def on_mount(self) -> None:
        """Show them."""
        self.settings = {row.key: row for row in self.all_rows()}
        self.show_rows()
        self.query_one(Choices).focus()

    def all_rows(self) -> list[Row[object]]:
        """Every setting this game has."""
        rows: list[Row[object]] = []
        if self.game == "odin":
            counts = [(n, self.text("players", count=n)) for n in range(2, 7)]
            rows.append(Row("players", self.text("how-many"), counts))
        rows += [self.seat_row(seat) for seat in range(6 if self.game == "odin" else 2)]
        name, values = LIMITS[self.game]
        points = [(value, self.text("points", count=value)) for value in values]
        usual = values.index(USUAL[self.game])
        rows.append(Row(name, self.text(f"option.{name}"), points, usual))
        yes_no = [(False, self.text("terminal.no")), (True, self.text("terminal.yes"))]
        for flag in FLAGS[self.game]:
            about = self.text(f"option.{flag}.about")
            rows.append(Row(flag, self.text(f"option.{flag}"), yes_no, about=about))
        return rows

    def seat_row(self, seat: int) -> Row[object]:
        """Who sits there: the first is a person, the others are bots unless one says otherwise."""
        levels = sorted((bot.level, bot.name) for bot in bots.BOTS if bot.level is not None)
        named = [
            (name, f"{bot_name(name, self.texts)}, {self.text('level', level=level)}")
            for level, name in levels
        ]
        person = (PERSON, self.text("person-here" if seat else "you"))
        label = self.text("seat", number=seat + 1)
        return Row(f"seat-{seat}", label, [person, *named], USUAL_LEVEL if seat else 0)

    def shown(self) -> list[Row[object]]:
        """The settings that matter now."""
        players = self.players
        rows = [self.settings["players"]] if self.game == "odin" else []
        rows += [self.settings[f"seat-{seat}"] for seat in range(players)]
        rows.append(self.settings[LIMITS[self.game][0]])
        flags = [flag for flag in FLAGS[self.game] if flag != "four-colours" or players == 2]
        return rows + [self.settings[flag] for flag in flags]

    @property
    def players(self) -> int:
        """How many play."""
        chosen = self.settings["players"].value if self.game == "odin" else 2
        assert isinstance(chosen, int)
        return chosen

    def show_rows(self) -> None:
        """Draw them anew."""
        self.query_one(Choices).show_rows(self.shown())

    def on_choices_changed(self) -> None:
        """Another value may show or hide other settings."""
        self.show_rows()

    def on_option_list_option_highlighted(self) -> None:
        """Tell what the setting means."""
        row = self.query_one(Choices).row
        about = row.about if row else ""
        if row and row.key.startswith("seat-") and row.value:
            about = self.text(f"bot.{row.value}.about")
        self.query_one("#about", Static).update(about)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Enter or a click: begin, or another value."""
        if message.option_index == 0:
            self.action_begin()
        else:
            self.query_one(Choices).action_step(1)

    def action_change(self) -> None:
        """Another value of the highlighted setting."""
        self.query_one(Choices).action_step(1)

    def action_down(self) -> None:
        """The next setting."""
        self.query_one(Choices).action_cursor_down()

    def action_begin(self) -> None:
        """Play."""
        self.begin(self.seating())

    def seating(self) -> Seating:
        """What was chosen."""
        seats = tuple(str(self.settings[f"seat-{seat}"].value) for seat in range(self.players))
        name, _ = LIMITS[self.game]
        options = {name: self.settings[name].value}
        options |= {
            row.key: True for row in self.shown() if row.key in FLAGS[self.game] and row.value
        }
        if options[name] == USUAL[self.game]:
            del options[name]
        return Seating(self.game, seats, options)
