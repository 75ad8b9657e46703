"""A table whose creator may know the cards says so before anybody takes a seat."""

import json

import pytest
from playwright.sync_api import Browser, expect

from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from tests.server.support.server_process import PERSON, ServerProcess

from .support.browser import open_page, use_settings

pytestmark = pytest.mark.long


@pytest.mark.parametrize("redeal", [True, False])
def test_invitation_and_lobby_say_whether_the_creator_may_know_the_cards(
    browser: Browser, server: ServerProcess, redeal: bool
) -> None:
    match = Match.new("odin", shuffler=FairShuffler.numbered(5))
    start = {"text": json.dumps(match.position.to_json()), "redeal": redeal}
    made = server.make("odin", [PERSON, PERSON], start=start)
    for secret, shown in ((f"join={made.invitation}", ".form"), (f"seat={made.token}", ".leave")):
        with open_page(browser, server.url) as page:
            use_settings(page, motion=False)
            page.goto(f"/table/{made.name}#{secret}")
            expect(page.locator(f".lobby {shown}")).to_be_visible()
            note = page.get_by_text("whoever set it up may know every card")
            expect(note).to_have_count(0 if redeal else 1)
