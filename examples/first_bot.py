"""A bot in 30 lines: it tries every move in a few imagined games and keeps the best."""

import odintable
from odintable import Candidate, MoveChoice

WORLDS = 24  # imagined games for each move


class FirstBot:
    """Plays both games."""

    name, games, about = "first", ("odin", "ravens"), "tries every move"
    level, cheats = None, False

    def choose(self, view, budget, seed, stop):
        """A legal move for the seat whose view this is."""
        shares = {move: self.share(view, move, seed) for move in view.legal()}
        best = sorted(shares, key=shares.get, reverse=True)
        candidates = [Candidate(move, shares[move], WORLDS) for move in best[:12]]
        return MoveChoice(best[0], shares[best[0]], candidates)

    def share(self, view, move, seed):
        """How often the seat wins after a move, if all go on at random."""
        total = 0.0
        for world in range(WORLDS):
            truth = view.sample_state(seed + world)  # the hidden cards, dealt at random
            truth.apply(truth.read_move(move))
            total += odintable.rollout(truth, seed + world)[view.turn]
        return total / WORLDS
