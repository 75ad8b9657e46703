"""The table of Ravens: the path, both players' cards, the Magic Way, the score."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from odintable.games.ravens.spec import CARDS_PER_TURN
from odintable.games.spec import GAMES
from odintable.i18n import Texts
from odintable.terminal.drawing.display_options import DisplayOptions
from odintable.terminal.drawing.symbols import card_count, face_down_cards, face_up_cards
from odintable.terminal.games.interface import PositionJson

from .cards import CARD_STYLES, ODIN_CARDS, TERRAINS, card_number, terrain_symbol

NARROW, WIDE = 6, 10  # a space of the path with a terrain's letter and symbol, or with its name
MARGIN = 2  # for the mark of a path that begins out of sight
ROW_LINES = 5  # the numbers of the cards, then two lines for each lane
OTHER_LINES = 8  # everything but the path
START = -1
MAX_BACKS = 8  # drawn for a hidden stack


def legend(texts: Texts) -> list[str]:
    """Name the terrains and the Odin cards by their letters."""
    terrains = [f"{letter} {texts.text(f'terrain.{letter}')}" for letter in TERRAINS]
    cards = [f"{letter} {texts.text(f'terminal.legend.{letter}')}" for letter in ODIN_CARDS]
    return [", ".join(terrains), ", ".join([*cards, f"o {texts.text('terrain.o')}"])]


def draw(position: PositionJson, display: DisplayOptions) -> Iterator[RenderableType]:
    """Draw the whole table, from top to bottom."""
    yield headline(position, display)
    yield from path(position, display)
    yield beside_path(position, display)
    grid = Table.grid(expand=True, padding=0)
    grid.add_column(ratio=1)
    grid.add_column(ratio=1)
    grid.add_row(*(player_panel(position, seat, display) for seat in range(2)))
    yield grid


def headline(position: PositionJson, display: DisplayOptions) -> Text:
    """Return the number of race and turn, the score, and when the game ends."""
    names, scores = display.names, position["scores"]
    target = position["options"].get("target") or GAMES["ravens"].option("target").default
    text = Text(display.texts.text("game.ravens"), style="bold", no_wrap=True, overflow="crop")
    race = display.label("race-number", number=position["race"], turn=position["turns"] + 1)
    dot = f"  {display.symbols.dot}  "
    text.append(f"{dot}{race}{dot}", style="not bold")
    text.append(f"{names[0]} {scores[0]} : {scores[1]} {names[1]}")
    text.append(f"{dot}{display.label('target', target=target)}", style="not bold")
    return text


# -- The path ----------------------------------------------------------------------------------


def path(position: PositionJson, display: DisplayOptions) -> Iterator[Text]:
    """Draw the cards in order, in as many rows as they need and the height allows."""
    spaces = range(START, len(position["path"]))
    is_wide = MARGIN + 1 + len(spaces) * (WIDE + 1) <= display.width
    cell = WIDE if is_wide else NARROW
    per_row = max(1, (display.width - MARGIN - 1) // (cell + 1))
    rows = [spaces[at : at + per_row] for at in range(0, len(spaces), per_row)]
    shown = rows
    if display.lines:
        max_rows = (display.lines - OTHER_LINES) // ROW_LINES
        shown = visible_rows(rows, position["ravens"], max_rows)
    more = display.symbols.more
    for row in shown:
        before = more if row is shown[0] and row is not rows[0] else " "
        after = more if row is shown[-1] and row is not rows[-1] else ""
        yield card_numbers(position, row, cell, (before, after), display)
        yield from path_row(position, row, cell, display)


def visible_rows(rows: list[range], ravens: Sequence[int], max_rows: int) -> list[range]:
    """Choose the rows from the rear raven on if there is not enough height for all of them."""
    max_rows = max(1, max_rows)
    if len(rows) <= max_rows:
        return rows
    rear = next(at for at, row in enumerate(rows) if min(ravens) in row)
    start = min(rear, len(rows) - max_rows)
    return rows[start : start + max_rows]


def path_row(
    position: PositionJson, row: range, cell: int, display: DisplayOptions
) -> Iterator[Text]:
    """Draw two lines for each lane: the terrains, then the ravens and the stone."""
    for lane in range(2):
        terrains, occupants = Text(" " * MARGIN), Text(" " * MARGIN)
        for at in row:
            style = "" if at == START else CARD_STYLES[position["path"][at][lane]]
            wall = display.symbols.wall if at > START else " "
            terrains.append(wall, style="dim")
            terrains.append(terrain(position, lane, at, cell, display), style=style)
            occupants.append(wall, style="dim")
            name = occupant(position, lane, at, display)
            occupants.append(
                name[:cell].center(cell), style=f"{style} bold reverse" if name else style
            )
        yield terrains.append(display.symbols.wall, style="dim")
        yield occupants.append(display.symbols.wall, style="dim")


def card_numbers(
    position: PositionJson, row: range, cell: int, more: tuple[str, str], display: DisplayOptions
) -> Text:
    """Draw the numbers of a row's cards, between marks for parts of the path out of sight."""
    last, end = len(position["path"]) - 1, display.label("end")
    labels = [
        display.label("start")
        if at == START
        else f"{card_number(at)} {end if at == last else ''}".rstrip()
        for at in row
    ]
    before, after = more
    line = f"{before} " + "".join(f" {label[:cell].center(cell)}" for label in labels)
    return Text(line + after, style="dim")


def terrain(position: PositionJson, lane: int, at: int, cell: int, display: DisplayOptions) -> str:
    """Return a terrain's letter with its symbol, or with its name in a wide cell."""
    if at == START:
        return " " * cell
    letter = position["path"][at][lane]
    if cell == WIDE:
        return f"{letter} {display.texts.text(f'terrain.{letter}')}"[:cell].ljust(cell)
    return f"{letter} {terrain_symbol(letter, display.symbols)}".center(cell)


def occupant(position: PositionJson, lane: int, at: int, display: DisplayOptions) -> str:
    """Return the name of the raven or the stone on a space; empty if there is none."""
    if position["ravens"][lane] == at:
        return display.names[lane]
    return display.label("stone") if position["stone"] == [lane, at] else ""


# -- Beside the path ---------------------------------------------------------------------------


def beside_path(position: PositionJson, display: DisplayOptions) -> Text:
    """Draw the lead, the Magic Way card, the stone and the landscape pile."""
    lead = position["ravens"][0] - position["ravens"][1]
    leader = display.label("level")
    if lead:
        leader = display.label("leads-by", name=display.names[lead < 0], number=abs(lead))
    dot = f" {display.symbols.dot} "
    text = Text(no_wrap=True, overflow="crop")
    text.append(leader, style="bold").append(f"{dot}{display.texts.text('ravens.way')} ")
    text.append_text(
        face_up_cards(position["magic"], CARD_STYLES, "")
        if position["magic"]
        else Text(display.label("none-left"))
    )
    if position["placing"]:
        text.append(f"{dot}{display.label('to-place')} ")
        text.append_text(face_up_cards(position["placing"], CARD_STYLES, ""))
    elif position["stone"] is None:
        text.append(f"{dot}{display.label('stone-aside')}")
    landscapes = card_count(position["landscapes"])
    text.append(f"{dot}{display.label('landscapes', number=landscapes)}")
    if position["removed"]:
        text.append(f", {display.label('removed', number=len(position['removed']))}")
    return text


# -- A player's cards --------------------------------------------------------------------------


def player_panel(position: PositionJson, seat: int, display: DisplayOptions) -> Panel:
    """Draw one player's hand, stack, Magic Way and piles."""
    is_to_move = position["turn"] == seat and position["phase"] != "over"
    labels = [display.label(key) for key in ("hand", "stack", "magic", "piles")]
    margin = max(map(len, labels)) + 1
    lines = (
        hand(position["hands"][seat], display),
        stack(position, seat, display, display.width // 2 - 4 - margin),
        magic_way(position, seat, display),
        piles(position, seat, display),
    )
    rows = [labelled_line(*row, margin) for row in zip(labels, lines, strict=True)]
    bot = display.bots[seat]
    title = Text(f"{display.symbols.turn} " if is_to_move else "", style="not dim")
    title.append(display.names[seat], style="bold")
    title.append(f" {display.symbols.dot} {bot}" if bot else "")
    return Panel(
        Text("\n", no_wrap=True, overflow="crop").join(rows),
        title=title,
        title_align="left",
        subtitle=to_do(position, display) if is_to_move else None,
        subtitle_align="left",
        border_style="bold" if is_to_move else "dim",
        padding=(0, 1),
    )


def labelled_line(label: str, text: Text, margin: int) -> Text:
    """Draw a label in the margin, followed by its text."""
    line = Text(no_wrap=True, overflow="crop")
    line.append(label.ljust(margin), style="dim")
    return line.append_text(text)


def to_do(position: PositionJson, display: DisplayOptions) -> str:
    """Say what the player to move has to do, or how many cards may still be played."""
    if position["phase"] == "place":
        return display.label("places")
    if position["phase"] == "lay":
        return display.label("arranges")
    from_hand, from_stack = cards_left(position)
    return display.label("may-play", hand=from_hand, stack=from_stack)


def cards_left(position: PositionJson) -> tuple[int, int]:
    """Return how many cards may still be played this turn from the hand and from the stack."""
    from_hand, from_stack = position["played"]
    return CARDS_PER_TURN - from_hand, CARDS_PER_TURN - from_stack


def hand(cards: str | int, display: DisplayOptions) -> Text:
    """Draw a hand face up, or face down if only its size is known."""
    if isinstance(cards, int):
        count = display.texts.text("cards", count=cards)
        return face_down_cards(cards, display.symbols).append(f"  {count}")
    return face_up_cards(cards, CARD_STYLES) if cards else Text(display.label("none"), style="dim")


def stack(position: PositionJson, seat: int, display: DisplayOptions, width: int) -> Text:
    """Draw a stack from bottom to top: as much of its top as fits into the width."""
    cards = position["stacks"][seat]
    if isinstance(cards, int):
        backs = display.symbols.face_down * min(cards, MAX_BACKS)
        count = display.texts.text("cards", count=cards)
        return Text(f"{backs}  {count}" if cards else display.label("none"))
    lifted = position["lifted"] if seat == position["turn"] else ""
    lifted_label = f" {display.label('lifted', cards=lifted)}" if lifted else ""
    top = f"{display.symbols.top} {display.label('top')}"
    width -= len(top) + 1 + len(lifted_label)
    pad = " " if len(cards) * 4 <= width else ""
    fitting = max(3, width // (4 if pad else 2))
    text = Text()
    if len(cards) > fitting:
        below = len(cards) - (fitting - 3 if fitting > 3 else 1)
        cards = cards[below:]
        text.append(f"+{below} ", style="dim")
    text.append_text(face_up_cards(cards, CARD_STYLES, pad))
    text.append(f" {top}" if cards else display.label("empty"), style="dim")
    return text.append(lifted_label)


def magic_way(position: PositionJson, seat: int, display: DisplayOptions) -> Text:
    """Draw a player's cards on the Magic Way, or the number of Magic Way cards bought."""
    if "bought" in position:
        return Text(display.label("bought", count=position["bought"][seat]))
    laid = position["ways"][seat]
    text = Text(display.label("laid", count=len(laid)))
    return text.append(" ").append_text(face_up_cards(laid, CARD_STYLES, "")) if laid else text


def piles(position: PositionJson, seat: int, display: DisplayOptions) -> Text:
    """Draw the sizes of both piles, and the cards known to be in a hidden hand."""
    parts = [
        display.label("draw", number=card_count(position["draws"][seat])),
        display.label("discard", number=len(position["discards"][seat])),
    ]
    held = position["known"]["held"][seat] if "known" in position else ""
    if held and isinstance(position["hands"][seat], int):
        parts.append(display.label("holds", cards=held))
    return Text(display.join(*parts))
