"""A position as a picture: an array of red, green and blue, or SVG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from .games import odin, ravens

if TYPE_CHECKING:
    from odintable.games.position import Position

    from .svg_scene import Scene

ROOMS = {"odin": odin, "ravens": ravens}


def drawn(position: Position) -> Scene:
    """The table, as far as the position or view shows it."""
    scene: Scene = ROOMS[position.name].draw(position.to_json())
    return scene


def picture(position: Position) -> np.ndarray[Any, Any]:
    """The table as an array: height × width × 3, a byte each."""
    from PIL import Image  # noqa: PLC0415 - only who wants pictures needs these two
    from resvg_py import svg_to_bytes  # noqa: PLC0415

    png = bytes(svg_to_bytes(svg_string=drawn(position).svg(), skip_system_fonts=True))
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
