"""Every address that a viewer can get from the server, with the parameters of a game filled in.

The addresses come from the OpenAPI description and from the application's other routes, so a new
route is compared in twin worlds without anybody having to think of it.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Any

from odintable.games.position import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

    from .twin_game_plan import Sitting

IN_PATH = re.compile(r"\{(\w+)(?::\w+)?\}")
STRANGER = -9  # a viewer without a token
METRICS = "/metrics"  # counts what happens at all tables: not on the port that players use


class UnknownParameter(AssertionError):  # noqa: N818 - what it is
    """A route has a parameter that the test cannot fill."""

    def __init__(self, route: str, where: str, name: str) -> None:
        """Say what the developer has to do."""
        super().__init__(
            f"GET {route} has a {where} parameter {name!r}: say in `values_for`"
            " (tests/server/support/twin_routes.py) with which values it is compared in twin worlds"
        )


def viewers_of(sitting: Sitting) -> list[int]:
    """Return everybody whose answers are compared: the viewer, a spectator, and a stranger."""
    return sorted({sitting.game.viewer, SPECTATOR, STRANGER})


def addresses(app: FastAPI, sitting: Sitting, record: str) -> Iterator[str]:
    """Yield every address to get; `record` is the key of an uploaded record."""
    paths = app.openapi()["paths"]
    for route, methods in paths.items():
        if "get" in methods:
            given = methods["get"].get("parameters", [])
            yield from filled(route, [(one["in"], one["name"]) for one in given], sitting, record)
    for other in app.routes:
        route, methods = getattr(other, "path", None), getattr(other, "methods", None) or ()
        if route is None or "GET" not in methods or route in paths:
            continue
        yield from filled(route, [], sitting, record)


def filled(
    route: str, parameters: list[tuple[str, str]], sitting: Sitting, record: str
) -> Iterator[str]:
    """Yield the addresses of a route with every combination of values."""
    declared = {name for where, name in parameters if where == "path"}
    undeclared = [name for name in IN_PATH.findall(route) if name not in declared]
    parameters = [*parameters, *(("path", name) for name in undeclared)]
    choices = [values_for(route, where, name, sitting, record) for where, name in parameters]
    for values in product(*choices):
        address, query = route, []
        for (where, name), value in zip(parameters, values, strict=True):
            if where == "path":
                address = address.replace(f"{{{name}}}", value).replace(f"{{{name}:path}}", value)
            elif value is not None:
                query.append(f"{name}={value}")
        yield address + ("?" + "&".join(query) if query else "")


def values_for(route: str, where: str, name: str, sitting: Sitting, record: str) -> list[Any]:
    """Return the values to fill a parameter with; None leaves it out."""
    match where, name:
        case "path", "table":
            return [sitting.name]
        case "path", "record":
            return [record]
        case "path", "rest":  # the pages: /table/NAME, /rules/GAME
            return [sitting.name, sitting.game.plan["game"]]
        case "path", "version":
            return ["any"]
        case "path", "path":
            return ["app/main.js"]
        case "query", "as":
            return [None, "0", "spectator", "open"]
        case "query", "after":
            return [None, "3", "100000"]
        case "query", "language":
            return [None, "de"]
    raise UnknownParameter(route, where, name)
