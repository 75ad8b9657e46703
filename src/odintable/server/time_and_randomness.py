"""The sources of the server's time, randomness and shuffles; tests replace them."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from odintable.match.fair_shuffle import FairShuffler


def wall_clock() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Sources:
    """The sources of everything that is not determined by requests and the store."""

    now: Callable[[], int] = wall_clock  # milliseconds since 1970
    random: Callable[[int], bytes] = secrets.token_bytes  # for names, tokens and seeds
    make_shuffler: Callable[[bytes], FairShuffler] = (
        FairShuffler  # the shuffles that follow from a seed
    )
