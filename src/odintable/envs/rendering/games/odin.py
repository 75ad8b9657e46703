"""Draw a table of ODIN: the set to beat, and a row for every seat."""

from __future__ import annotations

from typing import Any

from odintable.envs.rendering.svg_drawing import Box, SvgDrawing, palette

from .digits import draw_number

WIDTH = 960
CENTRE_HEIGHT, ROW_HEIGHT, GAP = 230, 112, 10
SETS_WIDTH, OFFERED_SCALE = 660, 0.66  # of the sets in the centre; of an offered card
CARD = 62  # the width of a card in a hand
CARD_RATIO = 1.4  # height to width
PositionJson = dict[str, Any]


def draw(position: PositionJson) -> SvgDrawing:
    """Draw the whole table, from top to bottom."""
    drawing = SvgDrawing(WIDTH, CENTRE_HEIGHT + (ROW_HEIGHT + GAP) * position["players"] + GAP)
    draw_centre(drawing, position)
    for seat in range(position["players"]):
        draw_seat(drawing, position, seat, CENTRE_HEIGHT + (ROW_HEIGHT + GAP) * seat)
    return drawing


def draw_card(drawing: SvgDrawing, name: str, x: float, y: float, width: float) -> None:
    """Draw a card face up."""
    for part in (f"face-{name[1]}", f"mark-{name[0]}"):
        drawing.art("odin", part, Box(x, y, width, width * CARD_RATIO), tint=name[0])


def draw_back(drawing: SvgDrawing, x: float, y: float, width: float) -> None:
    """Draw a card face down."""
    drawing.art("odin", "back-odin", Box(x, y, width, width * CARD_RATIO))


def draw_centre(drawing: SvgDrawing, position: PositionJson) -> None:
    """Draw the set to beat and its owner, the beaten set while a card is taken, and the discard."""
    colours = palette()
    background = Box(GAP, GAP, WIDTH - 2 * GAP, CENTRE_HEIGHT - 2 * GAP)
    drawing.rectangle(background, colours["--grain"], 18)
    table, offered = position["table"], position["offered"]
    middle = CENTRE_HEIGHT / 2
    # Everything fits between the owner's number and the discard; offered cards are smaller.
    width = min(108, (SETS_WIDTH - 60) / max(1, len(table) + OFFERED_SCALE * len(offered)) - 12)
    x = (WIDTH - len(table) * (width + 8) - len(offered) * (OFFERED_SCALE * width + 14)) / 2
    if table:
        drawing.disc(x - 44, middle, 26, colours["--paper"], colours["--rust"])
        draw_number(drawing, position["owner"], x - 53, middle - 12, 24)
    for name in table:
        draw_card(drawing, name, x, middle - width * 0.7, width)
        x += width + 8
    width *= OFFERED_SCALE
    for name in offered:
        x += 14
        y = middle - width * 0.7
        drawing.rectangle(Box(x - 5, y - 5, width + 10, width * 1.4 + 10), colours["--glow"])
        draw_card(drawing, name, x, y, width)
        x += width
    if not table:
        slot = Box(WIDTH / 2 - 54, middle - 75, 108, 150)
        drawing.rectangle(slot, "none", 10, colours["--slot"], 3)
    for at, name in enumerate(position["discard"][-27:]):
        draw_card(drawing, name, WIDTH - 58 - (8 - at % 9) * 16, 26 + at // 9 * 62, 38)


def draw_seat(drawing: SvgDrawing, position: PositionJson, seat: int, y: float) -> None:
    """Draw a seat's number, hand and points; the player to move has a brass edge."""
    colours = palette()
    is_at_turn = seat == position["turn"] and position["phase"] != "over"
    has_won = position["winners"] is not None and seat in position["winners"]
    is_marked = is_at_turn or has_won
    edge = colours["--brass"] if is_marked else colours["--hair"]
    fill = colours["--surface"] if is_marked else colours["--surface-2"]
    row = Box(GAP, y, WIDTH - 2 * GAP, ROW_HEIGHT)
    drawing.rectangle(row, fill, 14, edge, 5 if is_marked else 1.5)
    drawing.disc(58, y + ROW_HEIGHT / 2, 28, colours["--huginn-disc"])
    draw_number(drawing, seat, 48, y + ROW_HEIGHT / 2 - 13, 26, colours["--paper"])
    hand = position["hands"][seat]
    known = position.get("known", [[]] * position["players"])[seat]
    hidden = hand - len(known) if isinstance(hand, int) else 0
    for at, name in enumerate(known if isinstance(hand, int) else hand):
        draw_card(drawing, name, 108 + (at + hidden) * (CARD + 5), y + 12, CARD)
    for at in range(hidden):
        draw_back(drawing, 108 + at * (CARD + 5), y + 12, CARD)
    points = position["scores"][seat]
    draw_number(drawing, points, WIDTH - 60 - 21 * len(str(points)), y + ROW_HEIGHT / 2 - 20, 40)
