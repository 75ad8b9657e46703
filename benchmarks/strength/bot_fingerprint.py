"""Fingerprints of bots: they change when a bot decides differently, and only then.

The file names of saved results contain them. Rewriting a bot without changing its moves keeps its
results; changing a weight does not. A fingerprint does not depend on speed: a bot that has become
faster at a fixed thinking time must be measured again by hand.
"""

import functools
import hashlib
from collections.abc import Iterator
from pathlib import Path

from benchmarks.openspiel.ismcts_bot import PEER_VERSION
from odintable import bots
from odintable.bots import Budget, NeverStop
from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match

from . import other_nets

ROOT = Path(__file__).parent.parent.parent
TABLES = {"odin": (2, 4), "ravens": (2, 2)}  # numbers of players
EVERY, POSITIONS = 6, 12  # decisions from one position to the next; positions at each table
BUDGET = Budget(sims=200)  # the search depth of the levels that count simulations


@functools.cache
def fingerprint(name: str, game: str) -> str:
    """The moves that a bot chooses in fixed positions; the version of a peer's bot."""
    if ":" in name:
        return f"peer-{PEER_VERSION}"
    digest = hashlib.sha256()
    bot = bots.get(name, game, measuring=True)
    for seed, position in enumerate(positions(game)):
        shown = position if bot.cheats else position.view(position.turn)
        move = bot.choose(shown, BUDGET, seed, NeverStop()).move
        digest.update(f"{position.moves()}: {move}\n".encode())
    return digest.hexdigest()[:12]


def positions(game: str) -> Iterator[Position]:
    """Positions from random play in which there is something to choose."""
    player = bots.get("random", game)
    for table, players in enumerate(TABLES[game]):
        match, seen, seed = (
            Match.new(game, players=players, shuffler=FairShuffler.numbered(table)),
            0,
            0,
        )
        while seen < POSITIONS:
            if match.position.is_over:
                match = Match.new(
                    game, players=players, shuffler=FairShuffler.numbered(1000 + seed)
                )
            position, seed = match.position, seed + 1
            if seed % EVERY == 0 and len(position.moves()) > 1:
                seen += 1
                yield position.copy()
            view = position.view(position.turn)
            match.play(player.choose(view, BUDGET, seed, NeverStop()).move)


def combined_fingerprint(names: tuple[tuple[str, str], ...]) -> str:
    """One fingerprint for several bots, each with its game; other nets are known by their files."""
    text = " ".join(other_nets.digest(name) or fingerprint(name, game) for name, game in names)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
