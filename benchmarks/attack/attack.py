"""What an attack is: the code of the attackers, what they aim at, and what they found."""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

SECONDS, QUICK_SECONDS = 12.0, 3.0


@dataclass(frozen=True)
class LongGame:
    """A table of thousands of moves in the store that the server is started with."""

    table: str
    tokens: tuple[str, str]
    spectating: str


@dataclass(frozen=True)
class Target:
    """The server that is attacked, and what the attackers bring along."""

    port: int
    seconds: float = SECONDS
    is_quick: bool = False
    log: str = ""  # the file with the server's log
    game: LongGame | None = None
    records: tuple[str, ...] = ()  # as long as the server takes
    hidden: str = ""  # a record that ends before a move after which hidden moves follow
    until: float = field(default=0.0, compare=False)

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:
        """Read what `dataclasses.asdict` made; the time runs from now."""
        game = given["game"]
        found = cls(**{**given, "game": LongGame(**game) if game else None})
        return dataclasses.replace(found, until=time.monotonic() + found.seconds)

    @property
    def is_over(self) -> bool:
        """Whether the attackers have to stop."""
        return time.monotonic() >= self.until

    def many(self, count: int) -> int:
        """So many, or a tenth of it for a quick run."""
        return max(1, count // 10) if self.is_quick else count

    @property
    def record(self) -> str:
        """The first of the long records."""
        return self.records[0]


@dataclass(frozen=True)
class Check:
    """Something that must hold apart from the goals of every attack."""

    goal: str
    reached: str
    is_met: bool


@dataclass
class Found:
    """What the attackers counted."""

    sent: int = 0  # requests and frames
    messages: int = 0  # frames received
    answers: Counter[str] = field(default_factory=Counter)  # status or close codes
    checks: list[Check] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        checks = [dataclasses.asdict(one) for one in self.checks]
        return {
            "sent": self.sent,
            "messages": self.messages,
            "answers": self.answers,
            "checks": checks,
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:
        """Read what `to_dict` made."""
        checks = [Check(**one) for one in given["checks"]]
        return cls(given["sent"], given["messages"], Counter(given["answers"]), checks)

    def check(self, goal: str, reached: object, *, is_met: bool) -> None:
        """Note whether something holds."""
        self.checks.append(Check(goal, str(reached), is_met))

    def only(self, *allowed: int | str) -> None:
        """Check that there were answers, all with one of these codes."""
        others = {
            code: count for code, count in self.answers.items() if code not in map(str, allowed)
        }
        codes = ", ".join(map(str, allowed))
        counts = ", ".join(f"{count:,} × {code}" for code, count in sorted(self.answers.items()))
        self.check(
            f"answers {codes} only", counts or "none", is_met=bool(self.answers) and not others
        )

    def at_least_once(self, *codes: int | str) -> None:
        """Check that a limit was reached and closed with the right code."""
        wanted = " or ".join(map(str, codes))
        count = sum(self.answers[str(code)] for code in codes)
        self.check(f"the limit answers {wanted}", f"{count:,} times", is_met=count > 0)


@dataclass(frozen=True)
class Attack:
    """An attack by clients, in a process of their own."""

    name: str
    about: str
    run: Callable[[Target], Awaitable[Found]]
    settings: Mapping[str, object] = field(
        default_factory=dict
    )  # of the server, beside the defaults
    needs_game: bool = False
    needs_records: bool = False
    needs_hidden: bool = False
    seconds: float = SECONDS
