"""Links: random tokens that open a seat, an invitation or a place to watch from; stored hashed."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable

SEAT, INVITATION, SPECTATING = "seat", "invitation", "spectating"
TOKEN_BYTES = 24  # 192 bits
NAME_BYTES = 9  # of a table: not secret, but not to be guessed by counting

Random = Callable[[int], bytes]


def new_token(random: Random) -> str:
    """A token that nobody guesses."""
    return urlsafe_b64encode(random(TOKEN_BYTES)).decode()


def new_name(random: Random) -> str:
    """A name for a table."""
    return urlsafe_b64encode(random(NAME_BYTES)).decode()


def digest_of(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()
