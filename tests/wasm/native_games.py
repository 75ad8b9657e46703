"""Whole games of the native engine, in the same steps as play_games.mjs plays them."""

import hashlib
from random import Random
from typing import Any

import numpy as np

from odintable.games import compiled_calls
from odintable.games.dispatch import MAX_LEGAL_MOVES, MAX_PILE_CARDS
from odintable.games.position import SPECTATOR, Position
from odintable.games.rng import generator
from odintable.games.spec import GAMES, MAX_PLAYERS
from odintable.wasm.rules_exports import begin_arguments
from tests.games.random_positions import odin_options, ravens_options

LONG_GAMES = 25  # one game of so many is played to the usual number of points
MAX_TURNS = 40  # of a race, unless its options say less: random play could go on for ever


class Dice:
    """A linear congruential generator, the same in play_games.mjs."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, count: int) -> int:
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return self.state * count >> 32


def description(game: str, seed: int) -> dict[str, Any]:
    """What play_games.mjs needs to know about the game with this seed."""
    rng = Random(seed)
    is_long = seed % LONG_GAMES == 0
    if game == "odin":
        players = 2 + seed % 5
        options = odin_options(rng, players, is_long)
    else:
        players = 2
        options = {"max-turns": MAX_TURNS} | ravens_options(rng, is_long)
    values = GAMES[game].read_options(options, players)
    values |= {"players": players, "first": seed // 5 % players}
    begin = [int(values[name]) for name in begin_arguments(GAMES[game])]
    return {"seed": seed, "players": players, "begin": begin, "options": options}


def play(game: str, about: dict[str, Any]) -> tuple[int, str]:
    """Play a game; return the number of decisions and a hash of all that was to be seen."""
    seed, players = about["seed"], about["players"]
    position = Position.new(game, players, seed // 5 % players, about["options"])
    states, rng, dice, digest = position.states, generator(seed), Dice(seed), hashlib.sha256()
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    digest.update(states.tobytes())
    shuffle(position, rng, dice, seed, digest)
    rolled_out = states.copy()
    length = compiled_calls.rollout_at(rolled_out, 0, rng)
    digest.update(np.int32(length).tobytes() + rolled_out.tobytes())
    decisions = 0
    while True:
        count = int(compiled_calls.legal_at(states, 0, moves))
        digest.update(moves[:count].tobytes())
        show(position, players, rng, digest)
        if position.is_over:
            break
        move = int(moves[dice.below(count)])
        digest.update(f'["{position.write_move(move)}"]'.encode())
        compiled_calls.apply_at(states, 0, move)
        digest.update(states.tobytes())
        shuffle(position, rng, dice, seed, digest)
        decisions += 1
    shares = np.zeros(MAX_PLAYERS)
    compiled_calls.outcome_at(states, 0, shares)
    digest.update(shares.tobytes())
    return decisions, digest.hexdigest()


def shuffle(position: Position, rng: np.ndarray, dice: Dice, seed: int, digest: Any) -> None:
    """Resolve pending shuffles with the generator, or in other games by hand."""
    states = position.states
    while position.awaits_shuffle:
        if seed % 2:
            compiled_calls.resolve_shuffles_at(states, 0, rng)
        else:
            cards = np.empty(MAX_PILE_CARDS, np.int8)
            count = int(compiled_calls.pile_to_shuffle_at(states, 0, cards))
            digest.update(cards[:count].tobytes())
            for last in range(count - 1, 0, -1):
                other = dice.below(last + 1)
                cards[last], cards[other] = cards[other], cards[last]
            compiled_calls.apply_shuffle_at(states, 0, cards)
        digest.update(states.tobytes())


def show(position: Position, players: int, rng: np.ndarray, digest: Any) -> None:
    """Add the view of every seat and of a spectator, as JSON and as bytes, and a sampled state."""
    turn = position.turn
    seen = np.zeros(1, position.states.dtype)
    for seat in (*range(players), SPECTATOR):
        for text in position.view_json(seat, with_moves=seat == turn):
            digest.update(text)
        compiled_calls.view_at(position.states, 0, seat, seen)
        digest.update(seen.tobytes())
    compiled_calls.sample_state_at(seen, 0, rng)
    digest.update(seen.tobytes())
    digest.update(position.to_json_bytes())
