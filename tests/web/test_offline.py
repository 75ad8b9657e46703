"""Without a network: start page, rules and tutorials open; a table waits and recovers."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import odintable
from tests.server.support.server_process import ServerProcess

from .support.browser import open_page, start_odin_game, until, use_settings
from .test_tutorial import by_mouse, learn

pytestmark = pytest.mark.long

LOST = "ERR_"  # what the browser itself says of a server that is not there


# Resolves when the cache holds one version, and not this one.
ONLY_ANOTHER = """async (first) => {
  for (;;) {
    const names = await caches.keys();
    if (names.length === 1 && names[0] !== first) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that the test can stop."""
    running = ServerProcess(tmp_path)
    yield running
    running.close()


def kept(page: Page) -> str:
    """Wait until the service worker has stored the page; return its version."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller !== null")
    names: list[str] = page.evaluate("caches.keys()")
    assert len(names) == 1
    return names[0]


def test_page_rules_and_tutorials_open_without_a_network(
    browser: Browser, own_server: ServerProcess
) -> None:
    with open_page(browser, own_server.url, expected_error=LOST, service_workers="allow") as page:
        use_settings(page, motion=False)
        page.goto("/")
        kept(page)
        own_server.kill()
        page.context.set_offline(True)
        page.goto("/")
        expect(page.get_by_role("button", name="Play against").first).to_be_visible()
        until(page, "[...document.fonts].every((one) => one.status === 'loaded')")
        page.goto("/rules/ravens#magic")
        expect(page.get_by_role("heading", name="The Magic Way")).to_be_in_viewport()
        page.goto("/settings")
        expect(page.get_by_text("open offline too")).to_be_visible()
        assert learn(page, "odin", by_mouse) == 9
        page.get_by_role("button", name="Play against Askr").click()
        alert = page.get_by_role("alert").filter(has_text="does not respond")
        expect(alert).to_contain_text("Try again")  # no other message does
        page.goto("/learn/ravens")
        expect(page.locator(".ravens-table")).to_be_visible()


def test_a_table_recovers_when_the_network_is_back(
    browser: Browser, own_server: ServerProcess
) -> None:
    with open_page(browser, own_server.url, expected_error=LOST, service_workers="allow") as page:
        use_settings(page, motion=False)
        start_odin_game(page)
        kept(page)
        port = own_server.port
        own_server.kill()
        page.reload()
        waiting = page.get_by_role("status").filter(has_text="Waiting for the network")
        expect(waiting).to_be_visible()
        own_server.start(port)
        expect(page.locator(".hand button").first).to_be_visible()
        expect(waiting).to_have_count(0)


def test_a_link_opened_without_a_network_is_followed_later(
    browser: Browser, own_server: ServerProcess
) -> None:
    made = own_server.make("odin", [{}, {"bot": "greedy"}])
    with open_page(browser, own_server.url, expected_error=LOST, service_workers="allow") as page:
        use_settings(page, motion=False)
        page.goto("/")
        kept(page)
        port = own_server.port
        own_server.kill()
        page.goto(f"/table/{made.name}#seat={made.token}")
        expect(
            page.get_by_role("status").filter(has_text="Waiting for the network")
        ).to_be_visible()
        own_server.start(port)
        expect(page.locator(".hand button")).to_have_count(9)


def test_a_new_version_is_shown_at_once_and_the_old_one_is_deleted(
    browser: Browser, tmp_path: Path
) -> None:
    web = copied(tmp_path / "web")
    server = ServerProcess(tmp_path, web_folder=web)
    with open_page(browser, server.url, expected_error=LOST, service_workers="allow") as page:
        page.goto("/rules/odin")
        first = kept(page)
        port = server.port
        server.stop()
        change = (web / "rules/rules_page.js").read_text(encoding="utf-8")
        new = change.replace('h("h1", {}, title)', 'h("h1", {}, "Brand new")')
        (web / "rules/rules_page.js").write_text(new, encoding="utf-8")
        server.start(port)
        page.goto("/rules/odin")
        expect(page.get_by_role("heading", level=1)).to_have_text("Brand new")
        page.evaluate(ONLY_ANOTHER, first)
        server.stop()
        page.goto("/rules/odin")
        expect(page.get_by_role("heading", level=1)).to_have_text("Brand new")
    server.close()


def copied(folder: Path) -> Path:
    """A copy of the page's files that the test can change."""
    shutil.copytree(Path(odintable.__file__).parent / "web", folder)
    return folder


def test_over_http_from_another_machine_the_page_says_what_does_not_work(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        page.goto("/settings")
        expect(page.get_by_text("only over https or on this computer").last).to_be_visible()
        expect(page.get_by_text("for offline use only over https")).to_be_visible()
