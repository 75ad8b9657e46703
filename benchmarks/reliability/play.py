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
from odintable.bots.evaluation import search_view
from odintable.games.position import SPECTATOR, Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.search.calibration import calibrate
from odintable.server.bots.win_probability import SIMS

PAUSE = 10.0  # seconds between two progress lines
OWN, WAITING, WATCHING = PLACES = ("own turn", "another's turn", "watching")
# The bots that play all seats of a game, in turn: name and number of simulations.
PLAYERS = (("net-{}", None), ("search", 60), ("greedy", None))


@dataclass(frozen=True)
class Table:
    """The game to play, how often, and how many moments of each game to evaluate."""

    name: str
    game: str
    players: int
    options: dict[str, Any]
    games: int
    moments: int


TABLES = (
    Table("ODIN, 2 players, single hands", "odin", 2, {"hands": 1}, 1500, 3),
    Table("ODIN, 2 players, to 15", "odin", 2, {}, 450, 9),
    Table("ODIN, 4 players, to 15", "odin", 4, {}, 300, 12),
    Table("Ravens, to 12", "ravens", 2, {}, 450, 9),
)


@dataclass(frozen=True)
class Moment:
    """A prediction for one viewer of one position, and the result of the game."""

    game: int  # its number, which also determines the bot
    place: str
    turn: int
    seat: int  # the seat of the prediction: the viewer's own, or for spectators the seat to move
    found: list[float]  # the win probability of each seat, as found by the search
    told: list[float]  # ... and as displayed, with the correction
    shares: list[float]  # of the win, at the end of the game


def played(table: Table, seed: int) -> list[Moment]:
    """Play all games of a table on all cores, each with its own deal."""
    moments: list[Moment] = []
    told = time.monotonic()
    with ProcessPoolExecutor(cores()) as pool:
        for number, seen in enumerate(pool.map(partial(one_game, table, seed), range(table.games))):
            moments += seen
            if time.monotonic() - told >= PAUSE or number + 1 == table.games:
                told = time.monotonic()
                print(f"{table.name}: {number + 1:,} of {table.games:,} games", file=sys.stderr)
    return moments


def one_game(table: Table, seed: int, number: int) -> list[Moment]:
    """Play one game, and evaluate some of its moments, each for one viewer."""
    digest = hashlib.sha256(f"reliability {seed}: {table.name}: {number}".encode()).digest()
    match = Match.new(
        table.game, players=table.players, options=table.options, shuffler=FairShuffler(digest)
    )
    dice = np.random.default_rng(list(digest))
    positions = sampled(whole_game(match, *player_of(table.game, number)), table.moments, dice)
    shares = match.position.outcome()
    return [looked_at(position, number, dice, shares) for position in positions]


def player_of(game: str, number: int) -> tuple[Bot, Budget]:
    """The bot that plays all seats of a game, and its budget."""
    name, sims = PLAYERS[number % len(PLAYERS)]
    return bots.get(name.format(game), game), Budget(sims=sims)


def whole_game(match: Match, bot: Bot, budget: Budget) -> Iterator[Position]:
    """Play a game to its end; yield every position with more than one legal move."""
    while not match.position.is_over:
        position = match.position
        moves = position.moves()
        if len(moves) == 1:
            match.play(position.write_move(moves[0]))
            continue
        yield position.copy()
        match.play(bot.choose(position.view(position.turn), budget, 0, NeverStop()).move)


def sampled(positions: Iterator[Position], many: int, dice: np.random.Generator) -> list[Position]:
    """A uniform sample of the positions, however many there are (reservoir sampling)."""
    kept: list[Position] = []
    for number, position in enumerate(positions):
        if number < many:
            kept.append(position)
        elif (at := int(dice.integers(number + 1))) < many:
            kept[at] = position
    return kept


def looked_at(
    position: Position, number: int, dice: np.random.Generator, shares: list[float]
) -> Moment:
    """The win probabilities that a random viewer of this position would see."""
    turn = position.turn
    place = PLACES[int(dice.integers(len(PLACES)))]
    others = [seat for seat in range(position.players) if seat != turn]
    viewer = {OWN: turn, WAITING: int(dice.choice(others)), WATCHING: SPECTATOR}[place]
    view = position.view(viewer)
    found = search_view(view, Budget(sims=SIMS), number).win_probabilities()
    seat = turn if viewer == SPECTATOR else viewer
    return Moment(number, place, turn, seat, found, calibrate(view, found), shares)
