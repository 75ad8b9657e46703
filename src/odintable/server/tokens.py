"""Random tokens that give access to a seat, an invitation or watching; only hashes are stored."""

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable

SEAT, INVITATION, SPECTATING = "seat", "invitation", "spectating"  # what a token is for
TOKEN_BYTES = 24  # 192 bits
NAME_BYTES = 9  # of a table's name: not secret, but not guessable by counting

BROWSER_KEY = re.compile(r"[A-Za-z0-9_-]{32}")  # as `new_token` makes it

RandomBytes = Callable[[int], bytes]


def new_token(random: RandomBytes) -> str:
    """Return a new token."""
    return urlsafe_b64encode(random(TOKEN_BYTES)).decode()


def new_table_name(random: RandomBytes) -> str:
    """Return a name for a new table."""
    return urlsafe_b64encode(random(NAME_BYTES)).decode()


def browser_token(key: str, table: str) -> str:
    """Return the token of a browser for a table, which follows from the key in its cookie."""
    return urlsafe_b64encode(hmac.digest(key.encode(), table.encode(), "sha256")).decode()


def is_browser_key(text: str) -> bool:
    """Whether this is a key that this server may have given to a browser."""
    return BROWSER_KEY.fullmatch(text) is not None


def token_digest(token: str) -> bytes:
    """Return the hash of a token, as it is stored."""
    return hashlib.sha256(token.encode()).digest()
