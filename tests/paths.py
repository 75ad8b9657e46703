"""Paths of the repository that tests use."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
DOCS = ROOT / "docs"
RECORDS = ROOT / "tests/record/records"
