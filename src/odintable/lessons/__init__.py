"""The tutorials: games that are scripted here and played by the rules, for a page that knows none.

`python -m odintable.lessons` writes them to `web/lessons`, where a test compares them.
"""

from . import odin, ravens
from .lesson import Lesson

LESSONS: dict[str, Lesson] = {"odin": odin.LESSON, "ravens": ravens.LESSON}
