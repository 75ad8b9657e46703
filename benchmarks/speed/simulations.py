"""Simulations per second from the opening: our search, and OpenSpiel's in C++ on oh_hell.

A game of oh_hell draws its number of tricks at random, and with fewer tricks it is faster, so a
turn searches once for every possible number. All searches make the same number of simulations.
"""

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from odintable import bots
from odintable.games import compiled_calls
from odintable.games.position import Position
from odintable.games.rng import generator

from .rate import Runner

SIMS = 1000  # per search
OPENINGS = 8  # of our games, one after the other
OH_HELL_PLAYERS = (3, 4, 5, 6, 7)
UCT_C = 2.0  # of OpenSpiel's search; it hardly affects the speed

THEIRS_HOW = "pyspiel.ISMCTSBot, one random rollout a leaf, at the bids of every number of tricks"


def runners() -> list[Runner]:
    """All our runners."""
    return [runner("ODIN, 2 players", "odin"), runner("Ravens", "ravens")]


def peers() -> list[Runner]:
    """OpenSpiel's runners; raises ImportError if it is not installed."""
    return [
        Runner(f"ISMCTS of OpenSpiel: oh_hell, {players} players", THEIRS_HOW, oh_hell(players))
        for players in OH_HELL_PLAYERS
    ]


def runner(name: str, game: str) -> Runner:
    """Our strongest bot in a game for two players."""
    bot = bots.strongest(game)
    how = f"{bot.name} at {OPENINGS} openings, {SIMS:,} simulations each"
    return Runner(f"{name}: simulations", how, ours(bot, game))


def ours(bot: bots.Bot, game: str, sims: int = SIMS) -> Callable[[], int]:
    """Let a bot decide at a few openings; a turn returns the number of simulations."""
    views = [opening(game, seed) for seed in range(OPENINGS)]

    def turn() -> int:
        return sum(
            sims
            if is_search(bot.choose(view, bots.Budget(sims=sims), seed, bots.NeverStop()))
            else 0
            for seed, view in enumerate(views)
        )

    return turn


def is_search(thought: bots.MoveChoice) -> bool:
    """Whether the bot searched: one that looks at each move once makes no simulations."""
    return any(candidate.visits > 1 for candidate in thought.candidates)


def opening(game: str, seed: int) -> Position:
    """The first player's view of a new game for two players."""
    position = Position.new(game, 2, 0, {})
    compiled_calls.reset_all(position.states, position.states.copy(), generator(seed)[None])
    return position.view(position.turn)


def oh_hell(players: int, sims: int = SIMS) -> Callable[[], int]:
    """OpenSpiel's bot makes the first bid, once for every number of tricks."""
    spiel = import_module("pyspiel")
    states = list(first_bids(spiel.load_game("oh_hell", {"players": players})))
    best = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    rollout = spiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = spiel.ISMCTSBot(1, rollout, UCT_C, sims, final_policy_type=best)

    def turn() -> int:
        for state in states:
            bot.step(state)
        return sims * len(states)

    return turn


def first_bids(game: Any) -> Iterator[Any]:
    """A random deal for every number of tricks, which is the first chance event."""
    chance = random.Random(1)
    for tricks in game.new_initial_state().legal_actions():
        state = game.new_initial_state()
        state.apply_action(tricks)
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        yield state


def warm_up() -> None:
    """Compile everything that is measured, into the cache."""
    for runner in runners():
        runner.turn()


if __name__ == "__main__":
    warm_up()
