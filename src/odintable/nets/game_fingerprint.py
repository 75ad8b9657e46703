"""A fingerprint of a game as a net sees it: it changes with the rules and with the features."""

from __future__ import annotations

import functools
import hashlib
from typing import Any

import numpy as np

from odintable.games import compiled_calls
from odintable.games.dispatch import MAX_LEGAL_MOVES
from odintable.games.position import Position
from odintable.games.rng import generator
from odintable.games.spec import GAMES

DECISIONS = 120  # per game, at most


@functools.cache
def fingerprint(game: str) -> str:
    """Play a few random games and hash everything that a net would see."""
    games = GAMES[game].modules.bots.training.FINGERPRINT_GAMES
    digest = hashlib.sha256()
    for seed, (players, options) in enumerate(games):
        hash_game(Position.new(game, players, 0, options), seed, digest)
    return digest.hexdigest()[:16]


def hash_game(position: Position, seed: int, digest: Any) -> None:
    """Add the legal moves and the features of a game to the digest, decision by decision."""
    features = GAMES[position.name].modules.features
    states, rng = position.states, generator(seed)
    memories = np.zeros(1, features.MEMORY)
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    compiled_calls.resolve_shuffles_at(states, 0, rng)
    for number in range(DECISIONS):
        count = int(compiled_calls.legal_at(states, 0, moves))
        if not count:
            return
        situation = np.zeros(features.SITUATION.bytes, np.uint8)
        rows = np.zeros((count, features.CHOICE.bytes), np.uint8)
        compiled_calls.mark_decision_at(states, memories, moves, count, situation, rows)
        for seen in (moves[:count], situation, rows):
            digest.update(seen.tobytes())
        word = int(generator(seed * DECISIONS + number)[0])  # of 64 bits
        move = int(moves[word * count >> 64])
        compiled_calls.update_memory_at(states, memories, move)
        compiled_calls.step_at(states, 0, move, rng)
