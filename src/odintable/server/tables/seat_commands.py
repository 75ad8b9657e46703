"""Turns a command of a seat into an event, or refuses it, or recognises that it was sent before."""

from odintable.errors import OdintableError
from odintable.games.position import SPECTATOR
from odintable.match.fair_shuffle import check_salt
from odintable.server.live import client_messages as cm
from odintable.server.refused_error import Refused

from . import events as ev
from .table import BACK, BOT, END, FREE, NO, OVER, PLAYING, REMATCH, WAITING, Table


class RepeatedCommand(Exception):  # noqa: N818 - no error: the answer to a command sent again
    """The command was carried out before, as event `n` of its seat."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


def event_for(
    table: Table,
    command: cm.ClientMessage,
    seat: int,
    now: int,
    lag: int = 0,
    absent: frozenset[int] = frozenset(),
) -> ev.AnyEvent:
    """Return the event that carries out a command; raises Refused or RepeatedCommand."""
    if seat == SPECTATOR:
        raise Refused("not-a-seat", "spectators only watch")
    if not table.seats[seat].taken:
        raise Refused("not-a-seat", "you gave up this seat")
    if command.id and command.id in table.ids.get(seat, ()):
        raise answer_to_repeated(table, command, seat)
    match command:
        case cm.Play():
            return play_event(table, command, seat, now, lag)
        case cm.Ready():
            return ready_event(table, command, seat, now)
        case cm.Back():
            return take_back_event(table, command, seat, now)
        case cm.Propose():
            return proposal_event(table, command, seat, now, absent)
        case cm.Agree() | cm.Decline():
            return answer_event(table, command, seat, now, absent)
        case cm.Return():
            require_stage(table, PLAYING)
            if table.seats[seat].played_by is None or table.seats[seat].resigned:
                raise Refused(
                    "not-allowed", "no bot sits in for you, or you resigned", why="why.no-bot"
                )
            return ev.PlayerReturned(now, command.id, seat=seat)
        case cm.Leave():
            require_stage(table, WAITING)
            return ev.SeatGivenUp(now, command.id, seat=seat)
        case cm.Resign():
            require_stage(table, PLAYING)
            if table.seats[seat].resigned:
                raise Refused("not-allowed", "you have resigned already", why="why.resigned")
            return ev.Resigned(now, command.id, seat=seat)
        case _:
            raise Refused("bad-request", "this command does not change a game")


def answer_to_repeated(table: Table, command: cm.ClientMessage, seat: int) -> Exception:
    """Return the answer to a command whose id is known."""
    index = table.ids[seat][command.id]
    if not came_from(table.log[index].event, command):
        return Refused("id-used", f"the id {command.id!r} was used for another command")
    return RepeatedCommand(table.number_at(seat, index))


def came_from(event: ev.AnyEvent, command: cm.ClientMessage) -> bool:
    """Whether an event carried out the same command."""
    match command, event:
        case cm.Play(), ev.Moved():
            return command.move == event.move
        case cm.Ready(), ev.PlayerReady():
            return command.salt == event.salt
        case cm.Back() | cm.Propose(what="back"), ev.MovesTakenBack() | ev.Proposed(what="back"):
            return True
        case cm.Propose(what="rematch"), ev.Proposed(what="rematch"):
            return True
        case cm.Propose(), ev.Proposed():
            return (command.what, command.seat) == (event.what, event.about)
        case cm.Agree(), ev.Agreed():
            return command.what == event.what
        case cm.Decline(), ev.Declined():
            return command.what == event.what
        case (cm.Return(), ev.PlayerReturned()) | (cm.Resign(), ev.Resigned()):
            return True
    return False


def require_stage(table: Table, stage: str) -> None:
    """Refuse a command at any other stage of the table."""
    if table.stage != stage:
        raise Refused("wrong-stage", f"not now: the table is {table.stage}")


def play_event(table: Table, command: cm.Play, seat: int, now: int, lag: int) -> ev.Moved:
    """Return the event of a move; the rules are checked when it is applied."""
    require_stage(table, PLAYING)
    if not command.id:
        raise Refused("bad-request", "play needs an id")
    if command.after is not None and command.after != table.event_number(seat):
        raise Refused("stale", f"event {table.event_number(seat)} came after {command.after}")
    position = table.position
    turn = position.summary.turn
    if turn != seat:
        raise Refused("not-your-turn", f"seat {turn} is to move")
    if not table.seats[seat].is_played_by_person:
        raise Refused("not-allowed", "a bot plays for you: return first", why="why.bot-plays")
    # A secret move must not change the clock that the others see.
    is_secret = position.modules.notation.public_move_text(command.move) == ""
    spent = table.clock.cost(now, lag) if table.clock and not is_secret else 0
    return ev.Moved(now, command.id, seat=seat, move=command.move, spent=spent)


def ready_event(table: Table, command: cm.Ready, seat: int, now: int) -> ev.PlayerReady:
    """Return the event of a person who is ready, after checking the salt."""
    require_stage(table, WAITING)
    if table.seats[seat].ready:
        raise Refused("not-allowed", "you are ready already", why="why.ready")
    if command.salt:
        try:
            check_salt(command.salt)
        except OdintableError as error:
            raise Refused("bad-salt", str(error)) from None
    return ev.PlayerReady(now, command.id, seat=seat, salt=command.salt)


def take_back_event(
    table: Table, command: cm.ClientMessage, seat: int, now: int
) -> ev.MovesTakenBack | ev.Proposed:
    """Take back the seat's last move at once, or propose that to the others."""
    require_stage(table, PLAYING)
    may = table.may_take_back(seat)
    if may == NO:
        raise Refused(
            "not-allowed", "there is no move of yours that may be taken back", why="no-undo"
        )
    if may == FREE:
        return ev.MovesTakenBack(now, command.id, seat=seat, moves=table.moves_to_undo(seat))
    return check_new(table, ev.Proposed(now, command.id, seat=seat, what=BACK))


def proposal_event(
    table: Table, command: cm.Propose, seat: int, now: int, absent: frozenset[int]
) -> ev.MovesTakenBack | ev.Proposed:
    """Return the event of a proposal."""
    if command.what == BACK:
        return take_back_event(table, command, seat, now)
    if command.what == REMATCH:
        require_stage(table, OVER)
        if table.rematch is not None:
            raise Refused("not-allowed", "the rematch exists already", why="why.rematch-made")
        return check_new(table, ev.Proposed(now, command.id, seat=seat, what=REMATCH))
    if command.what not in (BOT, END):
        raise Refused("bad-request", "what must be back, rematch, bot or end")
    require_stage(table, PLAYING)
    if not table.seats[seat].is_played_by_person:
        raise Refused("not-allowed", "you no longer play", why="why.not-playing")
    not_asked = seats_without_a_say(command.what, seat, absent)
    require_absent(table, command.what, command.seat, not_asked)
    proposed = ev.Proposed(
        now, command.id, seat=seat, what=command.what, about=command.seat, absent=not_asked
    )
    return check_new(table, proposed)


def seats_without_a_say(what: str, seat: int, absent: frozenset[int]) -> tuple[int, ...]:
    """Return the absent seats whose answer is not needed to decide about an absent player."""
    return tuple(sorted(absent - {seat})) if what in (BOT, END) else ()


def require_absent(table: Table, what: str, about: int | None, absent: tuple[int, ...]) -> None:
    """Refuse to replace, or to end the game without, a person who is not absent."""
    if about is not None and about in absent:
        seat = table.seats[about]
        if seat.is_played_by_person or (what == END and not seat.resigned):
            return
    raise Refused("not-allowed", "only a person who has been away too long", why="why.not-away")


def check_new(table: Table, proposed: ev.Proposed) -> ev.Proposed:
    """Refuse a proposal that is open already, unless other people are absent now."""
    before = table.proposals.get(proposed.what)
    if before is not None and before.absent == proposed.absent:
        raise Refused(
            "not-allowed",
            f"{proposed.what} is proposed already: agree or decline",
            why="why.proposed",
        )
    return proposed


def answer_event(
    table: Table,
    command: cm.Agree | cm.Decline,
    seat: int,
    now: int,
    absent: frozenset[int],
) -> ev.Agreed | ev.Declined:
    """Return the event of an answer to a proposal."""
    proposal = table.proposals.get(command.what)
    if proposal is None:
        raise Refused("nothing-proposed", f"nobody proposes {command.what!r}")
    may_answer = table.seats[seat].is_played_by_person
    if isinstance(command, cm.Decline) and (may_answer or seat == proposal.by):
        return ev.Declined(now, command.id, seat=seat, what=command.what)
    if not may_answer or seat in (proposal.by, proposal.about) or seat in proposal.agreed:
        raise Refused(
            "not-allowed", "you have answered already, or are not asked", why="why.answered"
        )
    not_asked = seats_without_a_say(command.what, seat, absent)
    if proposal.about is not None:
        require_absent(table, command.what, proposal.about, not_asked)
    return ev.Agreed(now, command.id, seat=seat, what=command.what, absent=not_asked)
