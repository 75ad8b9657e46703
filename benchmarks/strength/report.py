"""docs/strength.md: the results, their goals, and what has not been measured yet."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from benchmarks.speed.goals import Verdict
from benchmarks.speed.report import goal_rows, machine, markdown
from odintable.arena import Result, pairings, standings
from odintable.arena.report.report import rated
from odintable.arena.statistics.interval import Interval

from . import goal, other_nets, plot, seed_tables
from .parts import Meeting, Part
from .saved_results import Effort

HEADINGS = (
    "who",
    "games",
    "deals",
    "share of the first",
    "95% interval",
    "ms a decision",
    "goal",
    "met",
)
ELO_HEADINGS = ("who", "games", "Elo", "95% interval", "ms a decision")
FINDINGS = ("what", "found", "met")
COMMANDS = ("part", "command", "took")
NOT_YET = "not yet measured"
BY_HAND = "Each contest alone, with `.venv-bench/bin` in the path, run in the folder of {}:"
PICTURE = "images/strength-{}.svg"

PAGE = """\
# Strength

Written by `make strength` (`python -m benchmarks.strength`) on {date}; do not edit.

{machine}

This page shows how strong the bots are, measured in contests against each other and against
OpenSpiel's search. Every deal is played in every seat, so that luck cancels out. A share of the win
is 1 for a win and 0 for a loss; a tie is shared. Its 95% interval counts a deal with all its
rotations as one observation ([the arena](arena.md) has more on both). Unless stated otherwise, a
goal is met when the *lower end* of the interval reaches it. A *better* value is reported, but
missing it is no failure. No contest is stopped early. *ms a decision* are the mean thinking times
of the first and the second bot; `search` answers early when its best move cannot change any more.
All results are those of the current bots: when a bot starts to decide differently, every contest
it took part in is measured again. Every deal is saved in `benchmarks/strength/results`.

{summary}

{commands}

`make strength` measures all parts, one after the other; `PART="levels load"` selects some. It may
be interrupted with Ctrl-C at any time, and continues from there. It fails when a goal is missed.
`make bench` measures the number of simulations per second ([speed](speed.md)).

{parts}
"""


@dataclass(frozen=True)
class Played:
    """A meeting with its result; None while its contestants are not known."""

    meeting: Meeting
    result: Result | None

    @property
    def is_complete(self) -> bool:
        """Whether all games were played."""
        return self.result is not None and not self.result.is_interrupted

    @property
    def share(self) -> Interval:
        """The share of the first of two contestants."""
        assert self.result is not None
        return pairings(self.result)[0].share

    def verdict(self) -> Verdict | None:
        """The verdict, if there is a goal and all games were played."""
        return self._verdict_on(goal.required(self.meeting.goal))

    def wish(self) -> Verdict | None:
        """The same for a wish."""
        return self._verdict_on(goal.wishes(self.meeting.goal))

    def _verdict_on(self, wanted: goal.Goal) -> Verdict | None:
        if not (wanted and self.is_complete):
            return None
        return goal.verdict_on(str(self.meeting), wanted, self.share)


@dataclass(frozen=True)
class Measured:
    """A part, as far as it was measured."""

    part: Part
    played: Sequence[Played] = ()
    findings: Sequence[Verdict] = ()
    effort: Effort = field(default_factory=Effort)

    @property
    def is_begun(self) -> bool:
        """Whether there are any results."""
        return bool(self.findings) or any(one.result and one.result.deals for one in self.played)

    @property
    def is_complete(self) -> bool:
        """Whether everything has been measured."""
        return all(one.is_complete for one in self.played) if self.played else bool(self.findings)

    def verdicts(self) -> list[Verdict]:
        """All goals that can be judged."""
        return [*filter(None, (one.verdict() for one in self.played)), *self.findings]

    def wishes(self) -> list[Verdict]:
        """All wishes that can be judged."""
        return [*filter(None, (one.wish() for one in self.played))]


def page(parts: Sequence[Measured]) -> str:
    """The whole page."""
    return PAGE.format(
        date=datetime.now(UTC).date().isoformat(),
        machine=machine(),
        summary=summary(parts),
        commands=markdown(COMMANDS, [command_row(one) for one in parts], right=(2,)),
        parts="\n\n".join(map(section, parts)),
    )


def pictures(parts: Sequence[Measured]) -> dict[str, str]:
    """A plot for every part with meetings of two, by its path relative to the page."""
    drawn = {}
    for one in parts:
        rows = [
            plot.Row(str(two.meeting), two.share, goal.mark(two.meeting.goal))
            for two in one.played
            if two.is_complete and len(two.meeting.contestants) == 2
        ]
        if rows:
            drawn[PICTURE.format(one.part.name)] = plot.draw(one.part.title, rows)
    return drawn


def summary(parts: Sequence[Measured]) -> str:
    """How many goals were met, which were missed, and what is not measured yet."""
    verdicts = [verdict for one in parts for verdict in one.verdicts()]
    missed = [verdict for verdict in verdicts if not verdict.is_met]
    lines = [f"**{len(verdicts) - len(missed)} of {len(verdicts)} measured goals are met.**", ""]
    wishes = [wish for one in parts for wish in one.wishes()]
    if wishes:
        reached = sum(wish.is_met for wish in wishes)
        lines += [f"{reached} of {len(wishes)} *better* values are reached.", ""]
    lines += [f"- missed: {verdict.goal}; reached {verdict.reached}" for verdict in missed]
    left = [one.part.name for one in parts if not one.is_complete]
    if left:
        lines.append(f"- {NOT_YET}, or not to the end: {', '.join(left)}")
    return "\n".join(lines).rstrip()


def command_row(one: Measured) -> tuple[str, ...]:
    """The row of a part: its command and its time."""
    folder = f" {other_nets.FOLDER}=folder" if one.part.needs_nets else ""
    return (
        f"[{one.part.title}](#{anchor(one.part.title)})",
        f"`make strength PART={one.part.name}{folder}`",
        took(one),
    )


def anchor(title: str) -> str:
    """The anchor of a heading."""
    return "".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c == "-")


def took(one: Measured) -> str:
    """The time that the runs of a part took."""
    if not one.is_begun:
        return NOT_YET
    on = "1 core" if one.effort.cores == 1 else f"{one.effort.cores} cores"
    so_far = "" if one.is_complete else ", so far"
    return f"about {one.effort.seconds / 60:.0f} minutes on {on}{so_far}"


def section(one: Measured) -> str:
    """A part: its description, tables, plot and commands."""
    blocks = [f"## {one.part.title}", one.part.about]
    if not one.is_begun:
        return "\n\n".join([*blocks, f"{NOT_YET.capitalize()}."])
    if one.findings:
        blocks.append(markdown(FINDINGS, goal_rows(one.findings)))
    pairs = [two for two in one.played if len(two.meeting.contestants) == 2]
    if one.part.needs_nets:
        shares = {two.meeting.contestants: two.share.mean for two in pairs if two.is_complete}
        blocks += seed_tables.tables(shares, other_nets.notes())
    if pairs:
        blocks.append(markdown(HEADINGS, [pair_row(two) for two in pairs], right=(1, 2, 3, 5)))
    blocks += [robin(two) for two in one.played if len(two.meeting.contestants) > 2]
    if any(two.is_complete for two in pairs):
        blocks.append(f"![{one.part.title}: shares of the win]({PICTURE.format(one.part.name)})")
    if one.played:
        words = "\n".join(two.meeting.command() for two in one.played if two.result)
        by_hand = BY_HAND.format("the nets" if one.part.needs_nets else "this project")
        blocks.append(f"{by_hand}\n\n```\n{words}\n```")
    return "\n\n".join(blocks)


def pair_row(one: Played) -> tuple[str, ...]:
    """The row of a meeting of two."""
    meeting = one.meeting
    who = f"{meeting} ({meeting.note})" if meeting.note else str(meeting)
    words = goal.describe(meeting.goal) or "–"
    if one.result is None or not one.result.deals:
        return (who, "0", "0", "–", NOT_YET, "–", words, "–")
    pairing = pairings(one.result)[0]
    share = pairing.share
    met = "not all played" if not one.is_complete else goal.met(meeting.goal, share)
    wanted = one.result.contest.deals
    deals = str(pairing.deals) if one.is_complete else f"{pairing.deals} of {wanted}"
    spread = f"{share.low:.1%} to {share.high:.1%}"
    return (
        *(who, f"{pairing.games:,}", deals, f"{share.mean:.1%}", spread),
        *(thinking(one.result), words, met if meeting.goal else "–"),
    )


def thinking(result: Result) -> str:
    """The mean thinking times of all contestants, in milliseconds."""
    return " / ".join(f"{1000 * one.times.mean:.1f}" for one in standings(result))


def robin(one: Played) -> str:
    """A round robin: the ratings, best first."""
    if one.result is None or not one.result.deals:
        return f"{one.meeting}: {NOT_YET}."
    rows = [
        (label, str(standing.games), f"{elo.mean:+.0f}", f"{elo.low:+.0f} to {elo.high:+.0f}",
         f"{1000 * standing.times.mean:.1f}")
        for (label, elo), standing in zip(rated(one.result), standings(one.result), strict=True)
    ]  # fmt: skip
    rows.sort(key=lambda row: -float(row[2]))
    so_far = "" if one.is_complete else ", so far"
    table = markdown(ELO_HEADINGS, rows, right=(1, 2, 4))
    return f"{one.meeting.table}, {one.meeting.games} games of each two{so_far}:\n\n{table}"
