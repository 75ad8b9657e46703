"""What may be played, to be chosen from: moves as labels, the cards they use, and moves typed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from odintable.errors import IllegalMove, NotationError, OdintableError

from .drawing.symbols import ODIN_CARDS
from .games.odin.drawing import value
from .games.ravens.sentences import cards as cards_in_words
from .games.ravens.sentences import placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.games.position import Position
    from odintable.i18n import Texts

MOST_TOLD = 6  # moves that a text may mean, in the answer
TOP = 3  # cards of the stack that may be played in a turn
# In lists, what stands before the actions of Odin cards, and what after them.
VERBS = (
    ("fly", "play", "take", "place", "lay", "magic", "stack"),
    ("discard", "end", "extend", "pass"),
)


# -- Labels ------------------------------------------------------------------------------------


def label(view: Position, move: str, texts: Texts) -> str:
    """A move as something that can be done."""
    verb, *rest = move.split()
    if view.name == "odin":
        return label_odin(verb, rest, texts)
    return label_ravens(view, move, texts)


def label_odin(verb: str, cards: Sequence[str], texts: Texts) -> str:
    """Play a set, take a card, or pass."""
    if verb == "pass":
        return texts.text("odin.pass")
    if verb == "take":
        return texts.text("terminal.take", card=cards[0])
    return texts.labelled(texts.text("odin.play", value=value(cards)), " ".join(cards))


def label_ravens(view: Position, move: str, texts: Texts) -> str:
    """What is done, with which cards, where."""
    verb, *rest = move.split()
    if move in ("end", "extend"):
        return texts.text(f"ravens.{move}")
    if verb == "place":
        return texts.text("terminal.place", card=placed(rest[0], texts))
    if verb == "lay":
        return texts.text("terminal.lay", card=short_name(rest[0], texts))
    if verb.strip("()") in ODIN_CARDS:
        done = texts.text(f"use.{rest[0]}")
        action = texts.labelled(done, texts.format_list(rest[1:])) if rest[1:] else done
        is_lying = verb.startswith("(")
        return texts.text("ravens.from-stack", card=action) if is_lying else action
    if rest[0].strip("()") in ODIN_CARDS:
        return texts.labelled(texts.text(f"use.{verb}"), short_name(rest[0], texts))
    done = texts.labelled(texts.text(f"use.{verb}"), cards_in_words(rest[0], texts))
    return done + (landing(view, move, texts) if verb == "fly" else "")


def short_name(written: str, texts: Texts) -> str:
    """A card in few words; one in brackets comes from the stack."""
    letter = written.strip("()")
    name = texts.text(f"{'terminal.legend' if letter in ODIN_CARDS else 'terrain'}.{letter}")
    return name if written == letter else texts.text("ravens.from-stack", card=name)


def landing(view: Position, move: str, texts: Texts) -> str:
    """Where a flight ends."""
    after = view.copy()
    after.apply(view.read_move(move))
    if after.awaits_shuffle or after.is_over:
        return texts.text("terminal.to-end")
    return texts.text("terminal.to", place=after.to_json()["ravens"][view.turn])


# -- Cards -------------------------------------------------------------------------------------


def hand(view: Position) -> list[str]:
    """The cards to choose from: the hand, then in brackets what can be reached of the stack."""
    given = view.to_json()
    seat = given["turn"]
    if view.name == "odin":
        return list(given["offered"] or given["hands"][seat])
    if given["phase"] == "place":
        return []
    if given["phase"] == "lay":
        return list(given["lifted"])
    stack = given["stacks"][seat][::-1][:TOP]
    return [*given["hands"][seat], *(f"({card})" for card in stack)]


def cards_of(move: str) -> Counter[str]:
    """The cards that a move uses, as they are written in a hand."""
    verb, *rest = move.split()
    if verb.strip("()") in ODIN_CARDS:
        return Counter([verb])
    if verb == "place":
        return Counter()
    if verb in ("play", "take"):
        return Counter(rest)
    held, _, stack = "".join(rest).rstrip(")").partition("(")
    return Counter([*held, *(f"({card})" for card in stack)])


def fitting(moves: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """The moves that use all the chosen cards: first those that use nothing else."""
    wanted = Counter(chosen)
    uses = {move: cards_of(move) for move in moves}
    fits = [move for move in moves if wanted <= uses[move]]
    return sorted(
        fits,
        key=lambda move: (
            bool(chosen) and uses[move] != wanted,
            rank(move),
            uses[move].total(),
            natural(move),
        ),
    )


def rank(move: str) -> int:
    """As people look for moves: forward first, giving up last."""
    verb = move.split(maxsplit=1)[0]
    verbs = [*VERBS[0], "", *VERBS[1]]
    return verbs.index(verb if verb in verbs else "")


def natural(move: str) -> list[str]:
    """Numbers in the order in which they are counted."""
    return [part.rjust(3) if part.isdigit() else part for part in move.replace(":", " ").split()]


# -- Moves that were typed ---------------------------------------------------------------------


def understand(typed: str, view: Position, moves: Sequence[str], texts: Texts) -> str:
    """The one move that a text means: its notation, its number in the list, or words of its label.

    `moves` are in the order in which they were told, from number 1.
    """
    text = " ".join(typed.split())
    if text.isdigit():
        if 1 <= int(text) <= len(moves):
            return moves[int(text) - 1]
        raise NotationError(texts.text("terminal.no-number", number=text, count=len(moves)))
    if text in moves:
        return text
    found = by_notation(text, moves) or by_words(text, view, moves, texts)
    if len(found) == 1:
        return found[0]
    if found:
        several = ", ".join(found[:MOST_TOLD]) + (", …" if len(found) > MOST_TOLD else "")
        raise NotationError(texts.text("terminal.several", text=text, moves=several))
    raise refusal(text, view, texts)


def by_notation(text: str, moves: Sequence[str]) -> list[str]:
    """The move that is written so but for capitals, the order of cards, or a verb left out."""
    wanted = sorted(text.lower().split())
    return [
        move
        for move in moves
        if sorted(move.lower().split()) == wanted or sorted(move.lower().split()[1:]) == wanted
    ]


def by_words(text: str, view: Position, moves: Sequence[str], texts: Texts) -> list[str]:
    """The moves whose label or notation has all these words; one that has only them comes alone."""
    wanted = text.lower().split()
    found = {}
    for move in moves:
        said = f"{label(view, move, texts)} {move}".lower()
        if all(word in said for word in wanted):
            found[move] = said
    exact = [move for move, said in found.items() if said.startswith(" ".join(wanted))]
    return exact if len(exact) == 1 else list(found)


def refusal(text: str, view: Position, texts: Texts) -> OdintableError:
    """The error for a text that means none of the legal moves."""
    try:
        view.read_move(text)
    except IllegalMove as error:
        return error
    except NotationError:
        pass
    return NotationError(texts.text("terminal.not-understood", text=text))
