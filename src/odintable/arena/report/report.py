"""The report of a contest: text, JSON and SVG."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from odintable.arena.players.contestant import budget_text
from odintable.arena.statistics.elo import ratings
from odintable.arena.statistics.interval import Interval
from odintable.arena.statistics.standings import Pairing, Standing, games_of, pairings, standings
from odintable.games.spec import GAMES

from .ladder_plot import Ladder, Rung, draw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.arena.contest import Contest
    from odintable.arena.play_contest import Result

MAX_REASONS = 5  # of forfeits, of each contestant


def as_text(result: Result) -> str:
    """Return the report as text."""
    lines = heading(result)
    if not result.deals:
        return "\n".join([*lines, "Nothing has been played."])
    many = len(result.contest.contestants) > 2
    paragraphs = [
        lines,
        elo_table(result) if many else [],
        [words for pairing in pairings(result) for words in comparison(pairing, result.contest)],
        standing_table(result),
        notes(result),
    ]
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines)


def as_json(result: Result) -> dict[str, Any]:
    """Return the full result for programs."""
    many = len(result.contest.contestants) > 2 and result.deals
    return {
        **result.to_json(),
        "standings": [standing.to_json() for standing in standings(result)],
        "pairings": [pairing.to_json() for pairing in pairings(result)],
        "elo": [
            {"label": label, "elo": rating.mean, "low": rating.low, "high": rating.high}
            for label, rating in rated(result)
        ]
        if many
        else None,
    }


def as_svg(result: Result) -> str:
    """Draw the ladder: Elo of more than two contestants, shares of the win of two."""
    contest = result.contest
    games = len(games_of(result.deals))
    title = f"{title_of(contest)}, {counted(games, 'game')}"
    if len(contest.contestants) > 2:
        rungs = [Rung(*one) for one in rated(result)]
        return draw(Ladder(title, "Elo, with 95 % intervals", rungs, 0.0, "{:+.0f}"))
    rungs = [Rung(one.label, in_percent(one.share)) for one in standings(result)]
    axis = f"share of the win in %, with 95 % intervals; even is {percent(contest.even)}"
    return draw(Ladder(title, axis, rungs, 100 * contest.even, "{:.1f}"))


# -- Parts -------------------------------------------------------------------------------------


def heading(result: Result) -> list[str]:
    """Say what was played, and whether the contest was interrupted."""
    contest = result.contest
    games = len(games_of(result.deals))
    wanted = contest.deals * contest.players * len(contest.lineups)
    deals = counted(len(result.deals), "deal")
    what = f"{title_of(contest)}, seed {contest.seed}"
    lines = [f"{what}: {counted(games, 'game')}, {deals} in {contest.players} rotations each"]
    if result.is_interrupted:
        lines.append(f"Interrupted: {games} of {counted(wanted, 'game')} were played.")
    return lines


def title_of(contest: Contest) -> str:
    """Return the game and its options."""
    options = "".join(f", {name}={value}" for name, value in contest.options.items())
    return f"{contest.game} for {contest.players}{options}"


def comparison(pairing: Pairing, contest: Contest) -> list[str]:
    """Describe one pairing, and why it may have ended early."""
    others = contest.players - 1
    second = pairing.second if others == 1 else f"{others} × {pairing.second}"
    won = f"{spread(in_percent(pairing.share))} % of the win in {counted(pairing.games, 'game')}"
    lines = [f"{pairing.first} against {second}: {won} (even is {percent(contest.even)})"]
    if pairing.clear_after is not None:
        lines.append(
            f"  Stopped as clear after {counted(pairing.clear_after, 'deal')}: it is certain "
            "enough who is stronger; the share tends to be exaggerated."
        )
    return lines


def elo_table(result: Result) -> list[str]:
    """List the ratings, the strongest contestant first."""
    rows = [["contestant", "Elo", "95 % interval"]]
    for label, rating in sorted(rated(result), key=lambda one: -one[1].mean):
        rows.append([label, f"{rating.mean:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}"])
    return columns(rows)


def rated(result: Result) -> list[tuple[str, Interval]]:
    """Return every contestant's label with its rating."""
    labels = [contestant.label for contestant in result.contest.contestants]
    return list(zip(labels, ratings(result), strict=True))


def standing_table(result: Result) -> list[str]:
    """List shares, points and thinking times."""
    name = GAMES[result.contest.game].leg
    head = ["contestant", "budget", "games", "win %", "points", f"per {name}", "decisions"]
    rows = [[*head, "mean ms", "99 %", "max", "over", "late", "forfeits"]]
    for standing, contestant in zip(standings(result), result.contest.contestants, strict=True):
        rows.append([standing.label, budget_text(contestant.budget), *figures(standing)])
    return columns(rows)


def figures(standing: Standing) -> list[str]:
    """Return the numbers of a row."""
    times = standing.times
    return [
        str(standing.games),
        f"{100 * standing.share.mean:.1f}",
        "-" if standing.points is None else f"{standing.points:.2f}",
        "-" if standing.points_per_leg is None else f"{standing.points_per_leg:.2f}",
        str(times.count),
        *(f"{1000 * t:.1f}" for t in (times.mean, times.quantile(0.99), times.longest)),
        str(times.over),
        str(times.late),
        str(standing.forfeits),
    ]


def notes(result: Result) -> list[str]:
    """Explain the points, and list cut and forfeited games."""
    winning = "fewest" if GAMES[result.contest.game].fewest_points_win else "most"
    lines = [f"Points: the {winning} points win."]
    cut = sum(pairing.cut for pairing in pairings(result))
    if cut:
        lines.append(f"{counted(cut, 'game')} did not end and counted as even.")
    reasons: Counter[tuple[str, str]] = Counter()
    for game in games_of(result.deals):
        if game.forfeit is not None:
            loser = result.contest.contestants[game.seats[game.forfeit.seat]].label
            reasons[loser, game.forfeit.reason] += 1
    for (label, reason), count in reasons.most_common(MAX_REASONS):
        lines.append(f"{label} forfeited {counted(count, 'game')}: it {reason}")
    return lines


# -- Formatting -------------------------------------------------------------------------------


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: `1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def percent(share: float) -> str:
    """Write a share in percent."""
    return f"{100 * share:.3g} %"


def in_percent(share: Interval) -> Interval:
    """Convert shares to percent."""
    return Interval(100 * share.mean, 100 * share.low, 100 * share.high)


def spread(value: Interval) -> str:
    """Write a value with its interval."""
    return f"{value.mean:.1f} ({value.low:.1f} to {value.high:.1f})"


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Align rows: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("  ".join([row[0].ljust(len(first)), *others]).rstrip())
    return lines
