"""Which of the page's modules a room needs at once, so that a browser can ask for all of them."""

import posixpath
import re
from collections.abc import Mapping

MAIN = "js/main.js"
START = "start"  # the room at /
IMPORT = re.compile(rb'^import\s[^;]*?"(\.[^"]+)"', re.MULTILINE)
ROOM = re.compile(rb'^\s*(\w+): async \(\) => \(await import\("(\./[^"]+)"\)\)', re.MULTILINE)


def preloads(files: Mapping[str, bytes]) -> dict[str, list[str]]:
    """For each room that the main module names: the modules it needs, the main one left out."""
    if MAIN not in files:
        return {}
    rooms = {room.decode(): beside(MAIN, module) for room, module in ROOM.findall(files[MAIN])}
    always = needed(files, MAIN)
    return {
        room: sorted((always | needed(files, module)) - {MAIN}) for room, module in rooms.items()
    }


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
