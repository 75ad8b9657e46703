"""`python -m benchmarks.openspiel.check`: check that OpenSpiel's search plays our games.

These are the tests of `ismcts_bot`, which needs the packages of `make bench`.
"""

import sys
import time
from threading import Event
from types import SimpleNamespace
from typing import Any

from odintable import bots
from odintable.bots import Budget, MoveChoice, NeverStop
from odintable.games import compiled_calls
from odintable.games.position import Position
from odintable.games.rng import generator

from .ismcts_bot import MIN_SIMULATIONS, SpielPlayer
from .state import FastRandom, Rollout, SpielState, root_state

GAMES = ("odin", "ravens")
SIMS = 60
SEED = 5
DECISIONS = 40  # of each game that are checked
TIME_MS, LATE_MS = 50, 25  # thinking time, and how late an answer may be: a simulation or two


class WholeState(SpielState):
    """A state that knows its game: `ISMCTSBot.run_search` asks for it."""

    def get_game(self) -> Any:
        """A sequential game with hidden cards."""
        kinds = sys.modules["pyspiel"].GameType
        kind = SimpleNamespace(
            dynamics=kinds.Dynamics.SEQUENTIAL,
            information=kinds.Information.IMPERFECT_INFORMATION,
        )
        return SimpleNamespace(get_type=lambda: kind)


def check() -> None:
    """Check the bot at the first decisions of each game; raise a RuntimeError if it misbehaves."""
    player = SpielPlayer(2.0)
    for game in GAMES:
        for view in views(game):
            choice = player.choose(view, Budget(sims=SIMS), SEED, NeverStop())
            require(choice.move in view.legal(), "a legal move", view, choice)
            again = player.choose(view, Budget(sims=SIMS), SEED, NeverStop())
            require(again == choice, "the same choice with the same seed", view, choice)
            if len(view.legal()) > 1:
                check_search(player, view, choice)
        check_time(player, next(view for view in views(game) if len(view.legal()) > 1))


def check_search(player: SpielPlayer, view: Position, choice: MoveChoice) -> None:
    """The bot decides like OpenSpiel's own, and has a move even if it is stopped at once."""
    require(choice.move == own_choice(player, view), "ISMCTSBot.step's move", view, choice)
    stopped = Event()
    stopped.set()
    quick_choice = player.choose(view, Budget(sims=SIMS), SEED, stopped)
    simulations = sum(candidate.visits for candidate in quick_choice.candidates)
    require(
        simulations == MIN_SIMULATIONS - 1 and quick_choice.move in view.legal(),
        "a quick move",
        view,
        quick_choice,
    )


def own_choice(player: SpielPlayer, view: Position) -> str:
    """The move of OpenSpiel's own bot with the same number of simulations."""
    root = root_state(view, SEED)
    bot = player.ismcts.ISMCTSBot(
        None, Rollout(), player.uct_c, SIMS, random_state=FastRandom(SEED)
    )
    return view.write_move(bot.step(WholeState(root.states, root.context)))


def check_time(player: SpielPlayer, view: Position) -> None:
    """The bot keeps to its thinking time."""
    start = time.perf_counter()
    choice = player.choose(view, Budget(time_ms=TIME_MS), SEED, NeverStop())
    took = 1000 * (time.perf_counter() - start)
    require(TIME_MS <= took < TIME_MS + LATE_MS, f"{TIME_MS} ms, not {took:.0f}", view, choice)


def views(game: str) -> list[Position]:
    """The views of the player to move at the first decisions of a game of greedy bots."""
    position = Position.new(game, 2, 0, {})
    rng = generator(SEED)
    compiled_calls.reset_all(position.states, position.states.copy(), rng[None])
    greedy = bots.get("greedy", game)
    seen: list[Position] = []
    while len(seen) < DECISIONS and not position.is_over:
        seen.append(position.view(position.turn))
        move = greedy.choose(seen[-1], Budget(sims=1), SEED, NeverStop()).move
        compiled_calls.step_at(position.states, 0, position.read_move(move), rng)
    return seen


def require(is_true: bool, expectation: str, view: Position, choice: MoveChoice) -> None:
    """Raise a RuntimeError if a check fails."""
    if not is_true:
        raise RuntimeError(f"OpenSpiel's player should give {expectation}: {choice} at {view}")


if __name__ == "__main__":
    check()
    print("OpenSpiel's ISMCTS plays both games by the rules, as its own bot would.")
