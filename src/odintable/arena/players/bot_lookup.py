"""A bot by its name: one of ours, a net from a file, or a guest, named by where Python finds it."""

from __future__ import annotations

from importlib import import_module

from odintable import bots
from odintable.bots.net_bot import bot_from_file
from odintable.errors import OdintableError

NET = ".safetensors"
SHAPE = ("name", "games", "about", "level", "cheats", "choose")


def find_bot(name: str, game: str) -> bots.Bot:
    """The bot that plays this game: `greedy`, `mine.safetensors`, or `module:maker`."""
    if name.endswith(NET):
        bot: bots.Bot = bot_from_file(name)
    elif ":" in name:
        bot = invited(name)
    else:
        return bots.get(name, game, measuring=True)
    if game not in bot.games:
        raise OdintableError(f"{name} plays {', '.join(bot.games)}, not {game}")
    return bot


def invited(name: str) -> bots.Bot:
    """What a maker makes, called without arguments, if it has the shape of a bot."""
    room, _, maker = name.partition(":")
    try:
        make = getattr(import_module(room), maker)
    except ImportError as error:
        raise OdintableError(f"{name} cannot be imported: {error}") from None
    except AttributeError:
        raise OdintableError(f"{name}: there is no {maker} in {room}") from None
    bot: bots.Bot = make()
    missing = [part for part in SHAPE if not hasattr(bot, part)]
    if missing:
        raise OdintableError(
            f"{name} makes no bot: it lacks {', '.join(missing)} (see odintable.bots.Bot)"
        )
    return bot
