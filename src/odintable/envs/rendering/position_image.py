"""Draw a position as SVG or as an RGB array.

The function `draw` in `games/NAME.py` draws the game NAME.
"""

from __future__ import annotations

import io
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from odintable.errors import OptionError

if TYPE_CHECKING:
    from odintable.games.position import Position

    from .svg_drawing import SvgDrawing


def draw_position(position: Position) -> SvgDrawing:
    """Draw the table, as far as the position or view shows it."""
    module = f"{__package__}.games.{position.name}"
    if find_spec(module) is None:
        raise OptionError(f"{position.name} has no pictures: use another render_mode")
    drawing: SvgDrawing = import_module(module).draw(position.to_json())
    return drawing


def rgb_array(position: Position) -> np.ndarray[Any, Any]:
    """Return the table as an array of bytes: height × width × 3."""
    from PIL import Image  # noqa: PLC0415 - only images need these two packages
    from resvg_py import svg_to_bytes  # noqa: PLC0415

    png = bytes(svg_to_bytes(svg_string=draw_position(position).svg(), skip_system_fonts=True))
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
