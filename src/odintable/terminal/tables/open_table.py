"""Open a table: a new game, a saved one, or one on a server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from odintable.errors import OdintableError

from .local_table import LocalTable, TableSetup, resume
from .server_table import ServerTable
from .table_link import TableLink

if TYPE_CHECKING:
    from odintable.i18n import Texts

    from .saved_games import SavedGame, SavedGames


def new_table(
    setup: TableSetup, texts: Texts, saved_games: SavedGames, bot_delay: float
) -> LocalTable:
    """Deal a new game, save it, and compile the rules that a screen needs."""
    table = LocalTable(setup, texts, bot_delay)
    table.save = saved_games.save
    saved_games.save(table)
    table.position.view(0).legal()
    return table


def resumed_table(
    saved: SavedGame, texts: Texts, saved_games: SavedGames, bot_delay: float
) -> LocalTable:
    """Continue a saved game, which stays in its file."""
    table = resume(saved.read(), texts, bot_delay)
    table.save, table.saved_path = saved_games.save, saved.path
    return table


def last_table(texts: Texts, saved_games: SavedGames, bot_delay: float) -> LocalTable:
    """Continue the last unfinished game."""
    unfinished = saved_games.games(over=False)
    if not unfinished:
        raise OdintableError(f"there is no unfinished game in {saved_games.folder}")
    return resumed_table(unfinished[0], texts, saved_games, bot_delay)


async def join_table(link: str, name: str, texts: Texts) -> ServerTable:
    """Take a seat at a table on a server."""
    seat_link = await asyncio.to_thread(TableLink.parse(link, texts).claim_seat, name, texts)
    return ServerTable(seat_link, texts)
