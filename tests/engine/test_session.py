"""Every command does and answers what docs/protocol.md says."""

from typing import Any

import pytest

from odintable import __version__, bots
from tests.games.rules.positions import position

from .engine_client import Local

Json = Any


@pytest.fixture
def ravens() -> Local:
    begun = Local()
    begun.ask("new", game="ravens", seed=7, first=0)
    return begun


# -- Every command -----------------------------------------------------------------------------


def test_hello_says_who_this_is(local: Local) -> None:
    games = ["odin", "ravens"]
    hello = {"name": "odintable", "version": __version__, "protocol": 1, "games": games}
    assert local.ask("hello") == hello


def test_new_deals_a_game_with_its_options_given_back_as_they_were_given(local: Local) -> None:
    options = {"limit": 20, "goat": False}
    reply = local.ask("new", game="odin", players=4, seed=7, first=2, options=options)["position"]
    assert (reply["players"], reply["turn"], reply["options"]) == (4, 2, options)
    assert [len(hand) for hand in reply["hands"]] == [9, 9, 9, 9]
    ravens = local.ask("new", game="ravens", options={"buy-magic": True})["position"]
    assert ravens["game"] == "ravens"
    assert len(ravens["magic_pile"]) == 5


def test_the_same_seed_and_moves_give_the_same_game(local: Local) -> None:
    def game() -> list[Json]:
        first = local.ask("new", game="ravens", seed=2**53 - 1)
        moves = (local.ask("go", bot="random", sims=1)["move"] for _ in range(60))
        return [first, *(local.ask("play", move=move) for move in moves)]

    assert game() == game()


def test_without_a_seed_games_differ(local: Local) -> None:
    reply = [local.ask("new", game="ravens", first=0) for _ in range(3)]
    assert reply[0] != reply[1] != reply[2]


def test_without_first_the_seed_decides_who_starts(local: Local) -> None:
    firsts = [
        local.ask("new", game="odin", players=3, seed=seed)["position"]["turn"]
        for seed in range(40)
    ]
    assert set(firsts) == {0, 1, 2}


def test_position_gives_back_what_it_understood_in_order(local: Local) -> None:
    given = position("odin").to_json()
    mixed = given | {"hands": [hand[::-1] for hand in given["hands"]]}
    assert local.ask("position", position=mixed, seed=1) == {"position": given}
    assert local.ask("get") == {"position": given}


def test_get_as_a_seat_or_a_spectator_gives_a_view(ravens: Local) -> None:
    whole = ravens.ask("get")["position"]
    view = ravens.ask("get", as_=1)["view"]
    assert view["hands"] == [5, whole["hands"][1]]
    assert view["draws"] == [28, 28]
    assert ravens.ask("get", as_="spectator")["view"]["hands"] == [5, 5]


def test_legal_lists_every_move_once_sorted_by_ascii(ravens: Local) -> None:
    ravens.ask(
        "position", position=position("ravens", path="FM WS PF MW SP WF FS MP SW FP PM").to_json()
    )
    moves = ravens.ask("legal")["moves"]
    assert moves == sorted(set(moves))
    assert moves.index("t turn 10") < moves.index("t turn 2")
    whole = ravens.ask("get")["position"]
    for move in moves:
        ravens.ask("position", position=whole)
        assert "position" in ravens.ask("play", move=move)


def test_play_returns_the_position_and_the_events(local: Local) -> None:
    table = {"hands": ["B1 B7", "G2", "B9 O2"], "phase": "follow", "table": "R1", "owner": 0}
    local.ask("position", position=position("odin", turn=1, **table).to_json())
    reply = local.ask("play", move="play G2")
    over = {"event": "hand-over", "left": [2, 0, 2], "points": [2, 0, 2], "scores": [2, 0, 2]}
    assert (reply["events"], reply["details"]) == ([over], [])
    assert reply["position"]["deal"] == 2
    assert local.ask("get") == {"position": reply["position"]}


def test_details_say_how_a_move_was_made_beside_the_events(local: Local) -> None:
    table = {"hands": ["B1 B7", "G2 G9", "B9 O2"], "phase": "follow", "table": "R1", "owner": 0}
    local.ask("position", position=position("odin", turn=1, **table).to_json())
    reply = local.ask("play", move="play G2")
    took = {"event": "took", "seat": 1, "card": "R1", "beaten": ["R1"]}
    assert (reply["events"], reply["details"]) == ([], [took])


def test_go_answers_with_a_move_a_value_and_candidates(odin: Local) -> None:
    for bot in ("random", "greedy"):
        reply = odin.ask("go", bot=bot, time_ms=50)
        assert list(reply) == ["move", "value", "candidates"]
        assert reply["move"] in odin.ask("legal")["moves"]
        assert reply["candidates"][0]["move"] == reply["move"]
        assert reply["candidates"][0]["value"] == reply["value"]
        assert all(sorted(one) == ["move", "value", "visits"] for one in reply["candidates"])


def test_go_without_a_bot_asks_the_strongest(ravens: Local) -> None:
    request = {"sims": 50, "seed": 1}
    assert ravens.ask("go", **request) == ravens.ask("go", bot="seer", **request)


def test_go_with_sims_and_a_seed_is_repeatable(ravens: Local) -> None:
    reply = [ravens.ask("go", bot="random", sims=5, seed=seed) for seed in (*range(9), *range(9))]
    assert reply[:9] == reply[9:]
    assert len({one["move"] for one in reply}) > 1


def test_go_without_a_seed_of_its_own_follows_from_the_games(local: Local) -> None:
    moves = []
    for seed in (1, 1, *range(2, 12)):
        local.ask("position", position=position("ravens").to_json(), seed=seed)
        moves.append(local.ask("go", bot="random", sims=1)["move"])
    assert moves[0] == moves[1]
    assert len(set(moves)) > 2


def test_bots_lists_every_bot(local: Local) -> None:
    reply = local.ask("bots")["bots"]
    assert [bot["name"] for bot in reply] == [bot.name for bot in bots.BOTS if not bot.cheats]
    assert all(sorted(bot) == ["about", "games", "level", "name"] for bot in reply)


def test_stop_with_nothing_thinking_is_answered_the_same(local: Local) -> None:
    assert local.ask("stop") == {"stopped": True}


def test_blank_lines_and_quit_get_no_reply(local: Local) -> None:
    for line in (b"", b"   ", b"\t\r", b"\r\n", b'{"cmd":"quit"}'):
        assert local.reply(line) is None


# -- A game that is over -----------------------------------------------------------------------


def over(game: str) -> Local:
    """A game at its end."""
    begun = Local()
    options = {"hands": 1} if game == "odin" else {"target": 1}
    players = {"players": 2} if game == "odin" else {}
    reply = begun.ask("new", game=game, seed=3, options=options, **players)
    while reply["position"]["phase"] != "over":
        reply = begun.ask("play", move=begun.ask("go", bot="greedy")["move"])
    assert reply["events"][-1]["event"] == "game-over"
    return begun


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_when_the_game_is_over_nothing_is_legal_and_everything_is_visible(game: str) -> None:
    ended = over(game)
    whole = ended.ask("get")["position"]
    assert ended.ask("legal") == {"moves": []}
    assert ended.code("go") == "illegal-move"
    assert ended.code("play", move="end") == "illegal-move"
    for seat in (0, 1, "spectator"):
        view = ended.ask("get", as_=seat)["view"]
        assert {key: view[key] for key in whole} == whole
        assert ended.ask("view", view=view, as_=seat) == {"view": view}
        assert ended.ask("legal") == {"moves": []}
        assert ended.code("go") == "illegal-move"
        ended.ask("position", position=whole)


# -- A view ------------------------------------------------------------------------------------


@pytest.fixture
def seen(ravens: Local) -> Local:
    """What seat 0, who is to move, knows."""
    view = ravens.ask("get", as_=0)["view"]
    assert ravens.ask("view", view=view, as_=0, seed=7) == {"view": view}
    return ravens


def test_in_a_view_its_seat_may_get_it_its_moves_and_a_bots_choice(seen: Local) -> None:
    assert seen.ask("get", as_=0)["view"]["hands"][1] == 5
    assert seen.ask("go")["move"] in seen.ask("legal")["moves"]


@pytest.mark.parametrize(
    ("cmd", "arguments"),
    [
        ("get", {}),
        ("get", {"as": 1}),
        ("get", {"as": "spectator"}),
        ("play", {"move": "end"}),
        ("play", {"move": "nonsense"}),
    ],
)
def test_in_a_view_everything_else_is_hidden(
    seen: Local, cmd: str, arguments: dict[str, Json]
) -> None:
    assert seen.code(cmd, **arguments) == "hidden"
    assert "view" in seen.ask("get", as_=0)


@pytest.mark.parametrize("seat", [1, "spectator"])
def test_a_view_of_a_seat_that_is_not_to_move_gives_no_moves_and_no_choice(
    ravens: Local, seat: Json
) -> None:
    view = ravens.ask("get", as_=seat)["view"]
    assert ravens.ask("view", view=view, as_=seat) == {"view": view}
    assert ravens.ask("get", as_=seat) == {"view": view}
    assert ravens.code("legal") == "hidden"
    assert ravens.code("go") == "hidden"


def test_after_a_view_a_new_game_or_position_is_whole_again(seen: Local) -> None:
    seen.ask("position", position=position("odin").to_json())
    assert "position" in seen.ask("get")


def test_a_view_refused_leaves_the_game_as_it_was(ravens: Local) -> None:
    before = ravens.ask("get")
    view = ravens.ask("get", as_=0)["view"]
    assert ravens.code("view", view=view | {"hands": [5, 5]}, as_=0) == "bad-position"
    assert ravens.code("view", view=view, as_=1) == "bad-position"
    assert ravens.code("view", view=before["position"], as_=0) == "bad-position"
    assert ravens.code("view", view=view, as_=2) == "bad-command"
    assert ravens.code("view", view=view) == "bad-command"
    assert ravens.ask("get") == before


# -- What is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("odin", {"Limit": 15}),
        ("odin", {"limit": 0}),
        ("odin", {"limit": True}),
        ("odin", {"hands": 2}),
        ("odin", {"goat": 1}),
        ("odin", {"target": 12}),
        ("odin", {"four-colours": True}),
        ("ravens", {"max-turns": 10001}),
        ("ravens", {"target": None}),
        ("ravens", {"limit": 5}),
        ("ravens", []),
        ("ravens", None),
        ("ravens", ""),
        ("ravens", 0),
    ],
)
def test_a_wrong_option_is_bad_option(odin: Local, game: str, options: Json) -> None:
    before = odin.ask("get")
    players = {"players": 3} if game == "odin" else {}
    assert odin.code("new", game=game, options=options, **players) == "bad-option"
    assert odin.ask("get") == before


@pytest.mark.parametrize("given", [None, 7, [], "odin", {}, {"game": "chess"}, {"game": []}])
def test_an_invalid_position_is_bad_position(odin: Local, given: Json) -> None:
    before = odin.ask("get")
    assert odin.code("position", position=given) == "bad-position"
    assert odin.code("view", view=given, as_=0) == "bad-position"
    assert odin.ask("get") == before


@pytest.mark.parametrize(
    "move", ["", "pass", "play", "play b1", "play B1 ", " play B1", "PLAY B1", "end", "é", "\0"]
)
def test_an_unlisted_move_is_illegal(odin: Local, move: str) -> None:
    before = odin.ask("get")
    assert odin.code("play", move=move) == "illegal-move"
    assert odin.ask("get") == before


def test_without_a_game_there_is_nothing_to_ask(local: Local) -> None:
    for cmd in ("get", "legal", "go"):
        assert local.code(cmd) == "no-game"
    assert local.code("get", as_=5) == "no-game"
    assert local.code("play", move="end") == "no-game"


def test_an_unknown_bot_is_named(odin: Local) -> None:
    reply = odin.ask("go", bot="hugin")["error"]
    assert reply["code"] == "unknown-bot"
    assert "there are random, ask, embla, greedy" in reply["message"]
