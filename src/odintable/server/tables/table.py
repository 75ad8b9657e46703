"""One table: a pure state machine whose state is the replay of its events.

It has no sockets, files or time of its own. An event changes the table (`apply`), whether it
happens now or is read from the store. `seat_commands` turns a command of a seat into an event.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from odintable.errors import IllegalMove, OdintableError
from odintable.games.position import Position
from odintable.games.spec import GAMES, GameSpec
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.server.refused_error import Refused

from . import events as ev
from .applied_event import HIDDEN_CARDS, NOTHING, AppliedEvent, PlayedMove, revealed_by
from .clock import Clock, DowntimeBetween, no_downtime
from .seats_and_proposals import SUBSTITUTE, Proposal, Seat

if TYPE_CHECKING:
    from .table_config import TableConfig

WAITING, PLAYING, OVER = "waiting", "playing", "over"  # stages of a table
BACK, REMATCH, BOT, END = "back", "rematch", "bot", "end"  # what can be proposed
FREE, ASK, NO = "free", "ask", "no"  # whether a move may be taken back


@dataclass(slots=True)
class GameResult:
    """How the game ended."""

    why: str
    winners: list[int]
    seat: int | None = None


class Table:
    """A game with its seats, its clock and its proposals."""

    __slots__ = (
        "_downtime",
        "_face_down",
        "_last_move",
        "_make_shuffler",
        "_seed",
        "_spec",
        "_turn_key",
        "_turn_key_of",
        "clock",
        "commitment",
        "config",
        "ids",
        "log",
        "match",
        "moves",
        "name",
        "proposals",
        "rematch",
        "result",
        "salts",
        "seats",
        "secret_events",
        "stage",
        "turns",
    )

    def __init__(
        self,
        name: str,
        seed: bytes,
        make_shuffler: Callable[[bytes], FairShuffler] = FairShuffler,
        downtime: DowntimeBetween = no_downtime,
    ) -> None:
        """Start empty; the first event must be TableCreated."""
        self.name = name
        self._seed = seed
        self._make_shuffler = make_shuffler
        self._downtime = downtime
        self._spec: GameSpec
        self.config: TableConfig
        self.commitment = ""
        self.seats: list[Seat] = []
        self.salts: dict[int, str] = {}
        self.match: Match | None = None
        self.moves: list[PlayedMove] = []
        self._last_move: dict[int, int] = {}  # seat -> index of its last move in `moves`
        self.turns = 0  # counted as clocks count them
        self.clock: Clock | None = None
        self.proposals: dict[str, Proposal] = {}
        self.stage = WAITING
        self.result: GameResult | None = None
        self.rematch: str | None = None
        self.log: list[AppliedEvent] = []
        self.secret_events: dict[int, list[int]] = {}  # seat -> indices of what only it has seen
        self.ids: dict[int | None, dict[str, int]] = {}  # seat -> id -> index in the log
        self._turn_key_of: Callable[[Any], Any]  # reads the fields that change every turn
        self._turn_key: Any = None
        self._face_down = 0

    # -- Reading -------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """The number of the next event in the store."""
        return len(self.log)

    @property
    def position(self) -> Position:
        """The full position, with all hidden cards."""
        if self.match is None:
            raise Refused("wrong-stage", "the cards are not dealt yet")
        return self.match.position

    @property
    def seed(self) -> bytes | None:
        """The secret seed, once the game is over."""
        return self._seed if self.result is not None else None

    @property
    def people(self) -> list[int]:
        """The seats meant for people."""
        return [number for number, seat in enumerate(self.seats) if seat.is_person]

    def event_number(self, viewer: int) -> int:
        """Return the number of the last event that a viewer has seen."""
        if not self.secret_events:
            return len(self.log)
        return self.number_at(viewer, len(self.log) - 1)

    def number_at(self, viewer: int, index: int) -> int:
        """Return how many events a viewer has seen up to an index in the log."""
        hidden = 0
        for seat, indices in self.secret_events.items():
            if seat != viewer:
                hidden += bisect_right(indices, index)
        return index + 1 - hidden

    def seen_after(self, viewer: int, last: int) -> Iterator[AppliedEvent]:
        """Yield what a viewer has seen after its event number `last`."""
        log = self.log
        at = last
        if self.secret_events and last:
            at = 1 + bisect_left(range(len(log)), last, key=partial(self.number_at, viewer))
        for index in range(at, len(log)):
            if log[index].is_seen_by(viewer):
                yield log[index]

    def deciding_bot(self) -> tuple[int, str] | None:
        """Return the seat to move and its bot, if a bot decides for it."""
        if self.stage != PLAYING:
            return None
        turn = self.position.summary.turn
        bot = self.seats[turn].deciding_bot
        return None if bot is None else (turn, bot)

    # -- Taking back ---------------------------------------------------------------------------

    def moves_to_undo(self, seat: int) -> int:
        """Return how many moves a take-back of the seat's last move undoes; 0: it has none."""
        last = self._last_move.get(seat)
        return 0 if last is None else len(self.moves) - last

    def may_take_back(self, seat: int) -> str:
        """Return whether a seat may take back its last move: FREE, ASK (the others) or NO."""
        last = self._last_move.get(seat)
        if last is None or self.stage != PLAYING:
            return NO
        config = self.config
        if not config.take_backs or not self.seats[seat].is_played_by_person:
            return NO
        if config.is_strict and any(move.reveals > NOTHING for move in self.moves[last:]):
            return NO
        if self.moves[last].turn == self.turns:
            if all(move.reveals < HIDDEN_CARDS for move in self.moves[last:]):
                return FREE
        for number, other in enumerate(self.seats):
            if number != seat and other.is_played_by_person:
                return ASK
        return FREE

    # -- Applying events -----------------------------------------------------------------------

    def apply(self, event: ev.AnyEvent) -> AppliedEvent:
        """Apply an event; an illegal move raises Refused and changes nothing."""
        applied = AppliedEvent(event)
        _APPLY[type(event)](self, event, applied)
        if event.id and type(event) is not ev.SeatGivenUp:  # the next person may reuse ids
            self.ids.setdefault(getattr(event, "seat", None), {})[event.id] = len(self.log)
        self.log.append(applied)
        if applied.only_for is not None:
            self.secret_events.setdefault(applied.only_for, []).append(len(self.log) - 1)
        return applied

    def _table_created(self, event: ev.TableCreated, _applied: AppliedEvent) -> None:
        self.config = event.config
        self._spec = GAMES[event.config.game]
        self._turn_key_of = attrgetter(*self._spec.turn_fields)
        self.commitment = event.commitment
        self.seats = [Seat(one.bot, one.bot or "") for one in event.config.seats]
        for seat in self.seats:
            seat.taken = seat.ready = not seat.is_person

    def _seat_taken(self, event: ev.SeatTaken, _applied: AppliedEvent) -> None:
        seat = self.seats[event.seat]
        seat.taken, seat.name = True, event.name

    def _seat_given_up(self, event: ev.SeatGivenUp, _applied: AppliedEvent) -> None:
        """Free the seat; a table that everybody left is over."""
        self.seats[event.seat] = Seat()
        self.salts.pop(event.seat, None)
        self.ids.pop(event.seat, None)
        if not any(self.seats[seat].taken for seat in self.people):
            self._end(GameResult(ev.Ended.ABANDONED, []))

    def _player_ready(self, event: ev.PlayerReady, applied: AppliedEvent) -> None:
        self.seats[event.seat].ready = True
        if event.salt:
            self.salts[event.seat] = event.salt
        if all(seat.ready for seat in self.seats):
            self.match = self._new_match()
            self.stage = PLAYING
            applied.first = self.match.first
            self._face_down = self._count_face_down(self.position.summary)
            if self.config.clock is not None:
                timed = [seat.is_person for seat in self.seats]
                self.clock = Clock(self.config.clock, timed, self._downtime)
            self._begin_turn(self._turn_key_of(self.position.summary), event.at)

    def _new_match(self) -> Match:
        """Deal from the seed and the salts; the result is always the same."""
        shuffler = self._make_shuffler(self._seed)
        shuffler.commit()
        for seat, salt in self.salts.items():
            shuffler.add_salt(seat, salt)
        config = self.config
        if config.start is not None:
            return Match(Position.from_json(config.start), shuffler)
        return Match.new(
            config.game,
            players=config.players,
            first=config.first,
            options=config.options,
            shuffler=shuffler,
        )

    def _moved(self, event: ev.Moved, applied: AppliedEvent) -> None:
        if self.match is None:
            raise Refused("wrong-stage", "the cards are not dealt yet")
        position = self.match.position
        clock = event.spent / 1000 if event.spent else None
        try:
            applied.game_events = tuple(self.match.play(event.move, clock=clock))
        except OdintableError:
            raise self.refuse_move(event.seat, event.move) from None
        applied.leg_end = self.match.leg_end
        is_secret = position.modules.notation.public_move_text(event.move) == ""
        if is_secret:
            applied.only_for = event.seat
        summary = position.summary
        face_down, self._face_down = self._face_down, self._count_face_down(summary)
        reveals = revealed_by(
            self._spec, event.move, applied.game_events, turned_up=face_down != self._face_down
        )
        previous = self._last_move.get(event.seat)
        self._last_move[event.seat] = len(self.moves)
        self.moves.append(
            PlayedMove(event.seat, event.move, self.turns, reveals, is_secret, previous)
        )
        if self.proposals and not is_secret:
            self.proposals.clear()
        if self.clock is not None and not is_secret:
            self.clock.charge(event.spent, event.at)
        if summary.phase == position.modules.components.OVER:
            shares = position.outcome()
            self._end(GameResult("rules", [seat for seat, share in enumerate(shares) if share > 0]))
        else:
            turn_key = self._turn_key_of(summary)
            if turn_key != self._turn_key:
                self._begin_turn(turn_key, event.at)

    def refuse_move(self, seat: int, move: str) -> Refused:
        """Return the refusal of a move; its reason uses only what the seat may know."""
        try:
            self.position.view(seat).read_move(move)
        except IllegalMove as error:
            return Refused("illegal-move", str(error), why=error.reason)
        except OdintableError as error:
            return Refused("illegal-move", str(error))
        return Refused("illegal-move", f"illegal: {move}")

    def _count_face_down(self, summary: Any) -> int:
        """Count the face-down cards that a move may turn up; deals and draws are events anyway."""
        count = 0
        for name in self._spec.face_down_fields:
            count += getattr(summary, name)
        return count

    def _begin_turn(self, turn_key: Any, now: int) -> None:
        self.turns += 1
        self._turn_key = turn_key
        self._run_clock(now)

    def _run_clock(self, now: int) -> None:
        """Run the clock of the seat to move, if a person decides there."""
        if self.clock is not None:
            seat = self.position.turn
            self.clock.start_turn(seat if self.seats[seat].is_played_by_person else None, now)

    def _moves_taken_back(self, event: ev.MovesTakenBack, applied: AppliedEvent) -> None:
        self._undo(event.moves, event, applied)

    def _undo(self, count: int, event: ev.AnyEvent, applied: AppliedEvent) -> None:
        """Take back the last moves."""
        if self.match is None or count < 1:
            raise Refused("wrong-stage", "there is no move to take back")
        applied.undone = tuple(self.moves[-count:])
        if all(move.is_secret for move in applied.undone):
            applied.only_for = applied.undone[0].seat
        self.match.undo(count)
        for move in reversed(applied.undone):
            if move.previous is None:
                del self._last_move[move.seat]
            else:
                self._last_move[move.seat] = move.previous
        del self.moves[-count:]
        self._face_down = self._count_face_down(self.position.summary)
        is_same_turn = applied.undone[0].turn == self.turns
        self.turns = applied.undone[0].turn
        self._turn_key = self._turn_key_of(self.position.summary)
        if applied.only_for is None:
            self.proposals.clear()
        if self.clock is not None and not is_same_turn:
            self.clock.stop()
            self._run_clock(event.at)

    def _proposed(self, event: ev.Proposed, applied: AppliedEvent) -> None:
        proposal = Proposal(event.what, event.seat, event.about)
        before = self.proposals.get(event.what)
        if before is not None and before.about == event.about:
            proposal.agreed = {*before.agreed, before.by} - {event.seat}
        self.proposals[event.what] = proposal
        self._carry_out_if_agreed(proposal, event, applied)

    def _agreed(self, event: ev.Agreed, applied: AppliedEvent) -> None:
        proposal = self.proposals[event.what]
        proposal.agreed.add(event.seat)
        self._carry_out_if_agreed(proposal, event, applied)

    def _declined(self, event: ev.Declined, _applied: AppliedEvent) -> None:
        del self.proposals[event.what]

    def _carry_out_if_agreed(
        self, proposal: Proposal, event: ev.Proposed | ev.Agreed, applied: AppliedEvent
    ) -> None:
        """Carry out a proposal once everybody who is asked has agreed."""
        proposal.absent = event.absent
        if proposal.unanswered(self.seats):
            return
        applied.done = True
        self.proposals.pop(proposal.what, None)
        if proposal.what == BACK:
            self._undo(self.moves_to_undo(proposal.by), event, applied)
            applied.only_for = None
        elif proposal.what == BOT and proposal.about is not None:
            self._substitute(proposal.about, SUBSTITUTE, event.at)
        elif proposal.what == END:
            winners = self._best_without({proposal.about, *event.absent})
            self._end(GameResult(ev.Ended.AGREED, winners, proposal.about))

    def _substitute(self, seat: int, bot: str | None, now: int) -> None:
        """Let a bot play for a person, or (None) the person again; this ends all proposals."""
        self.seats[seat].played_by = bot
        self.proposals.clear()
        if self.position.turn == seat:
            self._run_clock(now)

    def _player_returned(self, event: ev.PlayerReturned, _applied: AppliedEvent) -> None:
        self._substitute(event.seat, None, event.at)

    def _resigned(self, event: ev.Resigned, _applied: AppliedEvent) -> None:
        """End the game if one player or no person is left; otherwise let a bot play on."""
        self.seats[event.seat].resigned = True
        left = [seat for seat in self.seats if not seat.resigned]
        if len(left) == 1 or not any(seat.is_played_by_person for seat in left):
            self._end(GameResult("resigned", self._best_without({event.seat}), event.seat))
        else:
            self._substitute(event.seat, SUBSTITUTE, event.at)

    def _ended(self, event: ev.Ended, _applied: AppliedEvent) -> None:
        winners = [] if event.why == ev.Ended.ABANDONED else self._best_without({event.seat})
        self._end(GameResult(event.why, winners, event.seat))

    def _best_without(self, losers: set[int | None]) -> list[int]:
        """Return the winners when some seats have lost: the best of the others by score."""
        scores = [int(score) for score in self.position.state.scores[: len(self.seats)]]
        others = [
            number
            for number, seat in enumerate(self.seats)
            if number not in losers and not seat.resigned
        ]
        sign = 1 if self._spec.fewest_points_win else -1
        best = min((sign * scores[seat] for seat in others), default=0)
        return [seat for seat in others if sign * scores[seat] == best]

    def _end(self, result: GameResult) -> None:
        self.result = result
        self.stage = OVER
        self.proposals.clear()
        if self.clock is not None:
            self.clock.stop()

    def _rematch_created(self, event: ev.RematchCreated, _applied: AppliedEvent) -> None:
        self.rematch = event.table
        self.proposals.pop(REMATCH, None)


_APPLY: dict[type, Callable[[Table, Any, AppliedEvent], None]] = {
    ev.TableCreated: Table._table_created,
    ev.SeatTaken: Table._seat_taken,
    ev.SeatGivenUp: Table._seat_given_up,
    ev.PlayerReady: Table._player_ready,
    ev.Moved: Table._moved,
    ev.MovesTakenBack: Table._moves_taken_back,
    ev.Proposed: Table._proposed,
    ev.Agreed: Table._agreed,
    ev.Declined: Table._declined,
    ev.PlayerReturned: Table._player_returned,
    ev.Resigned: Table._resigned,
    ev.Ended: Table._ended,
    ev.RematchCreated: Table._rematch_created,
}
