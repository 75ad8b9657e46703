"""`python -m benchmarks.attack.attacker NAME`: the attacking clients, at a low priority.

Waits for the target as a line of JSON, attacks, and prints what was found.
"""

import json
import os
import resource
import sys

import uvloop

from .attack import Found, Target
from .every_attack import ATTACKS

NICENESS = 15


def main() -> int:
    """Run one attack."""
    os.nice(NICENESS)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    attack = next(one for one in ATTACKS if one.name == sys.argv[1])
    print("loaded", flush=True)
    given = json.loads(sys.stdin.readline())

    async def run() -> Found:
        print("attacking", flush=True)
        return await attack.run(Target.from_dict(given))

    print(json.dumps(uvloop.run(run()).to_dict()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
