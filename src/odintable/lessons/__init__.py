"""The tutorials: scripted games, played by the rules here, for a page that knows no rules.

`python -m odintable.lessons` writes them as JSON; a test checks that the files are up to date.
"""

from . import odin, ravens
from .lesson import Lesson

LESSONS: dict[str, Lesson] = {"odin": odin.LESSON, "ravens": ravens.LESSON}
