"""The server's settings: from flags, environment variables and a file, in that order."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from odintable.errors import OdintableError

PREFIX = "ODINTABLE_"
FORMER_NAMES = {  # still accepted
    "chances_per_minute": "win_probabilities_per_minute",
    "openable": "page_may_open_lan",
    "page": "web_folder",
    "secure": "secure_cookies",
    "sockets": "max_sockets",
}


def former_names(name: str) -> list[str]:
    """Return the names that a setting had in earlier versions."""
    return [old for old, new in FORMER_NAMES.items() if new == name]


def setting(default: Any, about: str, low: int | None = None) -> Any:
    """Declare a setting with its description and, for a number, its smallest value."""
    return field(default=default, metadata={"about": about, "low": low})


@dataclass(frozen=True)
class Settings:
    """The settings of `odintable serve`; docs/server.md describes each of them."""

    host: str = setting("127.0.0.1", "the address to listen on")
    port: int = setting(8080, "the port; 0 takes a free one", 0)
    metrics_host: str = setting("127.0.0.1", "the address on which metrics are served")
    metrics_port: int = setting(9180, "the port of the metrics; 0 takes a free one", 0)
    store: str = setting("odintable.sqlite", "the file that holds all games")
    origins: str = setting("", "other origins whose pages may open sockets, separated by commas")
    hosts: str = setting("", "other host names of this server, separated by commas; * is any")
    proxies: str = setting(
        "", "addresses of proxies whose X-Forwarded-For is trusted; *: whoever connects"
    )
    secure_cookies: bool = setting(
        False, "send cookies over https only; turn it on behind a TLS proxy"
    )
    workers: int = setting(0, "processes for bots; 0 takes one for each core", 0)
    bot_time: int = setting(5000, "the most milliseconds a table may let its bots think", 10)
    bot_pause: int = setting(
        300, "the fewest milliseconds a bot takes for any move, so that its pace tells nothing", 0
    )
    hints_per_minute: int = setting(12, "hints per minute for one seat", 0)
    win_probabilities_per_minute: int = setting(60, "win probabilities per minute for one seat", 0)
    tables_per_hour: int = setting(60, "tables per hour from one address", 1)
    sockets_per_address: int = setting(64, "open sockets from one address", 1)
    max_sockets: int = setting(20_000, "open sockets in all", 1)
    requests_per_minute: int = setting(600, "API requests per minute from one address", 1)
    frames_per_second: int = setting(20, "frames per second on one socket, in the long run", 1)
    frames_at_once: int = setting(60, "frames in a burst on one socket", 1)
    idle_minutes: int = setting(10, "how long a table without viewers stays in memory", 1)
    archive_days: int = setting(30, "days after its end when a game becomes a record", 0)
    abandon_days: int = setting(400, "days without a move after which a game is ended", 1)
    web_folder: str = setting(
        "", "a folder with another web page, served at /; empty: the built-in one"
    )
    privacy_folder: str = setting(
        "", "a folder with your privacy page, LANGUAGE.txt; empty: the built-in text"
    )
    bundles: bool = setting(
        True, "join the page's modules into a few files; false: for development"
    )
    page_may_open_lan: bool = setting(True, "the page may open the server to the local network")
    public_url: str = setting("", "the address in links to tables; empty: found automatically")
    log: str = setting("info", "debug, info, warning or error")

    def __post_init__(self) -> None:
        """Refuse values that are out of range."""
        for one in fields(self):
            value, low = getattr(self, one.name), one.metadata["low"]
            if low is not None and value < low:
                raise OdintableError(f"{one.name} must be {low} or more, not {value}")
        if self.log not in ("debug", "info", "warning", "error"):
            raise OdintableError(f"log must be debug, info, warning or error, not {self.log!r}")

    @classmethod
    def gather(cls, flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Self:
        """Collect the settings; flags override variables, which override the file."""
        path = flags.get("settings") or environment.get(f"{PREFIX}SETTINGS")
        found: dict[str, Any] = from_file(Path(path)) if path else {}
        for one in fields(cls):
            for name in (*former_names(one.name), one.name):
                text = environment.get(PREFIX + name.upper())
                if text is not None:
                    found[one.name] = text
            if flags.get(one.name) is not None:
                found[one.name] = flags[one.name]
        return cls(**{name: parse(name, value) for name, value in found.items()})


def from_file(path: Path) -> dict[str, Any]:
    """Read the settings of a TOML file."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise OdintableError(f"settings {path}: {error}") from None
    found = {FORMER_NAMES.get(name, name): value for name, value in found.items()}
    known = {one.name for one in fields(Settings)}
    for name in found:
        if name not in known:
            raise OdintableError(f"settings {path}: there is no setting {name!r}")
    return found


def parse(name: str, value: Any) -> Any:
    """Return the value of a setting in its own type, given as text or as read from the file."""
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
    raise OdintableError(f"{name} must be {expected}, not {value!r}")
