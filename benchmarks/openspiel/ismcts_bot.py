"""OpenSpiel's information-set search (`open_spiel.python.algorithms.ismcts`) as a bot of ours.

The search is OpenSpiel's own, with its defaults. What we provide is as fast as we can make it:
states with compiled rules, compiled rollouts, a fast generator. It needs the packages of
`make bench`.
"""

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from odintable.bots.bot import MAX_CANDIDATES, Budget, Candidate, MoveChoice
from odintable.errors import OdintableError
from odintable.games.position import Position
from odintable.search.stop_signal import StopSignal

from .state import FastRandom, Rollout, SpielState, root_state

# Raise this whenever the peer plays differently: a change here, in `state` or in `state_calls`, or
# another version of OpenSpiel. `make strength` then measures again everything it took part in.
PEER_VERSION = 1
MIN_SIMULATIONS = 2  # simulations: the first only opens the root, the second tries a move
DEFAULT_MS = 1000


class SpielPlayer:
    """A bot that simulates until its budget is spent, and plays the move with the most visits."""

    games = ("odin", "ravens")
    level = None
    cheats = False

    def __init__(self, uct_c: float) -> None:
        """Take the exploration constant; raises ImportError if OpenSpiel is not installed."""
        self.name = f"openspiel-{uct_c:g}"
        self.about = f"OpenSpiel's ISMCTS in Python, uct_c {uct_c:g}, rollouts at random"
        self.uct_c = uct_c
        self.ismcts = import_module("open_spiel.python.algorithms.ismcts")

    def choose(self, view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
        """Choose a move for the seat whose view this is, and whose turn it is."""
        is_spent = limit(budget)
        if view.is_over or view.viewer != view.turn:
            raise OdintableError("a bot thinks about a view of the seat to move, in a running game")
        state = root_state(view, seed)
        legal = state.legal_actions()
        if len(legal) == 1:  # no search, as in ISMCTSBot.run_search
            return forced_choice(view.write_move(legal[0]), 1 / view.players)
        bot = self.ismcts.ISMCTSBot(None, Rollout(), self.uct_c, 0, random_state=FastRandom(seed))
        root = search(bot, state, is_spent, stop)
        moves, chances = zip(*bot.get_final_policy(state, root), strict=True)
        return to_move_choice(view, root, bot._random_state.choice(moves, p=chances))


def limit(budget: Budget) -> Callable[[int], bool]:
    """A function that says whether a number of simulations, or the time, uses up the budget."""
    sims = budget.sims
    if sims is not None:
        return lambda done: done >= sims
    until = time.perf_counter() + (budget.time_ms or DEFAULT_MS) / 1000
    return lambda _: time.perf_counter() >= until


def search(bot: Any, state: SpielState, is_spent: Callable[[int], bool], stop: StopSignal) -> Any:
    """Search like ISMCTSBot.run_search until the budget is spent; return the root of the tree."""
    bot.reset()
    root = bot.create_new_node(state)
    done = 0
    while done < MIN_SIMULATIONS or not (is_spent(done) or stop.is_set()):
        bot.run_simulation(bot.sample_root_state(state))
        done += 1
    return root


def forced_choice(move: str, value: float) -> MoveChoice:
    """The choice without a search: there is only one legal move."""
    return MoveChoice(move, value, [Candidate(move, value, 1)])


def to_move_choice(view: Position, root: Any, chosen: int) -> MoveChoice:
    """The chosen move and those with the most visits, with returns as shares of the win."""
    tried = root.child_info
    order = sorted(tried, key=lambda move: (move != chosen, -tried[move].visits))
    candidates = [
        Candidate(view.write_move(move), (tried[move].value() + 1) / 2, int(tried[move].visits))
        for move in order[:MAX_CANDIDATES]
    ]
    return MoveChoice(candidates[0].move, candidates[0].value, candidates)
