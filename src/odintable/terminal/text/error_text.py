"""Error messages in the player's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable.errors import IllegalMove
from odintable.games.illegal_move_reason import CARD_ARGUMENTS
from odintable.terminal.games.interface import terminal_game

if TYPE_CHECKING:
    from odintable.games.illegal_move_reason import ReasonDict

    from .player_names import PlayerNames

CODES_AS_KEYS = ("no-table", "no-access", "archived")  # other codes have the key `error.CODE`


def refusal_text(
    code: str, message: str, why: ReasonDict | None, game: str, names: PlayerNames
) -> str:
    """Say why a server refused a request: the reason, else the code, else the server's message."""
    texts = names.texts
    if why is not None and texts.has(str(why["key"])):
        return reason_text(why, game, names)
    key = code if code in CODES_AS_KEYS else f"error.{code}"
    return texts.text(key) if texts.has(key) else texts.text("did-not-work", why=message)


def error_text(error: Exception, game: str, names: PlayerNames) -> str:
    """Say why a move is not legal, or return the error's own message."""
    if isinstance(error, IllegalMove) and error.reason is not None:
        return reason_text(error.reason.to_dict(), game, names)
    return str(error)


def reason_text(why: ReasonDict, game: str, names: PlayerNames) -> str:
    """Put a reason into a sentence, with the names of players and cards."""
    placeholders: dict[str, object] = dict(why)
    key = str(placeholders.pop("key"))
    if "seat" in why:
        placeholders["name"] = names.names[int(why["seat"])]
    if "place" in why:
        placeholders["place"] = int(why["place"]) + 1  # people count the cards of the path from 1
    for name in CARD_ARGUMENTS:
        if name in why:
            placeholders[name] = terminal_game(game).card_names(str(why[name]), names.texts)
    return names.texts.text(key, **placeholders)
