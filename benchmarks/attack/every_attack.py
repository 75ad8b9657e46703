"""All attacks by clients, in the order in which they are run."""

import asyncio

from . import connection_attacks, loop_attacks, table_attacks
from .attack import Attack, Found, Target


async def no_attack(target: Target) -> Found:
    """Do nothing, so that the rows of the attacks can be compared with this one."""
    await asyncio.sleep(target.seconds)
    return Found()


ATTACKS = [
    Attack("no-attack", "for comparison", no_attack),
    *loop_attacks.ATTACKS,
    *connection_attacks.ATTACKS,
    *table_attacks.ATTACKS,
]
