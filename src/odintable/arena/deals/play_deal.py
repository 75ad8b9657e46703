"""The table at which deals are played: whose turn it is, the clock, and what a forfeit means."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from odintable.arena.contest import Contest, Lineup, rotated
from odintable.arena.players.engine_process import Failed
from odintable.arena.players.seat import take_seat
from odintable.arena.statistics.thinking_times import Times
from odintable.match.match import Match

from .deal_result import Deal, Forfeit, Game
from .shuffles import Dealer, seed_of_thought

if TYPE_CHECKING:
    from odintable.games.position import Position

MOST_DECISIONS = 10_000  # in a game; usual ones take less than 300


class Table:
    """All contestants, ready to play any deal of a contest."""

    def __init__(self, contest: Contest) -> None:
        """Let everybody sit down."""
        self._contest = contest
        self._seats = [take_seat(one, contest.game) for one in contest.contestants]
        self._opening = self._match(-1).position  # of no deal that is played

    def close(self) -> None:
        """Let everybody leave."""
        for seat in self._seats:
            seat.leave()

    def play(self, lineup: int, number: int) -> Deal:
        """One deal in every rotation."""
        seats = self._contest.lineups[lineup]
        times = {contestant: Times() for contestant in sorted(set(seats))}
        games = tuple(
            self._play_rotation(number, rotation, rotated(seats, rotation), times)
            for rotation in range(self._contest.players)
        )
        return Deal(lineup, number, games, times)

    def _match(self, number: int) -> Match:
        """The cards of a deal; chance decides who starts, alike in all its rotations."""
        contest = self._contest
        return Match.new(
            contest.game,
            players=contest.players,
            options=dict(contest.options),
            shuffler=Dealer(contest.seed, number),
        )

    def _play_rotation(
        self, number: int, rotation: int, seats: Lineup, times: dict[int, Times]
    ) -> Game:
        """One game, to its end, to a forfeit, or until it is clear that it will not end."""
        for contestant in times:
            self._seats[contestant].prepare(self._opening)
        match = self._match(number)
        scores: list[tuple[int, ...]] = []
        for decision in range(MOST_DECISIONS):
            position = match.position
            if position.is_over:
                return Game(seats, tuple(position.outcome()), tuple(scores), decision)
            seed = seed_of_thought(self._contest.seed, number, rotation, decision)
            try:
                move = self._decide(position, seats[position.turn], seed, times)
            except Failed as failed:
                forfeit = Forfeit(position.turn, str(failed))
                shares = shares_after(forfeit, len(seats))
                return Game(seats, shares, tuple(scores), decision, forfeit=forfeit)
            scores += leg_scores(match.play(move))
        even = (self._contest.even,) * len(seats)
        return Game(seats, even, tuple(scores), MOST_DECISIONS, is_cut=True)

    def _decide(
        self, position: Position, contestant: int, seed: int, times: dict[int, Times]
    ) -> str:
        """A move, by the clock; what is forced is nobody's decision."""
        moves = position.moves()
        if len(moves) == 1:
            return position.write_move(moves[0])
        time_ms = self._contest.contestants[contestant].budget.time_ms
        begun = time.perf_counter()
        try:
            return self._seats[contestant].choose(position, seed)
        finally:
            took = time.perf_counter() - begun
            times[contestant].add(took, None if time_ms is None else time_ms / 1000)


def shares_after(forfeit: Forfeit, players: int) -> tuple[float, ...]:
    """Who forfeits gets nothing; the others share the win evenly."""
    other = 1 / (players - 1)
    return tuple(0.0 if seat == forfeit.seat else other for seat in range(players))


def leg_scores(events: list[dict[str, Any]]) -> list[tuple[int, ...]]:
    """Return the scores after each leg that a move ended; only the end of a leg has scores."""
    return [tuple(event["scores"]) for event in events if "scores" in event]
