"""`odintable` with a fixed random generator: deals and bots are the same in every run."""

import secrets
import sys
from random import Random

# Before the server is imported: its sources of randomness keep the function they find.
secrets.token_bytes = Random(7).randbytes  # type: ignore[assignment]

from odintable import cli  # noqa: E402

if __name__ == "__main__":
    sys.exit(cli.main())
