"""`python -m odintable.lessons` writes the lessons for the page."""

from pathlib import Path

from . import LESSONS
from .lesson import lesson_file

FOLDER = Path(__file__).parent.parent / "web/lessons"


def main() -> None:
    """Write one file per game."""
    FOLDER.mkdir(exist_ok=True)
    for name, lesson in LESSONS.items():
        (FOLDER / f"{name}.json").write_text(lesson_file(lesson), encoding="utf-8")


if __name__ == "__main__":
    main()
