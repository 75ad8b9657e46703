"""The timeline of a game shows how each leg ended, before the next deal."""

import datetime as dt
import random

from odintable.games.position import SPECTATOR
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.server.review.timeline import timeline, timeline_to_dicts


def test_a_move_that_ends_a_hand_has_the_view_before_the_next_deal() -> None:
    match = Match.new("odin", players=3, shuffler=FairShuffler.numbered(3))
    chance = random.Random(1)
    while not match.position.is_over:
        match.play(chance.choice(match.position.legal()))
    entries = timeline(match.record(dt.date(2026, 11, 18)), SPECTATOR)
    ends = [entry for entry in entries if entry.leg_end is not None]
    assert len(ends) == match.position.leg - 1 > 0
    for entry in ends:
        assert entry.leg_end is not None
        assert entry.view.leg == entry.leg_end.leg + 1
        assert entry.leg_end.to_json()["hands"] == entry.events[0]["left"]
    sent = timeline_to_dicts(entries)
    assert [one["events"][0]["event"] for one in sent if "leg_end" in one] == ["hand-over"] * len(
        ends
    )
