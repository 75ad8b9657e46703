"""All symbols of the sprites on one page, in both themes.

`python -m tests.tools.contact_sheet SHEET.html` writes it; open it in a browser. It is a tool for
developers and not part of the package.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from tests.web.support.sprites import SPRITES, STYLE, Symbol, symbols

COLOURS = "BGOPRY"
GROUND = """
body { margin: 0; font: 12px/1.3 var(--font); background: none; }
section { padding: 16px; background: var(--bg); color: var(--text); }
section > div { display: flex; flex-wrap: wrap; gap: 12px; padding: 12px; margin-bottom: 12px; }
figure { margin: 0; text-align: center; } figcaption { color: var(--on-table-soft); }
h2 { font: var(--weight-head) var(--type-xl) var(--font-head); letter-spacing: var(--track-head); }
.pair { display: inline-grid; } svg { display: block; overflow: hidden; }
"""


def picture(symbol: Symbol, width: int) -> str:
    """A symbol with its id below."""
    height = round(width * symbol.height / symbol.width)
    use = f'<use href="#{symbol.name}"/>'
    drawn = f'<svg width="{width}" height="{height}" viewBox="{symbol.box}">{use}</svg>'
    return f"<figure>{drawn}<figcaption>{symbol.name}</figcaption></figure>"


def odin_card(card: str, width: int) -> str:
    """An ODIN card such as R5, as the page puts it together."""
    uses = f'<use href="#face-{card[1]}"/><use href="#mark-{card[0]}"/>'
    size = f'width="{width}" height="{width * 1.4:.0f}" viewBox="0 0 100 140"'
    return f'<svg data-colour="{card[0]}" {size}>{uses}</svg>'


def landscape(pair: str, width: int) -> str:
    """A landscape card: the space of lane 0 above that of lane 1."""
    uses = [
        f'<use href="#tile-{land}" y="{100 * at}" height="100"/>' for at, land in enumerate(pair)
    ]
    size = f'width="{width}" height="{2 * width}" viewBox="0 0 100 200"'
    return f"<svg {size}>{''.join(uses)}</svg>"


def width_of(symbol: Symbol) -> int:
    """The width in pixels: icons are small, posters large."""
    return {24: 32, 64: 64, 100: 110, 140: 150}.get(symbol.width, symbol.width)


def theme(name: str) -> str:
    """All pictures on the background of one theme."""
    parts = [f'<section data-theme="{name}"><h2>{name}</h2>']
    for sprite in SPRITES:
        parts += panel(picture(symbol, width_of(symbol)) for symbol in symbols(sprite))
    parts += panel(odin_card(f"{colour}{n}", 64) for colour in COLOURS for n in range(1, 10))
    parts += panel(odin_card(card, 44) for card in "R1 O2 Y3 G4 B5 P6 R7 O8 Y9 X0".split())
    parts += panel(landscape(pair, 80) for pair in "FM PS WF MW SP FF FW MS SM PF".split())
    return "\n".join([*parts, "</section>"])


def panel(pictures: Iterable[str]) -> list[str]:
    """Pictures on the table top."""
    return ['<div class="table-top" data-colour="R">', *pictures, "</div>"]


def page() -> str:
    """The sheet as one file that needs no other, except for the image of the planks."""
    style = STYLE.read_text(encoding="utf-8") + GROUND
    sprites = "".join(path.read_text(encoding="utf-8") for path in SPRITES)
    hidden = f'<div style="position:absolute;width:0;height:0;overflow:hidden">{sprites}</div>'
    themes = theme("light") + theme("dark")
    return f"<!doctype html><meta charset=utf-8><style>{style}</style>{hidden}{themes}"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
