"""SvgDrawing: an SVG image made of the web page's art, in the page's light colours."""

from __future__ import annotations

import functools
import re
from importlib.resources import files
from typing import NamedTuple

NO_TINT = ""

_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
_DECLARED = re.compile(r"(--[\w-]+):\s*(?:light-dark\((#\w+),[^)]*\)|(#\w+))")
_TINTED = re.compile(r'\[data-colour="(\w)"\]\s*{([^}]*)}')


@functools.cache
def palette(tint: str = NO_TINT) -> dict[str, str]:
    """Return the colours of css/theme.css by name, including those of a tinted card."""
    sheet = (files("odintable") / "web/css/theme.css").read_text(encoding="utf-8")
    tints = dict(_TINTED.findall(sheet))
    untinted = _TINTED.sub("", sheet)
    found = {name: day or always for name, day, always in _DECLARED.findall(untinted)}
    own = {name: day or always for name, day, always in _DECLARED.findall(tints.get(tint, ""))}
    return found | own


@functools.cache
def sprite(art: str, tint: str) -> str:
    """Return the pictures of a sprite file in the colours of a tint; their ids end in the tint."""
    text = (files("odintable") / f"web/art/{art}.svg").read_text(encoding="utf-8")
    inner = text[text.index(">") + 1 : text.rindex("</svg>")]
    colours = palette(tint)
    inner = _VARIABLE.sub(lambda found: colours.get(found[1], found[2] or "none"), inner)
    return re.sub(r'(id="|href="#)([\w-]+)"', rf'\1{art}-\2-{tint}"', inner)


class Box(NamedTuple):
    """A rectangle on the drawing."""

    x: float
    y: float
    width: float
    height: float


class SvgDrawing:
    """A drawing to which shapes are added from back to front."""

    def __init__(self, width: int, height: int) -> None:
        """Start with an empty table of this size."""
        self.width, self.height = width, height
        self.sprites: set[tuple[str, str]] = set()
        self.shapes: list[str] = []
        self.rectangle(Box(0, 0, width, height), palette()["--table"], radius=0)

    def rectangle(
        self, box: Box, fill: str, radius: float = 8, stroke: str = "none", line: float = 0
    ) -> None:
        """Add a rectangle with round corners."""
        x, y, width, height = box
        self.shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="{line:g}"/>'
        )

    def disc(self, x: float, y: float, radius: float, fill: str, stroke: str = "none") -> None:
        """Add a filled circle, with an edge if a stroke colour is given."""
        self.shapes.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" '
            'stroke-width="5"/>'
        )

    def art(self, art: str, name: str, box: Box, tint: str = NO_TINT, colour: str = "") -> None:
        """Add a picture from one of the page's sprite files."""
        self.sprites.add((art, tint))
        x, y, width, height = box
        self.shapes.append(
            f'<use href="#{art}-{name}-{tint}" x="{x:g}" y="{y:g}" width="{width:g}" '
            f'height="{height:g}" color="{colour or palette()["--ink"]}"/>'
        )

    def svg(self) -> str:
        """Return the drawing as SVG text."""
        sprites = "".join(sprite(*which) for which in sorted(self.sprites))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}">{sprites}{"".join(self.shapes)}</svg>'
        )
