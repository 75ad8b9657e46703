"""Why something was not done, in the player's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable.errors import IllegalMove
from odintable.games.reason import CARD_ARGUMENTS
from odintable.terminal.games.ravens.sentences import cards as in_words

if TYPE_CHECKING:
    from odintable.games.reason import ReasonDict

    from .player_names import People

PLAIN = ("no-table", "no-link", "archived")  # codes that are keys themselves


def refusal(code: str, message: str, why: ReasonDict | None, game: str, people: People) -> str:
    """What a server refused."""
    texts = people.texts
    if why is not None and texts.has(str(why["key"])):
        return reason_text(why, game, people)
    key = code if code in PLAIN else f"no.{code}"
    return texts.text(key) if texts.has(key) else texts.text("refused", why=message)


def mistake(error: Exception, game: str, people: People) -> str:
    """What is wrong with a move, or the error's own message."""
    if isinstance(error, IllegalMove) and error.reason is not None:
        return reason_text(error.reason.to_dict(), game, people)
    return str(error)


def reason_text(why: ReasonDict, game: str, people: People) -> str:
    """A reason as a sentence, with names of players and cards."""
    given: dict[str, object] = dict(why)
    key = str(given.pop("key"))
    if "seat" in why:
        given["name"] = people.names[int(why["seat"])]
    for name in CARD_ARGUMENTS:
        if name in why and game == "ravens":
            given[name] = in_words(str(why[name]), people.texts)
    return people.texts.text(key, **given)
