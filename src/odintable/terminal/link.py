"""A link to a table on a server, as the page hands it out, and sitting down by it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from odintable.errors import OdintableError

PATIENCE = 20.0  # seconds for one request
KINDS = ("seat", "join", "watch")
FORM = "http://HOST/table/NAME#join=…, as the page hands it out"


@dataclass(frozen=True)
class Link:
    """Where the table is, and what the token opens: a seat, an invitation, or a view."""

    server: str  # http://host:port
    table: str
    kind: str = ""
    token: str = ""

    @classmethod
    def read(cls, text: str) -> Link:
        """From the address that somebody was sent."""
        parts = urlsplit(text.strip())
        _, room, name, *rest = [*parts.path.split("/"), "", ""]
        is_table = room == "table" and name and not any(rest)
        if parts.scheme not in ("http", "https") or not parts.netloc or not is_table:
            raise OdintableError(f"a link is {FORM}, not {text!r}")
        server = f"{parts.scheme}://{parts.netloc}"
        for kind in KINDS:
            if token := parse_qs(parts.fragment).get(kind):
                return cls(server, name, kind, token[0])
        return cls(server, name)

    def __str__(self) -> str:
        """The address again."""
        secret = f"#{self.kind}={self.token}" if self.token else ""
        return f"{self.server}/table/{self.table}{secret}"

    @property
    def live(self) -> str:
        """Where its socket is."""
        return f"ws{self.server.removeprefix('http')}/api/v1/live"

    def seated(self, name: str) -> Link:
        """The same with a seat of one's own, if this is an invitation."""
        if self.kind != "join":
            return self
        path = f"{self.server}/api/v1/tables/{quote(self.table)}/seats"
        taken = post(path, {"invitation": self.token, "name": name})
        return replace(self, kind="seat", token=str(taken["token"]))


def post(address: str, body: dict[str, Any]) -> dict[str, Any]:
    """One request; an answer that is none, or a refusal, is one clear line."""
    headers = {"content-type": "application/json"}
    asked = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as reply:
            told: dict[str, Any] = json.load(reply)
    except urllib.error.HTTPError as error:
        with error:
            raise OdintableError(refusal(error)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise OdintableError(f"{urlsplit(address).netloc} does not answer: {reason}") from None
    return told


def refusal(error: urllib.error.HTTPError) -> str:
    """What the server said, or just its status."""
    try:
        return str(json.load(error)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return f"the server answers {error.code} {error.reason}"
