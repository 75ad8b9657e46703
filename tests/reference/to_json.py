"""A second implementation of docs/protocol.md in plain Python: positions and views as JSON."""

from typing import Any

from odintable.games.odin.notation import write_cards
from odintable.games.position import FULL_STATE, Position

ODIN_PHASES = ("lead", "follow", "take", "over")
RAVENS_PHASES = ("play", "place", "lay", "over")
LETTERS = "FMPSWarst"
MAGIC = ("FS", "Fo", "MP", "Mo", "PW", "SW")


def expected_json(position: Position) -> dict[str, Any]:
    """The JSON that a position or a view must be written as."""
    write = write_odin if position.name == "odin" else write_ravens
    return {"game": position.name, "options": position.options, **write(position.fields)}


def write_odin(state: Any) -> dict[str, Any]:
    players = state.players
    is_over = state.phase == ODIN_PHASES.index("over")
    is_hidden = state.viewer != FULL_STATE and not is_over
    scores, hands = list(state.scores[:players]), state.hands[:players]
    stock = state.deck & ~(state.table | state.offered | state.discard)
    for hand in hands:
        stock &= ~hand
    lying = state.table | state.offered | state.discard
    dealt = sum(state.sizes[:players])
    position = {
        "players": players,
        "scores": scores,
        "deal": state.deal,
        "starter": state.starter,
        "turn": state.turn,
        "phase": ODIN_PHASES[state.phase],
        "hands": [
            state.sizes[seat] if is_hidden and seat != state.viewer else write_cards(hand)
            for seat, hand in enumerate(hands)
        ],
        "table": write_cards(state.table),
        "owner": None if state.owner < 0 else state.owner,
        "passes": state.passes,
        "offered": write_cards(state.offered),
        "discard": write_cards(state.discard),
        "stock": state.deck.bit_count() - lying.bit_count() - dealt
        if is_hidden
        else write_cards(stock),
        "winners": [seat for seat in range(players) if scores[seat] == min(scores)]
        if is_over
        else None,
    }
    if state.viewer != FULL_STATE:
        position["known"] = [write_cards(known) for known in state.known[:players]]
    return position


def write_ravens(state: Any) -> dict[str, Any]:
    is_hidden = state.viewer != FULL_STATE and RAVENS_PHASES[state.phase] != "over"
    is_seen = [not is_hidden or seat == state.viewer for seat in range(2)]
    sizes = {name: getattr(state, f"{name}_sizes") for name in ("hand", "stack", "draw", "way")}
    stacks, draws = piles(state.stacks, sizes["stack"]), piles(state.draws, sizes["draw"])
    magic_pile = [MAGIC[card] for card in state.magic_pile[: state.magic_count]]
    position = {
        "scores": list(state.scores),
        "race": state.race,
        "first": state.first,
        "turns": state.turns,
        "turn": state.turn,
        "phase": RAVENS_PHASES[state.phase],
        "played": list(state.played),
        "path": landscapes(state.path[: state.length]),
        "ravens": list(state.ravens),
        "stone": None if state.stone_lane < 0 else [state.stone_lane, state.stone_at],
        "magic": None if state.magic < 0 else MAGIC[state.magic],
        "ways": piles(state.ways, sizes["way"]),
        "hands": [
            counted(state.hands[seat]) if is_seen[seat] else sizes["hand"][seat]
            for seat in range(2)
        ],
        "stacks": [stacks[seat] if is_seen[seat] else sizes["stack"][seat] for seat in range(2)],
        "draws": list(sizes["draw"]) if is_hidden else draws,
        "discards": piles(state.discards, state.discard_sizes),
        "landscapes": state.landscape_count
        if is_hidden
        else landscapes(state.landscapes[: state.landscape_count]),
        "removed": landscapes(state.removed[: state.removed_count]),
        "placing": None if state.placing < 0 else landscapes([state.placing])[0],
        "to_place": state.to_place,
        "closing": bool(state.closing),
        "lifted": counted(state.lifted) if RAVENS_PHASES[state.phase] == "lay" else "",
        "winner": None if state.winner < 0 else state.winner,
    }
    if state.buy_magic:
        position["magic_pile"] = len(magic_pile) if is_hidden else magic_pile
        position["bought"] = list(state.bought)
    if state.viewer != FULL_STATE:
        held = [counted(state.held[seat]) for seat in range(2)]
        position["known"] = {"held": held, "under": landscapes(state.landscapes[: state.under])}
    return position


def piles(both: Any, sizes: Any) -> list[str]:
    """Cards in letters; one that is hidden has none, and is not asked for."""
    return [
        "".join(LETTERS[card] for card in cards[:size] if card < len(LETTERS))
        for cards, size in zip(both, sizes, strict=True)
    ]


def counted(counts: Any) -> str:
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def landscapes(cards: Any) -> list[str]:
    return [LETTERS[card // 5] + LETTERS[card % 5] for card in cards]
