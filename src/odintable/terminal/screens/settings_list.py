"""A list of settings: arrow keys or clicks step through the values of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from .menu_list import MenuList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.binding import BindingType

Value = TypeVar("Value")


@dataclass
class Setting(Generic[Value]):
    """A setting, its possible values, and the chosen one."""

    key: str
    label: str
    values: Sequence[tuple[Value, str]]  # each with its label
    at: int = 0
    about: str = ""

    @property
    def value(self) -> Value:
        """The chosen value."""
        return self.values[self.at][0]

    def step(self, by: int) -> None:
        """Choose the next value, or the previous one if `by` is -1."""
        self.at = (self.at + by) % len(self.values)

    def render(self, width: int) -> Content:
        """Draw the setting as `Players      ◂ 4 ▸`."""
        label = Content.styled(self.values[self.at][1], "bold")
        return Content(f"{self.label:<{width}}  ◂ ") + label + Content(" ▸")


class SettingsList(MenuList):
    """A list of settings below a start button."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "step(-1)", ""),
        ("right,space", "step(1)", ""),
    ]

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, setting: Setting[object]) -> None:
            """Take the setting."""
            super().__init__()
            self.setting = setting

    def __init__(self, button: str) -> None:
        """Take the label of the button."""
        super().__init__(id="settings")
        self.button = button
        self.settings: list[Setting[object]] = []

    def show_settings(self, settings: Sequence[Setting[object]]) -> None:
        """Show these settings; the highlight stays on its line."""
        at = self.highlighted or 0
        self.settings = list(settings)
        width = max((len(setting.label) for setting in settings), default=0)
        self.clear_options()
        self.add_option(Option(Content.styled(f"▶ {self.button}", "bold")))
        self.add_options(Option(setting.render(width)) for setting in settings)
        self.highlighted = min(at, self.option_count - 1)

    @property
    def current(self) -> Setting[object] | None:
        """The highlighted setting; None: the button."""
        return self.settings[self.highlighted - 1] if self.highlighted else None

    def action_step(self, by: int) -> None:
        """Choose another value of the highlighted setting."""
        if self.current is not None:
            self.current.step(by)
            self.post_message(self.Changed(self.current))
