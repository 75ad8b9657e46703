"""Reads the SVG sprites: symbols, their view boxes, the colours they take."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

from tests.paths import ROOT

WEB = ROOT / "src/odintable/web"
ART = WEB / "art"
STYLE = WEB / "css/theme.css"
SPRITES = [ART / "shared.svg", ART / "ravens.svg", ART / "odin.svg"]
SVG = "{http://www.w3.org/2000/svg}"


class Symbol(NamedTuple):
    """A symbol of a sprite, and the custom properties it takes."""

    name: str
    box: str
    takes: frozenset[str]

    @property
    def width(self) -> int:
        return int(self.box.split()[2])

    @property
    def height(self) -> int:
        return int(self.box.split()[3])


def symbols(sprite: Path) -> list[Symbol]:
    """The symbols of a sprite, in its order."""
    root = ET.parse(sprite).getroot()
    named = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    return [
        Symbol(element.get("id", ""), element.get("viewBox", ""), frozenset(takes(element, named)))
        for element in root.iter(f"{SVG}symbol")
    ]


def takes(element: ET.Element, named: dict[str, ET.Element]) -> set[str]:
    """The custom properties and currentColor in an element and in all that it uses."""
    found: set[str] = set()
    for part in element.iter():
        for value in part.attrib.values():
            found |= set(re.findall(r"var\((--[\w-]+)", value))
            found |= {"currentColor"} & {value}
        if part.tag == f"{SVG}use":
            found |= takes(named[part.get("href", "")[1:]], named)
    return found
