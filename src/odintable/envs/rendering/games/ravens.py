"""A race of Ravens as a drawing: the path with its ravens, and what each player has."""

from __future__ import annotations

from typing import Any

from odintable.envs.rendering.svg_scene import Scene, palette

WIDTH = 1200
ROW, LINE, GAP = 16, 176, 12  # spaces in a row of the path; a player's height
SPACE = (WIDTH - 2 * GAP) // (ROW + 1)
CARD = 60
NAMES = ("huginn", "muninn")
Given = dict[str, Any]


def draw(given: Given) -> Scene:
    """The whole table: Huginn above the path, Muninn below it."""
    rows = -(-len(given["path"]) // ROW)
    path = rows * (2 * SPACE + GAP) + GAP
    scene = Scene(WIDTH, 2 * LINE + path + 2 * GAP)
    draw_player(scene, given, 0, GAP)
    draw_path(scene, given, LINE + 2 * GAP)
    draw_player(scene, given, 1, LINE + GAP + path)
    return scene


def draw_path(scene: Scene, given: Given, y: float) -> None:
    """The landscapes in both lanes, then stone and ravens on them; the start lies before them."""
    for lane in range(2):
        scene.art("ravens", "perch", GAP, y + lane * SPACE, SPACE, SPACE)
    for at, landscape in enumerate(given["path"]):
        x, top = place(at, y)
        for lane in range(2):
            scene.art("ravens", f"tile-{landscape[lane]}", x, top + lane * SPACE, SPACE, SPACE)
        scene.box(x, top, SPACE, 2 * SPACE, "none", 7, palette()["--ink"], 2.5)
    if given["stone"] is not None:
        lane, at = given["stone"]
        x, top = place(at, y)
        scene.art("ravens", "stone", x + 4, top + lane * SPACE + 4, SPACE - 8, SPACE - 8)
    for lane, at in enumerate(given["ravens"]):
        x, top = place(at, y) if at >= 0 else (float(GAP), y)
        scene.art("ravens", f"raven-{NAMES[lane]}", x, top + lane * SPACE, SPACE, SPACE)


def place(at: int, y: float) -> tuple[float, float]:
    """Where a card of the path lies: rows of sixteen, each read from left to right."""
    return GAP + (1 + at % ROW) * SPACE, y + at // ROW * (2 * SPACE + GAP)


def draw_player(scene: Scene, given: Given, seat: int, y: float) -> None:
    """A player's hand and stack, the Magic Way, and points; a brass edge for whose turn it is."""
    colours = palette()
    is_marked = given["winner"] == seat or (given["turn"] == seat and given["winner"] is None)
    fill = colours["--surface"] if is_marked else colours["--surface-2"]
    edge = colours["--brass"] if is_marked else colours["--hair"]
    scene.box(GAP, y, WIDTH - 2 * GAP, LINE - GAP, fill, 14, edge, 5 if is_marked else 1.5)
    scene.disc(66, y + 56, 40, colours["--huginn-disc"])
    scene.art("ravens", f"head-{NAMES[seat]}", 32, y + 22, 68, 68)
    points = given["scores"][seat]
    scene.number(points, 66 - 12 * len(str(points)), y + 112, 34)
    cards_in_row(scene, given["hands"][seat], seat, 140, y + 40, CARD + 6)
    scene.art("ravens", "pile-stack", 478, y + 8, 26, 26)
    cards_in_row(scene, given["stacks"][seat], seat, 478, y + 40, 34)
    way = given["ways"][seat]
    if seat == 0 and given["magic"]:
        scene.art("ravens", f"way-{given['magic']}", WIDTH - 150, y + 14, 118, 84)
    cards_in_row(scene, way, seat, WIDTH - 40 - 24 * min(len(way), 6) - 30, y + 104, 24, 0.6)
    if seat == 1 and given["placing"]:
        scene.art("ravens", f"tile-{given['placing'][0]}", WIDTH - 96, y + 14, 56, 56)
        scene.art("ravens", f"tile-{given['placing'][1]}", WIDTH - 96, y + 70, 56, 56)


def cards_in_row(
    scene: Scene, cards: str | int, seat: int, x: float, y: float, step: float, size: float = 1
) -> None:
    """Cards side by side, or so many backs."""
    shown = "?" * cards if isinstance(cards, int) else cards
    wide = CARD * size
    for at, letter in enumerate(shown[-16:]):
        kind = "flight" if letter.isupper() else "odin"
        name = f"back-{NAMES[seat]}" if letter == "?" else f"{kind}-{letter}"
        scene.art("ravens", name, x + at * step, y, wide, wide * 1.4)
