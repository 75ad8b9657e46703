"""Open seats at tables with quick bots; start positions; drag and drop."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import odintable

from .browser import use_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Locator, Page

    from tests.server.support.server_process import ServerProcess

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


def open_seat(
    page: Page, server: ServerProcess, game: str, options: dict[str, int], **settings: object
) -> None:
    """Open a seat against the weakest bot, which moves at once; we move first."""
    open_seat_at(page, server, game, settings, options=options, first=0)


def open_seat_at(
    page: Page, server: ServerProcess, game: str, settings: dict[str, object], **asked: Any
) -> None:
    """Open a seat at a table with other properties."""
    use_settings(page, **{"motion": False, "confirm": False, **settings})
    made = server.make(game, [{}, {"bot": "ask"}], bot_time=10, **asked)
    page.goto(f"/table/{made.name}#seat={made.token}")
    page.locator(".table.mine").wait_for()


def ravens_start(seed: int, **options: int) -> dict[str, object]:
    """A start position of Odin's Ravens, dealt from a seed."""
    dealt = odintable.new_game("ravens", seed=seed, first=0, **options)
    return {"text": json.dumps(dealt.position.to_json()), "redeal": False}


def odin_start(
    hands: list[list[str]], table: Sequence[str] = (), **more: object
) -> dict[str, object]:
    """A start position of ODIN late in a hand: all other cards are played."""
    held = [card for cards in (*hands, table) for card in cards]
    cards = [f"{colour}{number}" for colour in "BGOPRY" for number in range(1, 10)]
    position = {
        "game": "odin",
        "options": {},
        "players": len(hands),
        "scores": [0] * len(hands),
        "deal": 1,
        "starter": 0,
        "turn": 0,
        "phase": "lead",
        "hands": hands,
        "table": list(table),
        "owner": None,
        "passes": 0,
        "offered": [],
        "discard": [card for card in cards if card not in held],
        "stock": [],
        "winners": None,
    }
    return {"text": json.dumps({**position, **more}), "redeal": False}


def middle(target: Locator) -> tuple[float, float]:
    """The centre of an element."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: Locator, to: Locator) -> None:
    """Drag by mouse."""
    page.mouse.move(*middle(what))
    page.mouse.down()
    page.mouse.move(*middle(to), steps=5)
    page.mouse.up()


def drag_by_finger(page: Page, what: Locator, to: Locator) -> None:
    """Drag by touch."""
    client = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(what), middle(to)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y} for x, y in points]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touch("touchStart", (x, y))
    for step in (0.2, 0.4, 0.6, 0.8, 1):
        touch("touchMove", (x + (to_x - x) * step, y + (to_y - y) * step))
    touch("touchEnd")
