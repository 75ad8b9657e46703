"""Settings in a list: each row has a few values, which the arrows or a click go through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from .option_list import Picks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.binding import BindingType

Value = TypeVar("Value")


@dataclass
class Row(Generic[Value]):
    """One setting, and which of its values holds."""

    key: str
    label: str
    values: Sequence[tuple[Value, str]]  # each with its name
    at: int = 0
    about: str = ""

    @property
    def value(self) -> Value:
        """The value that holds."""
        return self.values[self.at][0]

    def step(self, by: int) -> None:
        """The next value, or the one before."""
        self.at = (self.at + by) % len(self.values)

    def drawn(self, width: int) -> Content:
        """`Players      ◂ 4 ▸`."""
        name = Content.styled(self.values[self.at][1], "bold")
        return Content(f"{self.label:<{width}}  ◂ ") + name + Content(" ▸")


class Choices(Picks):
    """Rows of settings below a button."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "step(-1)", ""),
        ("right,space", "step(1)", ""),
    ]

    class Changed(Message):
        """A setting has another value."""

        def __init__(self, row: Row[object]) -> None:
            """Which."""
            super().__init__()
            self.row = row

    def __init__(self, button: str) -> None:
        """The button alone."""
        super().__init__(id="choices")
        self.button = button
        self.rows: list[Row[object]] = []

    def show_rows(self, rows: Sequence[Row[object]]) -> None:
        """These settings; what is highlighted stays where it was."""
        at = self.highlighted or 0
        self.rows = list(rows)
        width = max((len(row.label) for row in rows), default=0)
        self.clear_options()
        self.add_option(Option(Content.styled(f"▶ {self.button}", "bold")))
        self.add_options(Option(row.drawn(width)) for row in rows)
        self.highlighted = min(at, self.option_count - 1)

    @property
    def row(self) -> Row[object] | None:
        """The setting that is highlighted; None: the button."""
        return self.rows[self.highlighted - 1] if self.highlighted else None

    def action_step(self, by: int) -> None:
        """Another value."""
        if self.row is not None:
            self.row.step(by)
            self.post_message(self.Changed(self.row))
