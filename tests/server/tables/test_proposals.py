"""Proposals: which seats are asked, which may answer, and when they are carried out."""

import random

import pytest

from odintable.server.live import client_messages
from odintable.server.refused_error import Refused
from odintable.server.tables import events as ev
from odintable.server.tables import viewer_messages
from odintable.server.tables.table import OVER, PLAYING, Table
from tests.server.support.pure_tables import CLOCKED, again, ask, dealt, play, table_config
from tests.server.support.stored_history import whole

from .test_table import arranged, codes


def proposed(table: Table) -> list[dict[str, object]]:
    """The open proposals, as everybody is shown them."""
    message: list[dict[str, object]] = viewer_messages.seats_and_proposals(
        table, [True] * len(table.seats)
    )["proposals"]
    return message


def refused(
    table: Table, request: client_messages.ClientMessage, seat: int, absent: frozenset[int]
) -> str:
    """The key of the reason why a request is refused."""
    with pytest.raises(Refused) as raised:
        ask(table, request, seat, absent=absent)
    return str(raised.value.why and raised.value.why["key"])


# -- Who is asked -----------------------------------------------------------------------------


def test_a_player_who_resigned_is_not_asked_and_has_no_veto() -> None:
    table = dealt(table_config(people=3))
    ask(table, client_messages.Resign(), 2)
    play(table, table.position.legal()[0])
    ask(table, client_messages.Back(), 0)
    assert [one["asked"] for one in proposed(table)] == [[1]]
    assert codes(table, client_messages.Decline(what="back"), 2) == "not-allowed"
    assert codes(table, client_messages.Agree(what="back"), 2) == "not-allowed"
    assert ask(table, client_messages.Agree(what="back"), 1).done


def test_a_player_replaced_by_a_bot_cannot_answer_before_returning() -> None:
    table = dealt(table_config(people=3))
    absent = frozenset({2})
    ask(table, client_messages.Propose(what="bot", seat=2), 0, absent=absent)
    ask(table, client_messages.Agree(what="bot"), 1, absent=absent)
    play(table, table.position.legal()[0])
    ask(table, client_messages.Back(), 0)
    assert codes(table, client_messages.Decline(what="back"), 2) == "not-allowed"
    ask(table, client_messages.Return(), 2)
    assert not table.proposals, "now another is to be asked"
    ask(table, client_messages.Back(), 0)
    ask(table, client_messages.Decline(what="back"), 2)
    assert not table.proposals


def test_a_player_who_resigned_early_cannot_prevent_a_rematch() -> None:
    table = dealt(table_config(people=3, options={"hands": 1}))
    ask(table, client_messages.Resign(), 1)
    rng = random.Random(1)
    while table.stage == PLAYING:
        seat, move = table.position.turn, rng.choice(table.position.legal())
        table.apply(ev.Moved(0, seat=seat, move=move))
    ask(table, client_messages.Propose(what="rematch"), 0)
    assert codes(table, client_messages.Decline(what="rematch"), 1) == "not-allowed"
    assert ask(table, client_messages.Agree(what="rematch"), 2).done


def test_a_proposal_ends_when_its_author_resigns() -> None:
    table = dealt(table_config(people=3))
    play(table, table.position.legal()[0])
    ask(table, client_messages.Back(), 0)
    ask(table, client_messages.Resign(), 0)
    assert proposed(table) == []
    assert codes(table, client_messages.Agree(what="back"), 1) == "nothing-proposed"


def test_after_the_last_one_asked_resigns_it_can_be_proposed_again() -> None:
    table = dealt(table_config(people=3))
    play(table, table.position.legal()[0])
    ask(table, client_messages.Back(), 0)
    ask(table, client_messages.Agree(what="back"), 1)
    ask(table, client_messages.Resign(), 2)
    ask(table, client_messages.Back(), 0)
    assert ask(table, client_messages.Agree(what="back"), 1).done


# -- Who is away ------------------------------------------------------------------------------


def test_two_absent_players_need_not_agree() -> None:
    table = dealt(table_config(people=3))
    away = frozenset({1, 2})
    assert ask(table, client_messages.Propose(what="bot", seat=1), 0, absent=away).done
    assert ask(table, client_messages.Propose(what="bot", seat=2), 0, absent=away).done
    assert [seat.played_by for seat in table.seats] == [None, "greedy", "greedy"]
    ask(table, client_messages.Return(), 2)
    assert whole(again(table)) == whole(table)


def test_a_game_ended_without_absent_players_is_won_by_those_present() -> None:
    table = dealt(table_config(people=4))
    away = frozenset({1, 2})
    assert not ask(table, client_messages.Propose(what="end", seat=2), 0, absent=away).done
    assert ask(table, client_messages.Agree(what="end"), 3, absent=away).done
    assert table.result is not None
    assert (table.result.why, table.result.winners) == ("agreed", [0, 3])
    assert whole(again(table)) == whole(table)


def test_a_player_who_becomes_absent_need_not_agree_any_more() -> None:
    table = dealt(table_config(people=4))
    ask(table, client_messages.Propose(what="bot", seat=1), 0, absent=frozenset({1}))
    ask(table, client_messages.Agree(what="bot"), 2, absent=frozenset({1}))
    both = frozenset({1, 3})
    again_asked = client_messages.Propose(what="bot", seat=1)
    assert refused(table, again_asked, 0, frozenset({1})) == "why.proposed"
    assert ask(table, again_asked, 0, absent=both).done
    assert table.seats[1].played_by == "greedy"


def test_nothing_is_agreed_about_a_player_who_is_back() -> None:
    table = dealt(table_config(people=3))
    ask(table, client_messages.Propose(what="end", seat=2), 0, absent=frozenset({2}))
    assert refused(table, client_messages.Agree(what="end"), 1, frozenset()) == "why.not-away"
    ask(table, client_messages.Decline(what="end"), 2)
    assert not table.proposals


def test_nobody_is_replaced_twice_and_no_game_ends_because_of_a_resigned_player() -> None:
    table = dealt(table_config(people=3))
    absent = frozenset({1, 2})
    ask(table, client_messages.Resign(), 2)
    for what in ("bot", "end"):
        assert (
            refused(table, client_messages.Propose(what=what, seat=2), 0, absent) == "why.not-away"
        )
    ask(table, client_messages.Propose(what="bot", seat=1), 0, absent=absent)
    assert refused(table, client_messages.Propose(what="bot", seat=1), 0, absent) == "why.not-away"
    assert ask(table, client_messages.Propose(what="end", seat=1), 0, absent=absent).done


def test_absent_players_are_asked_before_a_move_is_taken_back() -> None:
    table = dealt(table_config(people=2))
    play(table, table.position.legal()[0])
    assert not ask(table, client_messages.Back(), 0, absent=frozenset({1})).done
    table = dealt(table_config(people=3))
    play(table, table.position.legal()[0])
    ask(table, client_messages.Back(), 0, absent=frozenset({2}))
    assert not ask(table, client_messages.Agree(what="back"), 1, absent=frozenset({2})).done


# -- Resigning --------------------------------------------------------------------------------


def test_the_last_player_who_has_not_resigned_wins() -> None:
    table = dealt(table_config(people=3))
    ask(table, client_messages.Resign(), 0)
    ask(table, client_messages.Resign(), 2)
    assert table.result is not None
    assert (table.result.why, table.result.winners, table.result.seat) == ("resigned", [1], 2)
    assert table.stage == OVER
    assert codes(table, client_messages.Resign(), 1) == "wrong-stage"
    assert whole(again(table)) == whole(table)


def test_when_every_person_has_resigned_the_best_bot_wins() -> None:
    table = dealt(table_config(people=2, bots=2))
    ask(table, client_messages.Resign(), 1)
    assert table.stage == PLAYING
    ask(table, client_messages.Resign(), 0)
    assert table.result is not None
    assert table.result.winners == [2, 3]


def test_a_clock_is_paused_while_a_bot_plays() -> None:
    table = dealt(table_config(people=3, clock=CLOCKED))
    away = frozenset({0, 2})
    table.apply(ev.Moved(0, seat=0, move=table.position.legal()[0]))
    ask(table, client_messages.Play("p", "pass"), 1)
    ask(table, client_messages.Propose(what="bot", seat=2), 1, absent=away)
    assert table.clock is not None
    assert table.clock.running is None
    table.apply(ev.Moved(0, seat=2, move="pass"))
    assert table.clock.running == 0
    ask(table, client_messages.Back(), 1)
    ask(table, client_messages.Agree(what="back"), 0)
    assert table.clock.running == 1


# -- Taking back by consent -------------------------------------------------------------------


def test_another_move_ends_all_proposals() -> None:
    table = dealt(table_config(people=3))
    play(table, table.position.legal()[0])
    ask(table, client_messages.Back(), 0)
    play(table, "pass")
    assert codes(table, client_messages.Agree(what="back"), 1) == "nothing-proposed"


def test_an_answer_may_come_after_a_restart() -> None:
    table = dealt(table_config())
    before = table.position.states.tobytes()
    play(table, table.position.legal()[0])
    ask(table, client_messages.Back(), 0)
    table = again(table)
    assert ask(table, client_messages.Agree(what="back"), 1).done
    assert table.position.states.tobytes() == before
    assert whole(again(table)) == whole(table)


def test_the_same_proposal_cannot_be_made_twice() -> None:
    table = dealt(table_config(people=3))
    play(table, table.position.legal()[0])
    play(table, "pass")
    ask(table, client_messages.Back(), 0)
    assert codes(table, client_messages.Back(), 1) == "not-allowed"
    ask(table, client_messages.Agree(what="back"), 1)
    assert ask(table, client_messages.Agree(what="back"), 2).done
    assert not table.moves


def test_secret_moves_do_not_end_proposals() -> None:
    table = arranged()
    seat = table.position.turn
    asked = 1 - seat
    kept = len(table.moves) - table.moves_to_undo(asked)
    ask(table, client_messages.Back(), asked)
    play(table, table.position.legal()[0])
    assert [one["by"] for one in proposed(table)] == [asked]
    applied = ask(table, client_messages.Agree(what="back"), seat)
    assert applied.done
    assert applied.only_for is None
    assert len(table.moves) == kept
    assert whole(again(table)) == whole(table)
