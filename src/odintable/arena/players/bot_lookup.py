"""Find a bot by name: built in, a net in a file, or `module:maker` from the user's code."""

from __future__ import annotations

from importlib import import_module

from odintable import bots
from odintable.bots.net_bot import bot_from_file
from odintable.errors import OdintableError

NET = ".safetensors"
BOT_ATTRIBUTES = ("name", "games", "about", "level", "cheats", "choose")


def find_bot(name: str, game: str) -> bots.Bot:
    """Return the bot for this game: `greedy`, `mine.safetensors`, or `module:maker`."""
    if name.endswith(NET):
        bot: bots.Bot = bot_from_file(name)
    elif ":" in name:
        bot = make_bot(name)
    else:
        return bots.get(name, game, measuring=True)
    if game not in bot.games:
        raise OdintableError(f"{name} plays {', '.join(bot.games)}, not {game}")
    return bot


def make_bot(name: str) -> bots.Bot:
    """Call `module:maker` without arguments and check that the result is a bot."""
    module, _, maker = name.partition(":")
    try:
        make = getattr(import_module(module), maker)
    except ImportError as error:
        raise OdintableError(f"{name} cannot be imported: {error}") from None
    except AttributeError:
        raise OdintableError(f"{name}: there is no {maker} in {module}") from None
    bot: bots.Bot = make()
    missing = [part for part in BOT_ATTRIBUTES if not hasattr(bot, part)]
    if missing:
        raise OdintableError(
            f"{name} does not return a bot: it lacks {', '.join(missing)} (see odintable.bots.Bot)"
        )
    return bot
