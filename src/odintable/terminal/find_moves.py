"""Choosing a move: find the moves that use certain cards, and parse typed moves."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from odintable.errors import IllegalMove, NotationError, OdintableError

from .games.interface import terminal_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.games.position import Position
    from odintable.i18n import Texts

MAX_CANDIDATES = 6  # moves listed when a text is ambiguous


def move_label(view: Position, move: str, texts: Texts) -> str:
    """Return the label of a legal move in a list of choices."""
    return terminal_game(view.name).move_label(view, move, texts)


def choosable_cards(view: Position) -> list[str]:
    """Return the cards that the player to move can choose from."""
    return terminal_game(view.name).choosable_cards(view.to_json())


def moves_using(game: str, moves: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """Return the moves that use all the chosen cards; those that use no others come first."""
    rules = terminal_game(game)
    wanted = Counter(chosen)
    cards = {move: rules.cards_in_move(move) for move in moves}
    return sorted(
        (move for move in moves if wanted <= cards[move]),
        key=lambda move: (
            bool(chosen) and cards[move] != wanted,
            rules.move_rank(move),
            cards[move].total(),
            natural_order(move),
        ),
    )


def natural_order(move: str) -> list[str]:
    """Return a sort key that puts `turn 9` before `turn 10`."""
    return [part.rjust(3) if part.isdigit() else part for part in move.replace(":", " ").split()]


# -- Typed moves -------------------------------------------------------------------------------


def parse_typed_move(typed: str, view: Position, moves: Sequence[str], texts: Texts) -> str:
    """Find the one move that a text means: its notation, its number, or words of its label.

    Numbers count `moves` from 1. Anything else raises a NotationError or IllegalMove.
    """
    text = " ".join(typed.split())
    if text.isdigit():
        if 1 <= int(text) <= len(moves):
            return moves[int(text) - 1]
        raise NotationError(texts.text("terminal.no-number", number=text, count=len(moves)))
    if text in moves:
        return text
    found = find_by_notation(text, moves) or find_by_label(text, view, moves, texts)
    if len(found) == 1:
        return found[0]
    if found:
        candidates = "; ".join(move_label(view, move, texts) for move in found[:MAX_CANDIDATES])
        candidates += "; …" if len(found) > MAX_CANDIDATES else ""
        raise NotationError(texts.text("terminal.ambiguous", text=text, moves=candidates))
    raise no_such_move(text, view, texts)


def find_by_notation(text: str, moves: Sequence[str]) -> list[str]:
    """Find a move by its notation, ignoring case and the order of cards.

    The verb may be missing if there is no number: labels count from 1 what notation counts from 0,
    so `turn 4` means the label, and only the whole `t turn 3` is notation.
    """
    wanted = sorted(text.lower().split())
    may_lack_verb = not any(word[0].isdigit() for word in wanted)
    return [
        move
        for move in moves
        if sorted(move.lower().split()) == wanted
        or (may_lack_verb and sorted(move.lower().split()[1:]) == wanted)
    ]


def find_by_label(text: str, view: Position, moves: Sequence[str], texts: Texts) -> list[str]:
    """Find the moves whose label has all these words, or whose notation has; an exact start wins.

    Numbers are looked for in labels only, where they must be whole: 1 is not found in 10.
    """
    wanted = text.lower().split()
    found = {}
    for move in moves:
        label = move_label(view, move, texts).lower()
        numbers = re.findall(r"\d+", label)
        verbs = " ".join(word for word in move.lower().split() if not word[0].isdigit())
        if all(
            word in numbers if word.isdigit() else word in f"{label} {verbs}" for word in wanted
        ):
            found[move] = label
    exact = [move for move, label in found.items() if label.startswith(" ".join(wanted))]
    return exact if len(exact) == 1 else list(found)


def no_such_move(text: str, view: Position, texts: Texts) -> OdintableError:
    """Return the error for a text that means none of the legal moves."""
    try:
        view.read_move(text)
    except IllegalMove as error:
        return error
    except NotationError:
        pass
    return NotationError(texts.text("terminal.not-understood", text=text))
