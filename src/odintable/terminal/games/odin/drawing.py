"""The table of ODIN: the set to beat, everyone's hand, the scores."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from odintable.games.spec import GAMES
from odintable.i18n import Texts
from odintable.terminal.drawing.display_options import DisplayOptions
from odintable.terminal.drawing.symbols import (
    DARK,
    LIGHT,
    Symbols,
    card_count,
    face_down_cards,
    face_up_cards,
)
from odintable.terminal.games.interface import PositionJson

CARD_STYLES = {
    "B": f"{LIGHT} on dodger_blue3",
    "G": f"{LIGHT} on dark_green",
    "O": f"{DARK} on dark_orange",
    "P": f"{LIGHT} on purple4",
    "R": f"{LIGHT} on red3",
    "Y": f"{DARK} on yellow3",
    "X": f"{DARK} on grey89",
}


def card_style(card: str) -> str:
    """Return the style of a card's colour."""
    return CARD_STYLES[card[0]]


def legend(texts: Texts) -> list[str]:
    """Name the colours by their letters."""
    colours = [f"{letter} {texts.text(f'colour-name.{letter}')}" for letter in "BGOPRY"]
    return [", ".join([*colours, f"X0 {texts.text('odin.goat')}"])]


def draw(position: PositionJson, display: DisplayOptions) -> Iterator[RenderableType]:
    """Draw the whole table, from top to bottom."""
    is_roomy = not display.lines or display.lines >= 2 * len(display.names) + 6
    yield headline(position, display)
    yield table_cards(position, display)
    yield seats(position, display, is_roomy=is_roomy)


def headline(position: PositionJson, display: DisplayOptions) -> Text:
    """Return the number of the hand, its first player, and when the game ends."""
    limit = position["options"].get("limit") or GAMES["odin"].option("limit").default
    length = "one-hand" if position["options"].get("hands") else "limit"
    text = Text(display.texts.text("game.odin"), style="bold", no_wrap=True, overflow="crop")
    starter = display.names[position["starter"]]
    hand = display.label("hand-number", number=position["deal"], name=starter)
    dot = f"  {display.symbols.dot}  "
    return text.append(f"{dot}{hand}{dot}{display.label(length, limit=limit)}", style="not bold")


def table_cards(position: PositionJson, display: DisplayOptions) -> Panel:
    """Draw the set to beat, with its value and owner."""
    text = Text(justify="center")
    on_table = position["table"]
    if on_table:
        text.append(f"{display.names[position['owner']]}  ")
        text.append_text(face_up_cards(on_table, CARD_STYLES))
        text.append("  ").append(display.label("worth", value=value(on_table)), style="bold")
    else:
        text.append(display.label("leads", name=display.names[position["turn"]]))
    if position["offered"]:
        text.append(f"\n{display.label('beaten')} ")
        text.append_text(face_up_cards(position["offered"], CARD_STYLES))
    return Panel(
        text,
        title=display.label("to-beat" if on_table else "new-round"),
        subtitle=counts(position, display),
        padding=(0, 1),
    )


def counts(position: PositionJson, display: DisplayOptions) -> str:
    """Count the passes, the discarded cards and those not dealt."""
    return display.join(
        display.label("passes", count=position["passes"]),
        display.label("discarded", count=len(position["discard"])),
        display.label("not-dealt", count=card_count(position["stock"])),
    )


def value(cards: Sequence[str]) -> str:
    """Return the value of a set: its digits in descending order."""
    return "".join(sorted((card[1] for card in cards), reverse=True))


def seats(position: PositionJson, display: DisplayOptions, *, is_roomy: bool) -> Table:
    """Draw a line for each player: turn mark, name, number of cards, hand and points."""
    table = Table(box=None, expand=True, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column(width=1)
    table.add_column("", no_wrap=True)
    table.add_column(display.label("cards"), justify="right")
    table.add_column(display.label("hand"), ratio=1, no_wrap=True)
    table.add_column(display.label("points"), justify="right")
    for seat in range(len(display.names)):
        table.add_row(*seat_cells(position, seat, display))
        if is_roomy and seat < len(display.names) - 1:
            table.add_row()
    return table


def seat_cells(
    position: PositionJson, seat: int, display: DisplayOptions
) -> tuple[str, Text, str, Text, Text]:
    """Return the cells of one player's line."""
    is_to_move = position["turn"] == seat and position["phase"] != "over"
    name = Text(display.names[seat], style="bold" if is_to_move else "")
    if display.bots[seat]:
        name.append(f" {display.symbols.dot} {display.bots[seat]}", style="not bold")
    return (
        display.symbols.turn if is_to_move else "",
        name,
        str(card_count(position["hands"][seat])),
        hand_cards(position, seat, display.symbols),
        Text(str(position["scores"][seat]), style="bold"),
    )


def hand_cards(position: PositionJson, seat: int, symbols: Symbols) -> Text:
    """Draw a hand; a hidden one shows backs and the cards that everyone saw it take."""
    hand = position["hands"][seat]
    if not isinstance(hand, int):
        return face_up_cards(hand, CARD_STYLES)
    known = position["known"][seat]
    text = Text(" ").append_text(face_down_cards(hand - len(known), symbols, 2))
    return text.append("  ").append_text(face_up_cards(known, CARD_STYLES)) if known else text
