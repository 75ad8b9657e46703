"""What a request of a seat becomes: an event, a refusal, or the answer it had before."""

from odintable.errors import OdintableError
from odintable.games.position import SPECTATOR
from odintable.match.fair_shuffle import check_salt
from odintable.server.live import client_messages
from odintable.server.live.client_messages import Refused

from . import events as ev
from .table import BACK, BOT, END, FREE, NO, OVER, PLAYING, REMATCH, WAITING, Table


class Repeated(Exception):  # noqa: N818 - no error: the answer to a request that came again
    """The request was carried out before, as this number of its seat's."""

    def __init__(self, n: int) -> None:
        """Tell its number."""
        super().__init__(n)
        self.n = n


def ask(
    table: Table,
    request: client_messages.Request,
    seat: int,
    now: int,
    lag: int = 0,
    absent: frozenset[int] = frozenset(),
) -> ev.AnyEvent:
    """The event that a request of a seat is to become; Refused, or Repeated."""
    if seat == SPECTATOR:
        raise Refused("not-a-seat", "spectators only watch")
    if not table.seats[seat].taken:
        raise Refused("not-a-seat", "you gave up this seat")
    if request.id and request.id in table.ids.get(seat, ()):
        raise repeat(table, request, seat)
    match request:
        case client_messages.Play():
            return ask_play(table, request, seat, now, lag)
        case client_messages.Ready():
            return ask_ready(table, request, seat, now)
        case client_messages.Back():
            return ask_back(table, request, seat, now)
        case client_messages.Propose():
            return ask_propose(table, request, seat, now, absent)
        case client_messages.Agree() | client_messages.Decline():
            return ask_answer(table, request, seat, now, absent)
        case client_messages.Return():
            need(table, PLAYING)
            if table.seats[seat].played_by is None or table.seats[seat].resigned:
                raise Refused(
                    "not-allowed", "no bot sits in for you, or you resigned", why="why.no-bot"
                )
            return ev.Returned(now, request.id, seat=seat)
        case client_messages.Leave():
            need(table, WAITING)
            return ev.Left(now, request.id, seat=seat)
        case client_messages.Resign():
            need(table, PLAYING)
            if table.seats[seat].resigned:
                raise Refused("not-allowed", "you have resigned already", why="why.resigned")
            return ev.Resigned(now, request.id, seat=seat)
        case _:
            raise Refused("bad-frame", "this does not change a game")


def repeat(table: Table, request: client_messages.Request, seat: int) -> Exception:
    """What a known id is answered with."""
    at = table.ids[seat][request.id]
    if not is_of(table.log[at].event, request):
        return Refused("id-used", f"the id {request.id!r} was used for something else")
    return Repeated(sum(one.is_seen_by(seat) for one in table.log[: at + 1]))


def is_of(event: ev.AnyEvent, request: client_messages.Request) -> bool:
    """An event that came of the same request."""
    match request, event:
        case client_messages.Play(), ev.Moved():
            return request.move == event.move
        case client_messages.Ready(), ev.Readied():
            return request.salt == event.salt
        case client_messages.Back() | client_messages.Propose(
            what="back"
        ), ev.TookBack() | ev.Proposed(what="back"):
            return True
        case client_messages.Propose(what="rematch"), ev.Proposed(what="rematch"):
            return True
        case client_messages.Propose(), ev.Proposed():
            return (request.what, request.seat) == (event.what, event.about)
        case client_messages.Agree(), ev.Agreed():
            return request.what == event.what
        case client_messages.Decline(), ev.Declined():
            return request.what == event.what
        case (client_messages.Return(), ev.Returned()) | (client_messages.Resign(), ev.Resigned()):
            return True
    return False


def need(table: Table, stage: str) -> None:
    """Only at this stage."""
    if table.stage != stage:
        raise Refused("wrong-stage", f"not now: the table is {table.stage}")


def ask_play(
    table: Table, request: client_messages.Play, seat: int, now: int, lag: int
) -> ev.Moved:
    """A move, by whose turn it is; whether it is legal is seen when it is made."""
    need(table, PLAYING)
    if not request.id:
        raise Refused("bad-frame", "play needs an id")
    if request.after is not None and request.after != table.number(seat):
        raise Refused("stale", f"event {table.number(seat)} came after {request.after}")
    position = table.position
    turn = position.summary.turn
    if turn != seat:
        raise Refused("not-your-turn", f"seat {turn} is to move")
    if not table.seats[seat].plays:
        raise Refused("not-allowed", "a bot plays for you: return first", why="why.bot-plays")
    # What the others do not see must not move their picture of the clock, by its lag or otherwise.
    is_seen = position.modules.notation.public_move_text(request.move) != ""
    spent = table.clock.cost(now, lag) if table.clock and is_seen else 0
    return ev.Moved(now, request.id, seat=seat, move=request.move, spent=spent)


def ask_ready(table: Table, request: client_messages.Ready, seat: int, now: int) -> ev.Readied:
    """The wish to begin, with a salt that can be written down."""
    need(table, WAITING)
    if table.seats[seat].ready:
        raise Refused("not-allowed", "you are ready already", why="why.ready")
    if request.salt:
        try:
            check_salt(request.salt)
        except OdintableError as error:
            raise Refused("bad-salt", str(error)) from None
    return ev.Readied(now, request.id, seat=seat, salt=request.salt)


def ask_back(
    table: Table, request: client_messages.Request, seat: int, now: int
) -> ev.TookBack | ev.Proposed:
    """A move taken back at once, or a proposal to the others."""
    need(table, PLAYING)
    may = table.may_take_back(seat)
    if may == NO:
        raise Refused(
            "not-allowed", "there is no move of yours that may be taken back", why="no-undo"
        )
    if may == FREE:
        return ev.TookBack(now, request.id, seat=seat, moves=table.moves_since(seat))
    return propose(table, ev.Proposed(now, request.id, seat=seat, what=BACK))


def ask_propose(
    table: Table, request: client_messages.Propose, seat: int, now: int, absent: frozenset[int]
) -> ev.TookBack | ev.Proposed:
    """Something that the other people are asked."""
    if request.what == BACK:
        return ask_back(table, request, seat, now)
    if request.what == REMATCH:
        need(table, OVER)
        if table.rematch is not None:
            raise Refused("not-allowed", "the rematch is made already", why="why.rematch-made")
        return propose(table, ev.Proposed(now, request.id, seat=seat, what=REMATCH))
    if request.what not in (BOT, END):
        raise Refused("bad-frame", "what is back, rematch, bot or end")
    need(table, PLAYING)
    if not table.seats[seat].plays:
        raise Refused("not-allowed", "you do not play any more", why="why.not-playing")
    away = not_waited_for(request.what, seat, absent)
    check_away(table, request.what, request.seat, away)
    proposed = ev.Proposed(
        now, request.id, seat=seat, what=request.what, about=request.seat, away=away
    )
    return propose(table, proposed)


def not_waited_for(what: str, seat: int, absent: frozenset[int]) -> tuple[int, ...]:
    """Who need not agree: where somebody is away, nobody waits for others who are away too."""
    return tuple(sorted(absent - {seat})) if what in (BOT, END) else ()


def check_away(table: Table, what: str, about: int | None, away: tuple[int, ...]) -> None:
    """A bot may take over from, and a game be ended without, a person who is away, no other."""
    if about is not None and about in away:
        chair = table.seats[about]
        if chair.plays or (what == END and not chair.resigned):
            return
    raise Refused(
        "not-allowed", "this is about a person who has been away too long", why="why.not-away"
    )


def propose(table: Table, proposed: ev.Proposed) -> ev.Proposed:
    """Nothing is proposed twice, unless somebody went away or came back since."""
    before = table.proposals.get(proposed.what)
    if before is not None and before.away == proposed.away:
        raise Refused(
            "not-allowed",
            f"{proposed.what} is proposed already: agree or decline",
            why="why.proposed",
        )
    return proposed


def ask_answer(
    table: Table,
    request: client_messages.Agree | client_messages.Decline,
    seat: int,
    now: int,
    absent: frozenset[int],
) -> ev.Agreed | ev.Declined:
    """An answer of somebody who is asked."""
    proposal = table.proposals.get(request.what)
    if proposal is None:
        raise Refused("nothing-proposed", f"nobody proposes {request.what!r}")
    is_asked = table.seats[seat].plays
    if isinstance(request, client_messages.Decline) and (is_asked or seat == proposal.by):
        return ev.Declined(now, request.id, seat=seat, what=request.what)
    if not is_asked or seat in (proposal.by, proposal.about) or seat in proposal.agreed:
        raise Refused(
            "not-allowed", "you have answered already, or are not asked", why="why.answered"
        )
    away = not_waited_for(request.what, seat, absent)
    if proposal.about is not None:
        check_away(table, request.what, proposal.about, away)
    return ev.Agreed(now, request.id, seat=seat, what=request.what, away=away)
