"""One table: a machine without sockets, files or a clock, whose state is the replay of its events.

An event changes the table (`apply`), whether it happens now or is read from the store. What a
request of a seat becomes is in `asking`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from odintable.errors import IllegalMove, OdintableError
from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.server.live.client_messages import Refused

from . import events as ev
from .clock import Clock, Down, never_down
from .seats import SUBSTITUTE, Proposal, Seat

if TYPE_CHECKING:
    from .table_config import Plan

WAITING, PLAYING, OVER = "waiting", "playing", "over"
BACK, REMATCH, BOT, END = "back", "rematch", "bot", "end"
FREE, ASK, NO = "free", "ask", "no"
NOTHING, OWN_CARDS, HIDDEN = range(3)  # what a move showed: nothing, own cards, what was hidden
QUIET = {"round-over"}  # what a move may bring about without showing anything
SHOWS_NOTHING = {"pass", "take", "stack", "lay", "place", "extend", "end"}  # of the mover's cards


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A move that stands: whose, in which of the table's turns, and what it showed."""

    seat: int
    text: str
    turn: int
    shows: int
    unseen: bool  # by the others


@dataclass(slots=True)
class Result:
    """How the game ended."""

    why: str
    winners: list[int]
    seat: int | None = None


class Happening(msgspec.Struct, gc=False):
    """An event as it came about at the table: what it brought, and who may see it."""

    event: ev.AnyEvent
    told: tuple[dict[str, Any], ...] = ()
    only: int | None = None  # the one seat that sees it; None: everybody
    undone: tuple[Standing, ...] = ()
    done: bool = False  # a proposal was carried out
    first: int | None = None  # the deal: who starts

    def is_seen_by(self, viewer: int) -> bool:
        """This viewer is told."""
        return self.only is None or self.only == viewer


class Table:
    """A game with its seats, its clock and its people."""

    __slots__ = (
        "_covered",
        "_deal",
        "_down",
        "_last",
        "_seed",
        "_turn_key",
        "clock",
        "commitment",
        "ids",
        "log",
        "match",
        "moves",
        "name",
        "plan",
        "proposals",
        "rematch",
        "result",
        "salts",
        "seats",
        "stage",
        "turns",
        "unseen",
    )

    def __init__(
        self,
        name: str,
        seed: bytes,
        deal: Callable[[bytes], FairShuffler] = FairShuffler,
        down: Down = never_down,
    ) -> None:
        """Nothing has happened; the first event is Made."""
        self.name = name
        self._seed = seed
        self._deal = deal
        self._down = down
        self.plan: Plan
        self.commitment = ""
        self.seats: list[Seat] = []
        self.salts: dict[int, str] = {}
        self.match: Match | None = None
        self.moves: list[Standing] = []
        self._last: dict[int, int] = {}  # seat -> where among the moves its last one is
        self.turns = 0  # counted as clocks count them
        self.clock: Clock | None = None
        self.proposals: dict[str, Proposal] = {}
        self.stage = WAITING
        self.result: Result | None = None
        self.rematch: str | None = None
        self.log: list[Happening] = []
        self.unseen: dict[int, int] = {}  # events that only this seat saw
        self.ids: dict[int | None, dict[str, int]] = {}  # seat -> its id -> where in the log
        self._turn_key: tuple[int, ...] = ()
        self._covered = 0

    # -- What there is to know -----------------------------------------------------------------

    @property
    def seq(self) -> int:
        """The number of the next event in the store."""
        return len(self.log)

    @property
    def position(self) -> Position:
        """The whole truth."""
        if self.match is None:
            raise Refused("wrong-stage", "the cards are not dealt yet")
        return self.match.position

    @property
    def seed(self) -> bytes | None:
        """The secret seed, once the game is over."""
        return self._seed if self.result is not None else None

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, one in enumerate(self.seats) if one.is_person]

    def number(self, viewer: int) -> int:
        """The number of the last event that a viewer was shown."""
        if not self.unseen:
            return len(self.log)
        return len(self.log) - sum(self.unseen.values()) + self.unseen.get(viewer, 0)

    def thinker(self) -> tuple[int, str] | None:
        """The seat to move and the bot that decides for it, if one does."""
        if self.stage != PLAYING:
            return None
        turn = self.position.summary.turn
        bot = self.seats[turn].thinker
        return None if bot is None else (turn, bot)

    # -- Taking back ---------------------------------------------------------------------------

    def moves_since(self, seat: int) -> int:
        """How many of the last moves must go to undo the last one of a seat; 0: it has none."""
        last = self._last.get(seat)
        return 0 if last is None else len(self.moves) - last

    def may_take_back(self, seat: int) -> str:
        """Whether a seat may take back its last move: freely, by consent, or not."""
        last = self._last.get(seat)
        if last is None or self.stage != PLAYING:
            return NO
        plan = self.plan
        if not plan.back or not self.seats[seat].plays:
            return NO
        if plan.is_strict and any(move.shows > NOTHING for move in self.moves[last:]):
            return NO
        if self.moves[last].turn == self.turns:
            if all(move.shows < HIDDEN for move in self.moves[last:]):
                return FREE
        for at, other in enumerate(self.seats):
            if at != seat and other.plays:
                return ASK
        return FREE

    # -- What happens --------------------------------------------------------------------------

    def apply(self, event: ev.AnyEvent) -> Happening:
        """Let an event happen; one that is refused (an illegal move) changes nothing."""
        happening = Happening(event)
        _APPLY[type(event)](self, event, happening)
        if event.id and type(event) is not ev.Left:  # who sits there next has ids of its own
            self.ids.setdefault(getattr(event, "seat", None), {})[event.id] = len(self.log)
        self.log.append(happening)
        if happening.only is not None:
            self.unseen[happening.only] = self.unseen.get(happening.only, 0) + 1
        return happening

    def _made(self, event: ev.Made, _happening: Happening) -> None:
        self.plan = event.plan
        self.commitment = event.commitment
        self.seats = [Seat(chair.bot, chair.bot or "") for chair in event.plan.chairs]
        for seat in self.seats:
            seat.taken = seat.ready = not seat.is_person

    def _sat(self, event: ev.Sat, _happening: Happening) -> None:
        seat = self.seats[event.seat]
        seat.taken, seat.name = True, event.name

    def _left(self, event: ev.Left, _happening: Happening) -> None:
        """The seat is as it was before; a table that everybody left is over."""
        self.seats[event.seat] = Seat()
        self.salts.pop(event.seat, None)
        self.ids.pop(event.seat, None)
        if not any(self.seats[seat].taken for seat in self.people):
            self._end(Result(ev.Ended.ABANDONED, []))

    def _readied(self, event: ev.Readied, happening: Happening) -> None:
        self.seats[event.seat].ready = True
        if event.salt:
            self.salts[event.seat] = event.salt
        if all(seat.ready for seat in self.seats):
            self.match = self._new_match()
            self.stage = PLAYING
            happening.first = self.match.first
            self._covered = self._face_down(self.position.summary)
            if self.plan.clock is not None:
                timed = [seat.is_person for seat in self.seats]
                self.clock = Clock(self.plan.clock, timed, self._down)
            self._turn(self._key(self.position.summary), event.at)

    def _new_match(self) -> Match:
        """The deal, from the seed and the salts; the same each time."""
        shuffler = self._deal(self._seed)
        shuffler.commit()
        for seat, salt in self.salts.items():
            shuffler.add_salt(seat, salt)
        plan = self.plan
        if plan.start is not None:
            return Match(Position.from_json(plan.start), shuffler)
        return Match.new(
            plan.game,
            players=plan.players,
            first=plan.first,
            options=plan.options,
            shuffler=shuffler,
        )

    def _moved(self, event: ev.Moved, happening: Happening) -> None:
        if self.match is None:
            raise Refused("wrong-stage", "the cards are not dealt yet")
        position = self.match.position
        clock = event.spent / 1000 if event.spent else None
        try:
            happening.told = tuple(self.match.play(event.move, clock=clock))
        except OdintableError:
            raise self.refuse_move(event.seat, event.move) from None
        unseen = position.modules.notation.public_move_text(event.move) == ""
        if unseen:
            happening.only = event.seat
        summary = position.summary
        shows = self._shown(event.move, happening.told, summary)
        self._last[event.seat] = len(self.moves)
        self.moves.append(Standing(event.seat, event.move, self.turns, shows, unseen))
        if self.proposals and not unseen:
            self.proposals.clear()
        if self.clock is not None and not unseen:
            self.clock.charge(event.spent, event.at)
        if summary.phase == position.modules.components.OVER:
            shares = position.outcome()
            self._end(Result("rules", [seat for seat, share in enumerate(shares) if share > 0]))
        else:
            key = self._key(summary)
            if key != self._turn_key:
                self._turn(key, event.at)

    def refuse_move(self, seat: int, move: str) -> Refused:
        """The refusal of a move, with the reason as far as its own seat can know it."""
        try:
            self.position.view(seat).read_move(move)
        except IllegalMove as error:
            return Refused("illegal-move", str(error), why=error.reason)
        except OdintableError as error:
            return Refused("illegal-move", str(error))
        return Refused("illegal-move", f"illegal: {move}")

    def _shown(self, move: str, told: tuple[dict[str, Any], ...], summary: Any) -> int:
        """What the move just made showed."""
        covered, self._covered = self._covered, self._face_down(summary)
        if self._covered != covered:
            return HIDDEN
        for one in told:
            if one["event"] not in QUIET:
                return HIDDEN
        return NOTHING if move.partition(" ")[0] in SHOWS_NOTHING else OWN_CARDS

    def _face_down(self, summary: Any) -> int:
        """How many cards lie face down that a move may turn up; deals and draws are told anyway."""
        if self.plan.game == "odin":
            return 0
        hidden: int = summary.landscape_count + summary.magic_count
        return hidden

    def _key(self, summary: Any) -> tuple[int, ...]:
        """What changes from turn to turn."""
        if self.plan.game == "odin":
            return (summary.turn, summary.deal)
        return (summary.turn, summary.race, summary.turns)

    def _turn(self, key: tuple[int, ...], now: int) -> None:
        """A turn begins."""
        self.turns += 1
        self._turn_key = key
        self._run_clock(now)

    def _run_clock(self, now: int) -> None:
        """The time of whoever is to move runs, if it is a person who decides."""
        if self.clock is not None:
            seat = self.position.turn
            self.clock.run(seat if self.seats[seat].plays else None, now)

    def _took_back(self, event: ev.TookBack, happening: Happening) -> None:
        self._undo(event.moves, event, happening)

    def _undo(self, count: int, event: ev.AnyEvent, happening: Happening) -> None:
        """Play the game again without its last moves."""
        happening.undone = tuple(self.moves[-count:])
        if all(move.unseen for move in happening.undone):
            happening.only = happening.undone[0].seat
        kept = self.moves[:-count]
        self.match = self._new_match()
        for move in kept:
            self.match.play(move.text)
        self.moves = kept
        self._last = {move.seat: at for at, move in enumerate(kept)}
        self._covered = self._face_down(self.position.summary)
        is_same_turn = happening.undone[0].turn == self.turns
        self.turns = happening.undone[0].turn
        self._turn_key = self._key(self.position.summary)
        if happening.only is None:
            self.proposals.clear()
        if self.clock is not None and not is_same_turn:
            self.clock.stop()
            self._run_clock(event.at)

    def _proposed(self, event: ev.Proposed, happening: Happening) -> None:
        proposal = Proposal(event.what, event.seat, event.about)
        before = self.proposals.get(event.what)
        if before is not None and before.about == event.about:
            proposal.agreed = {*before.agreed, before.by} - {event.seat}
        self.proposals[event.what] = proposal
        self._settle(proposal, event, happening)

    def _agreed(self, event: ev.Agreed, happening: Happening) -> None:
        proposal = self.proposals[event.what]
        proposal.agreed.add(event.seat)
        self._settle(proposal, event, happening)

    def _declined(self, event: ev.Declined, _happening: Happening) -> None:
        del self.proposals[event.what]

    def _settle(
        self, proposal: Proposal, event: ev.Proposed | ev.Agreed, happening: Happening
    ) -> None:
        """Carry out what everybody agreed to."""
        proposal.away = event.away
        if proposal.asked(self.seats):
            return
        happening.done = True
        self.proposals.pop(proposal.what, None)
        if proposal.what == BACK:
            self._undo(self.moves_since(proposal.by), event, happening)
            happening.only = None
        elif proposal.what == BOT and proposal.about is not None:
            self._let_play(proposal.about, SUBSTITUTE, event.at)
        elif proposal.what == END:
            winners = self._best_without({proposal.about, *event.away})
            self._end(Result(ev.Ended.AGREED, winners, proposal.about))

    def _let_play(self, seat: int, bot: str | None, now: int) -> None:
        """A bot plays on for a person, or no longer; what was asked, others are to answer now."""
        self.seats[seat].played_by = bot
        self.proposals.clear()
        if self.position.turn == seat:
            self._run_clock(now)

    def _returned(self, event: ev.Returned, _happening: Happening) -> None:
        self._let_play(event.seat, None, event.at)

    def _resigned(self, event: ev.Resigned, _happening: Happening) -> None:
        """One who is left alone has won; otherwise a bot plays on, as long as a person plays."""
        self.seats[event.seat].resigned = True
        left = [seat for seat in self.seats if not seat.resigned]
        if len(left) == 1 or not any(seat.plays for seat in left):
            self._end(Result("resigned", self._best_without({event.seat}), event.seat))
        else:
            self._let_play(event.seat, SUBSTITUTE, event.at)

    def _ended(self, event: ev.Ended, _happening: Happening) -> None:
        winners = [] if event.why == ev.Ended.ABANDONED else self._best_without({event.seat})
        self._end(Result(event.why, winners, event.seat))

    def _best_without(self, losers: set[int | None]) -> list[int]:
        """Who wins when some have lost: the other, or those of the others who stand best."""
        scores = [int(score) for score in self.position.state.scores[: len(self.seats)]]
        others = [at for at, one in enumerate(self.seats) if at not in losers and not one.resigned]
        sign = 1 if self.plan.game == "odin" else -1  # few points are good in ODIN
        best = min((sign * scores[seat] for seat in others), default=0)
        return [seat for seat in others if sign * scores[seat] == best]

    def _end(self, result: Result) -> None:
        self.result = result
        self.stage = OVER
        self.proposals.clear()
        if self.clock is not None:
            self.clock.stop()

    def _rematched(self, event: ev.Rematched, _happening: Happening) -> None:
        self.rematch = event.table
        self.proposals.pop(REMATCH, None)


_APPLY: dict[type, Callable[[Table, Any, Happening], None]] = {
    ev.Made: Table._made,
    ev.Sat: Table._sat,
    ev.Left: Table._left,
    ev.Readied: Table._readied,
    ev.Moved: Table._moved,
    ev.TookBack: Table._took_back,
    ev.Proposed: Table._proposed,
    ev.Agreed: Table._agreed,
    ev.Declined: Table._declined,
    ev.Returned: Table._returned,
    ev.Resigned: Table._resigned,
    ev.Ended: Table._ended,
    ev.Rematched: Table._rematched,
}
