"""A bot in 30 lines: it tries every move in a few sampled games and plays the best."""

import odintable
from odintable import Candidate, MoveChoice

SAMPLES = 24  # games for each move


class FirstBot:
    """Plays all games."""

    name, games, about = "first", ("odin", "ravens"), "tries every move"
    level, cheats = None, False

    def choose(self, view, budget, seed, stop):
        """Choose a legal move for the seat whose view this is."""
        shares = {move: self.share(view, move, seed) for move in view.legal()}
        best = sorted(shares, key=shares.get, reverse=True)
        candidates = [Candidate(move, shares[move], SAMPLES) for move in best[:12]]
        return MoveChoice(best[0], shares[best[0]], candidates)

    def share(self, view, move, seed):
        """The share of the win after a move, if everybody then plays at random."""
        total = 0.0
        for sample in range(SAMPLES):
            state = view.sample_state(seed + sample)  # the hidden cards, dealt at random
            state.apply(state.read_move(move))
            total += odintable.rollout(state, seed + sample)[view.turn]
        return total / SAMPLES
