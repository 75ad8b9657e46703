"""The goals for the server's load, and whether they are met: our slower game counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.speed.goals import Verdict

from .measure import BOARDGAME, IdleResult, Round

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TIMES_RATE = 3.0
SHARE_OF_COST = 1 / 3
MAX_KIB_PER_SOCKET = 64.0  # KiB

Rounds = dict[str, list[Round]]


def best(rounds: Sequence[Round]) -> Round:
    """The best of each figure: in slower rounds, other programs may have kept the machine busy."""
    return Round(
        rate=max(one.rate for one in rounds),
        cost=min(one.cost for one in rounds),
        players_cost=min(one.players_cost for one in rounds),
        paced_cost=min(one.paced_cost for one in rounds),
        acknowledged=min((one.acknowledged for one in rounds), key=lambda pair: pair[1]),
        shown=min((one.shown for one in rounds), key=lambda pair: pair[1]),
        per_socket=min(one.per_socket for one in rounds),
    )


def verdicts(rounds: Mapping[str, Sequence[Round]], held: IdleResult) -> list[Verdict]:
    """Judge all goals by the best of all rounds."""
    found = {name: best(some) for name, some in rounds.items()}
    theirs = found.pop(BOARDGAME)
    slowest = min(found, key=lambda name: found[name].rate)
    dearest = max(found, key=lambda name: found[name].cost)
    latest = max(found, key=lambda name: found[name].acknowledged[1])
    times = found[slowest].rate / theirs.rate
    share = found[dearest].cost / theirs.cost
    wait, their_wait = found[latest].acknowledged[1], theirs.acknowledged[1]
    most = max(held.per_socket, *(one.per_socket for one in found.values()))
    return [
        Verdict(
            f"at least {TIMES_RATE:g} × boardgame.io's most moves/s",
            f"{times:.2f} × ({slowest})",
            times >= TIMES_RATE,
        ),
        Verdict(
            "at most a third of boardgame.io's processor time a move",
            f"{share:.0%}, 1 : {1 / share:.2f} ({dearest})",
            share <= SHARE_OF_COST,
        ),
        Verdict(
            "99 of 100 moves acknowledged sooner than boardgame.io's, at the same pace",
            f"{wait:.1f} ms against {their_wait:.1f} ms ({latest})",
            wait < their_wait,
        ),
        Verdict(
            f"at most {MAX_KIB_PER_SOCKET:g} KiB of memory a socket",
            f"{most:.1f} KiB",
            most <= MAX_KIB_PER_SOCKET,
        ),
        Verdict(
            f"{held.opened:,} idle sockets held", f"{held.answered:,}", held.answered >= held.opened
        ),
    ]
