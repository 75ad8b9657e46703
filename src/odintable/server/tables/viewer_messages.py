"""What a viewer may know of a table: the one place where that is decided.

A viewer is a seat or SPECTATOR. Everything sent to it, over sockets and the API, is made here, from
`Position.view` and `notation.public_move_text`.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Raw

from odintable.games.position import SPECTATOR, Position
from odintable.server.live.client_messages import PHRASES, encode

from . import events as ev
from .clock import Clock
from .table import PLAYING, Happening, Table

MOST_MISSED = 500  # events that are told one by one to who comes back

Told = dict[str, Any]


def named(viewer: int) -> int | str:
    """A viewer as it is written."""
    return "spectator" if viewer == SPECTATOR else viewer


def now_of(table: Table, viewer: int, now: int) -> Told:
    """How things stand, for this viewer."""
    if table.match is None:
        told: Told = {"view": None, "moves": []}
    else:
        position = table.match.position
        is_turn = viewer == position.summary.turn and table.stage == PLAYING
        told = shown_of(position, viewer, is_asked=is_turn and table.seats[viewer].plays)
    told["stage"] = table.stage
    told["clock"] = None if table.clock is None else clock_of(table.clock, now)
    told["may_take_back"] = table.may_take_back(viewer) if viewer != SPECTATOR else "no"
    return told


def shown_of(position: Position, viewer: int, *, is_asked: bool) -> Told:
    """The view; if a move is asked for, the legal ones as text, and where ravens land."""
    view, moves, lands = position.view_json(viewer, with_moves=is_asked)
    told: Told = {"view": Raw(view), "moves": Raw(moves) if is_asked else []}
    if lands:
        told["destinations"] = Raw(lands)
    return told


def clock_of(clock: Clock, now: int) -> Told:
    """What is left on all clocks."""
    return {"left": clock.left_at(now), "running": clock.running}


def people_of(table: Table, present: list[bool]) -> Told:
    """What changes seldom: seats, proposals, salts, and the end."""
    result = table.result
    seed = table.seed
    seats = [{**seat.told(), "present": present[at]} for at, seat in enumerate(table.seats)]
    return {
        "seats": seats,
        "proposals": [one.told(table.seats) for one in table.proposals.values()],
        "salts": {str(seat): salt for seat, salt in sorted(table.salts.items())},
        "result": result and {"why": result.why, "winners": result.winners, "seat": result.seat},
        "seed": seed and seed.hex(),
        "rematch": table.rematch,
    }


def plan_of(table: Table) -> Told:
    """What does not change."""
    plan = table.plan
    return {
        "name": table.name,
        "game": plan.game,
        "players": plan.players,
        "options": plan.options,
        "rated": plan.rated,
        "open": plan.open,
        "clock": plan.clock,
        "hints": plan.hints,
        "take_backs": plan.back,
        "spectators": plan.spectators,
        "absent_after": plan.absent_after,
        "bot_time": plan.bot_time,
        "rules": plan.rules,
        "from_position": plan.start is not None,
    }


def happening_of(table: Table, happening: Happening, viewer: int) -> Told:
    """An event as this viewer may know it, who is told of it."""
    event = happening.event
    match event:
        case ev.Moved():
            move = event.move
            if viewer != event.seat:
                move = table.position.modules.notation.public_move_text(move)
            return {"kind": "move", "seat": event.seat, "move": move, "events": happening.told}
        case ev.Made():
            return {"kind": "made"}
        case ev.Readied():
            told: Told = {"kind": "ready", "seat": event.seat}
            return told if happening.first is None else {**told, "first": happening.first}
        case ev.TookBack():
            return {"kind": "back", "seat": event.seat, "undone": undone_for(happening, viewer)}
        case ev.Proposed() | ev.Agreed():
            about = event.about if isinstance(event, ev.Proposed) else None
            told = {"kind": kind_of(event), "seat": event.seat, "what": event.what}
            told |= {"about": about, "done": happening.done}
            return {**told, "undone": undone_for(happening, viewer)} if happening.undone else told
        case ev.Declined():
            return {"kind": "declined", "seat": event.seat, "what": event.what}
        case ev.Sat():
            return {"kind": "sat", "seat": event.seat, "name": event.name}
        case ev.Left() | ev.Returned() | ev.Resigned():
            return {"kind": kind_of(event), "seat": event.seat}
        case ev.Ended():
            return {"kind": "ended", "why": event.why, "seat": event.seat}
        case ev.Rematched():
            return {"kind": "rematch", "table": event.table}


def kind_of(event: ev.AnyEvent) -> str:
    """An event's kind, as stored and as sent."""
    return str(type(event).__struct_config__.tag)


def undone_for(happening: Happening, viewer: int) -> int:
    """How many of the moves taken back this viewer had seen."""
    return sum(not move.unseen or move.seat == viewer for move in happening.undone)


def event_message(
    table: Table, happening: Happening, viewer: int, present: Callable[[], list[bool]]
) -> bytes:
    """What a viewer is sent when something has just happened that it may see."""
    event = happening.event
    message: Told = {"type": "event", "n": table.number(viewer)}
    if event.id and viewer == getattr(event, "seat", None):
        message["id"] = event.id
    message |= happening_of(table, happening, viewer)
    if not isinstance(event, ev.Moved) or table.result is not None:
        message |= people_of(table, present())
    message |= now_of(table, viewer, event.at)
    return encode(message)


def missed(table: Table, viewer: int, last: int) -> list[Told]:
    """What a viewer was shown after its event of this number."""
    seen = [one for one in table.log if one.is_seen_by(viewer)]
    return [
        {"n": n, **happening_of(table, one, viewer)} for n, one in enumerate(seen[last:], last + 1)
    ]


def welcome(table: Table, viewer: int, last: int, present: list[bool], now: int) -> Told:
    """The whole table as a viewer may know it, and what it missed."""
    number = table.number(viewer)
    told: list[Told] | None = None
    if 0 < last <= number and number - last <= MOST_MISSED:
        told = missed(table, viewer, last)
    return {
        "type": "welcome",
        "table": plan_of(table),
        "you": named(viewer),
        "n": number,
        "commitment": table.commitment,
        **people_of(table, present),
        **now_of(table, viewer, now),
        "events": told,
        "phrases": PHRASES,
    }
