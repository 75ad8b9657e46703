"""What can be set: by a flag, by a variable of the environment, by a file; in that order."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from odintable.errors import OdintableError

PREFIX = "ODINTABLE_"


def setting(default: Any, about: str, low: int | None = None) -> Any:
    """A setting with what it is about, and the least it can be if it is a number."""
    return field(default=default, metadata={"about": about, "low": low})


@dataclass(frozen=True)
class Settings:
    """The settings of `odintable serve`; docs/server.md tells of each."""

    host: str = setting("127.0.0.1", "the address to listen at")
    port: int = setting(8080, "the port; 0 takes a free one", 0)
    store: str = setting("odintable.sqlite", "the file that holds all games")
    origins: str = setting("", "other origins whose pages may open sockets, with commas between")
    proxies: str = setting("", "addresses of proxies whose X-Forwarded-For is believed; * is all")
    secure: bool = setting(False, "cookies for https only; turn it on behind a TLS proxy")
    workers: int = setting(0, "processes for bots; 0 takes one a core", 0)
    bot_time: int = setting(5000, "the most milliseconds a table may let its bots think", 10)
    hints_per_minute: int = setting(12, "hints for one seat in a minute", 0)
    chances_per_minute: int = setting(60, "chances to win weighed for one seat in a minute", 0)
    tables_per_hour: int = setting(60, "tables from one address in an hour", 1)
    sockets_per_address: int = setting(64, "sockets from one address at once", 1)
    sockets: int = setting(20_000, "sockets in all", 1)
    requests_per_minute: int = setting(600, "API requests from one address in a minute", 1)
    frames_per_second: int = setting(20, "frames on one socket in a second, in the long run", 1)
    frames_at_once: int = setting(60, "frames on one socket in a burst", 1)
    idle_minutes: int = setting(10, "how long a table nobody looks at stays in memory", 1)
    archive_days: int = setting(30, "games that ended so long ago become records", 0)
    abandon_days: int = setting(400, "games untouched for so long are ended and become records", 1)
    page: str = setting("", "a folder with another page to serve at /; empty: ours")
    openable: bool = setting(True, "the page may open the server to the local network")
    public_url: str = setting("", "the address that links to tables carry; empty: found out")
    log: str = setting("info", "debug, info, warning or error")

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        for one in fields(self):
            value, low = getattr(self, one.name), one.metadata["low"]
            if low is not None and value < low:
                raise OdintableError(f"{one.name} is {low} or more, not {value}")
        if self.log not in ("debug", "info", "warning", "error"):
            raise OdintableError(f"log is debug, info, warning or error, not {self.log!r}")

    @classmethod
    def gather(cls, flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Self:
        """Flags before variables before the file before what is usual."""
        path = flags.get("settings") or environment.get(f"{PREFIX}SETTINGS")
        found: dict[str, Any] = from_file(Path(path)) if path else {}
        for one in fields(cls):
            text = environment.get(PREFIX + one.name.upper())
            if text is not None:
                found[one.name] = text
            if flags.get(one.name) is not None:
                found[one.name] = flags[one.name]
        return cls(**{name: read(name, value) for name, value in found.items()})


def from_file(path: Path) -> dict[str, Any]:
    """The settings in a TOML file."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise OdintableError(f"settings {path}: {error}") from None
    known = {one.name for one in fields(Settings)}
    for name in found:
        if name not in known:
            raise OdintableError(f"settings {path}: there is no setting {name!r}")
    return found


def read(name: str, value: Any) -> Any:
    """A setting from its text, or as a file has it."""
    kind = {one.name: type(one.default) for one in fields(Settings)}[name]
    if type(value) is kind:
        return value
    try:
        if kind is bool and isinstance(value, str):
            return {"true": True, "false": False, "1": True, "0": False}[value.lower()]
        if kind is int and isinstance(value, str):
            return int(value)
    except (KeyError, ValueError):
        pass
    expected = {bool: "true or false", int: "a whole number", str: "text"}[kind]
    raise OdintableError(f"{name} is {expected}, not {value!r}")
