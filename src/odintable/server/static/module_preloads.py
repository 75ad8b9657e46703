"""Which of the page's modules a room needs at once, so that a browser can ask for all of them."""

import posixpath
import re
from collections.abc import Mapping

MAIN = "app/main.js"
LIST_OF_GAMES = "app/game_modules.js"
START, TABLE = "start", "table"  # the room at /, and the one in which a game is played
NOWHERE = "nowhere"  # the room at every address that is none
IMPORT = re.compile(rb'^import\s[^;]*?"(\.[^"]+)"', re.MULTILINE)
ROOM = re.compile(rb'^\s*(\w+): async \(\) => \(await import\("(\.[^"]+)"\)\)', re.MULTILINE)
GAME = re.compile(rb'(\w+): \(\) => import\("(\.[^"]+)"\)')


def preloads(files: Mapping[str, bytes]) -> dict[str, tuple[list[str], list[str]]]:
    """For each room that the main module names: the modules that all need, and its own besides.

    The main module is left out. A table of which the game is known is a room of its own: `table
    odin`.
    """
    if MAIN not in files:
        return {}
    always = needed(files, MAIN)
    rooms = {
        room.decode(): needed(files, beside(MAIN, module))
        for room, module in ROOM.findall(files[MAIN])
    }
    for game, module in GAME.findall(files[LIST_OF_GAMES]):
        own = needed(files, beside(LIST_OF_GAMES, module))
        rooms[f"{TABLE} {game.decode()}"] = rooms[TABLE] | own
    common = sorted(always - {MAIN})
    return {room: (common, sorted(modules - always)) for room, modules in rooms.items()}


def needed(files: Mapping[str, bytes], module: str) -> set[str]:
    """The modules that one needs before it runs, itself among them."""
    found, waiting = {module}, [module]
    while waiting:
        here = waiting.pop()
        new = {beside(here, name) for name in IMPORT.findall(files[here])} - found
        found |= new
        waiting += new
    return found


def beside(module: str, name: bytes) -> str:
    """The address of a module that another one names."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), name.decode()))
