"""Without a network: page, rules and tutorials open; a table waits, and comes back by itself."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import odintable
from tests.server.support.server_process import Running

from .support.browser import begin_odin, choose, opened, until
from .test_tutorial import by_mouse, learn

pytestmark = pytest.mark.long

LOST = "ERR_"  # what the browser itself says of a server that is not there


# Resolves when what is kept is one version, and not this one.
ONLY_ANOTHER = """async (first) => {
  for (;;) {
    const names = await caches.keys();
    if (names.length === 1 && names[0] !== first) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Running]:
    """A server that can be taken away."""
    running = Running(tmp_path)
    yield running
    running.close()


def kept(page: Page) -> str:
    """Wait until the page is kept; its version."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller !== null")
    names: list[str] = page.evaluate("caches.keys()")
    assert len(names) == 1
    return names[0]


def test_page_rules_and_tutorials_open_without_a_network(
    browser: Browser, own_house: Running
) -> None:
    with opened(browser, own_house.url, may_complain=LOST, service_workers="allow") as page:
        choose(page, motion=False)
        page.goto("/")
        kept(page)
        own_house.kill()
        page.context.set_offline(True)
        page.goto("/")
        expect(page.get_by_role("button", name="Play against").first).to_be_visible()
        page.goto("/rules/ravens#magic")
        expect(page.get_by_role("heading", name="The Magic Way")).to_be_in_viewport()
        page.goto("/settings")
        expect(page.get_by_text("open without a network too")).to_be_visible()
        assert learn(page, "odin", by_mouse) == 9
        page.get_by_role("button", name="Play against Askr").click()
        told = page.get_by_role("alert").filter(has_text="does not answer")
        expect(told).to_contain_text("Try again")  # nobody else does
        page.goto("/learn/ravens")
        expect(page.locator(".ravens-table")).to_be_visible()


def test_a_table_waits_for_the_network_and_comes_back(browser: Browser, own_house: Running) -> None:
    with opened(browser, own_house.url, may_complain=LOST, service_workers="allow") as page:
        choose(page, motion=False)
        begin_odin(page)
        kept(page)
        port = own_house.port
        own_house.kill()
        page.reload()
        waiting = page.get_by_role("status").filter(has_text="Waiting for the network")
        expect(waiting).to_be_visible()
        own_house.start(port)
        expect(page.locator(".hand button").first).to_be_visible()
        expect(waiting).to_have_count(0)


def test_a_link_that_is_opened_too_early_is_followed_later(
    browser: Browser, own_house: Running
) -> None:
    made = own_house.make("odin", [{}, {"bot": "greedy"}])
    with opened(browser, own_house.url, may_complain=LOST, service_workers="allow") as page:
        choose(page, motion=False)
        page.goto("/")
        kept(page)
        port = own_house.port
        own_house.kill()
        page.goto(f"/table/{made.name}#seat={made.token}")
        expect(
            page.get_by_role("status").filter(has_text="Waiting for the network")
        ).to_be_visible()
        own_house.start(port)
        expect(page.locator(".hand button")).to_have_count(9)


def test_a_new_version_is_shown_at_once_and_the_old_one_is_gone(
    browser: Browser, tmp_path: Path
) -> None:
    web = copied(tmp_path / "web")
    house = Running(tmp_path, page=web)
    with opened(browser, house.url, may_complain=LOST, service_workers="allow") as page:
        page.goto("/rules/odin")
        first = kept(page)
        port = house.port
        house.stop()
        change = (web / "rules/rules_page.js").read_text(encoding="utf-8")
        new = change.replace('h("h1", {}, title)', 'h("h1", {}, "Brand new")')
        (web / "rules/rules_page.js").write_text(new, encoding="utf-8")
        house.start(port)
        page.goto("/rules/odin")
        expect(page.get_by_role("heading", level=1)).to_have_text("Brand new")
        page.evaluate(ONLY_ANOTHER, first)
        house.stop()
        page.goto("/rules/odin")
        expect(page.get_by_role("heading", level=1)).to_have_text("Brand new")
    house.close()


def copied(folder: Path) -> Path:
    """The page's files, to be changed."""
    shutil.copytree(Path(odintable.__file__).parent / "web", folder)
    return folder


def test_plain_http_from_elsewhere_says_what_it_denies(browser: Browser, house: Running) -> None:
    with opened(browser, house.url) as page:
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        page.goto("/settings")
        expect(page.get_by_text("only from https or from this computer").last).to_be_visible()
        expect(page.get_by_text("for times without a network only from https")).to_be_visible()
