"""Where the tests find the rest of the repository."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
DOCS = ROOT / "docs"
RECORDS = ROOT / "tests/record/records"
