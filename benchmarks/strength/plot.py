"""Shares of the win with their intervals and goals, as an SVG for light and dark pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from odintable.arena.report.ladder_plot import (
    FOOT,
    LETTER,
    MARGIN,
    ROW,
    STYLE,
    TOP,
    WIDTH,
    Rung,
    Scale,
    description,
    draw_rung,
    line,
    text,
)
from odintable.arena.report.report import in_percent
from odintable.arena.statistics.interval import Interval

AXIS = "share of the win in %, with 95 % intervals; a bar across marks the goal"
GOAL_STYLE = """
  .goal { stroke: #b35900; stroke-width: 3; }
  @media (prefers-color-scheme: dark) { .goal { stroke: #ffb86b; } }
"""


@dataclass(frozen=True)
class Row:
    """One meeting with its result and its goal."""

    label: str
    share: Interval  # 0 to 1
    goal: float | None


def draw(title: str, rows: Sequence[Row]) -> str:
    """The plot as SVG, with the rows in the given order."""
    foot = TOP + ROW * len(rows)
    left = 24 + LETTER * max(len(row.label) for row in rows)
    width = max(WIDTH, round(left + WIDTH / 2 + MARGIN))
    scale = Scale(0, 100, 20, left, width - MARGIN)
    rungs = [Rung(row.label, in_percent(row.share)) for row in rows]
    spoken = f"{title}: " + ", ".join(description(rung, "{:.1f}") for rung in rungs)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {foot + FOOT}" role="img">',
        f"<title>{escape(spoken)}</title>",
        f"<style>{STYLE}{GOAL_STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{foot + FOOT}" rx="6"/>',
        text(16, 28, title, "title"),
        *grid(scale, foot),
    ]
    for at, (row, rung) in enumerate(zip(rows, rungs, strict=True)):
        y = TOP + ROW * (at + 0.5)
        if row.goal is not None:
            x = scale.at(100 * row.goal)
            lines.append(line("goal", x, y - 11, x, y + 11))
        lines += draw_rung(rung, scale, y, "{:.1f}")
    return "\n".join([*lines, "</svg>"]) + "\n"


def grid(scale: Scale, foot: float) -> list[str]:
    """The grid lines with their numbers, and the label of the axis."""
    lines = []
    for value in scale.ticks():
        x = scale.at(value)
        lines.append(line("grid", x, TOP, x, foot))
        lines.append(text(x, foot + 18, f"{value:.0f}", anchor="middle"))
    lines.append(text((scale.left + scale.right) / 2, foot + 38, AXIS, anchor="middle"))
    return lines
