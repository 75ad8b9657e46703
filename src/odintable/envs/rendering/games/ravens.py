"""Draw a race of Ravens: the path with the ravens, and the cards of both players."""

from __future__ import annotations

from typing import Any

from odintable.envs.rendering.svg_drawing import Box, SvgDrawing, palette

from .digits import draw_number

WIDTH = 1200
SPACES_IN_ROW, PLAYER_HEIGHT, GAP = 16, 176, 12
SPACE = (WIDTH - 2 * GAP) // (SPACES_IN_ROW + 1)
CARD = 60
CARD_RATIO = 1.4  # height to width
RAVENS = ("huginn", "muninn")
PositionJson = dict[str, Any]


def draw(position: PositionJson) -> SvgDrawing:
    """Draw the whole table: Huginn above the path, Muninn below it."""
    rows = -(-len(position["path"]) // SPACES_IN_ROW)
    path_height = rows * (2 * SPACE + GAP) + GAP
    drawing = SvgDrawing(WIDTH, 2 * PLAYER_HEIGHT + path_height + 2 * GAP)
    draw_player(drawing, position, 0, GAP)
    draw_path(drawing, position, PLAYER_HEIGHT + 2 * GAP)
    draw_player(drawing, position, 1, PLAYER_HEIGHT + GAP + path_height)
    return drawing


def draw_path(drawing: SvgDrawing, position: PositionJson, y: float) -> None:
    """Draw the start and the landscapes in both lanes, then the stone and the ravens on them."""
    for lane in range(2):
        drawing.art("ravens", "perch", Box(GAP, y + lane * SPACE, SPACE, SPACE))
    for at, landscape in enumerate(position["path"]):
        x, top = space_corner(at, y)
        for lane in range(2):
            space = Box(x, top + lane * SPACE, SPACE, SPACE)
            drawing.art("ravens", f"tile-{landscape[lane]}", space)
        drawing.rectangle(Box(x, top, SPACE, 2 * SPACE), "none", 7, palette()["--ink"], 2.5)
    if position["stone"] is not None:
        lane, at = position["stone"]
        x, top = space_corner(at, y)
        stone = Box(x + 4, top + lane * SPACE + 4, SPACE - 8, SPACE - 8)
        drawing.art("ravens", "stone", stone)
    for lane, at in enumerate(position["ravens"]):
        x, top = space_corner(at, y) if at >= 0 else (float(GAP), y)
        raven = Box(x, top + lane * SPACE, SPACE, SPACE)
        drawing.art("ravens", f"raven-{RAVENS[lane]}", raven)


def space_corner(at: int, y: float) -> tuple[float, float]:
    """Return the top left corner of a card of the path, which is drawn in rows, left to right."""
    row, column = divmod(at, SPACES_IN_ROW)
    return GAP + (1 + column) * SPACE, y + row * (2 * SPACE + GAP)


def draw_player(drawing: SvgDrawing, position: PositionJson, seat: int, y: float) -> None:
    """Draw a player's cards, Magic Way and points; the player to move has a brass edge."""
    colours = palette()
    winner = position["winner"]
    is_marked = winner == seat or (position["turn"] == seat and winner is None)
    fill = colours["--surface"] if is_marked else colours["--surface-2"]
    edge = colours["--brass"] if is_marked else colours["--hair"]
    area = Box(GAP, y, WIDTH - 2 * GAP, PLAYER_HEIGHT - GAP)
    drawing.rectangle(area, fill, 14, edge, 5 if is_marked else 1.5)
    drawing.disc(66, y + 56, 40, colours["--huginn-disc"])
    drawing.art("ravens", f"head-{RAVENS[seat]}", Box(32, y + 22, 68, 68))
    points = position["scores"][seat]
    draw_number(drawing, points, 66 - 12 * len(str(points)), y + 112, 34)
    draw_cards(drawing, card_names(position["hands"][seat], seat), 140, y + 40, CARD + 6)
    drawing.art("ravens", "pile-stack", Box(478, y + 8, 26, 26))
    draw_cards(drawing, card_names(position["stacks"][seat], seat), 478, y + 40, 34)
    way = position["ways"][seat]
    if seat == 0 and position["magic"]:
        drawing.art("ravens", f"way-{position['magic']}", Box(WIDTH - 150, y + 14, 118, 84))
    x = WIDTH - 40 - 24 * min(len(way), 6) - 30
    draw_cards(drawing, card_names(way, seat), x, y + 104, 24, scale=0.6)
    if seat == 1 and position["placing"]:
        for half, letter in enumerate(position["placing"]):
            drawing.art("ravens", f"tile-{letter}", Box(WIDTH - 96, y + 14 + 56 * half, 56, 56))


def card_names(cards: str | int, seat: int) -> list[str]:
    """Return the pictures of at most sixteen cards; backs if only their number is known."""
    if isinstance(cards, int):
        return [f"back-{RAVENS[seat]}"] * min(cards, 16)
    return [
        f"back-{RAVENS[seat]}"
        if letter == "?"
        else f"flight-{letter}"
        if letter.isupper()
        else f"odin-{letter}"
        for letter in cards[-16:]
    ]


def draw_cards(
    drawing: SvgDrawing, names: list[str], x: float, y: float, step: float, scale: float = 1
) -> None:
    """Draw cards side by side."""
    width = CARD * scale
    for at, name in enumerate(names):
        drawing.art("ravens", name, Box(x + at * step, y, width, width * CARD_RATIO))
