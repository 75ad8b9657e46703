"""Twin worlds: no message depends on what its viewer may not know."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest

from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.server import main
from odintable.server.app import make_app
from odintable.server.http import replay_routes
from odintable.server.refused_error import Refused
from odintable.server.tables import viewer_messages
from odintable.server.tables.table import Table

from .support.server_in_process import InProcessServer, QuickStore
from .support.shown_cards import Arranging
from .support.stored_history import check_history
from .support.twin_game_plan import KINDS, Sitting, game_of, seed_of
from .support.twin_games import First, Leak, compare_games
from .support.twin_routes import UnknownParameter

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from fastapi import FastAPI, Request

    from odintable.server.review.timeline import Replay
    from odintable.server.services import Services

pytestmark = [pytest.mark.long, pytest.mark.bulk]

GAMES_EACH = 54
CYCLES = 16  # of the games in which a leak must be noticed
RAVENS = [at for at, (game, _, _) in enumerate(KINDS) if game == "ravens"]


@pytest.mark.parametrize("part", range(4))
def test_a_viewer_cannot_distinguish_worlds_that_differ_in_hidden_cards(
    part: int, tmp_path: Path
) -> None:
    numbers = range(part * GAMES_EACH, (part + 1) * GAMES_EACH)
    reached = asyncio.run(compare_games(numbers, tmp_path))
    assert reached["games"] == reached["other deals"] == GAMES_EACH
    for kind in (
        "odin play play",
        "odin hidden back",
        "odin raw",
        "odin return",
        "odin call /hint",
        "odin walk",
    ):
        assert reached[kind], kind
    for kind in (
        "play stack",
        "play arrange",
        "hidden play lay",
        "back",
        "return",
        "walk",
        "call /events",
    ):
        assert reached[f"ravens {kind}"], kind


def test_points_and_cards_laid_by_others_are_no_leaks(tmp_path: Path) -> None:
    """Games in which a world was taken for a twin that was none, or could not be played as one."""
    reached = asyncio.run(compare_games([1016, 1226, 2578], tmp_path))
    assert reached["games"] == reached["other deals"] == 3


# -- The test itself can fail ------------------------------------------------------------------


def a_hidden_card() -> AbstractContextManager[Any]:
    """The view has one card too many."""
    honest = viewer_messages.current_state

    def leaking(table: Table, viewer: int, now: int) -> viewer_messages.Json:
        message = honest(table, viewer, now)
        if table.match is not None:
            hands = table.position.to_json()["hands"]
            message["more"] = min(
                card for seat, hand in enumerate(hands) if seat != viewer for card in hand
            )
        return message

    return mock.patch.object(viewer_messages, "current_state", leaking)


def a_count_of_everything() -> AbstractContextManager[Any]:
    """The number of the last event counts those that only another seat saw."""
    return mock.patch.object(Table, "event_number", lambda self, _viewer: len(self.log))


def a_reason_that_knows_too_much() -> AbstractContextManager[Any]:
    """A refusal looks at the piles."""

    def leaking(self: Table, _seat: int, move: str) -> Refused:
        return Refused("illegal-move", f"{move} {self.position.states.tobytes()[:400].hex()}")

    return mock.patch.object(Table, "refuse_move", leaking)


def the_seed_too_early() -> AbstractContextManager[Any]:
    """The secret seed is told while the game is played."""
    return mock.patch.object(Table, "seed", property(lambda self: self._seed))


def moves_as_they_are() -> AbstractContextManager[Any]:
    """What goes onto a stack is told to all."""
    return mock.patch.object(
        GAMES["ravens"].modules.notation, "public_move_text", lambda text: text
    )


def a_bot_that_remembers() -> AbstractContextManager[Any]:
    """A hint is thought over with all moves there were, as they were."""
    honest = Position.view

    def leaking(self: Position, seat: int) -> Position:
        view = honest(self, seat)
        view.history = self.history
        return view

    return mock.patch.object(Position, "view", leaking)


def a_review_that_starts_again() -> AbstractContextManager[Any]:
    """A review begins anew with every event, also with those that the viewer does not see."""
    honest = replay_routes.replay_of_table

    async def leaking(request: Request, services: Services, name: str) -> Replay:
        seq = services.registry.live_tables[name].table.seq
        return replace(await honest(request, services, name), key=f"{name} {seq}")

    return mock.patch.object(replay_routes, "replay_of_table", leaking)


def with_route(path: str) -> AbstractContextManager[Any]:
    """The server has one more route, which counts what happens at all tables."""

    def make_with_route(*given: Any) -> FastAPI:
        app = make_app(*given)

        @app.get(path)
        async def count() -> int:
            services: Services = app.state.services
            return sum(one.table.seq for one in services.registry.live_tables.values())

        return app

    return mock.patch.object(main, "make_app", make_with_route)


def a_route_that_came_later() -> AbstractContextManager[Any]:
    """Nobody has thought of this route in the test."""
    return with_route("/api/v2/statistics")


@pytest.mark.parametrize(
    ("leak", "kinds"),
    [
        (a_hidden_card, range(len(KINDS))),
        (the_seed_too_early, range(len(KINDS))),
        (a_reason_that_knows_too_much, range(len(KINDS))),
        (a_count_of_everything, RAVENS),
        (moves_as_they_are, RAVENS),
        (a_bot_that_remembers, RAVENS),
        (a_review_that_starts_again, RAVENS),
        (a_route_that_came_later, RAVENS),
    ],
)
def test_a_leak_planted_on_purpose_is_noticed(leak: Any, kinds: list[int], tmp_path: Path) -> None:
    numbers = [cycle * len(KINDS) + kind for cycle in range(CYCLES) for kind in kinds]
    with leak(), pytest.raises(Leak):
        asyncio.run(compare_games(numbers, tmp_path))


def test_a_parameter_that_nobody_has_said_how_to_fill_is_reported(tmp_path: Path) -> None:
    with (
        with_route("/api/v2/tables/{table}/notes/{note}"),
        pytest.raises(UnknownParameter, match="say in `values_for`"),
    ):
        asyncio.run(compare_games(range(0, 40, 4), tmp_path))


@pytest.mark.parametrize(
    "spoil",
    [
        "DELETE FROM inbox WHERE seq = 3",
        "UPDATE inbox SET body = CAST(replace(CAST(body AS TEXT), 'salt 1', 'salt 2') AS BLOB)",
    ],
)
def test_a_damaged_history_is_noticed(spoil: str, tmp_path: Path) -> None:
    async def play_and_spoil() -> None:
        store = QuickStore(tmp_path / "spoilt.sqlite")
        async with InProcessServer().open(store) as world:
            game = game_of(KINDS.index(("odin", 3, 0)))
            world.now = game.begins
            world.deals[seed_of(game.number, "first")] = Arranging
            async with Sitting(world, game) as sitting:
                await First(sitting).play()
            check_history(world, game.name)
            store._writes.execute(spoil)
            with pytest.raises((AssertionError, ValueError)):
                check_history(world, game.name)

    asyncio.run(play_and_spoil())
