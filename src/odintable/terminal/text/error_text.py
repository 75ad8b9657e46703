"""Why something was not done, in the player's language: games and servers say it in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable.terminal.games.ravens.sentences import cards as in_words
from odintable.why import explained

if TYPE_CHECKING:
    from odintable.why import Why

    from .player_names import People

PLAIN = ("no-table", "no-link", "archived")  # codes that are keys themselves


def refusal(code: str, message: str, why: Why | None, game: str, people: People) -> str:
    """What a server refused."""
    texts = people.texts
    if why is not None and texts.has(str(why["key"])):
        return reason(why, game, people)
    key = code if code in PLAIN else f"no.{code}"
    return texts.text(key) if texts.has(key) else texts.text("refused", why=message)


def mistake(error: Exception, game: str, people: People) -> str:
    """What is wrong with a move, or whatever else was said."""
    why = explained(str(error))
    return str(error) if why is None else reason(why, game, people)


def reason(why: Why, game: str, people: People) -> str:
    """A key with its holes filled: cards in words, spaces by the numbers drawn above them."""
    given: dict[str, object] = dict(why)
    key = str(given.pop("key"))
    if "seat" in why:
        given["name"] = people.names[int(why["seat"])]
    if "place" in why:
        given["place"] = int(why["place"]) - 1
    if "terrain" in why:
        given["terrain"] = people.texts.text(f"terrain.{why['terrain']}")
    for name in ("cards", "top"):
        if name in why and game == "ravens":
            given[name] = in_words(str(why[name]), people.texts)
    return people.texts.text(key, **given)
