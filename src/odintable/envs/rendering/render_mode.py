"""How a game looks: as text, as a picture, or printed for whoever sits at the terminal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from rich.console import Console

from odintable.errors import OptionError
from odintable.terminal.drawing.drawing import Drawing, names_of

if TYPE_CHECKING:
    import numpy as np

    from odintable.games.position import Position

MODES = ("ansi", "human", "rgb_array")
WIDTH = 100


class Look:
    """One way to look at games."""

    def __init__(self, mode: str | None) -> None:
        """Refuse a way that there is not."""
        if mode is not None and mode not in MODES:
            raise OptionError(f"render_mode must be one of {', '.join(MODES)}, not {mode!r}")
        self.mode = mode

    def at(self, position: Position) -> str | np.ndarray[Any, Any] | None:
        """The position as text or picture; None when it was printed, or nobody looks."""
        if self.mode == "rgb_array":
            from .picture import picture  # noqa: PLC0415 - Pillow, for who wants pictures

            return picture(position)
        drawing = Drawing(position, names_of(position))
        if self.mode == "ansi":
            page = io.StringIO()
            Console(file=page, width=WIDTH, force_terminal=True, color_system="256").print(drawing)
            return page.getvalue()
        if self.mode == "human":
            Console().print(drawing)
        return None
