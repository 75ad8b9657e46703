"""ODIN on the table: the set to beat, everyone's hand, the scores."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from .signs import COLOURS, Signs, backs, chips

NAMES = ("Astrid", "Bjorn", "Dagny", "Eirik", "Freydis", "Gunnar")
LEGEND = ("B blue, G green, O orange, P purple, R red, Y yellow, X0 the goat",)
Given = dict[str, Any]


def draw(
    given: Given,
    names: Sequence[str],
    players: Sequence[str],
    signs: Signs,
    _width: int,
    lines: int,
) -> Iterator[RenderableType]:
    """The whole table, from top to bottom."""
    yield headline(given, names, signs)
    yield middle(given, names, signs)
    yield seats(given, names, players, signs, roomy=not lines or lines >= 2 * len(names) + 6)


def headline(given: Given, names: Sequence[str], signs: Signs) -> Text:
    """Which hand it is, who started it, and how long the game is."""
    limit = given["options"].get("limit") or 15
    length = "one hand" if given["options"].get("hands") else f"ends when somebody has {limit}"
    text = Text("ODIN", style="bold", no_wrap=True, overflow="crop")
    rest = f"hand {given['deal']}, started by {names[given['starter']]}  {signs.dot}  {length}"
    return text.append(f"  {signs.dot}  {rest}", style="not bold")


def middle(given: Given, names: Sequence[str], signs: Signs) -> Panel:
    """The set to beat, with its value and owner."""
    text = Text(justify="center")
    if given["table"]:
        text.append_text(chips(given["table"], COLOURS))
        text.append(f"  worth {value(given['table'])}", style="bold")
        text.append(f", played by {names[given['owner']]}")
    else:
        text.append(f"an empty table: {names[given['turn']]} leads")
    if given["offered"]:
        text.append("\nbeaten: ")
        text.append_text(chips(given["offered"], COLOURS))
        text.append(f"  {names[given['turn']]} takes one")
    return Panel(
        text,
        title="the set to beat" if given["table"] else "a new round",
        subtitle=counts(given, signs),
        padding=(0, 1),
    )


def counts(given: Given, signs: Signs) -> str:
    """Passes, and the cards out of this hand."""
    passes = {0: "no pass", 1: "1 pass"}.get(given["passes"], f"{given['passes']} passes")
    stock = given["stock"] if isinstance(given["stock"], int) else len(given["stock"])
    discard = len(given["discard"])
    return f"{passes} {signs.dot} {discard} discarded {signs.dot} {stock} not dealt"


def value(cards: Sequence[str]) -> str:
    """The digits of a set in falling order."""
    return "".join(sorted((card[1] for card in cards), reverse=True))


def seats(
    given: Given, names: Sequence[str], players: Sequence[str], signs: Signs, roomy: bool
) -> Table:
    """A line for each player: whose turn, how many cards, which, and the points."""
    table = Table(box=None, expand=True, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column(width=1)
    table.add_column("", no_wrap=True)
    table.add_column("cards", justify="right")
    table.add_column("hand", ratio=1, no_wrap=True)
    table.add_column("points", justify="right")
    for seat, name in enumerate(names):
        at_turn = given["turn"] == seat and given["phase"] != "over"
        who = Text(name, style="bold" if at_turn else "")
        if players[seat]:
            who.append(f" {signs.dot} {players[seat]}", style="not bold")
        hand = given["hands"][seat]
        held = hand if isinstance(hand, int) else len(hand)
        points = Text(str(given["scores"][seat]), style="bold")
        table.add_row(
            signs.turn if at_turn else "", who, str(held), cards(given, seat, signs), points
        )
        if roomy and seat < len(names) - 1:
            table.add_row()
    return table


def cards(given: Given, seat: int, signs: Signs) -> Text:
    """A hand; of one that is hidden the cards that all saw it take, and backs."""
    hand = given["hands"][seat]
    if not isinstance(hand, int):
        return chips(hand, COLOURS)
    known = given["known"][seat]
    text = Text(" ").append_text(backs(hand - len(known), signs, 2))
    return text.append("  ").append_text(chips(known, COLOURS)) if known else text
