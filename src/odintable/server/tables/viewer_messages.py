"""Decides what each viewer may see of a table; `review.timeline` does so for replays.

A viewer is a seat or SPECTATOR. Every state and event sent to a viewer, over sockets and the API,
is made here from `Position.view` and `notation.public_move_text`.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any

from msgspec import Raw

from odintable.games.position import SPECTATOR, Position
from odintable.games.spec import GAMES
from odintable.server.live.client_messages import PHRASES, encode

from . import events as ev
from .applied_event import AppliedEvent
from .clock import Clock
from .table import NO, PLAYING, Table

MAX_MISSED_EVENTS = 200  # a viewer who missed more gets only the current state

Json = dict[str, Any]


def viewer_key(viewer: int) -> int | str:
    """Return a viewer in the form that messages use."""
    return "spectator" if viewer == SPECTATOR else viewer


def current_state(table: Table, viewer: int, now: int) -> Json:
    """Return the parts that change with every move: view, legal moves, stage, clock."""
    if table.match is None:
        message: Json = {"view": None, "moves": []}
    else:
        position = table.match.position
        is_turn = viewer == position.summary.turn and table.stage == PLAYING
        may_move = is_turn and table.seats[viewer].is_played_by_person
        message = view_and_moves(position, viewer, may_move=may_move)
    message["stage"] = table.stage
    message["clock"] = None if table.clock is None else clock_to_dict(table.clock, now)
    message["may_take_back"] = table.may_take_back(viewer) if viewer != SPECTATOR else NO
    return message


def view_and_moves(position: Position, viewer: int, *, may_move: bool) -> Json:
    """Return the view and, if the viewer may move, the legal moves and their destinations."""
    view, moves, destinations = position.view_json(viewer, with_moves=may_move)
    message: Json = {"view": Raw(view), "moves": Raw(moves) if may_move else []}
    if destinations:
        message["destinations"] = Raw(destinations)
    return message


def clock_to_dict(clock: Clock, now: int) -> Json:
    """Return the time left on all clocks."""
    return {"left": clock.left_at(now), "running": clock.running}


def seats_and_proposals(table: Table, present: list[bool]) -> Json:
    """Return the parts that change rarely: seats, proposals, salts, and how the game ended."""
    result = table.result
    seed = table.seed
    seats = [{**seat.to_dict(), "present": present[at]} for at, seat in enumerate(table.seats)]
    return {
        "seats": seats,
        "proposals": [one.to_dict(table.seats) for one in table.proposals.values()],
        "salts": {str(seat): salt for seat, salt in sorted(table.salts.items())},
        "result": result and {"why": result.why, "winners": result.winners, "seat": result.seat},
        "seed": seed and seed.hex(),
        "rematch": table.rematch,
    }


def table_info(table: Table) -> Json:
    """Return the parts that never change: the name and the configuration."""
    config = table.config
    return {
        "name": table.name,
        "game": config.game,
        "players": config.players,
        "options": config.options,
        "goal": GAMES[config.game].goal(config.options, config.players),
        "rated": config.rated,
        "open": config.open,
        "clock": config.clock,
        "hints": config.hints,
        "take_backs": config.take_backs,
        "spectators": config.spectators,
        "absent_after": config.absent_after,
        "bot_time": config.bot_time,
        "rules": config.rules,
        "from_position": config.start is not None,
        "known_cards": config.known_cards,
    }


def event_to_dict(table: Table, applied: AppliedEvent, viewer: int) -> Json:
    """Return an event as this viewer sees it; the viewer must be allowed to see it."""
    event = applied.event
    match event:
        case ev.Moved():
            move = event.move
            if viewer != event.seat:
                move = table.position.modules.notation.public_move_text(move)
            return {
                "kind": "move",
                "seat": event.seat,
                "move": move,
                "events": applied.game_events,
            }
        case ev.TableCreated():
            return {"kind": "made"}
        case ev.PlayerReady():
            message: Json = {"kind": "ready", "seat": event.seat}
            return message if applied.first is None else {**message, "first": applied.first}
        case ev.MovesTakenBack():
            undone = undone_moves_seen_by(applied, viewer)
            return {"kind": "back", "seat": event.seat, "undone": undone}
        case ev.Proposed() | ev.Agreed():
            about = event.about if isinstance(event, ev.Proposed) else None
            message = {"kind": event_kind(event), "seat": event.seat, "what": event.what}
            message |= {"about": about, "done": applied.done}
            if applied.undone:
                message["undone"] = undone_moves_seen_by(applied, viewer)
            return message
        case ev.Declined():
            return {"kind": "declined", "seat": event.seat, "what": event.what}
        case ev.SeatTaken():
            return {"kind": "sat", "seat": event.seat, "name": event.name}
        case ev.SeatGivenUp() | ev.PlayerReturned() | ev.Resigned():
            return {"kind": event_kind(event), "seat": event.seat}
        case ev.Ended():
            return {"kind": "ended", "why": event.why, "seat": event.seat}
        case ev.RematchCreated():
            return {"kind": "rematch", "table": event.table}


def event_kind(event: ev.AnyEvent) -> str:
    """Return the kind of an event, as stored and as sent."""
    return str(type(event).__struct_config__.tag)


def undone_moves_seen_by(applied: AppliedEvent, viewer: int) -> int:
    """Count the moves taken back that this viewer had seen."""
    return sum(not move.is_secret or move.seat == viewer for move in applied.undone)


def event_message(
    table: Table, applied: AppliedEvent, viewer: int, presence: Callable[[], list[bool]]
) -> bytes:
    """Return the message about an event that was just stored, for a viewer who may see it."""
    event = applied.event
    message: Json = {"type": "event", "n": table.event_number(viewer)}
    if event.id and viewer == getattr(event, "seat", None):
        message["id"] = event.id
    message |= event_to_dict(table, applied, viewer)
    if not isinstance(event, ev.Moved) or table.result is not None:
        message |= seats_and_proposals(table, presence())
    message |= current_state(table, viewer, event.at)
    if applied.leg_end is not None:
        message["leg_end"] = Raw(applied.leg_end.view_json(viewer, with_moves=False)[0])
    return encode(message)


def missed_events(table: Table, viewer: int, last: int, limit: int) -> list[Json]:
    """Return the events that a viewer may see after event number `last`, at most `limit`."""
    seen = islice(table.seen_after(viewer, last), limit)
    return [{"n": n, **event_to_dict(table, one, viewer)} for n, one in enumerate(seen, last + 1)]


def welcome_message(table: Table, viewer: int, last: int, present: list[bool], now: int) -> Json:
    """Return the whole table as a viewer may see it, and the events after number `last`."""
    number = table.event_number(viewer)
    events: list[Json] | None = None
    if 0 < last <= number and number - last <= MAX_MISSED_EVENTS:
        events = missed_events(table, viewer, last, MAX_MISSED_EVENTS)
    return {
        "type": "welcome",
        "table": table_info(table),
        "you": viewer_key(viewer),
        "n": number,
        "commitment": table.commitment,
        **seats_and_proposals(table, present),
        **current_state(table, viewer, now),
        "events": events,
        "phrases": PHRASES,
    }
