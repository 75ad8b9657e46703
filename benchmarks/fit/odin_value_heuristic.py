"""Fit ODIN's VALUE_WEIGHTS.

The worth of a point is fitted to scores after hands; the weights of the features, which see all
cards, to the players who go out first.
"""

from dataclasses import dataclass

import numpy as np

from odintable.games.odin.value_heuristic import FEATURES, FEATURES_AT, VALUE_WEIGHTS
from odintable.games.rng import generator
from odintable.games.spec import GAMES as SPECS

from . import compiled_calls
from .fitted_numbers import FittedNumbers, Loss
from .regression import Choices, fit

odin = SPECS["odin"].modules

PLAYERS = (2, 2, 3, 4, 5, 6)  # two players count twice: most games have two
PLAYS = 40_000  # for each of these, to fit the numbers on; as many again to judge them
NOISE = 0.5  # added to the move scores of the players
SLOPES = np.arange(0.4, 3.0, 0.2)
BLUNTNESSES = (0.0, 1.0, 2.0, 4.0, 8.0)
LIMIT = int(odin.notation.new_state(2, 0, {})[0].limit)
ROWS = [(2, "what a point is worth"), (FEATURES, "what speaks for going out first")]


@dataclass(frozen=True)
class RecordedGames:
    """Games with the same number of players."""

    players: int
    hands: np.ndarray
    deals: np.ndarray

    def points_loss(self, slope: float, bluntness: float) -> float:
        """The mean negative log-likelihood of the winner, given the scores after a hand."""
        scores = self.deals["scores"][:, : self.players]
        worth = slope / np.sqrt(np.maximum(1.0, LIMIT - scores.max(1)) + bluntness)
        odds = worth[:, None] * (scores.min(1, keepdims=True) - scores)
        odds -= np.log(np.exp(odds).sum(1, keepdims=True))
        return -float(np.mean((self.deals["shares"][:, : self.players] * odds).sum(1)))


def fit_numbers(seed: int = 1, plays: int = PLAYS) -> FittedNumbers:
    """Fit VALUE_WEIGHTS to games of players who follow the move heuristic."""
    seen = record_all(plays, seed)
    grid = [(slope, bluntness) for slope in SLOPES for bluntness in BLUNTNESSES]
    worth = min(grid, key=lambda pair: points_loss(seen, *pair))
    weights = fit(choices(seen))
    fresh = record_all(plays, seed + len(PLAYERS))
    return FittedNumbers(
        "VALUE_WEIGHTS",
        np.array([*worth, *weights]),
        ROWS,
        [out_loss(fresh, weights), points_losses(fresh, worth)],
        [best_for(one, grid) for one in seen[1:]],
    )


def record_all(plays: int, seed: int) -> list[RecordedGames]:
    """Games of players who choose the move with the highest score, with some noise."""
    return [record_games(players, plays, seed + at) for at, players in enumerate(PLAYERS)]


def record_games(players: int, plays: int, seed: int) -> RecordedGames:
    """Games with one number of players."""
    hands, deals = np.zeros(plays, compiled_calls.HAND), np.zeros(plays, compiled_calls.DEAL)
    start = odin.notation.new_state(players, 0, {})
    rows, after = compiled_calls.record_odin(
        start, odin.move_heuristic.WEIGHTS, NOISE, generator(seed), hands, deals
    )
    return RecordedGames(players, hands[:rows], deals[:after])


def choices(seen: list[RecordedGames]) -> Choices:
    """The question which seat goes out first, for the regression."""
    features = [one.hands["features"][:, : one.players].reshape(-1, FEATURES) for one in seen]
    targets = [np.arange(one.players) == one.hands["first"][:, None] for one in seen]
    counts = np.concatenate([np.full(one.hands.size, one.players) for one in seen])
    total = int(counts.sum())
    return Choices(
        np.concatenate(features),
        np.concatenate([target.ravel() for target in targets]).astype(float),
        np.concatenate([[0], np.cumsum(counts)[:-1]]),
        np.zeros(total),
    )


def points_loss(seen: list[RecordedGames], slope: float, bluntness: float) -> float:
    """The mean of `Watched.points_loss` over all numbers of players."""
    return float(np.mean([one.points_loss(slope, bluntness) for one in seen]))


def out_loss(fresh: list[RecordedGames], weights: np.ndarray) -> Loss:
    """The loss of predicting who goes out first."""
    fresh_choices = choices(fresh)
    return Loss(
        f"who goes out first, in {fresh_choices.starts.size:,} plays",
        fresh_choices.loss(np.zeros(FEATURES)),
        fresh_choices.loss(VALUE_WEIGHTS[FEATURES_AT:]),
        fresh_choices.loss(weights),
    )


def points_losses(fresh: list[RecordedGames], worth: tuple[float, float]) -> Loss:
    """The loss of predicting who wins the game, by the scores."""
    return Loss(
        f"who wins the game, by the scores after {sum(one.deals.size for one in fresh):,} hands",
        points_loss(fresh, 0.0, 1.0),
        points_loss(fresh, *VALUE_WEIGHTS[:FEATURES_AT]),
        points_loss(fresh, *worth),
    )


def best_for(one: RecordedGames, grid: list[tuple[float, float]]) -> str:
    """The worth of a point that fits one number of players best, in words."""
    slope, bluntness = min(grid, key=lambda pair: one.points_loss(*pair))
    return f"{one.players} players alone: a point is worth ({slope:.2g}, {bluntness:.2g})"
