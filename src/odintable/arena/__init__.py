"""Compare the strength of bots and engines, with error bars.

Every deal is played in every rotation of the seats, so that luck cancels out. A script needs only
a few names:

    contest = Contest("ravens", (read_bot("search@50ms"), read_bot("greedy")), games=400)
    with DealFile(Path("search-greedy.jsonl"), contest) as file:
        result = play(contest, finished_deals=file.deals, on_deal=file.add)
    pairing = pairings(result)[0]  # .share, .low, .high, .first, .second, …
"""

from .contest import Contest
from .deals.deal_file import DealFile
from .play_contest import Result, play
from .players.contestant import Contestant, read_bot, read_engine
from .statistics.standings import Pairing, Standing, pairings, standings

__all__ = [
    "Contest",
    "Contestant",
    "DealFile",
    "Pairing",
    "Result",
    "Standing",
    "pairings",
    "play",
    "read_bot",
    "read_engine",
    "standings",
]
