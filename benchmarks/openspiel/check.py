"""`python -m benchmarks.openspiel.check`: does OpenSpiel's search really play our games?

These are the tests of `spiel_player`: it needs OpenSpiel, which only `make bench` installs.
"""

import sys
import time
from threading import Event
from types import SimpleNamespace
from typing import Any

from odintable import bots
from odintable.bots import Budget, MoveChoice, NeverStop
from odintable.games import calls
from odintable.games.position import Position
from odintable.games.rng import generator

from .ismcts_bot import FEWEST, SpielPlayer
from .state import Dice, Rollout, SpielState, root_state

GAMES = ("odin", "ravens")
SIMS = 60
SEED = 5
DECISIONS = 40  # so many into a game are looked at
TIME_MS, LATE_MS = 50, 25  # thinking time; how late it may be, which is a simulation or two


class WholeState(SpielState):
    """A state that says of which game it is: `run_search` wants to know that much."""

    def get_game(self) -> Any:
        """A game in turns, with hidden cards."""
        kinds = sys.modules["pyspiel"].GameType
        kind = SimpleNamespace(
            dynamics=kinds.Dynamics.SEQUENTIAL,
            information=kinds.Information.IMPERFECT_INFORMATION,
        )
        return SimpleNamespace(get_type=lambda: kind)


def check() -> None:
    """Every promise at every one of a game's first decisions; a RuntimeError if one is broken."""
    player = SpielPlayer(2.0)
    for game in GAMES:
        for view in views(game):
            thought = player.choose(view, Budget(sims=SIMS), SEED, NeverStop())
            demand(thought.move in view.legal(), "a legal move", view, thought)
            again = player.choose(view, Budget(sims=SIMS), SEED, NeverStop())
            demand(again == thought, "the same thought with the same seed", view, thought)
            if len(view.legal()) > 1:
                check_search(player, view, thought)
        check_time(player, next(view for view in views(game) if len(view.legal()) > 1))


def check_search(player: SpielPlayer, view: Position, thought: MoveChoice) -> None:
    """Ours is OpenSpiel's own search, and one that is stopped at once still has a move."""
    demand(thought.move == own_choice(player, view), "ISMCTSBot.step's move", view, thought)
    stopped = Event()
    stopped.set()
    hasty = player.choose(view, Budget(sims=SIMS), SEED, stopped)
    looks = sum(candidate.visits for candidate in hasty.candidates)
    demand(looks == FEWEST - 1 and hasty.move in view.legal(), "a quick move", view, hasty)


def own_choice(player: SpielPlayer, view: Position) -> str:
    """What OpenSpiel's bot plays by itself, with as many simulations."""
    root = root_state(view, SEED)
    bot = player.ismcts.ISMCTSBot(None, Rollout(), player.uct_c, SIMS, random_state=Dice(SEED))
    return view.write_move(bot.step(WholeState(root.states, root.table)))


def check_time(player: SpielPlayer, view: Position) -> None:
    """Time is kept."""
    start = time.perf_counter()
    thought = player.choose(view, Budget(time_ms=TIME_MS), SEED, NeverStop())
    took = 1000 * (time.perf_counter() - start)
    demand(TIME_MS <= took < TIME_MS + LATE_MS, f"{TIME_MS} ms, not {took:.0f}", view, thought)


def views(game: str) -> list[Position]:
    """What the player to move knows, decision after decision of a greedy game."""
    position = Position.new(game, 2, 0, {})
    rng = generator(SEED)
    calls.reset_all(position.states, position.states.copy(), rng[None])
    greedy = bots.get("greedy", game)
    seen: list[Position] = []
    while len(seen) < DECISIONS and not position.is_over:
        seen.append(position.view(position.turn))
        move = greedy.choose(seen[-1], Budget(sims=1), SEED, NeverStop()).move
        calls.step_at(position.states, 0, position.read_move(move), rng)
    return seen


def demand(is_kept: bool, promise: str, view: Position, thought: MoveChoice) -> None:
    """A promise is kept, or all ends here."""
    if not is_kept:
        raise RuntimeError(f"OpenSpiel's player should give {promise}: {thought} at {view}")


if __name__ == "__main__":
    check()
    print("OpenSpiel's ISMCTS plays both games by the rules, as its own bot would.")
