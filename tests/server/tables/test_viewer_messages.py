"""Messages to a viewer do not depend on what that viewer may not know."""

import random

import msgspec
import pytest

from odintable.games.position import SPECTATOR, Position
from odintable.games.spec import GAMES
from odintable.server.live import client_messages
from odintable.server.refused_error import Refused
from odintable.server.tables import viewer_messages
from odintable.server.tables.table import PLAYING, Table
from tests.games.hidden_cards import permute
from tests.server.support.pure_tables import ask, dealt, play, play_on, table_config

LONG = {"odin": {"limit": 100}, "ravens": {"target": 40, "buy-magic": True}}
QUICK_RACES = {"odin": {}, "ravens": {"max-turns": 6}}
MOMENTS = 12


def messages_for(table: Table, viewer: int) -> list[bytes]:
    """Everything a viewer gets at a moment: the table, its last event, and each refusal."""
    present = [True] * len(table.seats)
    messages = [
        client_messages.encode(viewer_messages.welcome_message(table, viewer, 1, present, 0))
    ]
    if table.log[-1].is_seen_by(viewer):
        messages.append(
            viewer_messages.event_message(table, table.log[-1], viewer, lambda: present)
        )
    if viewer != SPECTATOR:
        messages += [refusal(table, request, viewer) for request in requests(table, viewer)]
    return messages


def requests(table: Table, viewer: int) -> list[client_messages.ClientMessage]:
    """What is not allowed, and so answered with a reason."""
    moves = every_move(table.config.game)
    view = table.position.view(viewer)
    legal = set(view.legal()) if view.turn == viewer else set()
    tries = [move for move in moves if move not in legal]
    return [client_messages.Play("x", move) for move in tries] + [
        client_messages.Ready(),
        client_messages.Agree(what="back"),
    ]


def every_move(game: str) -> list[str]:
    """A choice of all moves there are, legal or not."""
    texts = [text for text in GAMES[game].modules.notation.TEXTS if text]
    more = ["fly (M)", "fly F(F)", "magic (t)", "discard (a)", "place FM", "(s) stone 0:3"]
    return [*texts[:: 1 + len(texts) // 40], *more, "dance", ""]


def refusal(table: Table, request: client_messages.ClientMessage, viewer: int) -> bytes:
    """How a request is refused."""
    with pytest.raises(Refused) as refused:
        ask(table, request, viewer)
    return client_messages.refusal_message(refused.value, request.id)


@pytest.mark.long
@pytest.mark.bulk
@pytest.mark.parametrize(("game", "players"), [("odin", 2), ("odin", 4), ("ravens", 2)])
@pytest.mark.parametrize("seed", range(4))
def test_two_states_with_the_same_view_give_the_same_messages(
    game: str, players: int, seed: int
) -> None:
    rng = random.Random(seed)
    table = dealt(table_config(game, players, options=LONG[game]), bytes([seed]) * 32)
    differences = 0
    for _ in range(MOMENTS):
        play_on(table, rng, rng.randrange(1, 25))
        if table.stage != PLAYING:
            break
        for viewer in (*range(players), SPECTATOR):
            match = table.match
            assert match is not None
            truth = match.position
            messages = messages_for(table, viewer)
            match.position = other_truth(truth, viewer, rng)
            differences += match.position.states.tobytes() != truth.states.tobytes()
            assert messages_for(table, viewer) == messages
            match.position = truth
    assert differences


def other_truth(truth: Position, viewer: int, rng: random.Random) -> Position:
    """Another position that this viewer cannot tell from the true one."""
    other = permute(truth, viewer, rng)
    assert other.view(viewer).to_json() == truth.view(viewer).to_json()
    return other


def test_a_raven_lands_where_the_server_said_it_would() -> None:
    table = dealt(table_config("ravens", 2, options={"max-turns": 30}))
    rng = random.Random(5)
    seen = set()
    for _ in range(200):
        now = msgspec.json.decode(
            client_messages.encode(viewer_messages.current_state(table, table.position.turn, 0))
        )
        assert now["destinations"].keys() <= set(now["moves"])
        move = rng.choice(sorted(now["destinations"]) or now["moves"])
        race = table.position.leg
        play(table, move)
        if table.stage != PLAYING:
            break
        if move in now["destinations"] and table.position.leg == race:
            lane, at, *_ = now["destinations"][move]
            assert table.position.to_json()["ravens"][lane] == at
            seen.add(move.split()[-1])
    assert {"back", "forward"} <= seen
    assert viewer_messages.current_state(table, SPECTATOR, 0).get("destinations") is None


@pytest.mark.parametrize(("game", "players"), [("odin", 3), ("ravens", 2)])
def test_the_end_of_a_leg_is_told_as_it_lay_before_the_next_deal(game: str, players: int) -> None:
    table = dealt(table_config(game, players, options=LONG[game] | QUICK_RACES[game]))
    rng = random.Random(2)
    while table.position.leg == 1:
        play_on(table, rng, 1)
    for viewer in (*range(players), SPECTATOR):
        message = viewer_messages.event_message(table, table.log[-1], viewer, lambda: [True])
        said = msgspec.json.decode(message)
        leg_field = GAMES[game].leg_field
        assert (said["leg_end"][leg_field], said["view"][leg_field]) == (1, 2)
        over = next(one for one in said["events"] if "points" in one)
        assert over["points"] == over["scores"] == said["leg_end"]["scores"]
        hidden = [type(hand) is int for hand in said["leg_end"]["hands"]]
        assert hidden == [seat != viewer for seat in range(players)]
    play_on(table, rng, 1)
    message = viewer_messages.event_message(table, table.log[-1], 0, lambda: [True])
    assert "leg_end" not in msgspec.json.decode(message)
