"""Who may enter a table: what a token or a cookie opens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from odintable.games.position import SPECTATOR

from .tokens import SEAT, SPECTATING

if TYPE_CHECKING:
    from odintable.server.live.live_table import Desk
    from odintable.server.live.table_registry import House

NAME = re.compile(r"[A-Za-z0-9_-]{12}")


def cookie_name(table: str) -> str:
    """The cookie that holds a token for this table."""
    return f"odintable-{table}"


def seat_opened(house: House, desk: Desk, token: str) -> int | None:
    """The seat that a token opens, SPECTATOR for who may watch, None for who may not."""
    plan = desk.table.plan
    if not token:
        return SPECTATOR if plan.open and plan.spectators else None
    opened = house.opens(desk.table.name, token)
    if opened is None:
        return None
    what, seat = opened
    if what == SEAT:
        return seat
    return SPECTATOR if what == SPECTATING and plan.spectators else None
