"""The results as an SVG plot for light and dark pages: docs/images/reliability.svg."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from odintable.arena.report.ladder_plot import STYLE, line, text

from .bins import Bin, calibration_error, common
from .saved_results import Found

FILE = Path(__file__).parent.parent.parent / "docs" / "images" / "reliability.svg"
TITLE = "Chances as they are told, and as they come true"
SAID, WON = "chance to win, as told", "so much was won"
SIDE = 270  # pixels of a square
LEFT, ABOVE, WIDTH, HEIGHT = 66, 96, 360, 400  # the first square, and the distances between squares
COLUMNS = 3
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
MOST_RADIUS = 6.0  # of the bin with the most moments
OWN_STYLE = """
  .bar { stroke-width: 1.5; }
  .mark { fill-opacity: 0.7; }
  .name { font-weight: 600; }
"""


def drawn(every: Sequence[Found]) -> str:
    """The plot: one square for each kind of viewer at each table."""
    rows = -(-len(every) // COLUMNS)
    width, height = WIDTH * COLUMNS, HEIGHT * rows + 40
    spoken = "; ".join(f"{one.table.name}, {one.place}: {gist(one)}" for one in every)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(f'{TITLE}. {spoken}')}</title>",
        f"<style>{STYLE}{OWN_STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}" rx="6"/>',
        text(16, 28, TITLE, "title"),
    ]
    for at, one in enumerate(every):
        row, column = divmod(at, COLUMNS)
        place = f"translate({LEFT + WIDTH * column} {ABOVE + HEIGHT * row})"
        parts += [f'<g transform="{place}">', *square(one), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def gist(found: Found) -> str:
    """The caption of a square."""
    error = f"error {100 * calibration_error(found.bins):.1f} points"
    return f"{found.place}: {found.whole.many:,} moments, {error}"


def square(found: Found) -> list[str]:
    """The square of one kind of viewer; on the diagonal, predictions are right."""
    parts = [
        text(0, -28, found.table.name, "name"),
        text(0, -11, gist(found)),
        line("even", 0, SIDE, SIDE, 0),
        text(SIDE / 2, SIDE + 38, SAID, anchor="middle"),
        f'<g transform="rotate(-90)">{text(-SIDE / 2, -46, WON, anchor="middle")}</g>',
    ]
    for share in TICKS:
        x, y = place(share, share)
        parts += [line("grid", x, 0, x, SIDE), line("grid", 0, y, SIDE, y)]
        parts.append(text(x, SIDE + 18, f"{share:.0%}", anchor="middle"))
        parts.append(text(-8, y + 4, f"{share:.0%}", anchor="end"))
    most = max(one.many for one in found.bins)
    for one in common(found.bins):
        parts += point(one, MOST_RADIUS * (one.many / most) ** 0.5)
    return parts


def point(one: Bin, radius: float) -> list[str]:
    """A bin with its 95 % interval; the more moments, the larger the circle."""
    x, y = place(one.said, one.won)
    _, low = place(one.said, max(0.0, one.won - one.reach))
    _, high = place(one.said, min(1.0, one.won + one.reach))
    return [
        line("bar", x, low, x, high),
        f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>',
    ]


def place(said: float, won: float) -> tuple[float, float]:
    """The coordinates of a point in a square."""
    return SIDE * said, SIDE * (1 - won)
