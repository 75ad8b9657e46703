"""Bots that play what a trained net prefers, without search."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from odintable.errors import OdintableError
from odintable.nets import net

from .bot import MAX_CANDIDATES, Budget, Candidate, MoveChoice, logistic

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal


def choose(view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
    """Choose the best move by the net that ships with the package."""
    return best_by_net(net.shipped(view.name), view)


def best_by_net(evaluator: net.Net, view: Position) -> MoveChoice:
    """The move with the best odds of winning."""
    moves = view.moves()
    log_odds = evaluator.evaluate_moves(view, moves)[:, 0]
    order = (-log_odds).argsort(kind="stable")[:MAX_CANDIDATES]
    candidates = [
        Candidate(view.write_move(moves[at]), logistic(float(log_odds[at])), 1) for at in order
    ]
    return MoveChoice(candidates[0].move, candidates[0].value, candidates)


@dataclass(frozen=True)
class NetFileBot:
    """A bot that plays by the net in a file."""

    name: str
    net: net.Net
    about: str = "a net from a file"
    level: int | None = None
    cheats: bool = False

    @property
    def games(self) -> tuple[str, ...]:
        """The game that the net was trained on."""
        return (self.net.game,)

    def choose(self, view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
        """The move with the best odds of winning."""
        return best_by_net(self.net, view)


def bot_from_file(file: str) -> NetFileBot:
    """Load a bot from the file of a net."""
    path = Path(file)
    if not path.is_file():
        raise OdintableError(f"there is no file {file}: `odintable train` writes one")
    return NetFileBot(path.stem, net.load_any(path))
