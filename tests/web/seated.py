"""Seats at quick tables, taken by their links; and what a drag looks like to the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .browser import choose

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.server.running import Running

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


def sit(page: Page, house: Running, game: str, options: dict[str, int], **settings: object) -> None:
    """Against the weakest bot, who thinks no time at all; the first move is ours."""
    choose(page, **{"motion": False, "confirm": False, **settings})
    made = house.make(game, [{}, {"bot": "ask"}], options=options, bot_time=10, first=0)
    page.goto(f"/table/{made.name}#seat={made.token}")
    page.locator(".table.mine").wait_for()


def middle(target: Locator) -> tuple[float, float]:
    """Where to point at."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: Locator, to: Locator) -> None:
    """With the mouse: press, carry, let go."""
    page.mouse.move(*middle(what))
    page.mouse.down()
    page.mouse.move(*middle(to), steps=5)
    page.mouse.up()


def drag_by_finger(page: Page, what: Locator, to: Locator) -> None:
    """The same by touch."""
    client = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(what), middle(to)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y} for x, y in points]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touch("touchStart", (x, y))
    for step in (0.2, 0.4, 0.6, 0.8, 1):
        touch("touchMove", (x + (to_x - x) * step, y + (to_y - y) * step))
    touch("touchEnd")
