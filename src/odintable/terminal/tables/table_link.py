"""The link to a table on a server, as the page displays it.

>>> TableLink.parse("https://play.example/table/q3Vt#join=abc").claim_seat("Freyja", Texts("en"))
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, urlsplit

from odintable.errors import OdintableError
from odintable.terminal.text.player_names import ENGLISH_TEXTS

if TYPE_CHECKING:
    from odintable.i18n import Texts

TIMEOUT = 20.0  # seconds for one request
STARTING = 503  # the status while the rules are loaded; the response says when to ask again
TOKEN_KINDS = ("seat", "join", "watch")
EXAMPLE = "http://HOST/table/NAME#join=…"
# Error codes whose text key is not `error.CODE`; a malformed name counts as an unknown table.
TEXT_KEYS = {"no-table": "no-table", "no-access": "no-access", "bad-request": "no-table"}


@dataclass(frozen=True)
class TableLink:
    """The address of a table, and a token for a seat, an invitation or watching."""

    server: str  # http://host:port
    table: str
    kind: str = ""
    token: str = ""

    @classmethod
    def parse(cls, text: str, texts: Texts = ENGLISH_TEXTS) -> TableLink:
        """Parse an address; raise OdintableError if it is not that of a table."""
        parts = urlsplit(text.strip())
        _, page, name, *rest = [*parts.path.split("/"), "", ""]
        is_table = page == "table" and name and not any(rest)
        if parts.scheme not in ("http", "https") or not parts.netloc or not is_table:
            raise OdintableError(texts.text("terminal.bad-link", form=EXAMPLE, text=text))
        server = f"{parts.scheme}://{parts.netloc}"
        for kind in TOKEN_KINDS:
            if token := parse_qs(parts.fragment).get(kind):
                return cls(server, name, kind, token[0])
        return cls(server, name)

    def __str__(self) -> str:
        """Return the address."""
        fragment = f"#{self.kind}={self.token}" if self.token else ""
        return f"{self.server}/table/{self.table}{fragment}"

    @property
    def socket_url(self) -> str:
        """The address of the live protocol."""
        return f"ws{self.server.removeprefix('http')}/api/v2/live"

    def claim_seat(self, name: str, texts: Texts) -> TableLink:
        """Claim a seat if this is an invitation and return its link; else return this link."""
        if self.kind != "join":
            return self
        path = f"{self.server}/api/v2/tables/{quote(self.table)}/seats"
        seat = post(path, {"invitation": self.token, "name": name}, texts)
        return replace(self, kind="seat", token=str(seat["token"]))


def post(address: str, body: dict[str, Any], texts: Texts) -> dict[str, Any]:
    """Send one request; raise OdintableError in the player's language if it fails or is refused."""
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            answer: dict[str, Any] = json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            wait = error.headers.get("retry-after", "")
            if error.code == STARTING and wait:
                time.sleep(float(wait))
                return post(address, body, texts)
            raise OdintableError(refusal(error, texts)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        server = urlsplit(address).netloc
        message = texts.text("terminal.no-response", server=server, why=reason)
        raise OdintableError(message) from None
    return answer


def refusal(error: urllib.error.HTTPError, texts: Texts) -> str:
    """Return the server's error message, or just its status."""
    try:
        described = json.load(error)["error"]
        code, message = str(described["code"]), str(described["message"])
    except (ValueError, KeyError, TypeError):
        return texts.text("did-not-work", why=f"{error.code} {error.reason}")
    key = TEXT_KEYS.get(code, f"error.{code}")
    return texts.text(key) if texts.has(key) else texts.text("did-not-work", why=message)
