"""Play a deal in every rotation: turns, thinking times and forfeits."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from odintable.arena.contest import Contest, Lineup, rotated
from odintable.arena.players.engine_process import EngineFailure
from odintable.arena.players.player import make_player
from odintable.arena.statistics.thinking_times import ThinkingTimes
from odintable.match.match import Match

from .deal_result import DealResult, Forfeit, RotationResult
from .deal_shuffler import DealShuffler, bot_seed

if TYPE_CHECKING:
    from odintable.games.position import Position

MAX_DECISIONS = 10_000  # in a game; most take less than 300


class DealPlayer:
    """Plays deals of a contest, one after the other."""

    def __init__(self, contest: Contest) -> None:
        """Load all bots; engines are started before their first game."""
        self._contest = contest
        self._players = [make_player(one, contest.game) for one in contest.contestants]
        self._opening = self._match(-1).position  # to warm up with; this deal does not count

    def close(self) -> None:
        """Stop all engines."""
        for player in self._players:
            player.close()

    def play(self, lineup: int, number: int) -> DealResult:
        """Play one deal in every rotation."""
        seats = self._contest.lineups[lineup]
        times = {contestant: ThinkingTimes() for contestant in sorted(set(seats))}
        games = tuple(
            self._play_rotation(number, rotation, rotated(seats, rotation), times)
            for rotation in range(self._contest.players)
        )
        return DealResult(lineup, number, games, times)

    def _match(self, number: int) -> Match:
        """Deal the cards; the first player is drawn, the same seat in all rotations."""
        contest = self._contest
        return Match.new(
            contest.game,
            players=contest.players,
            options=dict(contest.options),
            shuffler=DealShuffler(contest.seed, number),
        )

    def _play_rotation(
        self, number: int, rotation: int, seats: Lineup, times: dict[int, ThinkingTimes]
    ) -> RotationResult:
        """Play one game to its end, to a forfeit, or to MAX_DECISIONS."""
        for contestant in times:
            self._players[contestant].prepare(self._opening)
        match = self._match(number)
        scores: list[tuple[int, ...]] = []
        for decision in range(MAX_DECISIONS):
            position = match.position
            if position.is_over:
                return RotationResult(seats, tuple(position.outcome()), tuple(scores), decision)
            seed = bot_seed(self._contest.seed, number, rotation, decision)
            try:
                move = self._decide(position, seats[position.turn], seed, times)
            except EngineFailure as failure:
                forfeit = Forfeit(position.turn, str(failure))
                shares = shares_after(forfeit, len(seats))
                return RotationResult(seats, shares, tuple(scores), decision, forfeit=forfeit)
            scores += leg_scores(match.play(move))
        even = (self._contest.even,) * len(seats)
        return RotationResult(seats, even, tuple(scores), MAX_DECISIONS, is_cut=True)

    def _decide(
        self, position: Position, contestant: int, seed: int, times: dict[int, ThinkingTimes]
    ) -> str:
        """Let a contestant choose and measure its time; a forced move is played without asking."""
        moves = position.moves()
        if len(moves) == 1:
            return position.write_move(moves[0])
        time_ms = self._contest.contestants[contestant].budget.time_ms
        begun = time.perf_counter()
        try:
            return self._players[contestant].choose(position, seed)
        finally:
            took = time.perf_counter() - begun
            times[contestant].add(took, None if time_ms is None else time_ms / 1000)


def shares_after(forfeit: Forfeit, players: int) -> tuple[float, ...]:
    """Return the shares after a forfeit: nothing for that seat, equal shares for the others."""
    other = 1 / (players - 1)
    return tuple(0.0 if seat == forfeit.seat else other for seat in range(players))


def leg_scores(events: list[dict[str, Any]]) -> list[tuple[int, ...]]:
    """Return the scores after each leg that a move ended; only the end of a leg has scores."""
    return [tuple(event["scores"]) for event in events if "scores" in event]
