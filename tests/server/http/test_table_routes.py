"""The JSON API, used over HTTP."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from odintable.errors import OdintableError
from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.record.reader import read
from odintable.record.record import Ending, check_shuffles
from odintable.server.http import table_options
from tests.server.support.server_process import PERSON, Player, ServerProcess, begin, players

pytestmark = pytest.mark.long

BOT = {"bot": "greedy"}
MANY = 1000  # more than a limit allows, even if it fills up again meanwhile


def test_games_and_bots_are_listed_and_cheats_are_not(server: ServerProcess) -> None:
    games = server.call("GET", "/api/v2/games").json()
    assert {game["game"]: game["players"] for game in games} == {
        "odin": [2, 3, 4, 5, 6],
        "ravens": [2],
    }
    bots = server.call("GET", "/api/v2/bots").json()
    assert {"random", "greedy"} <= {bot["name"] for bot in bots}
    assert all(bot["about"] for bot in bots)
    for game in games:
        assert game["bots"] == [bot["name"] for bot in bots if game["game"] in bot["games"]]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_option_is_listed_with_its_possible_values(game: str) -> None:
    (answer,) = [one for one in table_options.describe_games() if one.game == game]
    assert [one.name for one in answer.options] == [one.name for one in GAMES[game].options]
    for one in answer.options:
        players = one.players or answer.players
        usual = Position.new(game, players[0], 0, {}).states.tobytes()
        allowed = [one.low, one.high] if one.kind == "number" else [False, True]
        for count in players:
            for value in allowed:
                Position.new(game, count, 0, {one.name: value})
        wrong = [one.low - 1, one.high + 1] if one.low and one.high else [2]
        for number in wrong:
            with pytest.raises(OdintableError):
                Position.new(game, players[0], 0, {one.name: number})
        for count in set(answer.players) - set(players):
            with pytest.raises(OdintableError):
                Position.new(game, count, 0, {one.name: True})
        if one.default is not None:
            set_so = Position.new(game, players[0], 0, {one.name: one.default})
            assert set_so.states.tobytes() == usual, one.name


def test_every_listed_clock_can_be_used_within_its_limits(
    server: ServerProcess,
) -> None:
    clocks = server.call("GET", "/api/v2/games").json()[0]["clocks"]
    assert [one["kind"] for one in clocks] == ["move", "game", "days"]
    seats = [PERSON, PERSON]

    def status(clock: object) -> int:
        asked = {"game": "odin", "seats": seats, "clock": clock}
        return server.call("POST", "/api/v2/tables", asked).status_code

    for one in clocks:
        lowest = {"kind": one["kind"], **{time["name"]: time["low"] for time in one["times"]}}
        highest = {"kind": one["kind"], **{time["name"]: time["high"] for time in one["times"]}}
        assert (status(lowest), status(highest)) == (201, 201)
        for time in one["times"]:
            for value in (time["low"] - 1, time["high"] + 1):
                assert status({**lowest, time["name"]: value}) in (400, 422)
            left_out = {key: value for key, value in lowest.items() if key != time["name"]}
            assert status(left_out) == (400 if time["default"] is None else 201)


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"game": "chess", "seats": [PERSON, PERSON]}, 422, "bad-request"),
        ({"game": "odin", "seats": [PERSON]}, 422, "bad-request"),
        ({"game": "odin", "seats": [PERSON, PERSON], "surprise": 1}, 422, "bad-request"),
        ({"game": "ravens", "seats": [PERSON] * 3}, 400, "bad-option"),
        ({"game": "odin", "seats": [PERSON, PERSON], "options": {"limit": 0}}, 400, "bad-option"),
        ({"game": "odin", "seats": [PERSON, {"bot": "nobody"}]}, 400, "bad-option"),
        ({"game": "odin", "seats": [BOT, BOT]}, 400, "bad-option"),
        ({"game": "odin", "seats": [BOT, PERSON]}, 400, "bad-option"),
        ({"game": "odin", "seats": [PERSON, PERSON], "name": "a|b"}, 400, "bad-option"),
        ({"game": "odin", "seats": [PERSON, BOT], "clock": {"kind": "game"}}, 400, "bad-option"),
    ],
)
def test_an_impossible_table_is_refused(
    server: ServerProcess, asked: object, status: int, code: str
) -> None:
    reply = server.call("POST", "/api/v2/tables", asked)
    assert (reply.status_code, reply.json()["error"]["code"]) == (status, code), reply.text


def test_an_open_table_is_listed_until_it_is_full(server: ServerProcess) -> None:
    made = server.make("odin", [PERSON, PERSON], open=True)
    private = server.make("odin", [PERSON, PERSON])
    listed = {one["table"] for one in server.call("GET", "/api/v2/tables").json()}
    assert made.name in listed
    assert private.name not in listed
    assert server.call("POST", private.path("/seats"), {}).status_code == 401
    seat = server.call("POST", made.path("/seats"), {"name": "Freyja"}).json()
    assert seat["seat"] == 1
    assert server.call("POST", made.path("/seats"), {}).status_code == 403
    assert made.name not in {one["table"] for one in server.call("GET", "/api/v2/tables").json()}
    assert server.call("GET", made.path()).json()["you"] == "spectator"


def test_an_invitation_describes_its_table_while_a_seat_is_free(
    server: ServerProcess,
) -> None:
    made = server.make("odin", [PERSON, PERSON, BOT], name="Freyja")
    asked = made.path("/invitation")
    answer = server.call("GET", asked, token=made.invitation).json()
    assert (answer["table"], answer["game"]) == (made.name, "odin")
    assert [(one["name"], one["taken"]) for one in answer["seats"][:2]] == [
        ("Freyja", True),
        ("", False),
    ]

    def refused(path: str, token: str) -> tuple[int, str, str | None]:
        reply = server.call("GET", path, token=token)
        error = reply.json()["error"]
        return reply.status_code, error["code"], (error["why"] or {}).get("key")

    for token in ("", "wrong", made.token, made.spectating):
        assert refused(asked, token) == (401, "no-access", None)
    nowhere = f"/api/v2/tables/{'A' * 12}/invitation"
    assert refused(nowhere, made.invitation) == (404, "no-table", None)
    other = made.sit("Loki")
    assert refused(asked, made.invitation) == (403, "not-allowed", "no-seat")
    for token in (made.token, other):
        server.call("POST", made.path("/requests"), {"do": "ready"}, token)
    assert refused(asked, made.invitation) == (403, "not-allowed", "no-seat")
    for token in (made.token, other):
        server.call("POST", made.path("/requests"), {"do": "resign"}, token)
    assert refused(asked, made.invitation) == (403, "not-allowed", "over")


def test_a_whole_game_is_played_over_the_api_and_its_record_verifies(
    server: ServerProcess,
) -> None:
    made, tokens = server.seated("odin", 2, options={"hands": 1})
    for seat, token in enumerate(tokens):
        ready = {"do": "ready", "id": f"ready {seat}", "salt": f"salt {seat}"}
        assert server.call("POST", made.path("/requests"), ready, token).status_code == 200
    assert server.call("GET", made.path("/record"), token=tokens[0]).status_code == 409
    assert server.call("GET", made.path("/fairness"), token=tokens[0]).json()["seed"] is None
    for count in range(1000):
        views = [server.call("GET", made.path(), token=token).json() for token in tokens]
        if views[0]["stage"] == "over":
            break
        mover = next(seat for seat, view in enumerate(views) if view["moves"])
        asked = {"do": "play", "id": f"move {count}", "move": views[mover]["moves"][0]}
        first = server.call("POST", made.path("/requests"), asked, tokens[mover]).json()
        second = server.call("POST", made.path("/requests"), asked, tokens[mover]).json()
        assert second == {"n": first["n"], "repeated": True}
    record = read(server.call("GET", made.path("/record"), token=tokens[0]).text)
    check_shuffles(record)
    fairness = server.call("GET", made.path("/fairness"), token=tokens[1]).json()
    assert record.seed is not None
    assert fairness["seed"] == record.seed.hex()
    assert fairness["commitment"] == record.commitment == made.commitment
    assert record.salts == {0: "salt 0", 1: "salt 1"}
    events = server.call("GET", made.path("/events"), token=tokens[0]).json()
    assert [event["n"] for event in events["events"]] == list(range(1, events["n"] + 1))


def test_the_record_of_a_resigned_game_verifies(server: ServerProcess) -> None:
    made, tokens = server.seated("ravens", 2)
    with players(server, made.name, tokens) as people:
        begin(people)
        people[0].ask("resign")
    record = read(server.call("GET", made.path("/record"), token=tokens[0]).text)
    assert (record.ending, record.result) == (Ending("resigned", 0, (1,)), "seat 1 wins 0:0")
    check_shuffles(record)


def test_a_seat_is_kept_in_a_cookie_that_scripts_cannot_read(server: ServerProcess) -> None:
    made = server.make("odin", [PERSON, PERSON])
    reply = server.call("POST", made.path("/cookie"), {"token": made.token})
    assert reply.status_code == 204
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    again = server.call("GET", made.path(), cookies=dict(reply.cookies))
    assert again.json()["you"] == 0
    assert server.call("POST", made.path("/cookie"), {"token": "x"}).status_code == 401


def test_one_cookie_opens_all_tables_of_a_browser(server: ServerProcess) -> None:
    tables = [server.make("odin", [PERSON, PERSON]) for _ in range(3)]
    jar: dict[str, str] = {}
    for made in tables:
        reply = server.call("POST", made.path("/cookie"), {"token": made.token}, cookies=jar)
        jar |= dict(reply.cookies)
    assert list(jar) == ["odintable"]
    assert len(jar["odintable"]) == 32
    for made in tables:
        assert server.call("GET", made.path(), cookies=jar).json()["you"] == 0
    other = server.make("odin", [PERSON, PERSON])
    assert server.call("GET", other.path(), cookies=jar).status_code == 401
    assert server.call("GET", tables[0].path(), cookies={"odintable": "x"}).status_code == 401
    # The last token counts: of a spectator who then takes a seat, and the other way round.
    watching = {"token": tables[0].spectating}
    server.call("POST", tables[0].path("/cookie"), watching, cookies=jar)
    assert server.call("GET", tables[0].path(), cookies=jar).json()["you"] == "spectator"
    assert server.call("DELETE", tables[1].path("/cookie"), cookies=jar).status_code == 204
    assert server.call("GET", tables[1].path(), cookies=jar).status_code == 401
    assert server.call("GET", tables[2].path(), cookies=jar).json()["you"] == 0


def test_a_cookie_of_the_first_version_keeps_its_seat_and_is_replaced(
    server: ServerProcess,
) -> None:
    made = server.make("odin", [PERSON, PERSON])
    former = {f"odintable-{made.name}": made.token}
    assert server.call("GET", made.path(), cookies=former).json()["you"] == 0
    reply = server.call("POST", made.path("/cookie"), {"token": made.token}, cookies=former)
    cookies = reply.headers.get_list("set-cookie")
    deleted, kept = sorted(cookies, key=lambda one: "Max-Age=0" not in one)
    assert deleted.startswith(f"odintable-{made.name}=")
    assert kept.startswith("odintable=")
    key = {"odintable": kept.partition("=")[2].partition(";")[0]}
    assert server.call("GET", made.path(), cookies=key).json()["you"] == 0


def test_a_seat_that_was_given_up_cannot_be_opened_by_the_cookie(server: ServerProcess) -> None:
    made, tokens = server.seated("odin")
    reply = server.call("POST", made.path("/cookie"), {"token": tokens[1]})
    jar = dict(reply.cookies)
    assert server.call("GET", made.path(), cookies=jar).json()["you"] == 1
    left = server.call("POST", made.path("/requests"), {"do": "leave"}, token=tokens[1])
    assert left.status_code == 200
    assert server.call("GET", made.path(), cookies=jar).status_code == 401
    made.sit()  # somebody else
    assert server.call("GET", made.path(), cookies=jar).status_code == 401


def test_every_response_has_security_headers_and_errors_have_one_form(
    server: ServerProcess,
) -> None:
    for path in ("/api/v2/tables", "/nothing", "/healthz", "/api/v2/tables/short"):
        reply = server.call("GET", path)
        policy = reply.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe-inline" not in policy
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert reply.headers["x-content-type-options"] == "nosniff"
        if reply.status_code != 200:
            assert set(reply.json()["error"]) == {"code", "message", "why", "retry"}


def test_the_api_is_described_for_programs_and_for_people(server: ServerProcess) -> None:
    described = server.call("GET", "/api/v2/openapi.json").json()
    page = server.call("GET", "/api/v2/").text
    for path in described["paths"]:
        assert path in page
    assert "<script" not in page
    assert "Authorization: Bearer" in page


def test_the_description_says_where_a_token_is_sent_and_how(server: ServerProcess) -> None:
    described = server.call("GET", "/api/v2/openapi.json").json()
    scheme = described["components"]["securitySchemes"]["token"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    needing = {
        path
        for path, calls in described["paths"].items()
        for call in calls.values()
        if call.get("security") == [{"token": []}]
    }
    without = {"", "/seats", "/cookie"}  # the first makes tables, the others take it in the body
    assert needing == {
        path
        for path in described["paths"]
        if path.startswith("/api/v2/tables") and path.partition("{table}")[2] not in without
    } | {"/api/v2/tables/{table}"}


def test_tables_and_requests_from_one_address_are_limited(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, tables_per_hour=2, requests_per_minute=12)
    try:
        asked = {"game": "odin", "seats": [PERSON, PERSON]}
        made = [server.call("POST", "/api/v2/tables", asked).status_code for _ in range(3)]
        assert made == [201, 201, 429]
        unread = server.call("POST", "/api/v2/tables", {**asked, "start": {"text": "no record"}})
        assert unread.status_code == 429, "the quota is checked before a record is read"
        assert any(server.call("GET", "/api/v2/games").status_code == 429 for _ in range(MANY))
        assert server.call("GET", "/healthz").status_code == 200
        huge = server.call("POST", "/api/v2/tables", {"game": "x" * 100_000})
        assert huge.status_code in (413, 429)
    finally:
        server.close()


# -- Bots -------------------------------------------------------------------------------------


def test_a_person_plays_a_whole_game_against_bots(server: ServerProcess) -> None:
    made = server.make("odin", [PERSON, BOT, {"bot": "random"}], options={"hands": 1}, bot_time=50)
    player = Player(server, made.name, made.token)
    player.ask("ready")
    while player.now["stage"] == "playing":
        if player.now["moves"]:
            player.ask("play", move=player.now["moves"][0])
        else:
            player.hear()
    assert player.now["result"]["why"] == "rules"
    player.close()


def test_hints_are_for_the_seat_to_move_where_they_are_allowed(server: ServerProcess) -> None:
    made = server.make("odin", [PERSON, BOT], first=0)
    asked = {"time_ms": 50, "bot": "greedy"}
    before = server.call("POST", made.path("/hint"), asked, made.token)
    assert before.json()["error"]["code"] == "not-your-turn"
    server.call("POST", made.path("/requests"), {"do": "ready"}, made.token)
    hint = server.call("POST", made.path("/hint"), asked, made.token).json()
    legal = server.call("GET", made.path(), token=made.token).json()["moves"]
    assert hint["move"] in legal
    assert hint["candidates"][0]["move"] == hint["move"]
    refused = server.call("POST", made.path("/hint"), asked, made.spectating)
    assert refused.json()["error"]["code"] == "not-a-seat"
    assert server.call("DELETE", made.path("/hint"), token=made.token).status_code == 204
    hints = (server.call("POST", made.path("/hint"), asked, made.token).json() for _ in range(MANY))
    assert any(answer.get("error", {}).get("code") == "too-fast" for answer in hints)
    rated = server.make("odin", [PERSON, BOT], first=0, rated=True)
    server.call("POST", rated.path("/requests"), {"do": "ready"}, rated.token)
    answer = server.call("POST", rated.path("/hint"), asked, rated.token).json()
    assert answer["error"]["code"] == "not-allowed"


def test_a_hint_is_cancelled_on_request(server: ServerProcess) -> None:
    made = server.make("odin", [PERSON, PERSON], first=0)
    tokens = [made.token, made.sit()]
    with players(server, made.name, tokens) as people:
        begin(people)
    asked = {"time_ms": 600_000, "bot": "ismcts-plain"}
    with ThreadPoolExecutor() as pool:
        hint = pool.submit(server.call, "POST", made.path("/hint"), asked, tokens[0])
        while not hint.done():
            # Another seat cannot cancel it; its own can, as soon as it is being thought about.
            assert server.call("DELETE", made.path("/hint"), token=tokens[1]).status_code == 204
            assert server.call("DELETE", made.path("/hint"), token=tokens[0]).status_code == 204
    assert hint.result().json()["error"]["code"] == "stale"
    again = server.call("POST", made.path("/hint"), {"time_ms": 50, "bot": "greedy"}, tokens[0])
    assert again.status_code == 200
