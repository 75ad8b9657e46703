"""ODIN on the table: the set to beat, everyone's hand, the scores."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from odintable.i18n import Texts
from odintable.terminal.drawing.display_options import Look
from odintable.terminal.drawing.symbols import COLOURS, Signs, backs, chips

NAMES = ("Astrid", "Bjorn", "Dagny", "Eirik", "Freydis", "Gunnar")
Given = dict[str, Any]


def legend(texts: Texts) -> list[str]:
    """What the letters on the cards mean."""
    colours = [f"{letter} {texts.text(f'colour-name.{letter}')}" for letter in "BGOPRY"]
    return [", ".join([*colours, f"X0 {texts.text('odin.goat')}"])]


def draw(given: Given, look: Look) -> Iterator[RenderableType]:
    """The whole table, from top to bottom."""
    yield headline(given, look)
    yield middle(given, look)
    yield seats(given, look, roomy=not look.lines or look.lines >= 2 * len(look.names) + 6)


def headline(given: Given, look: Look) -> Text:
    """Which hand it is, who started it, and how long the game is."""
    limit = given["options"].get("limit") or 15
    length = "one-hand" if given["options"].get("hands") else "limit"
    text = Text(look.texts.text("game.odin"), style="bold", no_wrap=True, overflow="crop")
    hand = look.word("hand-number", number=given["deal"], name=look.names[given["starter"]])
    dot = f"  {look.signs.dot}  "
    return text.append(f"{dot}{hand}{dot}{look.word(length, limit=limit)}", style="not bold")


def middle(given: Given, look: Look) -> Panel:
    """The set to beat, with its value and owner."""
    text = Text(justify="center")
    if given["table"]:
        text.append(f"{look.names[given['owner']]}  ").append_text(chips(given["table"], COLOURS))
        text.append("  ").append(look.word("worth", value=value(given["table"])), style="bold")
    else:
        text.append(look.word("leads", name=look.names[given["turn"]]))
    if given["offered"]:
        text.append(f"\n{look.word('beaten')} ")
        text.append_text(chips(given["offered"], COLOURS))
    return Panel(
        text,
        title=look.word("to-beat" if given["table"] else "new-round"),
        subtitle=counts(given, look),
        padding=(0, 1),
    )


def counts(given: Given, look: Look) -> str:
    """Passes, and the cards out of this hand."""
    stock = given["stock"] if isinstance(given["stock"], int) else len(given["stock"])
    return look.dotted(
        look.word("passes", count=given["passes"]),
        look.word("discarded", count=len(given["discard"])),
        look.word("not-dealt", count=stock),
    )


def value(cards: Sequence[str]) -> str:
    """The digits of a set in falling order."""
    return "".join(sorted((card[1] for card in cards), reverse=True))


def seats(given: Given, look: Look, roomy: bool) -> Table:
    """A line for each player: whose turn, how many cards, which, and the points."""
    table = Table(box=None, expand=True, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column(width=1)
    table.add_column("", no_wrap=True)
    table.add_column(look.word("cards"), justify="right")
    table.add_column(look.word("hand"), ratio=1, no_wrap=True)
    table.add_column(look.word("points"), justify="right")
    signs = look.signs
    for seat, name in enumerate(look.names):
        at_turn = given["turn"] == seat and given["phase"] != "over"
        who = Text(name, style="bold" if at_turn else "")
        if look.players[seat]:
            who.append(f" {signs.dot} {look.players[seat]}", style="not bold")
        hand = given["hands"][seat]
        held = hand if isinstance(hand, int) else len(hand)
        points = Text(str(given["scores"][seat]), style="bold")
        table.add_row(
            signs.turn if at_turn else "", who, str(held), cards(given, seat, signs), points
        )
        if roomy and seat < len(look.names) - 1:
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
