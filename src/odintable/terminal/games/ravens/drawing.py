"""Ravens on the table: the path, both players' cards, the Magic Way, the score."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from odintable.i18n import Texts
from odintable.terminal.drawing.display_options import Look
from odintable.terminal.drawing.symbols import GROUNDS, backs, chips

NAMES = ("Huginn", "Muninn")
Given = dict[str, Any]

NARROW, WIDE = 6, 10  # a space of the path with a terrain's letter and sign, or with its name
MARGIN = 2  # the number of the lane
ROW_LINES = 5  # the numbers of the cards, then two lines for each lane
OTHER_LINES = 8  # everything but the path
START = -1


def legend(texts: Texts) -> list[str]:
    """What the letters on the cards mean."""
    lands = [f"{letter} {texts.text(f'terrain.{letter}')}" for letter in "FMPSW"]
    cards = [f"{letter} {texts.text(f'terminal.legend.{letter}')}" for letter in "arst"]
    return [", ".join(lands), ", ".join([*cards, f"o {texts.text('terrain.o')}"])]


def draw(given: Given, look: Look) -> Iterator[RenderableType]:
    """The whole table, from top to bottom."""
    yield headline(given, look)
    yield from path(given, look)
    yield between(given, look)
    grid = Table.grid(expand=True, padding=0)
    grid.add_column(ratio=1)
    grid.add_column(ratio=1)
    grid.add_row(*(panel(given, seat, look) for seat in range(2)))
    yield grid


def headline(given: Given, look: Look) -> Text:
    """Which race and turn, and who has how many points."""
    names, scores = look.names, given["scores"]
    target = given["options"].get("target") or 12
    text = Text(look.texts.text("game.ravens"), style="bold", no_wrap=True, overflow="crop")
    score = f"{names[0]} {scores[0]} : {scores[1]} {names[1]}"
    rest = look.word("race-number", number=given["race"], turn=given["turns"] + 1)
    dot = f"  {look.signs.dot}  "
    text.append(f"{dot}{rest}{dot}", style="not bold")
    text.append(score)
    text.append(f"{dot}{look.word('target', target=target)}", style="not bold")
    return text


# -- The path ----------------------------------------------------------------------------------


def path(given: Given, look: Look) -> Iterator[Text]:
    """The cards in order, in as many rows as they need; lines bounds how many are shown."""
    width, lines, signs = look.width, look.lines, look.signs
    cells = range(START, len(given["path"]))
    cell = WIDE if MARGIN + 1 + len(cells) * (WIDE + 1) <= width else NARROW
    fitting = max(1, (width - MARGIN - 1) // (cell + 1))
    rows = [cells[at : at + fitting] for at in range(0, len(cells), fitting)]
    shown = in_sight(rows, given["ravens"], (lines - OTHER_LINES) // ROW_LINES) if lines else rows
    for row in shown:
        before = signs.more if row is shown[0] and row is not rows[0] else " "
        after = signs.more if row is shown[-1] and row is not rows[-1] else ""
        yield numbers(given, row, cell, (before, after), look)
        yield from path_row(given, row, cell, look)


def in_sight(rows: list[range], ravens: Sequence[int], most: int) -> list[range]:
    """Of more rows than there is room for, those from the rear raven on, then the last ones."""
    most = max(1, most)
    if len(rows) <= most:
        return rows
    rear = next(at for at, row in enumerate(rows) if min(ravens) in row)
    start = min(rear, len(rows) - most)
    return rows[start : start + most]


def path_row(given: Given, row: range, cell: int, look: Look) -> Iterator[Text]:
    """A row of cards: each lane with its terrain and what is on it."""
    for lane in range(2):
        terrain, occupant = Text().append(f"{lane} ", style="dim"), Text("  ")
        for at in row:
            ground = "" if at == START else GROUNDS[given["path"][at][lane]]
            wall = look.signs.wall if at > START else " "
            terrain.append(wall, style="dim")
            terrain.append(picture(given, lane, at, cell, look), style=ground)
            occupant.append(wall, style="dim")
            who = on_space(given, lane, at, look)
            occupant.append(
                who[:cell].center(cell), style=f"{ground} bold reverse" if who else ground
            )
        yield terrain.append(look.signs.wall, style="dim")
        yield occupant.append(look.signs.wall, style="dim")


def numbers(given: Given, row: range, cell: int, more: tuple[str, str], look: Look) -> Text:
    """The numbers of the cards in a row, and signs that the path goes on out of sight."""
    last, end = len(given["path"]) - 1, look.word("end")
    labels = [
        look.word("start") if at == START else f"{at} {end}" if at == last else str(at)
        for at in row
    ]
    before, after = more
    line = f"{before} " + "".join(f" {label[:cell].center(cell)}" for label in labels)
    return Text(line + after, style="dim")


def picture(given: Given, lane: int, at: int, cell: int, look: Look) -> str:
    """A terrain's letter with its sign, and its name if there is room."""
    if at == START:
        return " " * cell
    letter = given["path"][at][lane]
    if cell == WIDE:
        return f"{letter} {look.texts.text(f'terrain.{letter}')}"[:cell].ljust(cell)
    return f"{letter} {look.signs.terrain[letter]}".center(cell)


def on_space(given: Given, lane: int, at: int, look: Look) -> str:
    """The raven or the stone on a space."""
    if given["ravens"][lane] == at:
        return look.names[lane]
    return look.word("stone") if given["stone"] == [lane, at] else ""


# -- What lies beside the path -----------------------------------------------------------------


def between(given: Given, look: Look) -> Text:
    """Who leads, where the stone is, the Magic Way card and the landscape pile."""
    ahead = given["ravens"][0] - given["ravens"][1]
    leader = look.word("level")
    if ahead:
        leader = look.word("leads-by", name=look.names[ahead < 0], number=abs(ahead))
    dot = f" {look.signs.dot} "
    text = Text(no_wrap=True, overflow="crop")
    text.append(leader, style="bold").append(f"{dot}{look.texts.text('ravens.way')} ")
    text.append_text(
        chips(given["magic"], GROUNDS, "") if given["magic"] else Text(look.word("none-left"))
    )
    if given["placing"]:
        text.append(f"{dot}{look.word('to-place')} ")
        text.append_text(chips(given["placing"], GROUNDS, ""))
    elif given["stone"] is None:
        text.append(f"{dot}{look.word('stone-aside')}")
    text.append(f"{dot}{look.word('landscapes', number=count(given['landscapes']))}")
    if given["removed"]:
        text.append(f", {look.word('removed', number=len(given['removed']))}")
    return text


def panel(given: Given, seat: int, look: Look) -> Panel:
    """One player's cards."""
    at_turn = given["turn"] == seat and given["phase"] != "over"
    labels = [look.word(label) for label in ("hand", "stack", "magic", "piles")]
    margin = max(map(len, labels)) + 1
    room = look.width // 2 - 4 - margin
    lines = (
        cards(given["hands"][seat], look),
        stack(given, seat, look, room),
        way(given, seat, look),
        piles(given, seat, look),
    )
    rows = [line(label, margin, text) for label, text in zip(labels, lines, strict=True)]
    title = Text(f"{look.signs.turn} " if at_turn else "", style="not dim")
    title.append(look.names[seat], style="bold")
    title.append(f" {look.signs.dot} {look.players[seat]}" if look.players[seat] else "")
    return Panel(
        Text("\n", no_wrap=True, overflow="crop").join(rows),
        title=title,
        title_align="left",
        subtitle=may_play(given, look) if at_turn else None,
        subtitle_align="left",
        border_style="bold" if at_turn else "dim",
        padding=(0, 1),
    )


def line(label: str, margin: int, text: Text) -> Text:
    """A label and what belongs to it."""
    labelled = Text(no_wrap=True, overflow="crop")
    labelled.append(label.ljust(margin), style="dim")
    return labelled.append_text(text)


def may_play(given: Given, look: Look) -> str:
    """What the player at turn is to do, or how many cards may still be played."""
    if given["phase"] == "place":
        return look.word("places")
    if given["phase"] == "lay":
        return look.word("arranges")
    from_hand, from_stack = (3 - played for played in given["played"])
    return look.word("may-play", hand=from_hand, stack=from_stack)


def cards(held: str | int, look: Look) -> Text:
    """A hand, or its backs."""
    if isinstance(held, int):
        return backs(held, look.signs).append(f"  {look.texts.text('cards', count=held)}")
    return chips(held, GROUNDS) if held else Text(look.word("none"), style="dim")


def stack(given: Given, seat: int, look: Look, room: int) -> Text:
    """A stack from bottom to top, as much of its top as there is room for."""
    lying, signs = given["stacks"][seat], look.signs
    lifted = given["lifted"] if seat == given["turn"] else ""
    if isinstance(lying, int):
        held = f"{signs.back * min(lying, 8)}  {look.texts.text('cards', count=lying)}"
        return Text(held if lying else look.word("none"))
    text = Text()
    top = f"{signs.top} {look.word('top')}"
    told = f" {look.word('lifted', cards=lifted)}" if lifted else ""
    room -= len(top) + 1 + len(told)
    pad = " " if len(lying) * 4 <= room else ""
    fitting = max(3, room // (4 if pad else 2))
    if len(lying) > fitting:
        lying = lying[-(fitting - 3) :] if fitting > 3 else lying[-1:]
        text.append(f"+{len(given['stacks'][seat]) - len(lying)} ", style="dim")
    text.append_text(chips(lying, GROUNDS, pad))
    text.append(f" {top}" if lying else look.word("empty"), style="dim")
    return text.append(told)


def way(given: Given, seat: int, look: Look) -> Text:
    """What a player has laid on the Magic Way, or bought of it."""
    if "bought" in given:
        return Text(look.word("bought", count=given["bought"][seat]))
    laid = given["ways"][seat]
    text = Text(look.word("laid", count=len(laid)))
    return text.append(" ").append_text(chips(laid, GROUNDS, "")) if laid else text


def piles(given: Given, seat: int, look: Look) -> Text:
    """How many cards are to be drawn and have been discarded, and what is known to be held."""
    parts = [
        look.word("draw", number=count(given["draws"][seat])),
        look.word("discard", number=len(given["discards"][seat])),
    ]
    held = given["known"]["held"][seat] if "known" in given else ""
    if held and isinstance(given["hands"][seat], int):
        parts.append(look.word("holds", cards=held))
    return Text(look.dotted(*parts))


def count(pile: int | Sequence[str]) -> int:
    """How many cards lie in a pile, seen or not."""
    return pile if isinstance(pile, int) else len(pile)
