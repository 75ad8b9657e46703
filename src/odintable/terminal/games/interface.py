"""The interface that a game provides to be played in the terminal.

The folder `terminal/games/NAME/` of a game has a module `interface` with its `TERMINAL_GAME`.
Everything else in `terminal/` asks `terminal_game(NAME)` and knows no game by name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from odintable.errors import OdintableError
from odintable.games.spec import GAMES

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rich.console import RenderableType

    from odintable.games.position import Position
    from odintable.i18n import Texts
    from odintable.terminal.drawing.display_options import DisplayOptions
    from odintable.terminal.text.player_names import PlayerNames

PositionJson = dict[str, Any]  # `Position.to_json()`, with hidden cards removed
EventJson = dict[str, Any]  # an event as in docs/protocol.md


@dataclass(frozen=True)
class TerminalGame:
    """How one game is drawn, described and played by keys."""

    # Draws the table, from top to bottom.
    draw: Callable[[PositionJson, DisplayOptions], Iterable[RenderableType]]
    # The letters on the cards and what they mean, in a few lines.
    legend: Callable[[Texts], list[str]]
    # The Rich style of a card that can be chosen.
    card_style: Callable[[str], str]

    # The table in sentences as a seat sees it; the flag asks for less later in the same turn.
    describe: Callable[[PositionJson, int, PlayerNames, bool], list[str]]
    # Says what the player to move has to do, given the legal moves.
    status: Callable[[PositionJson, Sequence[str], Texts], str]
    # Describes a move, given the positions before and after it.
    move_sentence: Callable[[PositionJson, PositionJson, str, PlayerNames], str]
    # Describes an event of a move; never called for `game-over`, which all games share.
    event_sentence: Callable[[EventJson, PlayerNames], str]
    # The cards of a reason why a move is not legal, in words.
    card_names: Callable[[str, Texts], str]

    # The label of a legal move in a list of choices.
    move_label: Callable[[Position, str, Texts], str]
    # The rank of a move in lists: lower ones come first.
    move_rank: Callable[[str], int]
    # The cards that the player to move can choose from.
    choosable_cards: Callable[[PositionJson], list[str]]
    # The cards that a move uses, written as in `choosable_cards`.
    cards_in_move: Callable[[str], Counter[str]]

    seat_names: tuple[str, ...]  # for players without a name, one for each seat
    rule_sections: tuple[str, ...]  # texts `rules.GAME.SECTION.head` and `rules.GAME.SECTION.text`
    # Keys of texts that continue a section.
    further_rules: Mapping[str, Sequence[str]] = field(default_factory=dict)


@cache
def terminal_game(name: str) -> TerminalGame:
    """Return the terminal interface of a game; raise OdintableError if it has none."""
    if not has_terminal_game(name):
        raise OdintableError(f"{name} cannot be shown in a terminal: there is no drawing of it")
    game: TerminalGame = import_module(f"{__package__}.{name}.interface").TERMINAL_GAME
    return game


def has_terminal_game(name: str) -> bool:
    """Whether a game can be shown in the terminal."""
    return find_spec(f"{__package__}.{name}") is not None


def terminal_games() -> list[str]:
    """Return the games that can be shown, in the order in which they are offered."""
    return [name for name in GAMES if has_terminal_game(name)]


def default_names(name: str, players: int) -> tuple[str, ...]:
    """Return names for the players of a game who have none of their own."""
    return terminal_game(name).seat_names[:players]
