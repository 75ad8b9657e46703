"""A list to choose from; its highlighted line is reversed, which works with any colours."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widgets import OptionList

REVERSED = Style(reverse=True)


class MenuList(OptionList):
    """Textual's list with a reversed highlight, which its style sheets cannot express."""

    def render_line(self, y: int) -> Strip:
        """Reverse the whole line if it belongs to the highlighted option."""
        line = super().render_line(y)
        at = self.scroll_offset.y + y
        if at < len(self._lines) and self._lines[at][0] == self.highlighted:
            return Strip(Segment.apply_style(line, post_style=REVERSED), line.cell_length)
        return line
