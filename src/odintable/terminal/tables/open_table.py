"""How a table comes to be: dealt anew, taken from the shelf, or joined on a server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from odintable.errors import OdintableError

from .local_table import Seating, Sitting, resumed
from .server_table import Joined
from .table_link import Link

if TYPE_CHECKING:
    from odintable.i18n import Texts

    from .saved_games import Kept, Shelf


def new_game(seating: Seating, texts: Texts, shelf: Shelf, pace: float) -> Sitting:
    """Deal, and keep it; what a screen will ask of the rules is compiled by then."""
    sitting = Sitting(seating, texts, pace)
    sitting.keep = shelf.keep
    shelf.keep(sitting)
    sitting.position.view(0).legal()
    return sitting


def kept_game(kept: Kept, texts: Texts, shelf: Shelf, pace: float) -> Sitting:
    """A game that was left, kept where it was."""
    sitting = resumed(kept.open(), texts, pace)
    sitting.keep, sitting.kept_at = shelf.keep, kept.path
    return sitting


def last_game(texts: Texts, shelf: Shelf, pace: float) -> Sitting:
    """The last game that was left."""
    left = shelf.games(over=False)
    if not left:
        raise OdintableError(f"no game was left to go on with in {shelf.folder}")
    return kept_game(left[0], texts, shelf, pace)


async def joined_table(link: str, name: str, texts: Texts) -> Joined:
    """A seat at a table on a server."""
    found = await asyncio.to_thread(Link.read(link, texts).seated, name, texts)
    return Joined(found, texts)
