"""Whole games of the nets against themselves: each real decision, and what came of it."""

import hashlib
import sys
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from odintable import bots
from odintable.bots import Bot, Budget, Never
from odintable.fair import Fair
from odintable.match import Match

PAUSE = 10.0  # seconds between two lines


@dataclass(frozen=True)
class Table:
    """What is played, and how often."""

    name: str
    game: str
    players: int
    options: dict[str, Any]
    games: int


TABLES = (
    Table("ODIN, 2 players, single hands", "odin", 2, {"hands": 1}, 3000),
    Table("ODIN, 2 players, to 15", "odin", 2, {}, 400),
    Table("ODIN, 4 players, single hands", "odin", 4, {"hands": 1}, 1500),
    Table("Ravens, to 12", "ravens", 2, {}, 250),
)


@dataclass(frozen=True)
class Decisions:
    """All of a table, in the order in which they were made."""

    games: np.ndarray  # the number of the game that each was made in
    said: np.ndarray  # the chance that the net gave the move it played
    won: np.ndarray  # the share of the win that the player had in the end


def played(table: Table, seed: int) -> Decisions:
    """Play all games of a table, each on a deal of its own; now and then a line says how far."""
    bot = bots.get(f"net-{table.game}", table.game)
    rows: list[tuple[int, float, float]] = []
    told = time.monotonic()
    for number in range(table.games):
        fair = fair_of(table, seed, number)
        match = Match.new(table.game, players=table.players, options=table.options, fair=fair)
        rows += [(number, said, won) for said, won in decided(match, bot)]
        if time.monotonic() - told >= PAUSE or number + 1 == table.games:
            told = time.monotonic()
            print(f"{table.name}: {number + 1:,} of {table.games:,} games", file=sys.stderr)
    games, said, won = np.array(rows).T
    return Decisions(games.astype(int), said, won)


def fair_of(table: Table, seed: int, number: int) -> Fair:
    """The shuffles of one game, which no other game has."""
    words = f"reliability {seed}: {table.name}: {number}"
    return Fair(hashlib.sha256(words.encode()).digest())


def decided(match: Match, bot: Bot) -> list[tuple[float, float]]:
    """Play a game to its end: the chance said at each real decision, and what came of it."""
    said: list[tuple[int, float]] = []
    while not match.position.is_over:
        seat, moves = match.position.turn, match.position.moves()
        if len(moves) == 1:
            match.play(match.position.write_move(moves[0]))
            continue
        thought = bot.think(match.position.view(seat), Budget(), 0, Never())
        said.append((seat, thought.value))
        match.play(thought.move)
    shares = match.position.outcome()
    return [(chance, shares[seat]) for seat, chance in said]
