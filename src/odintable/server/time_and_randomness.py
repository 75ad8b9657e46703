"""Where time, chance and deals come from; a test hands in its own."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from odintable.match.fair_shuffle import FairShuffler


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Sources:
    """What the server does not make up itself."""

    now: Callable[[], int] = wall_clock  # milliseconds since 1970
    random: Callable[[int], bytes] = secrets.token_bytes  # names, tokens, seeds
    deal: Callable[[bytes], FairShuffler] = FairShuffler  # the shuffles that follow from a seed
