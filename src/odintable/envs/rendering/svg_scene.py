"""A picture as SVG, made of the pictures that the page is made of, in its colours by day."""

from __future__ import annotations

import functools
import re
from importlib.resources import files

ART = ("odin", "ravens")
PLAIN = ""  # a sprite in no colour of its own

_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
_DECLARED = re.compile(r"(--[\w-]+):\s*(?:light-dark\((#\w+),[^)]*\)|(#\w+))")
_TINTED = re.compile(r'\[data-colour="(\w)"\]\s*{([^}]*)}')


@functools.cache
def palette(tint: str = PLAIN) -> dict[str, str]:
    """The colours of css/look.css by name; with a tint also those of a card of this colour."""
    sheet = (files("odintable") / "web/css/look.css").read_text(encoding="utf-8")
    tints = dict(_TINTED.findall(sheet))
    everywhere = _TINTED.sub("", sheet)
    found = {name: day or ever for name, day, ever in _DECLARED.findall(everywhere)}
    own = {name: day or ever for name, day, ever in _DECLARED.findall(tints.get(tint, ""))}
    return found | own


@functools.cache
def sprite(art: str, tint: str) -> str:
    """All pictures of a sprite, in the colours of a tint, under names that end in it."""
    text = (files("odintable") / f"web/art/{art}.svg").read_text(encoding="utf-8")
    inner = text[text.index(">") + 1 : text.rindex("</svg>")]
    colours = palette(tint)
    inner = _VARIABLE.sub(lambda found: colours.get(found[1], found[2] or "none"), inner)
    return re.sub(r'(id="|href="#)([\w-]+)"', rf'\1{art}-\2-{tint}"', inner)


class Scene:
    """A drawing that grows from back to front."""

    def __init__(self, width: int, height: int) -> None:
        """A table of this size, empty."""
        self.width, self.height = width, height
        self.used: set[tuple[str, str]] = set()
        self.parts: list[str] = []
        self.box(0, 0, width, height, palette()["--table"], 0)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, radius: float = 8,
        stroke: str = "none", line: float = 0,
    ) -> None:  # fmt: skip
        """A rectangle with round corners."""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="{line:g}"/>'
        )

    def disc(self, x: float, y: float, radius: float, fill: str, stroke: str = "none") -> None:
        """A filled circle, with an edge if it has a colour."""
        self.parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" '
            'stroke-width="5"/>'
        )

    def art(
        self, art: str, name: str, x: float, y: float, width: float, height: float,
        tint: str = PLAIN, colour: str = "",
    ) -> None:  # fmt: skip
        """One of the page's pictures."""
        self.used.add((art, tint))
        self.parts.append(
            f'<use href="#{art}-{name}-{tint}" x="{x:g}" y="{y:g}" width="{width:g}" '
            f'height="{height:g}" color="{colour or palette()["--ink"]}"/>'
        )

    def number(self, value: int, x: float, y: float, height: float, colour: str = "") -> None:
        """A number in the digits of the cards, from its left edge on."""
        wide = height * 0.75
        for digit in str(value):
            self.art("odin", f"num-{digit}", x, y, wide, height, colour=colour)
            x += wide * 0.95

    def svg(self) -> str:
        """The whole drawing."""
        sprites = "".join(sprite(*which) for which in sorted(self.used))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}">{sprites}{"".join(self.parts)}</svg>'
        )
