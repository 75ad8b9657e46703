"""A contestant: a bot or an engine, with a budget and a label."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Any

from odintable.bots import Budget
from odintable.errors import OdintableError
from odintable.match.fair_shuffle import MAX_SEED

DEFAULT_BUDGET = Budget(time_ms=50)
LABEL = r"[A-Za-z0-9][A-Za-z0-9.+_-]*"
AMOUNT = re.compile(r"(\d+)(ms|s|sims)")
OWN_BOT = r"[A-Za-z_][\w.]*:[A-Za-z_]\w*"  # module:maker
NET = r"[^@=]+\.safetensors"
BOT = re.compile(rf"(?:({LABEL})=)?({OWN_BOT}|{NET}|{LABEL})(?:@(.*))?")
ENGINE = re.compile(rf"({LABEL})(?:@([^=\s]*))?=(.*)", re.DOTALL)


@dataclass(frozen=True)
class Contestant:
    """A bot by its name or an engine by its command, never both."""

    label: str
    budget: Budget = DEFAULT_BUDGET
    bot: str = ""
    command: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return everything that its play depends on."""
        what = {"engine": self.command} if self.command else {"bot": self.bot}
        return {"label": self.label, **what, **budget_to_json(self.budget)}


def read_bot(text: str, budget: Budget = DEFAULT_BUDGET) -> Contestant:
    """Parse `greedy`, `search@50ms`, `search@9sims`, `wise=search@2s` or `mine=module:maker@2s`."""
    found = BOT.fullmatch(text)
    if found is None:
        raise OdintableError(
            "a contestant is BOT, BOT@50ms, BOT@500sims or LABEL=BOT@50ms, with BOT a name, "
            f"the file of a net or module:maker, not {text!r}"
        )
    label, name, amount = found.groups()
    own = budget if amount is None else read_budget(amount)
    return Contestant(label or text, own, bot=name)


def read_engine(text: str, budget: Budget = DEFAULT_BUDGET) -> Contestant:
    """Parse `cmd …`, `LABEL=cmd …` or `LABEL@50ms=cmd …`; the default label is the program name."""
    found = ENGINE.fullmatch(text)
    label, amount, command = found.groups() if found else ("", None, text)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OdintableError(f"--engine {text!r}: {str(error).lower()}") from None
    if not words:
        raise OdintableError(f"--engine is a command, or LABEL=command, not {text!r}")
    own = budget if amount is None else read_budget(amount)
    return Contestant(label or re.split(r"[/\\]", words[0])[-1], own, command=command)


def read_budget(text: str) -> Budget:
    """Parse `50ms`, `2s` or `500sims`."""
    found = AMOUNT.fullmatch(text)
    if found is None or not 0 < int(found[1]) <= MAX_SEED:
        raise OdintableError(f"a budget is 50ms, 2s or 500sims, not {text!r}")
    count, unit = int(found[1]), found[2]
    if unit == "sims":
        return Budget(sims=count)
    return Budget(time_ms=count * 1000 if unit == "s" else count)


def budget_to_json(budget: Budget) -> dict[str, int]:
    """Write a budget as the arguments of `go` in the engine protocol."""
    if budget.sims is not None:
        return {"sims": budget.sims}
    return {"time_ms": budget.time_ms or 0}


def budget_text(budget: Budget) -> str:
    """Write a budget for reports."""
    if budget.sims is not None:
        return f"{budget.sims} simulations"
    return f"{budget.time_ms} ms"
