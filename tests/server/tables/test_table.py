"""The pure table: commands become events, and events become the table."""

import random

import msgspec
import pytest

from odintable.games.position import SPECTATOR
from odintable.match.fair_shuffle import FairShuffler, commitment_of
from odintable.server.live import client_messages
from odintable.server.refused_error import Refused
from odintable.server.tables import events as ev
from odintable.server.tables import viewer_messages
from odintable.server.tables.seat_commands import RepeatedCommand
from odintable.server.tables.table import ASK, FREE, NO, OVER, PLAYING, WAITING, Table
from odintable.server.tables.table_config import ClockConfig
from tests.server.support.pure_tables import (
    CLOCKED,
    SEED,
    again,
    ask,
    dealt,
    made,
    play,
    play_on,
    table_config,
)

SHORT = {"odin": {"limit": 5}, "ravens": {"target": 1, "max-turns": 8}}


def sees(table: Table, viewer: int) -> bytes:
    """All that a viewer could be told."""
    return client_messages.encode(
        viewer_messages.welcome_message(table, viewer, 1, [True] * len(table.seats), 0)
    )


def codes(table: Table, request: client_messages.ClientMessage, seat: int) -> str:
    """The code with which a request is refused."""
    with pytest.raises(Refused) as refused:
        ask(table, request, seat)
    return refused.value.code


# -- Events -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["odin", "ravens"])
@pytest.mark.parametrize("seed", range(5))
def test_the_replay_of_its_events_is_the_table(game: str, seed: int) -> None:
    table = dealt(table_config(game, options=SHORT[game]), bytes([seed]) * 32)
    play_on(table, random.Random(seed))
    assert table.stage == OVER
    other = again(table)
    assert other.position.states.tobytes() == table.position.states.tobytes()
    for viewer in (0, 1, SPECTATOR):
        assert sees(other, viewer) == sees(table, viewer)


def test_the_commitment_matches_the_seed_revealed_at_the_end() -> None:
    table = dealt(table_config(options=SHORT["odin"]))
    assert table.seed is None
    play_on(table, random.Random(1))
    assert table.seed == SEED
    assert FairShuffler(SEED).commit() == commitment_of(table.seed)


def test_cards_are_dealt_when_all_people_are_ready() -> None:
    table = made(table_config(people=2, bots=1))
    ask(table, client_messages.Ready(), 0)
    assert table.stage == WAITING
    assert codes(table, client_messages.Play("a", "pass"), 0) == "wrong-stage"
    applied = ask(table, client_messages.Ready(), 1)
    assert table.stage == PLAYING
    assert applied.first == 0


def test_a_salt_changes_the_deal_and_comes_before_it() -> None:
    plain, salted = dealt(table_config()), made(table_config())
    ask(salted, client_messages.Ready(salt="Yggdrasil"), 0)
    assert codes(salted, client_messages.Ready(salt=" x"), 1) == "bad-salt"
    ask(salted, client_messages.Ready(), 1)
    assert salted.salts == {0: "Yggdrasil"}
    assert salted.position.states.tobytes() != plain.position.states.tobytes()
    assert codes(salted, client_messages.Ready(salt="late"), 1) == "wrong-stage"


# -- Moves ------------------------------------------------------------------------------------


def test_only_the_seat_to_move_plays_and_only_legal_moves() -> None:
    table = dealt(table_config())
    legal = table.position.legal()
    assert codes(table, client_messages.Play("a", legal[0]), 1) == "not-your-turn"
    assert codes(table, client_messages.Play("a", legal[0]), SPECTATOR) == "not-a-seat"
    assert codes(table, client_messages.Play("a", "fly FF"), 0) == "illegal-move"
    assert codes(table, client_messages.Play("", legal[0]), 0) == "bad-request"
    assert codes(table, client_messages.Play("a", legal[0], after=3), 0) == "stale"
    assert table.seq == 5
    play(table, legal[0])
    assert table.seq == 6


def test_a_resent_move_is_answered_with_its_number_and_not_played_twice() -> None:
    table = dealt(table_config())
    move = table.position.legal()[0]
    ask(table, client_messages.Play("a", move), 0)
    for one in (table, again(table)):
        with pytest.raises(RepeatedCommand) as repeated:
            ask(one, client_messages.Play("a", move), 0)
        assert repeated.value.n == one.event_number(0) == 6
    assert codes(table, client_messages.Play("a", move), 1) != "id-used", (
        "ids of others tell nothing"
    )
    assert codes(table, client_messages.Play("a", "pass"), 0) == "id-used"


def test_an_id_stands_for_one_command_of_any_kind() -> None:
    table = made(table_config(people=3))
    for seat in range(3):
        ask(table, client_messages.Ready("r", salt=f"s{seat}"), seat)
    ask(table, client_messages.Play("m", table.position.legal()[0]), 0)
    ask(table, client_messages.Back("b"), 0)
    ask(table, client_messages.Agree("y", what="back"), 1)
    ask(table, client_messages.Agree("y", what="back"), 2)
    ask(table, client_messages.Propose("p", what="bot", seat=0), 1, absent=frozenset({0}))
    ask(table, client_messages.Decline("n", what="bot"), 2)
    known: list[tuple[int, client_messages.ClientMessage]] = [
        (0, client_messages.Ready("r", salt="s0")),
        (0, client_messages.Play("m", ev_move(table))),
        (0, client_messages.Back("b")),
        (0, client_messages.Propose("b", what="back")),
        (1, client_messages.Agree("y", what="back")),
        (1, client_messages.Propose("p", what="bot", seat=0)),
        (2, client_messages.Decline("n", what="bot")),
    ]
    for seat, request in known:
        with pytest.raises(RepeatedCommand):
            ask(table, request, seat)
    others: list[client_messages.ClientMessage] = [
        client_messages.Ready(salt="other"),
        client_messages.Play(move="pass"),
        client_messages.Propose(what="bot", seat=2),
        client_messages.Propose(what="end", seat=0),
        client_messages.Propose(what="rematch"),
        client_messages.Agree(what="bot"),
        client_messages.Decline(what="back"),
        client_messages.Return(),
        client_messages.Resign(),
        client_messages.Leave(),
    ]
    for seat, request in known:
        for other in others:
            sent = msgspec.structs.replace(other, id=request.id)
            assert codes(table, sent, seat) == "id-used", (request, other)
    assert codes(again(table), client_messages.Resign("r"), 0) == "id-used", "after a restart too"


def ev_move(table: Table) -> str:
    """The first move that was ever made here."""
    return next(one.event.move for one in table.log if isinstance(one.event, ev.Moved))


def test_the_reason_for_an_illegal_move_comes_from_the_movers_view() -> None:
    table = dealt(table_config())
    with pytest.raises(Refused, match="illegal") as refused:
        play(table, "play B1 B2 B3 B4 B5")
    view = table.position.view(0)
    with pytest.raises(ValueError, match="illegal") as raised:
        view.read_move("play B1 B2 B3 B4 B5")
    assert str(refused.value) == str(raised.value)


# -- What others may not see ------------------------------------------------------------------


def arranged() -> Table:
    """A game of Ravens in which the player at turn has just lifted a stack."""
    rng = random.Random(5)
    for seed in range(200):
        table = dealt(table_config("ravens", options={"target": 30}), bytes([seed]) * 32)
        for _ in range(300):
            legal = table.position.legal()
            wanted = [move for move in legal if move == "a arrange"]
            wanted = wanted or [move for move in legal if move.startswith("stack")]
            play(table, rng.choice(wanted or legal))
            if any(move.startswith("lay") for move in table.position.legal()):
                return table
    raise AssertionError("nobody arranged a stack")


def test_only_the_mover_sees_cards_laid_back() -> None:
    table = arranged()
    seat = table.position.turn
    other = 1 - seat
    before = {viewer: table.event_number(viewer) for viewer in (seat, other, SPECTATOR)}
    shown = {viewer: sees(table, viewer) for viewer in (other, SPECTATOR)}
    applied = play(table, table.position.legal()[0])
    assert applied.only_for == seat
    assert table.event_number(seat) == before[seat] + 1
    for viewer in (other, SPECTATOR):
        assert table.event_number(viewer) == before[viewer]
        assert sees(table, viewer) == shown[viewer]
    assert table.may_take_back(seat) == FREE
    undone = ask(table, client_messages.Back(), seat)
    assert undone.only_for == seat
    assert sees(table, other) == shown[other]
    assert again(table).event_number(seat) == table.event_number(seat) == before[seat] + 2


def test_only_its_owner_sees_a_stacked_card() -> None:
    table = dealt(table_config("ravens"))
    move = next(move for move in table.position.legal() if move.startswith("stack"))
    applied = play(table, move)
    assert viewer_messages.event_to_dict(table, applied, 0)["move"] == move
    for viewer in (1, SPECTATOR):
        assert viewer_messages.event_to_dict(table, applied, viewer)["move"] == "stack ?"


def test_no_message_before_the_end_contains_the_seed() -> None:
    table = dealt(table_config(options=SHORT["odin"]))
    for viewer in (0, 1, SPECTATOR):
        assert SEED.hex().encode() not in sees(table, viewer)
    play_on(table, random.Random(2))
    assert SEED.hex().encode() in sees(table, SPECTATOR)


def test_a_reconnecting_viewer_gets_exactly_the_missed_events() -> None:
    table = dealt(table_config())
    before = table.event_number(1)
    play_on(table, random.Random(3), 4)
    message = viewer_messages.welcome_message(table, 1, before, [True, True], 0)
    assert [one["n"] for one in message["events"]] == list(range(before + 1, before + 5))
    assert viewer_messages.welcome_message(table, 1, before + 99, [True, True], 0)["events"] is None
    assert viewer_messages.welcome_message(table, 1, 0, [True, True], 0)["events"] is None


# -- Taking back ------------------------------------------------------------------------------


def test_within_the_turn_a_move_is_taken_back_freely() -> None:
    table = dealt(table_config("ravens"))
    before = table.position.states.tobytes()
    play(table, next(move for move in table.position.legal() if move.startswith("stack")))
    assert table.may_take_back(0) == FREE
    assert table.may_take_back(1) == NO
    ask(table, client_messages.Back(), 0)
    assert table.position.states.tobytes() == before
    assert again(table).position.states.tobytes() == before


def test_moves_are_taken_back_one_after_the_other() -> None:
    table = dealt(table_config("ravens", bots=1, people=1))
    texts = [one.text for one in table.moves]
    for _ in range(3):
        quiet = [move for move in table.position.legal() if move.startswith("stack")]
        play(table, (quiet or table.position.legal())[0])
        texts.append(table.moves[-1].text)
    while table.moves:
        since = next(at for at in range(1, 9) if table.moves[-at].seat == 0)
        assert table.moves_to_undo(0) == since
        ask(table, client_messages.Back(), 0)
        del texts[-since:]
        assert [one.text for one in table.moves] == texts
    assert table.moves_to_undo(0) == 0
    assert table.may_take_back(0) == NO


def test_a_move_that_drew_a_card_is_taken_back_only_by_agreement() -> None:
    table = dealt(table_config("ravens"))
    play(table, next(move for move in table.position.legal() if move.startswith("discard")))
    before = table.position.states.tobytes()
    applied = play(table, "end")
    assert any(one["event"] == "drew" for one in applied.game_events)
    assert table.may_take_back(0) == ASK
    assert not ask(table, client_messages.Back(), 0).done
    assert codes(table, client_messages.Agree(what="back"), 0) == "not-allowed"
    assert ask(table, client_messages.Agree(what="back"), 1).done
    assert table.position.states.tobytes() == before
    assert not table.proposals


def test_a_declined_proposal_changes_nothing() -> None:
    table = dealt(table_config())
    play(table, table.position.legal()[0])
    ask(table, client_messages.Back(), 0)
    ask(table, client_messages.Decline(what="back"), 1)
    assert codes(table, client_messages.Agree(what="back"), 1) == "nothing-proposed"


@pytest.mark.parametrize(("rated", "clock"), [(True, None), (False, CLOCKED)])
def test_no_revealing_move_is_taken_back_in_a_rated_or_timed_game(
    rated: bool, clock: ClockConfig | None
) -> None:
    table = dealt(table_config("ravens", rated=rated, clock=clock))
    fly = [move for move in table.position.legal() if move.startswith("discard")]
    play(table, next(move for move in table.position.legal() if move.startswith("stack")))
    assert table.may_take_back(0) == FREE
    play(table, next(move for move in table.position.legal() if move in fly))
    assert table.may_take_back(0) == NO
    assert codes(table, client_messages.Back(), 0) == "not-allowed"


def test_against_bots_nobody_is_asked() -> None:
    table = dealt(table_config(people=1, bots=1))
    play(table, table.position.legal()[0])
    assert table.may_take_back(0) == FREE


# -- Absence, resigning, rematch --------------------------------------------------------------


def test_a_bot_sits_in_for_an_absent_player_who_may_return() -> None:
    table = dealt(table_config(people=3))
    asked = client_messages.Propose(what="bot", seat=0)
    assert codes(table, asked, 1) == "not-allowed"
    absent = frozenset({0})
    assert not ask(table, asked, 1, absent=absent).done
    assert ask(table, client_messages.Agree(what="bot"), 2, absent=absent).done
    assert table.deciding_bot() == (0, "greedy")
    assert codes(table, client_messages.Play("x", table.position.legal()[0]), 0) == "not-allowed"
    ask(table, client_messages.Return(), 0)
    assert table.deciding_bot() is None
    play(table, table.position.legal()[0])


def test_the_others_may_end_a_game_with_an_absent_player() -> None:
    table = dealt(table_config(people=2))
    assert ask(table, client_messages.Propose(what="end", seat=0), 1, absent=frozenset({0})).done
    assert table.result is not None
    assert (table.result.why, table.result.winners, table.seed) == ("agreed", [1], SEED)


def test_a_player_who_resigns_loses_and_a_bot_plays_on_in_a_larger_game() -> None:
    table = dealt(table_config("ravens"))
    ask(table, client_messages.Resign(), 0)
    assert table.result is not None
    assert (table.result.why, table.result.winners) == ("resigned", [1])
    table = dealt(table_config(people=3))
    ask(table, client_messages.Resign(), 0)
    assert table.stage == PLAYING
    assert table.deciding_bot() == (0, "greedy")
    assert codes(table, client_messages.Return(), 0) == "not-allowed"


def test_a_rematch_needs_everybody() -> None:
    table = dealt(table_config(people=3))
    assert codes(table, client_messages.Propose(what="rematch"), 0) == "wrong-stage"
    table.apply(ev.Ended(0, why=ev.Ended.ABANDONED))
    ask(table, client_messages.Propose(what="rematch"), 0)
    assert not ask(table, client_messages.Agree(what="rematch"), 2).done
    assert ask(table, client_messages.Agree(what="rematch"), 1).done


# -- What the GameSpec decides, and what a refusal may tell ------------------------------------


def test_when_a_clock_runs_out_the_fewest_points_of_the_others_win_in_odin() -> None:
    table = dealt(table_config("odin", people=3))
    table.position.states["scores"][0, :3] = (3, 7, 5)
    table.apply(ev.Ended(1, why=ev.Ended.TIME, seat=0))
    assert table.result is not None
    assert table.result.winners == [2]


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_a_refusal_is_judged_from_the_seat_s_own_view(game: str) -> None:
    table = dealt(table_config(game))
    legal = table.position.legal()[0]
    assert table.position.turn == 0
    why = table.refuse_move(1, legal).why
    assert why is not None
    assert why["key"] == "why.not-yours"


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_after_many_take_backs_the_last_move_of_every_seat_is_known(game: str) -> None:
    rng = random.Random(3)
    table = dealt(table_config(game, people=1, bots=1))
    for _ in range(300):
        if table.may_take_back(0) == FREE and rng.random() < 0.3:
            ask(table, client_messages.Back(), 0)
        else:
            move = rng.choice(table.position.legal())
            table.apply(ev.Moved(0, seat=table.position.turn, move=move))
        if table.stage == OVER:
            break
        for seat in (0, 1):
            theirs = [at for at, move in enumerate(table.moves) if move.seat == seat]
            assert table.moves_to_undo(seat) == (len(table.moves) - theirs[-1] if theirs else 0)
    assert [move.text for move in again(table).moves] == [move.text for move in table.moves]
    assert sees(again(table), 0) == sees(table, 0)
