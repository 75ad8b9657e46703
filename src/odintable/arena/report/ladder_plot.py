"""A ladder as an SVG: contestants by strength, with error bars, for light and dark pages."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.arena.statistics.interval import Interval

WIDTH, ROW, TOP, FOOT = 720, 34, 56, 52  # pixels
LETTER = 7.6  # approximate width of a letter of a label, in pixels
MARGIN = 90  # for the numbers at the right
TICKS = 6

# Plain colours first: not every SVG renderer supports variables or dark mode.
STYLE = """
  text { fill: #1f2328; font: 13px system-ui, sans-serif; }
  .title { font-weight: 600; font-size: 15px; }
  .paper { fill: #ffffff; }
  .grid { stroke: #d0d7de; }
  .even { stroke: #1f2328; stroke-dasharray: 4 4; }
  .bar { stroke: #0b63c5; stroke-width: 2; }
  .mark { fill: #0b63c5; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .paper { fill: #0d1117; }
    .grid { stroke: #3d444d; }
    .even { stroke: #e6edf3; }
    .bar { stroke: #6cb6ff; }
    .mark { fill: #6cb6ff; }
  }
"""


@dataclass(frozen=True)
class Rung:
    """One contestant on the ladder."""

    label: str
    value: Interval


@dataclass(frozen=True)
class Ladder:
    """The content of the plot: the contestants on one axis."""

    title: str
    axis: str
    rungs: Sequence[Rung]
    even: float  # the value of all contestants if they are equally strong
    figure: str = "{:.0f}"  # format of a value


def draw(ladder: Ladder) -> str:
    """Draw the whole plot."""
    rungs = sorted(ladder.rungs, key=lambda rung: -rung.value.mean)
    foot = TOP + ROW * len(rungs)
    left = 24 + LETTER * max(len(rung.label) for rung in rungs)
    scale = Scale.over(ladder, left, WIDTH - MARGIN)
    title = f"{ladder.title}: " + ", ".join(description(rung, ladder.figure) for rung in rungs)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {foot + FOOT}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{foot + FOOT}" rx="6"/>',
        text(16, 28, ladder.title, "title"),
        *grid(scale, ladder, foot),
    ]
    for row, rung in enumerate(rungs):
        lines += draw_rung(rung, scale, TOP + ROW * (row + 0.5), ladder.figure)
    return "\n".join([*lines, "</svg>"]) + "\n"


@dataclass(frozen=True)
class Scale:
    """Maps values to x coordinates."""

    low: float
    high: float
    step: float
    left: float
    right: float

    @classmethod
    def over(cls, ladder: Ladder, left: float, right: float) -> Scale:
        """Return a scale that covers all intervals and ends at ticks."""
        ends = [end for rung in ladder.rungs for end in (rung.value.low, rung.value.high)]
        low, high = min(*ends, ladder.even), max(*ends, ladder.even)
        step = round_step((high - low) / TICKS or 1)
        return cls(math.floor(low / step) * step, math.ceil(high / step) * step, step, left, right)

    def at(self, value: float) -> float:
        """Return the x coordinate of a value."""
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)

    def ticks(self) -> list[float]:
        """Return the values of the grid lines."""
        return [
            self.low + self.step * tick
            for tick in range(round((self.high - self.low) / self.step) + 1)
        ]


def round_step(min_step: float) -> float:
    """Round up to 1, 2 or 5 times a power of ten."""
    power = 10 ** math.floor(math.log10(min_step))
    return float(next(power * times for times in (1, 2, 5, 10) if power * times >= min_step))


def grid(scale: Scale, ladder: Ladder, foot: float) -> list[str]:
    """Draw the grid lines with their values, the axis title, and the line of equal strength."""
    lines = []
    for value in scale.ticks():
        x = scale.at(value)
        lines.append(line("grid", x, TOP, x, foot))
        lines.append(text(x, foot + 18, ladder.figure.format(value), anchor="middle"))
    x = scale.at(ladder.even)
    lines.append(line("even", x, TOP, x, foot))
    lines.append(text((scale.left + scale.right) / 2, foot + 38, ladder.axis, anchor="middle"))
    return lines


def draw_rung(rung: Rung, scale: Scale, y: float, figure: str) -> list[str]:
    """Draw one contestant: label, interval, mean."""
    low, x, high = (scale.at(v) for v in (rung.value.low, rung.value.mean, rung.value.high))
    return [
        text(scale.left - 10, y + 4, rung.label, anchor="end"),
        line("bar", low, y, high, y),
        line("bar", low, y - 5, low, y + 5),
        line("bar", high, y - 5, high, y + 5),
        f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="5"/>',
        text(scale.right + 14, y + 4, figure.format(rung.value.mean)),
    ]


def description(rung: Rung, figure: str) -> str:
    """Describe one contestant in words, for screen readers."""
    low, mean, high = (figure.format(v) for v in (rung.value.low, rung.value.mean, rung.value.high))
    return f"{rung.label} {mean} ({low} to {high})"


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
