"""A link to a table on a server, as the page hands it out, and sitting down by it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, urlsplit

from odintable.errors import OdintableError
from odintable.terminal.text.player_names import ENGLISH

if TYPE_CHECKING:
    from odintable.i18n import Texts

PATIENCE = 20.0  # seconds for one request
KINDS = ("seat", "join", "watch")
FORM = "http://HOST/table/NAME#join=…"
PLAIN = {
    "no-table": "no-table",
    "no-link": "no-link",
    "bad-frame": "no-table",
}  # a name that is none


@dataclass(frozen=True)
class Link:
    """Where the table is, and what the token opens: a seat, an invitation, or a view."""

    server: str  # http://host:port
    table: str
    kind: str = ""
    token: str = ""

    @classmethod
    def read(cls, text: str, texts: Texts = ENGLISH) -> Link:
        """From the address that somebody was sent."""
        parts = urlsplit(text.strip())
        _, room, name, *rest = [*parts.path.split("/"), "", ""]
        is_table = room == "table" and name and not any(rest)
        if parts.scheme not in ("http", "https") or not parts.netloc or not is_table:
            raise OdintableError(texts.text("terminal.bad-link", form=FORM, text=text))
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
        return f"ws{self.server.removeprefix('http')}/api/v2/live"

    def seated(self, name: str, texts: Texts) -> Link:
        """The same with a seat of one's own, if this is an invitation."""
        if self.kind != "join":
            return self
        path = f"{self.server}/api/v2/tables/{quote(self.table)}/seats"
        taken = post(path, {"invitation": self.token, "name": name}, texts)
        return replace(self, kind="seat", token=str(taken["token"]))


def post(address: str, body: dict[str, Any], texts: Texts) -> dict[str, Any]:
    """One request; an answer that is none, or a refusal, is one clear line."""
    headers = {"content-type": "application/json"}
    asked = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as reply:
            taken: dict[str, Any] = json.load(reply)
    except urllib.error.HTTPError as error:
        with error:
            raise OdintableError(refusal(error, texts)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        told = texts.text("terminal.no-answer", server=urlsplit(address).netloc, why=reason)
        raise OdintableError(told) from None
    return taken


def refusal(error: urllib.error.HTTPError, texts: Texts) -> str:
    """What the server said, or just its status."""
    try:
        said = json.load(error)["error"]
        code, message = str(said["code"]), str(said["message"])
    except (ValueError, KeyError, TypeError):
        return texts.text("refused", why=f"{error.code} {error.reason}")
    key = PLAIN.get(code, f"no.{code}")
    return texts.text(key) if texts.has(key) else texts.text("refused", why=message)
