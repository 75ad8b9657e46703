"""Renderer: shows positions in one of Gymnasium's render modes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from rich.console import Console

from odintable.errors import OptionError
from odintable.terminal.drawing.position_drawing import Drawing

if TYPE_CHECKING:
    import numpy as np

    from odintable.games.position import Position

RENDER_MODES = ("ansi", "human", "rgb_array")
WIDTH = 100  # columns


class Renderer:
    """Shows positions as text, as images, or printed, depending on the mode."""

    def __init__(self, mode: str | None) -> None:
        """Check the mode; None shows nothing."""
        if mode is not None and mode not in RENDER_MODES:
            raise OptionError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}")
        self.mode = mode

    def render(self, position: Position) -> str | np.ndarray[Any, Any] | None:
        """Return the position as text or image; None if it was printed or there is no mode."""
        if self.mode == "rgb_array":
            from .position_image import rgb_array  # noqa: PLC0415 - only this mode needs Pillow

            return rgb_array(position)
        drawing = Drawing(position)
        if self.mode == "ansi":
            text = io.StringIO()
            Console(file=text, width=WIDTH, force_terminal=True, color_system="256").print(drawing)
            return text.getvalue()
        if self.mode == "human":
            Console().print(drawing)
        return None
