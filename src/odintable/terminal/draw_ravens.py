"""Ravens on the table: the path, both players' cards, the Magic Way, the score."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from .signs import GROUNDS, TERRAINS, Signs, backs, chips

NAMES = ("Huginn", "Muninn")
LEGEND = (
    "F forest, M mountain, P plains, S snow, W water",
    "a arrange or add, r back or forward, s stone or swap, t turn or remove, o Odin",
)
Given = dict[str, Any]

NARROW, WIDE = 6, 10  # a space of the path with a terrain's letter and sign, or with its name
MARGIN = 2  # the number of the lane
ROW_LINES = 5  # the numbers of the cards, then two lines for each lane
OTHER_LINES = 8  # everything but the path
START = -1


def draw(
    given: Given,
    names: Sequence[str],
    players: Sequence[str],
    signs: Signs,
    width: int,
    lines: int,
) -> Iterator[RenderableType]:
    """The whole table, from top to bottom."""
    yield headline(given, names, signs)
    yield from path(given, names, signs, width, lines)
    yield between(given, names, signs)
    grid = Table.grid(expand=True, padding=0)
    grid.add_column(ratio=1)
    grid.add_column(ratio=1)
    room = width // 2 - 4
    grid.add_row(*(panel(given, names, players, seat, signs, room) for seat in range(2)))
    yield grid


def headline(given: Given, names: Sequence[str], signs: Signs) -> Text:
    """Which race and turn, and who has how many points."""
    scores = given["scores"]
    target = given["options"].get("target") or 12
    text = Text("Odin's Ravens", style="bold", no_wrap=True, overflow="crop")
    score = f"{names[0]} {scores[0]} : {scores[1]} {names[1]}"
    rest = f"race {given['race']}, turn {given['turns'] + 1}"
    text.append(f"  {signs.dot}  {rest}  {signs.dot}  ", style="not bold")
    text.append(score)
    text.append(f"  {signs.dot}  {target} to win", style="not bold")
    return text


# -- The path ----------------------------------------------------------------------------------


def path(
    given: Given, names: Sequence[str], signs: Signs, width: int, lines: int
) -> Iterator[Text]:
    """The cards in order, in as many rows as they need; lines bounds how many are shown."""
    cells = range(START, len(given["path"]))
    cell = WIDE if MARGIN + 1 + len(cells) * (WIDE + 1) <= width else NARROW
    fitting = max(1, (width - MARGIN - 1) // (cell + 1))
    rows = [cells[at : at + fitting] for at in range(0, len(cells), fitting)]
    shown = in_sight(rows, given["ravens"], (lines - OTHER_LINES) // ROW_LINES) if lines else rows
    for row in shown:
        before = signs.more if row is shown[0] and row is not rows[0] else " "
        after = signs.more if row is shown[-1] and row is not rows[-1] else ""
        yield numbers(given, row, cell, before, after)
        yield from path_row(given, names, signs, row, cell)


def in_sight(rows: list[range], ravens: Sequence[int], most: int) -> list[range]:
    """Of more rows than there is room for, those from the rear raven on, then the last ones."""
    most = max(1, most)
    if len(rows) <= most:
        return rows
    rear = next(at for at, row in enumerate(rows) if min(ravens) in row)
    start = min(rear, len(rows) - most)
    return rows[start : start + most]


def path_row(
    given: Given, names: Sequence[str], signs: Signs, row: range, cell: int
) -> Iterator[Text]:
    """A row of cards: each lane with its terrain and what is on it."""
    for lane in range(2):
        terrain, occupant = Text().append(f"{lane} ", style="dim"), Text("  ")
        for at in row:
            ground = "" if at == START else GROUNDS[given["path"][at][lane]]
            wall = signs.wall if at > START else " "
            terrain.append(wall, style="dim")
            terrain.append(picture(given, lane, at, signs, cell), style=ground)
            occupant.append(wall, style="dim")
            who = on_space(given, names, lane, at)
            occupant.append(
                who[:cell].center(cell), style=f"{ground} bold reverse" if who else ground
            )
        yield terrain.append(signs.wall, style="dim")
        yield occupant.append(signs.wall, style="dim")


def numbers(given: Given, row: range, cell: int, before: str, after: str) -> Text:
    """The numbers of the cards in a row, and signs that the path goes on out of sight."""
    last = len(given["path"]) - 1
    words = ["start" if at == START else f"{at} end" if at == last else str(at) for at in row]
    line = f"{before} " + "".join(f" {word.center(cell)}" for word in words)
    return Text(line + after, style="dim")


def picture(given: Given, lane: int, at: int, signs: Signs, cell: int) -> str:
    """A terrain's letter with its sign, and its name if there is room."""
    if at == START:
        return " " * cell
    letter = given["path"][at][lane]
    if cell == WIDE:
        return f"{letter} {TERRAINS[letter]}".ljust(cell)
    return f"{letter} {signs.terrain[letter]}".center(cell)


def on_space(given: Given, names: Sequence[str], lane: int, at: int) -> str:
    """The raven or the stone on a space."""
    if given["ravens"][lane] == at:
        return names[lane]
    return "STONE" if given["stone"] == [lane, at] else ""


# -- What lies beside the path -----------------------------------------------------------------


def between(given: Given, names: Sequence[str], signs: Signs) -> Text:
    """Who leads, where the stone is, the Magic Way card and the landscape pile."""
    ahead = given["ravens"][0] - given["ravens"][1]
    leader = "the ravens are level" if ahead == 0 else f"{names[ahead < 0]} leads by {abs(ahead)}"
    text = Text(no_wrap=True, overflow="crop")
    text.append(leader, style="bold")
    text.append(f" {signs.dot} Magic Way ")
    text.append_text(chips(given["magic"], GROUNDS, "") if given["magic"] else Text("none left"))
    if given["placing"]:
        text.append(f" {signs.dot} to place ")
        text.append_text(chips(given["placing"], GROUNDS, ""))
    elif given["stone"] is None:
        text.append(f" {signs.dot} stone aside")
    text.append(f" {signs.dot} landscapes {count(given['landscapes'])}")
    if given["removed"]:
        text.append(f", removed {len(given['removed'])}")
    return text


def panel(
    given: Given,
    names: Sequence[str],
    players: Sequence[str],
    seat: int,
    signs: Signs,
    room: int,
) -> Panel:
    """One player's cards."""
    at_turn = given["turn"] == seat and given["phase"] != "over"
    rows = [
        line("hand", cards(given["hands"][seat], signs)),
        line("stack", stack(given, seat, signs, room - 6)),
        line("magic", way(given, seat)),
        line("piles", piles(given, seat, signs)),
    ]
    title = Text(f"{signs.turn} " if at_turn else "", style="not dim")
    title.append(names[seat], style="bold")
    title.append(f" {signs.dot} {players[seat]}" if players[seat] else "")
    return Panel(
        Text("\n", no_wrap=True, overflow="crop").join(rows),
        title=title,
        title_align="left",
        subtitle=may_play(given) if at_turn else None,
        subtitle_align="left",
        border_style="bold" if at_turn else "dim",
        padding=(0, 1),
    )


def line(label: str, text: Text) -> Text:
    """A label and what belongs to it."""
    labelled = Text(no_wrap=True, overflow="crop")
    labelled.append(f"{label:<6}", style="dim")
    return labelled.append_text(text)


def may_play(given: Given) -> str:
    """What the player at turn is to do, or how many cards may still be played."""
    if given["phase"] == "place":
        return "places a landscape card"
    if given["phase"] == "lay":
        return "arranges the stack"
    from_hand, from_stack = (3 - played for played in given["played"])
    return f"may play hand {from_hand}/3, stack {from_stack}/3"


def cards(held: str | int, signs: Signs) -> Text:
    """A hand, or its backs."""
    if isinstance(held, int):
        return backs(held, signs).append(f"  {held} cards")
    return chips(held, GROUNDS) if held else Text("none", style="dim")


def stack(given: Given, seat: int, signs: Signs, room: int) -> Text:
    """A stack from bottom to top, as much of its top as there is room for."""
    lying = given["stacks"][seat]
    lifted = given["lifted"] if seat == given["turn"] else ""
    if isinstance(lying, int):
        return Text(f"{signs.back * min(lying, 8)}  {lying} cards" if lying else "none")
    text = Text()
    room -= len(signs.top) + 1 + (len(lifted) + 8 if lifted else 0)
    pad = " " if len(lying) * 4 <= room else ""
    fitting = max(3, room // (4 if pad else 2))
    if len(lying) > fitting:
        lying = lying[-(fitting - 3) :] if fitting > 3 else lying[-1:]
        text.append(f"+{len(given['stacks'][seat]) - len(lying)} ", style="dim")
    text.append_text(chips(lying, GROUNDS, pad))
    text.append(f" {signs.top}" if lying else "empty", style="dim")
    return text.append(f" lifted {lifted}" if lifted else "")


def way(given: Given, seat: int) -> Text:
    """What a player has laid on the Magic Way, or bought of it."""
    if "bought" in given:
        return Text(f"{given['bought'][seat]} bought")
    laid = given["ways"][seat]
    text = Text(f"{len(laid)} laid ")
    return text.append_text(chips(laid, GROUNDS, "")) if laid else Text("none laid")


def piles(given: Given, seat: int, signs: Signs) -> Text:
    """How many cards are to be drawn and have been discarded, and what is known to be held."""
    drawn, discarded = count(given["draws"][seat]), len(given["discards"][seat])
    text = Text(f"draw {drawn} {signs.dot} discard {discarded}")
    held = given["known"]["held"][seat] if "known" in given else ""
    if held and isinstance(given["hands"][seat], int):
        text.append(f" {signs.dot} holds {held}")
    return text


def count(pile: int | Sequence[str]) -> int:
    """How many cards lie in a pile, seen or not."""
    return pile if isinstance(pile, int) else len(pile)
