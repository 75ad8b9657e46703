"""What a bot does, as a short name: it changes when the bot decides otherwise, and only then.

Measurements hang on it. A clearer way to write the same bot keeps them; another weight does not.
What a clock makes of a bot is not seen: whoever makes one quicker measures it anew.
"""

import ast
import functools
import hashlib
from collections.abc import Iterator
from pathlib import Path

from odintable import bots
from odintable.bots import Budget, NeverStop
from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match

from . import other_nets

ROOT = Path(__file__).parent.parent.parent
PEER = (
    "benchmarks/openspiel/[!_]*.py",
    "benchmarks/strength/openspiel.py",
)  # sources of guests
TABLES = {"odin": (2, 4), "ravens": (2, 2)}  # players
EVERY, POSITIONS = 6, 12  # decisions from one to the next, and how many, at each table
BUDGET = Budget(sims=200)  # as many as the levels that count them look ahead


@functools.cache
def deeds(name: str, game: str) -> str:
    """The moves a bot chooses in positions that random play leads to; a guest's are its sources."""
    digest = hashlib.sha256()
    if ":" in name:
        for path in sorted(path for pattern in PEER for path in ROOT.glob(pattern)):
            digest.update(without_imports(path.read_text(encoding="utf-8")).encode())
        return digest.hexdigest()[:12]
    bot = bots.get(name, game, measuring=True)
    for seed, position in enumerate(positions(game)):
        shown = position if bot.cheats else position.view(position.turn)
        move = bot.choose(shown, BUDGET, seed, NeverStop()).move
        digest.update(f"{position.moves()}: {move}\n".encode())
    return digest.hexdigest()[:12]


def without_imports(source: str) -> str:
    """What a module does, wherever it takes its names from; empty lines aside."""
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[number - 1] = ""
    return "\n".join(line for line in lines if line.strip())


def positions(game: str) -> Iterator[Position]:
    """Positions of a game in which there is something to choose."""
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


def deeds_of(names: tuple[tuple[str, str], ...]) -> str:
    """The deeds of several, each a bot with its game; a net of the folder is known by its file."""
    text = " ".join(other_nets.digest(name) or deeds(name, game) for name, game in names)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
