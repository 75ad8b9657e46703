"""Numbers drawn with the digits of the ODIN cards, for the drawings of all games."""

from __future__ import annotations

from odintable.envs.rendering.svg_drawing import Box, SvgDrawing


def draw_number(
    drawing: SvgDrawing, value: int, x: float, y: float, height: float, colour: str = ""
) -> None:
    """Draw a number whose top left corner is at (x, y)."""
    width = height * 0.75
    for digit in str(value):
        drawing.art("odin", f"num-{digit}", Box(x, y, width, height), colour=colour)
        x += width * 0.95
