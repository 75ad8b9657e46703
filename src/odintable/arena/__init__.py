"""Who is stronger, with error bars: every deal is played in every seat, so that luck cancels.

A harness needs four names:

    contest = Contest("ravens", (read_bot("search@50ms"), read_bot("greedy")), games=400)
    with Ledger(Path("search-greedy.jsonl"), contest) as ledger:
        result = play(contest, already=ledger.deals, on_deal=ledger.add)
    pairing = pairings(result)[0]  # .share, .low, .high, .first, .second, …
"""

from .contest import Contest
from .deals.deal_file import Ledger
from .play_contest import Result, play
from .players.contestant import Contestant, read_bot, read_engine
from .statistics.standings import Pairing, Standing, pairings, standings

__all__ = [
    "Contest",
    "Contestant",
    "Ledger",
    "Pairing",
    "Result",
    "Standing",
    "pairings",
    "play",
    "read_bot",
    "read_engine",
    "standings",
]
