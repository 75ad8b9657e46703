"""A list to pick from, whose highlighted line is reversed: that shows on any ground."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widgets import OptionList

REVERSED = Style(reverse=True)


class Picks(OptionList):
    """Textual's list; its own styles know no reversing."""

    def render_line(self, y: int) -> Strip:
        """A line, reversed from end to end if it belongs to what is highlighted."""
        line = super().render_line(y)
        at = self.scroll_offset.y + y
        if at < len(self._lines) and self._lines[at][0] == self.highlighted:
            return Strip(Segment.apply_style(line, post_style=REVERSED), line.cell_length)
        return line
