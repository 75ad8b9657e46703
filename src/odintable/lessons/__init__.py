"""The tutorials: scripted games, played here by the rules because the page contains none.

`python -m odintable.lessons` writes them as JSON; a test checks that the files are up to date.
"""

from . import odin, ravens
from .lesson import Lesson

LESSONS: dict[str, Lesson] = {"odin": odin.LESSON, "ravens": ravens.LESSON}
