"""Tables of other nets: how far training seeds differ, and how each net was trained."""

import statistics
from collections.abc import Mapping

from benchmarks.speed.report import markdown

from .hidden_twins import NAMES
from .other_nets import SEEDS, Note

HEADINGS = ("against", "seed 1", "seed 2", "seed 3", "mean", "spread")
TRAINED = ("net", "seed", "minutes", "decisions")
NONE = "–"

Shares = Mapping[tuple[str, ...], float]  # of the first, by contestants


def tables(shares: Shares, notes: Mapping[str, Note]) -> list[str]:
    """The seeds side by side, if there are any, and all nets."""
    rows = [
        seed_row(game, other, shares)
        for game, files in SEEDS.items()
        for other in dict.fromkeys(other for first, other in shares if first in files)
    ]
    seeds = [markdown(HEADINGS, rows, right=range(1, 6))] if rows else []
    return [*seeds, markdown(TRAINED, [net_row(*one) for one in notes.items()], right=(1, 2, 3))]


def seed_row(game: str, other: str, shares: Shares) -> tuple[str, ...]:
    """The shares of the seeds of a game against one bot; the spread is the standard deviation."""
    found = [shares.get((file, other)) for file in SEEDS[game]]
    there = [share for share in found if share is not None]
    spread = f"{100 * statistics.stdev(there):.1f}" if len(there) > 1 else NONE
    return (
        f"`{other}`, {NAMES[game]}",
        *(NONE if share is None else f"{share:.1%}" for share in found),
        f"{statistics.fmean(there):.1%}",
        spread,
    )


def net_row(file: str, note: Note) -> tuple[str, ...]:
    """How long a net was trained, and on how many decisions."""
    return (f"`{file}`", str(note.seed), f"{note.minutes:g}", f"{note.decisions:,}")
