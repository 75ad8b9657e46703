"""The results as an SVG plot for light and dark pages: docs/images/reliability.svg."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from odintable.arena.report.ladder_plot import STYLE, line, text

from .bins import Bin, calibration_error, frequent_bins
from .saved_results import ViewerResult

FILE = Path(__file__).parent.parent.parent / "docs" / "images" / "reliability.svg"
TITLE = "Win chances as displayed, and as they come true"
PREDICTED, ACTUAL = "displayed win chance", "share of wins"
SIDE = 270  # pixels of a square
LEFT, ABOVE, WIDTH, HEIGHT = 66, 96, 360, 400  # the first square, and the distances between squares
COLUMNS = 3
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
MAX_RADIUS = 6.0  # of the bin with the most predictions
OWN_STYLE = """
  .bar { stroke-width: 1.5; }
  .mark { fill-opacity: 0.7; }
  .name { font-weight: 600; }
"""


def draw_plot(results: Sequence[ViewerResult]) -> str:
    """The plot: one square for each kind of viewer of each setup."""
    rows = -(-len(results) // COLUMNS)
    width, height = WIDTH * COLUMNS, HEIGHT * rows + 40
    spoken = "; ".join(f"{one.setup.name}, {one.viewer_kind}: {caption(one)}" for one in results)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(f'{TITLE}. {spoken}')}</title>",
        f"<style>{STYLE}{OWN_STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}" rx="6"/>',
        text(16, 28, TITLE, "title"),
    ]
    for at, one in enumerate(results):
        row, column = divmod(at, COLUMNS)
        shift = f"translate({LEFT + WIDTH * column} {ABOVE + HEIGHT * row})"
        parts += [f'<g transform="{shift}">', *square(one), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def caption(result: ViewerResult) -> str:
    """The caption of a square."""
    error = f"error {100 * calibration_error(result.bins):.1f} points"
    return f"{result.viewer_kind}: {result.whole.count:,} predictions, {error}"


def square(result: ViewerResult) -> list[str]:
    """The square of one kind of viewer; on the diagonal, predictions are right."""
    parts = [
        text(0, -28, result.setup.name, "name"),
        text(0, -11, caption(result)),
        line("even", 0, SIDE, SIDE, 0),
        text(SIDE / 2, SIDE + 38, PREDICTED, anchor="middle"),
        f'<g transform="rotate(-90)">{text(-SIDE / 2, -46, ACTUAL, anchor="middle")}</g>',
    ]
    for share in TICKS:
        x, y = coordinates(share, share)
        parts += [line("grid", x, 0, x, SIDE), line("grid", 0, y, SIDE, y)]
        parts.append(text(x, SIDE + 18, f"{share:.0%}", anchor="middle"))
        parts.append(text(-8, y + 4, f"{share:.0%}", anchor="end"))
    most = max(one.count for one in result.bins)
    for one in frequent_bins(result.bins):
        parts += point(one, MAX_RADIUS * (one.count / most) ** 0.5)
    return parts


def point(one: Bin, radius: float) -> list[str]:
    """A bin with its 95 % interval; the more predictions, the larger the circle."""
    x, y = coordinates(one.predicted, one.actual)
    _, low = coordinates(one.predicted, max(0.0, one.actual - one.half_width))
    _, high = coordinates(one.predicted, min(1.0, one.actual + one.half_width))
    return [
        line("bar", x, low, x, high),
        f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>',
    ]


def coordinates(predicted: float, actual: float) -> tuple[float, float]:
    """The coordinates of a point in a square."""
    return SIDE * predicted, SIDE * (1 - actual)
