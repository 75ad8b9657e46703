"""A bot that has learned by playing itself: it judges every move and takes the best."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from odintable.errors import OdintableError
from odintable.nets import net

from .bot import MOST_CANDIDATES, Budget, Candidate, MoveChoice, logistic

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal


def choose(view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
    """The move of the best odds, says the net of the package."""
    return chosen(net.shipped(view.name), view)


def chosen(judge: net.Net, view: Position) -> MoveChoice:
    """The move of the best odds."""
    moves = view.moves()
    odds = judge.judge(view, moves)[:, 0]
    order = (-odds).argsort(kind="stable")[:MOST_CANDIDATES]
    candidates = [
        Candidate(view.write_move(moves[at]), logistic(float(odds[at])), 1) for at in order
    ]
    return MoveChoice(candidates[0].move, candidates[0].value, candidates)


@dataclass(frozen=True)
class Trained:
    """A net of somebody's own, from its file."""

    name: str
    net: net.Net
    about: str = "a net from a file"
    level: int | None = None
    cheats: bool = False

    @property
    def games(self) -> tuple[str, ...]:
        """The one that it learned."""
        return (self.net.game,)

    def choose(self, view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
        """The move of the best odds."""
        return chosen(self.net, view)


def trained(file: str) -> Trained:
    """The player that a file makes."""
    path = Path(file)
    if not path.is_file():
        raise OdintableError(f"there is no file {file}: `odintable train` leaves one")
    return Trained(path.stem, net.load_any(path))
