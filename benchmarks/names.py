"""What a second look under other names is worth to Ravens' net: `python -m benchmarks.names`.

The net judges decisions of its own games under all 120 names of the terrains; their mean is taken
for the truth. Printed is what a look under some of them loses by it, in log-odds a decision.

`one_look` is the net without the second look, to be met in the arena:

    odintable arena ravens net-ravens one=benchmarks.names:one_look --games 200
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from odintable.bots import Budget, Candidate, Stop, Thought
from odintable.fair import Fair
from odintable.games.position import GAMES, Position
from odintable.match import Match
from odintable.nets import net
from odintable.nets.layers import judge_bits
from odintable.nets.symmetry import renamed

GAMES_PLAYED, DECISIONS = 6, 40  # of each game, from its beginning
BY_LOT = (1, 5, 10, 20, 40)  # so many names, drawn by lot


@dataclass(frozen=True)
class OneLook:
    """net-ravens, as it was before."""

    name: str = "one-look"
    games: ClassVar[tuple[str, ...]] = ("ravens",)
    about: str = "judges every move once, under one name"
    level: None = None
    cheats: bool = False

    def think(self, view: Position, _budget: Budget, _seed: int, _stop: Stop) -> Thought:
        """The move of the best odds at first sight."""
        moves = view.moves()
        odds = net.shipped("ravens").judge_bits(*net.bits_of(view, moves))[:, 0]
        best = view.write_move(moves[int(odds.argmax())])
        return Thought(best, 0.5, [Candidate(best, 0.5, 1)])


def one_look() -> OneLook:
    """For the arena."""
    return OneLook()


def main() -> None:
    """Look at some decisions under all names, and say what fewer would have lost."""
    judged = list(decisions())
    own = [0]
    affine = [number for number, names in enumerate(ALL) if names in features.RENAMINGS]
    lots = {f"{many} by lot": list(dice.permutation(len(ALL))[:many]) for many in BY_LOT}
    print(f"{len(judged)} decisions, {np.mean([len(odds[0]) for odds in judged]):.0f} moves each")
    spread = np.mean([odds.mean(axis=0).std() for odds in judged])
    print(f"moves differ by {spread:.4f}, names by {np.mean([stray(o) for o in judged]):.4f}")
    for name, chosen in {"its own": own, "the twenty": affine, **lots}.items():
        print(f"{name:>12}: {np.mean([loss(odds, chosen) for odds in judged]):.5f} lost")


def decisions() -> Iterator[np.ndarray]:
    """[names, moves] the odds of all moves under all names, in games of the net with itself."""
    one = net.shipped("ravens")
    for seed in range(GAMES_PLAYED):
        match = Match.new("ravens", fair=Fair.numbered(seed))
        for _ in range(DECISIONS):
            view = match.position.view(match.position.turn)
            moves = view.moves()
            odds = judge_bits(*net.bits_of(view, moves), *NAMES, *one.layers)[:, :, 0]
            if len(moves) > 1:
                yield odds
            match.play(view.write_move(moves[int(odds.mean(axis=0).argmax())]))
            if match.position.is_over:
                break


def stray(odds: np.ndarray) -> float:
    """How far a single name strays from the mean, where all moves stray alike left out."""
    apart = odds - odds.mean(axis=0)
    return float((apart - apart.mean(axis=1, keepdims=True)).std())


def loss(odds: np.ndarray, chosen: list[int]) -> float:
    """What is lost by looking under these names only, first at all moves and then at four."""
    truth = odds.mean(axis=0)
    best = (-odds[0]).argsort(kind="stable")[: net.LOOKED_AT_AGAIN]
    taken = best[odds[chosen][:, best].mean(axis=0).argmax()]
    return float(truth.max() - truth[taken])


features = GAMES["ravens"].features
dice = np.random.default_rng(3)
ALL = list(itertools.permutations(range(features.INTERCHANGEABLE)))
NAMES = [
    np.array([renamed(layout, names, features) for names in ALL])
    for layout in (features.SITUATION, features.CHOICE)
]

if __name__ == "__main__":
    main()
