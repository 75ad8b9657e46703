"""What environments ask of every game under one name each: numba picks the game by the record."""

import functools
from collections.abc import Callable
from typing import Any

import numba
from numba.extending import overload

from odintable.games.odin import observation as odin
from odintable.games.ravens import observation as ravens

BY_RECORD = {numba.from_dtype(game.STATE): game for game in (odin, ravens)}
BY_DTYPE = {game.STATE: game for game in (odin, ravens)}


def by_game(declared: Callable[..., Any]) -> Callable[..., Any]:
    """A function that both games have, chosen by the state it is called with."""
    name = declared.__name__

    @functools.wraps(declared)
    def interpreted(state: Any, *rest: Any) -> Any:
        return getattr(BY_DTYPE[state.dtype], name)(state, *rest)

    def compiled(state: Any, *_rest: Any) -> Any:
        return getattr(BY_RECORD[state], name).py_func

    overload(interpreted, strict=False)(compiled)
    return interpreted


@by_game
def deal(state: Any, cards: Any, hand: int) -> None:
    """Go on with the pile in the order given; a hand of ODIN has so many cards."""


@by_game
def observe(view: Any, memory: Any, packing: Any, at: Any, words: Any) -> None:
    """Set the bits of what the viewer knows."""
