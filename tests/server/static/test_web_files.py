"""The files of the page, the address in links, and what the server does only for pages."""

import asyncio
import json
import re
from pathlib import Path

import httpx
import pytest

from odintable.bots import BOTS
from odintable.games.spec import GAMES
from odintable.server.http.public_address import is_loopback, public_address_for
from odintable.server.settings import Settings
from odintable.server.static.web_files import ARCHIVE, WebFiles
from tests.server.support.server_in_process import InProcessServer, Line, QuickStore
from tests.server.support.server_process import WAIT, Player, ServerProcess, begin, players

BOT = {"bot": "greedy"}


def test_other_content_has_another_version(tmp_path: Path) -> None:
    locale = tmp_path / "locale"
    locale.mkdir()
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<script src='/v/%VERSION%/a.js'>")
    (page / "a.js").write_text("1")
    first = WebFiles(page, locale)
    assert first.version.encode() in first.index("").body
    (page / "a.js").write_text("2")
    assert WebFiles(page, locale).version != first.version
    assert WebFiles(page, locale).version == WebFiles(page, locale).version


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("rm, it-CH;q=0.7", "it"),
        ("FR", "fr"),
        ("sv,da", "en"),
        ("", "en"),
    ],
)
def test_the_texts_in_the_browser_s_language_are_preloaded(accepted: str, language: str) -> None:
    page = WebFiles().index("table", languages=accepted).body.decode()
    assert re.findall(r'as="fetch" crossorigin href="/v/\w+/(.*)"', page) == [
        f"locale/{language}.json"
    ]


def test_the_style_sheets_are_joined_in_the_page_s_order(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    sheets = {"first": "b { color: red }\n", "last": "b { color: blue }\n"}
    for name, body in sheets.items():
        (tmp_path / f"css/{name}.css").write_text(body)
    link = '<link rel="stylesheet" href="/v/%VERSION%/css/{}.css">\n'
    (tmp_path / "index.html").write_text("".join(map(link.format, sheets)))
    pages = WebFiles(tmp_path, tmp_path)
    assert re.findall("css/.*css", pages.index("").body.decode()) == ["css/all.css"]
    assert list(pages.files) == ["css/all.css", ARCHIVE]
    assert pages.files["css/all.css"].body.decode() == "".join(sheets.values())


@pytest.mark.parametrize(
    ("settings", "asked_at", "address"),
    [
        ({}, "http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ({"public_url": "https://play.example/"}, "http://127.0.0.1/", "https://play.example"),
        ({"host": "0.0.0.0"}, "http://table.local:8080/", "http://table.local:8080"),
    ],
)
def test_links_carry_an_address_that_others_can_follow(
    settings: dict[str, str], asked_at: str, address: str
) -> None:
    assert public_address_for(Settings(**settings), asked_at) == address  # type: ignore[arg-type]


def test_links_carry_the_address_in_the_local_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("odintable.server.http.public_address.local_address", lambda: "192.168.1.7")
    settings = Settings(host="0.0.0.0")
    assert public_address_for(settings, "http://127.0.0.1:8080/") == "http://192.168.1.7:8080"


def test_this_machine_is_known_by_its_names() -> None:
    assert [is_loopback(name) for name in ("localhost", "127.0.0.1", "::1")] == [True] * 3
    assert [is_loopback(name) for name in ("play.example", "192.168.1.7")] == [False] * 2


def test_a_process_for_bots_is_started_when_somebody_opens_the_page(tmp_path: Path) -> None:
    async def scene() -> None:
        store = QuickStore(tmp_path / "games.sqlite")
        async with InProcessServer().open(store) as server:
            line = await Line.open(server.port)
            await line.call("GET", "/api/v2/games")
            assert not server.workers.is_started
            await line.call("GET", "/")
            assert server.workers.is_started
            await line.close()

    asyncio.run(scene())


@pytest.mark.long
def test_a_table_preloads_the_modules_of_its_game(server: ServerProcess) -> None:
    made, _ = server.seated("ravens")
    assert "games/ravens/game.js" in server.call("GET", f"/table/{made.name}").text
    assert "games/ravens/game.js" not in server.call("GET", "/table/nobody-s").text


@pytest.mark.long
def test_the_html_is_revalidated_and_the_files_are_cached(server: ServerProcess) -> None:
    page = server.call("GET", "/")
    assert page.headers["cache-control"] == "no-cache"
    bodies = set()
    for path in ("/table/abc", "/rules/odin", "/settings"):
        there = server.call("GET", path)
        assert (there.status_code, there.headers["cache-control"]) == (200, "no-cache")
        bodies.add(there.text.partition("</head>")[2])
    assert bodies == {page.text.partition("</head>")[2]}  # pages differ in what they preload
    files = re.findall(r'(?:src|href)="(/v/[^"]+)"', page.text)
    assert any(name.endswith("/app/main.js") for name in files)
    for name in files:
        file = server.call("GET", name)
        assert file.status_code == 200, name
        assert "immutable" in file.headers["cache-control"]
        again = httpx.get(
            server.url + name, headers={"if-none-match": file.headers["etag"]}, timeout=WAIT
        )
        assert again.status_code == 304
    old = re.sub(r"/v/\w+/", "/v/000000000000/", files[0])
    assert server.call("GET", old).headers["cache-control"] == "no-cache"
    assert server.call("GET", "/v/0/no-such.js").status_code == 404
    assert server.call("GET", "/v/0/../server/app.py").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/foo", "text/html,application/xhtml+xml,*/*;q=0.8", "text/html"),
        ("/foo/bar.html", "text/html", "text/html"),
        ("/apiary", "text/html", "text/html"),
        ("/foo", "*/*", "application/json"),
        ("/foo", "application/json", "application/json"),
        ("/api", "text/html", "application/json"),
        ("/api/v2/foo", "text/html", "application/json"),
    ],
)
def test_a_missing_page_is_html_for_browsers_and_json_for_programs(
    server: ServerProcess, path: str, accept: str, kind: str
) -> None:
    headers = {"accept": accept, "if-none-match": "*"}
    reply = httpx.get(server.url + path, headers=headers, timeout=WAIT)
    assert reply.status_code == 404
    assert reply.headers["content-type"].partition(";")[0] == kind
    if kind == "text/html":
        assert "app/not_found_page.js" in reply.text
        assert "accept" in reply.headers["vary"].split(", ")
    else:
        assert reply.json()["error"]["code"] == "no-page"


@pytest.mark.long
def test_the_page_loads_nothing_foreign_and_runs_nothing_inline(server: ServerProcess) -> None:
    page = server.call("GET", "/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    data = '<script type="application/json"'  # not run
    forbidden = r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|https?://"
    assert not re.search(forbidden, page.text.replace(data, ""))


@pytest.mark.long
def test_a_game_of_bots_starts_when_somebody_watches(server: ServerProcess) -> None:
    asked = {"game": "odin", "seats": [BOT, BOT], "sit": None, "options": {"hands": 1}}
    tables = [server.call("POST", "/api/v2/tables", asked).json() for _ in range(2)]
    for answer in tables:  # the second is opened only when the first is over
        watcher = Player(server, answer["table"], answer["tokens"]["spectating"])
        # Two events: created, and ready.
        assert watcher.now["n"] == 2, "the game began before the spectator came"
        watcher.until(lambda one: one.get("stage") == "over")
        assert watcher.now["result"]["why"] == "rules"
        watcher.close()


@pytest.mark.long
def test_after_a_rematch_the_cookie_of_the_previous_table_opens_the_seat(
    server: ServerProcess,
) -> None:
    made, tokens = server.seated("odin")
    with players(server, made.name, tokens) as people:
        begin(people)
        people[0].ask("resign")
        people[0].ask("propose", what="rematch")
        people[1].ask("agree", what="rematch")
        following = people[0].until(lambda one: one.get("kind") == "rematch")["table"]
    cookies = {f"odintable-{made.name}": tokens[1]}
    path = f"/api/v2/tables/{following}/cookie"
    kept = server.call("POST", path, {"rematch_of": made.name}, cookies=cookies)
    assert kept.status_code == 204
    seen = server.call("GET", f"/api/v2/tables/{following}", cookies=dict(kept.cookies))
    assert seen.json()["you"] == 1
    assert server.call("POST", path, {"rematch_of": made.name}).status_code == 401
    assert server.call("POST", path, {}).status_code == 401


@pytest.mark.long
def test_the_address_says_who_can_reach_it(server: ServerProcess) -> None:
    assert server.call("GET", "/api/v2/address").json() == {
        "address": server.url,
        "local_only": True,
        "lan": "closed",
    }


def test_the_page_gets_the_constants_that_boards_show_from_the_spec() -> None:
    page = WebFiles().index("table", game="ravens").body.decode()
    listed = json.loads(re.findall(r'id="pages"[^>]*>(.*?)</script>', page)[0])
    assert listed["constants"] == {name: dict(spec.constants) for name, spec in GAMES.items()}
    assert listed["constants"]["ravens"]["cards_per_turn"] == 3


def test_the_page_gets_the_opponents_from_the_list_of_bots() -> None:
    page = WebFiles().index("start").body.decode()
    listed = json.loads(re.findall(r'id="pages"[^>]*>(.*?)</script>', page)[0])
    levels = [bot.level for bot in BOTS if bot.name in listed["opponents"]]
    assert listed["opponents"] == ["ask", "embla", "snorri", "gudrun", "mimir"]
    assert levels == [1, 2, 3, 4, 5]
