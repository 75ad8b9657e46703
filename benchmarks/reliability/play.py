"""Play whole games among equal bots, and note predicted win probabilities and results."""

import hashlib
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from odintable import bots
from odintable.arena.deals.worker_pool import cores
from odintable.bots import Bot, Budget, NeverStop
from odintable.bots.evaluate_position import search_view
from odintable.games.position import SPECTATOR, Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.search.win_probability_calibration import calibrate
from odintable.server.bots.win_probability import SIMS

PAUSE = 10.0  # seconds between two progress lines
TO_MOVE, WAITING, WATCHING = VIEWERS = ("own turn", "another's turn", "watching")
# The bots that play all seats of a game, in turn: name and number of simulations.
PLAYERS = (("net-{}", None), ("search", 60), ("greedy", None))


@dataclass(frozen=True)
class GameSetup:
    """The game to play, how often, and how many positions of each game to evaluate."""

    name: str
    game: str
    players: int
    options: dict[str, Any]
    games: int
    positions: int


SETUPS = (
    GameSetup("ODIN, 2 players, single hands", "odin", 2, {"hands": 1}, 1500, 3),
    GameSetup("ODIN, 2 players, to 15", "odin", 2, {}, 450, 9),
    GameSetup("ODIN, 4 players, to 15", "odin", 4, {}, 300, 12),
    GameSetup("Ravens, to 12", "ravens", 2, {}, 450, 9),
)


@dataclass(frozen=True)
class Prediction:
    """A prediction for one viewer of one position, and the result of the game."""

    game: int  # its number, which also determines the bot
    viewer_kind: str
    turn: int
    seat: int  # the seat of the prediction: the viewer's own, or for spectators the seat to move
    raw: list[float]  # the win probability of each seat, as found by the search
    displayed: list[float]  # ... and as displayed, with the correction
    shares: list[float]  # of the win, at the end of the game


def play_all(setup: GameSetup, seed: int) -> list[Prediction]:
    """Play all games of a setup on all cores, each with its own deal."""
    predictions: list[Prediction] = []
    reported = time.monotonic()
    with ProcessPoolExecutor(cores()) as pool:
        for number, seen in enumerate(pool.map(partial(play_one, setup, seed), range(setup.games))):
            predictions += seen
            if time.monotonic() - reported >= PAUSE or number + 1 == setup.games:
                reported = time.monotonic()
                print(f"{setup.name}: {number + 1:,} of {setup.games:,} games", file=sys.stderr)
    return predictions


def play_one(setup: GameSetup, seed: int, number: int) -> list[Prediction]:
    """Play one game, and evaluate some of its positions, each for one viewer."""
    digest = hashlib.sha256(f"reliability {seed}: {setup.name}: {number}".encode()).digest()
    match = Match.new(
        setup.game, players=setup.players, options=setup.options, shuffler=FairShuffler(digest)
    )
    rng = np.random.default_rng(list(digest))
    positions = sample_positions(
        play_to_end(match, *bot_for(setup.game, number)), setup.positions, rng
    )
    shares = match.position.outcome()
    return [predict_for_viewer(position, number, rng, shares) for position in positions]


def bot_for(game: str, number: int) -> tuple[Bot, Budget]:
    """The bot that plays all seats of a game, and its budget."""
    name, sims = PLAYERS[number % len(PLAYERS)]
    return bots.get(name.format(game), game), Budget(sims=sims)


def play_to_end(match: Match, bot: Bot, budget: Budget) -> Iterator[Position]:
    """Play a game to its end; yield every position with more than one legal move."""
    while not match.position.is_over:
        position = match.position
        moves = position.moves()
        if len(moves) == 1:
            match.play(position.write_move(moves[0]))
            continue
        yield position.copy()
        match.play(bot.choose(position.view(position.turn), budget, 0, NeverStop()).move)


def sample_positions(
    positions: Iterator[Position], count: int, rng: np.random.Generator
) -> list[Position]:
    """A uniform sample of the positions, however many there are (reservoir sampling)."""
    kept: list[Position] = []
    for number, position in enumerate(positions):
        if number < count:
            kept.append(position)
        elif (at := int(rng.integers(number + 1))) < count:
            kept[at] = position
    return kept


def predict_for_viewer(
    position: Position, number: int, rng: np.random.Generator, shares: list[float]
) -> Prediction:
    """The win probabilities that a random viewer of this position would see."""
    turn = position.turn
    viewer_kind = VIEWERS[int(rng.integers(len(VIEWERS)))]
    others = [seat for seat in range(position.players) if seat != turn]
    viewer = {TO_MOVE: turn, WAITING: int(rng.choice(others)), WATCHING: SPECTATOR}[viewer_kind]
    view = position.view(viewer)
    raw = search_view(view, Budget(sims=SIMS), number).win_probabilities()
    seat = turn if viewer == SPECTATOR else viewer
    return Prediction(number, viewer_kind, turn, seat, raw, calibrate(view, raw), shares)
