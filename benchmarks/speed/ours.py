"""Our own runners: compiled rollouts, single steps, and batches, all on one core."""

import random
from collections.abc import Callable

import numpy as np

from odintable.games import compiled_calls
from odintable.games.dispatch import MAX_LEGAL_MOVES
from odintable.games.json_reader import Json
from odintable.games.position import Position
from odintable.games.rng import generator
from odintable.games.spec import GAMES as SPECS

from .rate import Runner

odin, ravens = SPECS["odin"].modules, SPECS["ravens"].modules

BATCH = 1024  # games played in step
ONE_HAND: dict[str, Json] = {"hands": 1}
ONE_RACE: dict[str, Json] = {"max-turns": 200, "target": 1}  # ends with the first race that scores

ROLLOUTS = "compiled rollouts, no way back to Python before the end"
NUMBERS = "legal_at and step_at from Python, moves as numbers"
TEXTS = "Position.legal, read_move, apply and apply_shuffle from Python, moves as text"
BATCHES = f"masks_all and step_all on {BATCH:,} games, NumPy chooses"


def runners() -> list[Runner]:
    """All our runners."""
    return [
        *(
            Runner(f"ODIN, {players} players: rollouts", ROLLOUTS, rollouts(odin_start(players)))
            for players in (2, 4, 6)
        ),
        Runner("Ravens: rollouts", ROLLOUTS + "; steered players", rollouts(ravens_start())),
        Runner(
            "ODIN, 4 players: batch", BATCHES, batches(odin_start(4), odin.components.MOVE_COUNT)
        ),
        Runner("Ravens: batch", BATCHES, batches(ravens_start(), ravens.components.MOVE_COUNT)),
        Runner("ODIN, 4 players: steps", NUMBERS, number_steps(odin_start(4))),
        Runner("Ravens: steps", NUMBERS, number_steps(ravens_start())),
        Runner("ODIN, 4 players: text", TEXTS, text_steps("odin", 4, ONE_HAND)),
        Runner("Ravens: text", TEXTS, text_steps("ravens", 2, ONE_RACE)),
    ]


def odin_start(players: int) -> np.ndarray:
    """A game of ODIN with one hand, before the deal."""
    return Position.new("odin", players, 0, ONE_HAND).states


def ravens_start() -> np.ndarray:
    """A game of Ravens with one race, before the shuffles."""
    return Position.new("ravens", 2, 0, ONE_RACE).states


def rollouts(start: np.ndarray, count: int = 100) -> Callable[[], int]:
    """Whole games in compiled code."""
    rng = generator(1)
    return lambda: int(compiled_calls.rollouts(start, rng, count))


def number_steps(start: np.ndarray, count: int = 1000) -> Callable[[], int]:
    """One game after the other, every move chosen in Python, as a number."""
    rngs = generator(2)[None]
    rng = rngs[0]
    states = start.copy()
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    chance = random.Random(2).random
    compiled_calls.reset_all(states, start, rngs)

    def turn() -> int:
        decisions = 0
        while decisions < count:
            legal = compiled_calls.legal_at(states, 0, moves)
            if legal == 0:
                compiled_calls.reset_all(states, start, rngs)
                continue
            compiled_calls.step_at(states, 0, moves.item(int(chance() * legal)), rng)
            decisions += 1
        return decisions

    return turn


def text_steps(game: str, players: int, options: dict[str, Json]) -> Callable[[], int]:
    """One whole game per turn, with moves as text."""
    chance = random.Random(3)

    def turn() -> int:
        position = Position.new(game, players, 0, options)
        decisions = 0
        while True:
            while position.awaits_shuffle:
                _, cards = position.pile_to_shuffle()
                chance.shuffle(cards)
                position.apply_shuffle(cards)
            if position.is_over:
                return decisions
            position.apply(position.read_move(chance.choice(position.legal())))
            decisions += 1

    return turn


def batches(start: np.ndarray, kinds: int, games: int = BATCH) -> Callable[[], int]:
    """One move in each of many games per turn: masks, a random choice, the step."""
    states = np.repeat(start, games)
    rngs = np.stack([generator(seed) for seed in range(games)])
    moves = np.empty((games, MAX_LEGAL_MOVES), np.int16)
    counts = np.zeros(games, np.int64)
    masks = np.zeros((games, kinds), np.bool_)
    ended = np.zeros(games, np.bool_)
    rows = np.arange(games)
    chance = np.random.default_rng(4)
    compiled_calls.reset_all(states, start, rngs)

    def turn() -> int:
        compiled_calls.masks_all(states, moves, counts, masks)
        chosen = moves[rows, (chance.random(games) * counts).astype(np.int64)]
        compiled_calls.step_all(states, chosen, start, rngs, ended)
        return games

    return turn


def warm_up() -> None:
    """Compile everything that is measured, into the cache."""
    for runner in runners():
        runner.turn()


if __name__ == "__main__":
    warm_up()
