"""The privacy page: linked from the start page and the settings, in every language."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.support.server_process import ServerProcess

from .support.browser import open_page

pytestmark = pytest.mark.long


def test_the_start_page_and_the_settings_lead_to_the_privacy_page(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        for path in ("/", "/settings"):
            page.goto(path)
            page.get_by_role("link", name="Privacy").click()
            expect(page).to_have_url(f"{server.url}/privacy")
            expect(page.get_by_role("heading", level=1)).to_have_text("Privacy")
            expect(page.get_by_role("heading", level=2)).to_have_count(6)
    with open_page(browser, server.url, locale="de-DE") as page:
        page.goto("/privacy")
        expect(page.get_by_role("heading", name="Auskunft und Löschung")).to_be_visible()


def test_a_text_of_the_operator_is_shown_as_text(browser: Browser, tmp_path: Path) -> None:
    text = "Ask <b>Odin</b> & Frigg.\n\n# Backups\n \nOne a day,\nfor a week.\n"
    (tmp_path / "de.txt").write_text(text, encoding="utf-8")
    server = ServerProcess(tmp_path, privacy_folder=tmp_path)
    with open_page(browser, server.url) as page:
        page.goto("/privacy")
        paragraphs = page.locator("[lang=de] p")
        expect(paragraphs).to_have_text(["Ask <b>Odin</b> & Frigg.", "One a day, for a week."])
        expect(page.get_by_role("heading", level=2)).to_have_text("Backups")
    server.close()
