"""User-visible texts by key, in four languages: one catalogue for page, terminal and server.

>>> Texts("en").text("cards", count=2)
'2 cards'
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
ENGLISH = "en"
LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set counts
CONJUNCTIONS = {"de": "und", "en": "and", "fr": "et", "it": "e"}  # the page uses the browser's
LANGUAGES = tuple(CONJUNCTIONS)
PLACEHOLDER = re.compile(r"\{(\w+)\}")

CatalogueEntry = str | dict[str, str]  # a dict has plural forms: `one`, `other`, optionally `zero`


def choose_language(wanted: str = "", environment: Mapping[str, str] = os.environ) -> str:
    """Return the wanted language if there is a catalogue, else the environment's, else English."""
    locale = next(filter(None, map(environment.get, LANGUAGE_VARIABLES)), "")
    candidates = [name[:2].lower() for name in (wanted, locale)]
    return next((name for name in candidates if name in LANGUAGES), ENGLISH)


@cache
def catalogue(language: str) -> dict[str, CatalogueEntry]:
    """Read all texts of a language, by key."""
    path = LOCALE / f"{language}.json"
    entries: dict[str, CatalogueEntry] = json.loads(path.read_text(encoding="utf-8"))
    return entries


def plural_form(language: str, count: int) -> str:
    """Name the plural form of a whole number; French uses the singular for zero."""
    return "one" if count == 1 or (count == 0 and language == "fr") else "other"


class Texts:
    """The texts of one language."""

    def __init__(self, language: str = "") -> None:
        """Take a language; without one, or with an unknown one, `choose_language` decides."""
        self.language = choose_language(language)
        self._entries = catalogue(self.language)

    def text(self, key: str, **placeholders: object) -> str:
        """Return a text with its placeholders filled in; `count` selects the plural form."""
        entry = self._entries[key]
        if not isinstance(entry, str):
            count = int(str(placeholders.get("count", 0)))
            is_zero = count == 0 and "zero" in entry
            entry = entry["zero" if is_zero else plural_form(self.language, count)]
        return PLACEHOLDER.sub(lambda match: str(placeholders.get(match[1], "")), entry)

    def sentence(self, key: str, is_reader: bool, **placeholders: object) -> str:
        """Say what a player did; if that is the reader, the text `KEY-you` addresses them."""
        return self.text(f"{key}-you" if is_reader else key, **placeholders)

    def has(self, key: str) -> bool:
        """Whether the catalogue has this key."""
        return key in self._entries

    def labelled(self, label: str, text: str) -> str:
        """Put a label and a colon before a text, spaced as the language requires."""
        return self.text("labelled", label=label, text=text)

    def format_list(self, items: Sequence[str]) -> str:
        """Join several items: a, b and c."""
        *most, last = items or [""]
        return f"{', '.join(most)} {CONJUNCTIONS[self.language]} {last}" if most else last
