"""A table of ODIN as a drawing: the set to beat, and a line for every seat."""

from __future__ import annotations

from typing import Any

from odintable.envs.rendering.svg_scene import Scene, palette

WIDTH = 960
MIDDLE, LINE, GAP = 230, 112, 10
ROOM, OFFERED = 660, 0.66  # for the sets in the middle; how large an offered card is there
CARD = 62  # how wide a card in a hand is; 100 × 140 in proportion
Given = dict[str, Any]


def draw(given: Given) -> Scene:
    """The whole table, from top to bottom."""
    scene = Scene(WIDTH, MIDDLE + (LINE + GAP) * given["players"] + GAP)
    draw_middle(scene, given)
    for seat in range(given["players"]):
        draw_seat(scene, given, seat, MIDDLE + (LINE + GAP) * seat)
    return scene


def card(scene: Scene, name: str, x: float, y: float, width: float) -> None:
    """A card, face up."""
    for part in (f"face-{name[1]}", f"mark-{name[0]}"):
        scene.art("odin", part, x, y, width, width * 1.4, tint=name[0])


def back(scene: Scene, x: float, y: float, width: float) -> None:
    """A card, face down."""
    scene.art("odin", "back-odin", x, y, width, width * 1.4)


def draw_middle(scene: Scene, given: Given) -> None:
    """The set to beat and whose it is; the beaten set, while a card is taken; the discard."""
    colours = palette()
    scene.box(GAP, GAP, WIDTH - 2 * GAP, MIDDLE - 2 * GAP, colours["--grain"], 18)
    table, offered = given["table"], given["offered"]
    # All of it fits between the owner's mark and the discard; what is offered is drawn smaller.
    wide = min(108, (ROOM - 60) / max(1, len(table) + OFFERED * len(offered)) - 12)
    x = (WIDTH - len(table) * (wide + 8) - len(offered) * (OFFERED * wide + 14)) / 2
    if table:
        scene.disc(x - 44, MIDDLE / 2, 26, colours["--paper"], colours["--rust"])
        scene.number(given["owner"], x - 53, MIDDLE / 2 - 12, 24)
    for name in table:
        card(scene, name, x, MIDDLE / 2 - wide * 0.7, wide)
        x += wide + 8
    wide *= OFFERED
    for name in offered:
        x += 14
        scene.box(x - 5, MIDDLE / 2 - wide * 0.7 - 5, wide + 10, wide * 1.4 + 10, colours["--glow"])
        card(scene, name, x, MIDDLE / 2 - wide * 0.7, wide)
        x += wide
    if not table:
        scene.box(
            WIDTH / 2 - 54, MIDDLE / 2 - 75, 108, 150, "none", 10, colours["--slot"], 3
        )  # fmt: skip
    for at, name in enumerate(given["discard"][-27:]):
        card(scene, name, WIDTH - 58 - (8 - at % 9) * 16, 26 + at // 9 * 62, 38)


def draw_seat(scene: Scene, given: Given, seat: int, y: float) -> None:
    """Number, hand and points of a seat; a brass edge for whose turn it is."""
    colours = palette()
    at_turn = seat == given["turn"] and given["phase"] != "over"
    won = given["winners"] is not None and seat in given["winners"]
    edge = colours["--brass"] if at_turn or won else colours["--hair"]
    fill = colours["--surface"] if at_turn or won else colours["--surface-2"]
    scene.box(GAP, y, WIDTH - 2 * GAP, LINE, fill, 14, edge, 5 if at_turn or won else 1.5)
    scene.disc(58, y + LINE / 2, 28, colours["--huginn-disc"])
    scene.number(seat, 48, y + LINE / 2 - 13, 26, colours["--paper"])
    hand = given["hands"][seat]
    known = given.get("known", [[]] * given["players"])[seat]
    hidden = hand - len(known) if isinstance(hand, int) else 0
    for at, name in enumerate(known if isinstance(hand, int) else hand):
        card(scene, name, 108 + (at + hidden) * (CARD + 5), y + 12, CARD)
    for at in range(hidden):
        back(scene, 108 + at * (CARD + 5), y + 12, CARD)
    points = given["scores"][seat]
    scene.number(points, WIDTH - 60 - 21 * len(str(points)), y + LINE / 2 - 20, 40)
