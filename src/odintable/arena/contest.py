"""A contest: the game, the contestants, the number of games and the seed."""

from __future__ import annotations

import hashlib
import itertools
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from odintable import __version__
from odintable.errors import OdintableError
from odintable.games.json_reader import is_whole
from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import MAX_SEED

from .players.bot_lookup import find_bot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .players.contestant import Contestant

MAX_GAMES = 10_000_000
Lineup = tuple[int, ...]  # the numbers of the contestants, by seat


@dataclass(frozen=True)
class Contest:
    """Two contestants, or every pair of several; each deal is played in all rotations."""

    game: str
    contestants: tuple[Contestant, ...]
    games: int = 1000  # for each pair of contestants
    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse an invalid contest."""
        if self.game not in GAMES:
            raise OdintableError(f"game must be {' or '.join(GAMES)}, not {self.game!r}")
        if not is_whole(self.seed, 0, MAX_SEED):
            raise OdintableError(f"the seed must be a number from 0 to {MAX_SEED}, not {self.seed}")
        if not is_whole(self.games, 1, MAX_GAMES):
            raise OdintableError(
                f"the number of games must be from 1 to {MAX_GAMES}, not {self.games}"
            )
        Position.new(self.game, self.players, 0, dict(self.options))
        self._check_contestants()

    def _check_contestants(self) -> None:
        """Check that there are at least two known contestants with different labels."""
        labels = [contestant.label for contestant in self.contestants]
        if len(labels) < 2:
            raise OdintableError(f"a contest needs two contestants or more, not {len(labels)}")
        if len(labels) > 2 and self.players > 2:
            raise OdintableError(
                f"{len(labels)} contestants play in pairs, with two players, not {self.players}; "
                f"for {self.players} players name two contestants: the first gets one seat"
            )
        for label in labels:
            if labels.count(label) > 1:
                raise OdintableError(
                    f"two contestants are called {label}: give one a label, as in other=…"
                )
        for contestant in self.contestants:
            if contestant.bot:
                find_bot(contestant.bot, self.game)

    @property
    def lineups(self) -> list[Lineup]:
        """One seat for the first contestant and the others for the second; or all pairs."""
        if len(self.contestants) == 2:
            return [(0, *[1] * (self.players - 1))]
        return list(itertools.combinations(range(len(self.contestants)), 2))

    @property
    def deals(self) -> int:
        """The number of deals per lineup, rounded up; each is played in every rotation."""
        return -(-self.games // self.players)

    @property
    def even(self) -> float:
        """Each player's expected share of the win if all are equally strong."""
        return 1 / self.players

    def settings(self) -> dict[str, Any]:
        """Return everything that the result of a deal depends on, so not the number of games."""
        return {
            "version": __version__,
            "game": self.game,
            "players": self.players,
            "options": {name: self.options[name] for name in sorted(self.options)},
            "seed": self.seed,
            "contestants": [contestant.to_json() for contestant in self.contestants],
        }

    def fingerprint(self) -> str:
        """Return a short hash of the settings."""
        text = json.dumps(self.settings(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def rotated(lineup: Lineup, rotation: int) -> Lineup:
    """Move every contestant on by `rotation` seats."""
    return lineup[-rotation:] + lineup[:-rotation] if rotation else lineup
