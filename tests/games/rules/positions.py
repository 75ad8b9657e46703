"""Positions as text: a complete one for each game, of which a test writes only what differs.

`…` among cards stands for all cards that lie nowhere else, sorted, so every position is complete.
In ODIN cards are written with spaces between them: `hands=["R2 R8", "G5"]`.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from odintable.games.json_reader import Json
from odintable.games.position import Position

REST = "…"

RAVENS: dict[str, Json] = {
    "game": "ravens",
    "options": {},
    "scores": [0, 0],
    "race": 1,
    "first": 0,
    "turns": 0,
    "turn": 0,
    "phase": "play",
    "played": [0, 0],
    "path": "FM WS PF MW SP WF FS MP SW",
    "ravens": [-1, -1],
    "stone": None,
    "magic": "Mo",
    "ways": ["", ""],
    "hands": ["FFMWt", "MPPSa"],
    "stacks": ["", ""],
    "draws": [REST, REST],
    "discards": ["", ""],
    "landscapes": REST,
    "removed": "",
    "placing": None,
    "to_place": 0,
    "closing": False,
    "lifted": "",
    "winner": None,
}
LANDSCAPE_BOX = Counter(
    {one + two: 2 if one == two else 3 for one, two in combinations_with_replacement("FMPSW", 2)}
)
OWN_BOX = Counter("FFFFFMMMMMPPPPPSSSSSWWWWWarrssttt")
LANDSCAPE_PLACES = ("path", "landscapes", "removed")
OWN_PLACES = ("hands", "stacks", "draws", "discards", "ways")

ODIN: dict[str, Json] = {
    "game": "odin",
    "options": {},
    "players": 3,
    "scores": [0, 0, 0],
    "deal": 1,
    "starter": 0,
    "turn": 0,
    "phase": "lead",
    "hands": ["B1 B7 G3 R4 R9", "G2 G8 O5 P5 Y1", "B9 O2 R1 Y4 Y8"],
    "table": "",
    "owner": None,
    "passes": 0,
    "offered": "",
    "discard": "",
    "stock": REST,
    "winners": None,
}
ODIN_PLACES = ("table", "offered", "discard", "stock")


# -- Positions ---------------------------------------------------------------------------------


def position(game: str, **changed: Json) -> Position:
    """The usual position of a game with these changes."""
    given = (ODIN if game == "odin" else RAVENS) | changed
    return Position.from_json(whole_odin(given) if game == "odin" else whole_ravens(given))


def whole_odin(given: dict[str, Json]) -> dict[str, Json]:
    """Every card of the deck in its place."""
    players = given["players"]
    hands = [hand.split() for hand in given["hands"]]
    piles = {place: given[place].split() for place in ODIN_PLACES}
    colours = "BGRY" if given["options"].get("four-colours") else "BGOPRY"
    deck = Counter(f"{colour}{number}" for colour in colours for number in range(1, 10))
    if given["options"].get("goat"):
        deck["X0"] = 1
    fill([*hands, *piles.values()], deck)
    return given | piles | {"hands": hands, "scores": (given["scores"] + [0] * 3)[:players]}


def whole_ravens(given: dict[str, Json]) -> dict[str, Json]:
    """Every card of both players, and every landscape card, in its place."""
    piles = {place: given[place].split() for place in LANDSCAPE_PLACES}
    placing = [given["placing"]] if given["placing"] else []
    fill([*piles.values(), placing], LANDSCAPE_BOX)
    if "magic_pile" in given:
        piles["magic_pile"] = given["magic_pile"].split()
    cards = {place: [list(text) for text in given[place]] for place in OWN_PLACES}
    for seat in range(2):
        lifted = list(given["lifted"]) if seat == given["turn"] else []
        fill([*(cards[place][seat] for place in OWN_PLACES), lifted], OWN_BOX)
    own = {place: ["".join(pile) for pile in cards[place]] for place in OWN_PLACES}
    return given | piles | own


def fill(piles: Sequence[list[str]], box: Counter[str]) -> None:
    """Put the cards that lie nowhere else where `…` stands."""
    seen = Counter("".join(sorted(card)) if card.isalpha() else card for p in piles for card in p)
    rest = sorted((box - seen).elements())
    for pile in piles:
        if REST in pile:
            at = pile.index(REST)
            pile[at : at + 1] = rest


# -- Moves and shuffles ------------------------------------------------------------------------


def legal(at: Position, *beginnings: str) -> list[str]:
    """The legal moves, or those that begin with one of these words."""
    return [move for move in at.legal() if not beginnings or move.startswith(beginnings)]


def play(at: Position, *moves: str) -> Position:
    """Make these moves, which must be legal, and return the position."""
    for move in moves:
        at.apply(at.read_move(move))
    return at


def changes(at: Position, *moves: str) -> dict[str, Json]:
    """Make these moves and return the keys of the JSON that have changed."""
    before = at.to_json()
    return differences(before, play(at, *moves).to_json())


def differences(before: dict[str, Json], after: dict[str, Json]) -> dict[str, Json]:
    """The keys whose values differ in the second position, with the new values."""
    return {key: value for key, value in after.items() if before[key] != value}


def shuffle(at: Position, order: str) -> Position:
    """Make the pending shuffle with this order; `…` stands for the rest of the pile."""
    name, pile = at.pile_to_shuffle()
    cards = list(order) if name in ("0", "1") else order.split()
    fill([cards], Counter(pile))
    at.apply_shuffle(cards)
    return at


def new(game: str, *orders: str, players: int = 2, first: int = 0, **options: Json) -> Position:
    """A new game with its first shuffles in these orders, and further ones sorted."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    at = Position.new(game, players, first, named)
    for order in orders:
        shuffle(at, order)
    return resolve_shuffles(at)


def resolve_shuffles(at: Position) -> Position:
    """Make all pending shuffles, each pile sorted by its cards' names."""
    while at.awaits_shuffle:
        shuffle(at, REST)
    return at
