"""What people are told, in their language: the page's catalogue, for terminal and server too."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
LANGUAGES = tuple(sorted(path.stem for path in LOCALE.glob("*.json")))
ENGLISH = "en"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set holds
AND = {"de": "und", "en": "and", "fr": "et", "it": "e"}  # browsers know it by themselves
HOLE = re.compile(r"\{(\w+)\}")

Text = str | dict[str, str]  # a dict has the forms for one and for several, perhaps for none


def spoken(wanted: str = "", environment: Mapping[str, str] = os.environ) -> str:
    """The language to speak: the one wanted, else the environment's, else English."""
    asked = next(filter(None, map(environment.get, VARIABLES)), "")
    found = [one[:2].lower() for one in (wanted, asked)]
    return next((one for one in found if one in LANGUAGES), ENGLISH)


@cache
def catalogue(language: str) -> dict[str, Text]:
    """A language's strings, by their keys."""
    read: dict[str, Text] = json.loads((LOCALE / f"{language}.json").read_text(encoding="utf-8"))
    return read


def form(language: str, count: int) -> str:
    """The plural form of a number: in French nothing is singular, elsewhere it is plural."""
    return "one" if count == 1 or (count == 0 and language == "fr") else "other"


class Words:
    """One language's words."""

    def __init__(self, language: str = "") -> None:
        """In this language, if it is one of ours; else in the environment's, else in English."""
        self.language = spoken(language)
        self._texts = catalogue(self.language)

    def say(self, key: str, **holes: object) -> str:
        """What stands under a key, its holes filled in; where there are forms, `count` chooses."""
        text = self._texts[key]
        if not isinstance(text, str):
            count = int(str(holes.get("count", 0)))
            text = text["zero" if count == 0 and "zero" in text else form(self.language, count)]
        return HOLE.sub(lambda hole: str(holes.get(hole[1], "")), text)

    def sentence(self, key: str, is_reader: bool, **holes: object) -> str:
        """What somebody did; the reader is spoken to, under `KEY-you`."""
        return self.say(f"{key}-you" if is_reader else key, **holes)

    def has(self, key: str) -> bool:
        """There is such a key."""
        return key in self._texts

    def said_of(self, what: str, words: str) -> str:
        """What is spoken of, and what is said of it: with a colon, as the language sets it."""
        return self.say("said-of", what=what, words=words)

    def listed(self, items: Sequence[str]) -> str:
        """Several things in one sentence: a, b and c."""
        *most, last = items or [""]
        return f"{', '.join(most)} {AND[self.language]} {last}" if most else last
