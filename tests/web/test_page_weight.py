"""What a first visit costs: requests, service worker included, and bytes, headers included."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.server.support.server_process import ServerProcess

from .support.browser import open_page, until

pytestmark = pytest.mark.long

MAX_BYTES = 150_000
MAX_REQUESTS = 29
CARDS = {"odin": 9, "ravens": 5}  # in the first hand


@pytest.fixture(scope="module")
def logging_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that logs every request."""
    running = ServerProcess(tmp_path_factory.mktemp("weight"), log="info")
    yield running
    running.close()


def logged_requests(server: ServerProcess) -> list[str]:
    """Return the paths that were requested, in order."""
    lines = Path(server.log.name).read_text(encoding="utf-8").splitlines()
    logged = [json.loads(line) for line in lines if line.startswith("{")]
    return [line["path"] for line in logged if line["what"] == "request"]


def count_requests(page: Page, server: ServerProcess, path: str, shown: str) -> list[str]:
    """Visit a page until the service worker has stored everything; return the requested paths."""
    before = len(logged_requests(server))
    page.goto(path)
    expect(page.locator(shown).first).to_be_visible()
    until(page, "navigator.serviceWorker.controller !== null")
    page.wait_for_load_state("networkidle")
    return logged_requests(server)[before:]


def start_table(server: ServerProcess, game: str) -> str:
    """Start a game against a bot; return the path of the seat."""
    made = server.make(game, [{}, {"bot": "ask"}], first=0)
    server.call("POST", made.path("/requests"), {"do": "ready"}, made.token)
    return f"/table/{made.name}#seat={made.token}"


def test_a_first_visit_of_the_start_page_takes_few_requests(
    browser: Browser, logging_server: ServerProcess
) -> None:
    with open_page(browser, logging_server.url, service_workers="allow") as page:
        requests = count_requests(page, logging_server, "/", "article")
    assert len(requests) <= MAX_REQUESTS, requests


@pytest.mark.parametrize("game", CARDS)
def test_a_first_visit_of_a_table_takes_few_requests(
    browser: Browser, logging_server: ServerProcess, game: str
) -> None:
    path = start_table(logging_server, game)
    with open_page(browser, logging_server.url, service_workers="allow") as page:
        requests = count_requests(page, logging_server, path, ".hand .card")
    assert len(requests) <= MAX_REQUESTS, requests


def test_without_bundles_the_page_works_with_its_modules_as_they_are_written(
    browser: Browser, tmp_path: Path
) -> None:
    server = ServerProcess(tmp_path, log="info", bundles=False)
    with open_page(browser, server.url, service_workers="allow") as page:
        requests = count_requests(page, server, start_table(server, "ravens"), ".hand .card")
    server.close()
    assert len(requests) > MAX_REQUESTS
    assert any(path.endswith("/games/ravens/board/board.js") for path in requests)


@pytest.mark.parametrize("game", CARDS)
def test_the_first_load_of_a_table_is_light(
    browser: Browser, server: ServerProcess, game: str
) -> None:
    fetched: list[Request] = []
    with open_page(browser, server.url, service_workers="block") as page:  # it comes after the load
        page.on("requestfinished", lambda one: fetched.append(one))  # noqa: PLW0108 - it wants a function
        page.goto(start_table(server, game))
        expect(page.locator(".hand .card")).to_have_count(CARDS[game])
        page.wait_for_load_state("networkidle")
        sizes = [one.sizes() for one in fetched]
    assert len(sizes) > 10
    whole = sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes)
    assert whole <= MAX_BYTES, whole
