"""Fit Ravens' VALUE_WEIGHTS.

The worth of a point is fitted to scores at the start of a race; the points that each feature is
worth, to the turns of races and their results.
"""

import numpy as np

from odintable.games.ravens.value_heuristic import FEATURES, FEATURES_AT, VALUE_WEIGHTS
from odintable.games.rng import generator
from odintable.games.spec import GAMES as SPECS

from . import compiled_calls
from .fitted_numbers import FittedNumbers, Loss
from .regression import fit, of_two

ravens = SPECS["ravens"].modules

TURNS = 200_000  # to fit the numbers on; as many again to judge them
NOISE = 0.3  # added to the move scores of the players
SLOPES = np.arange(0.2, 3.0, 0.1)
BLUNTNESSES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
ASKED = {"share": "the chance to win after the race", "won": "who wins the game"}
ROWS = [
    (2, "what a point is worth"),
    (12, "for the player to move, in points"),
    (12, "for the other"),
    (4, "for both"),
]


def fit_numbers(seed: int = 1, turns: int = TURNS) -> FittedNumbers:
    """Fit VALUE_WEIGHTS to games of players who follow the move heuristic."""
    worth = worth_of_points(record_turns(turns, seed, VALUE_WEIGHTS))
    found = np.array([*worth, *np.zeros(FEATURES)])
    seen = record_turns(turns, seed + 1, found)
    scale = scales(seen, found)
    found[FEATURES_AT:] = fit(
        of_two(seen["features"] * scale[:, None], seen["share"], scale * seen["ahead"])
    )
    fresh = record_turns(turns, seed + 2, VALUE_WEIGHTS)
    return FittedNumbers(
        "VALUE_WEIGHTS", found, ROWS, [measure_loss(fresh, name, found) for name in ASKED]
    )


def measure_loss(fresh: np.ndarray, name: str, found: np.ndarray) -> Loss:
    """The loss of predicting the result of the race, or of the game."""
    source, known = (loss(fresh, chances, name) for chances in (VALUE_WEIGHTS, found))
    return Loss(f"{ASKED[name]}, in {fresh.size:,} turns", float(np.log(2)), source, known)


def record_turns(turns: int, seed: int, chances: np.ndarray) -> np.ndarray:
    """Turns from games of players who choose the move with the highest score, with some noise."""
    seen = np.zeros(turns, compiled_calls.TURN)
    start = ravens.notation.new_state(2, 0, {})
    rows = compiled_calls.record_ravens(
        start, ravens.move_heuristic.WEIGHTS, NOISE, chances, generator(seed), seen
    )
    return seen[:rows]


def worth_of_points(seen: np.ndarray) -> tuple[float, float]:
    """The slope and bluntness that fit the scores at the start of a race best."""
    begins = seen[seen["turns"] == 0]
    grid = [(slope, bluntness) for slope in SLOPES for bluntness in BLUNTNESSES]
    none = np.zeros(FEATURES)
    return min(grid, key=lambda worth: loss(begins, np.array([*worth, *none])))


def scales(seen: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """The worth of a point in every turn, as `value_heuristic.worth_of_point` computes it."""
    slope, bluntness = chances[:FEATURES_AT]
    scale: np.ndarray = slope / np.sqrt(np.maximum(1.0, seen["left"]) + bluntness)
    return scale


def loss(seen: np.ndarray, chances: np.ndarray, name: str = "won") -> float:
    """The mean negative log-likelihood of the winner, or of the share of the win after the race."""
    points = seen["ahead"] + seen["features"] @ chances[FEATURES_AT:]
    merits = scales(seen, chances) * points
    return float(np.mean(np.logaddexp(0.0, merits) - seen[name] * merits))
