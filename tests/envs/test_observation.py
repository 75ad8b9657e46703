"""Observations: every field is as documented, and reveals nothing that a seat may not know."""

from random import Random
from typing import Any

import numpy as np
import pytest

from odintable.envs.config import EnvConfig
from odintable.envs.game_batch import GameBatch
from odintable.games.odin.components import VALUE
from odintable.games.odin.notation import CARD_OF
from odintable.games.ravens.components import LETTERS, OWNED, TERRAINS
from tests.games.hidden_cards import permute
from tests.paths import ROOT

from .configurations import TABLES, Table, name

PAGE = (ROOT / "docs/environments.md").read_text(encoding="utf-8")


def batch_for(table: Table, count: int = 1) -> GameBatch:
    """Games at a table, dealt."""
    batch = GameBatch(EnvConfig.from_arguments(*table), count)
    batch.seed(7)
    batch.reset(batch.all_games)
    return batch


def played(table: Table, decisions: int) -> Any:
    """A batch of one at every decision of a game played at random, and at its end."""
    batch, chance = batch_for(table), Random(3)
    for _ in range(decisions):
        batch.viewers[0] = -1
        batch.observe(batch.all_games)
        yield batch
        batch.viewers[0] = -1
        batch.observe(batch.all_games)
        action = chance.choice(batch.legal_actions[0, : batch.legal_counts[0]].tolist())
        batch.play(np.array([action]), batch.all_games)
        if batch.is_over[0]:
            break
    yield batch


def fields(batch: GameBatch, seat: int) -> dict[str, list[list[int]]]:
    """What a seat sees, by the names of the fields: a list for each time a field is there."""
    batch.viewers[0] = seat
    batch.observe(batch.all_games)
    layout = batch.config.layout
    found = {}
    for one in layout.fields:
        at = layout.at[one.name]
        part = batch.observations[0, at : at + one.width * one.times]
        found[one.name] = part.reshape(one.times, one.width).tolist()
    return found


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_observations_show_nothing_that_a_seat_may_not_know(table: Table) -> None:
    chance = Random(1)
    for batch in played(table, 60):
        if batch.is_over[0]:
            return
        truth = batch.states.copy()
        for seat in range(batch.config.players):
            seen = fields(batch, seat)
            batch.states[:] = permute(batch.position(), seat, chance).states
            assert fields(batch, seat) == seen
            batch.states[:] = truth


def thermometer(number: int, width: int) -> list[int]:
    return [int(at < number) for at in range(width)]


@pytest.mark.parametrize("table", TABLES[:9], ids=name)
def test_every_field_of_odin_is_observed(table: Table) -> None:
    for batch in played(table, 80):
        players = batch.config.players
        cards = [card for card in CARD_OF if int(batch.states[0]["deck"]) >> CARD_OF[card] & 1]
        for seat in range(players):
            view: Any = batch.position().view(seat).to_json()
            seen = fields(batch, seat)
            around = [(seat + other) % players for other in range(players)]
            for what in ("table", "offered", "discard"):
                assert seen[what] == [[int(card in view[what]) for card in cards]]
            assert seen["hand"] == [[int(card in view["hands"][seat]) for card in cards]]
            assert seen["known"] == [
                [int(card in view["known"][one]) for card in cards] for one in around[1:]
            ]
            hand_size, sizes = batch.config.hand_size, batch.position().fields.sizes
            assert seen["sizes"] == [
                thermometer(sizes[one], batch.config.hand_size) for one in around
            ]
            beat = len(view["table"])
            assert seen["to-beat"] == [thermometer(beat, hand_size)]
            assert seen["passes"] == [thermometer(view["passes"], players - 1)]
            phase = ["lead", "follow", "take", "over"].index(view["phase"])
            assert seen["phase"] == [[int(at == phase)] for at in range(4)]
            for what, who in (("turn", "turn"), ("owner", "owner"), ("starter", "starter")):
                assert seen[what] == [[int(view[who] == one)] for one in around]
            if not view["options"].get("hands"):
                limit = view["options"].get("limit", 15)
                left = [max(0, limit - view["scores"][one]) for one in around]
                assert seen["points"] == [thermometer(points, 20) for points in left]


def test_odin_remembers_who_played_and_passed_what_in_this_hand() -> None:
    table: Table = ("odin", 3, {})
    played_by: dict[int, set[str]] = {seat: set() for seat in range(3)}
    lowest: dict[tuple[int, int], int] = {}
    deal = 1
    batch, chance = batch_for(table), Random(5)
    for _ in range(200):
        position = batch.position()
        if position.fields.deal != deal:
            played_by, lowest, deal = {seat: set() for seat in range(3)}, {}, position.fields.deal
        seen = fields(batch, 0)
        for other in (1, 2):
            cards = {
                card for card, one in zip(CARD_OF, seen["played"][other - 1], strict=False) if one
            }
            assert cards == played_by[other]
            for size in range(5):
                top = lowest.get((other, size), 10)
                assert seen["passed"][(other - 1) * 5 + size] == thermometer(10 - top, 9)
        text = chance.choice(position.legal())
        turn, value = position.turn, str(int(position.fields.value))
        if text.startswith("play"):
            played_by[turn] |= set(text.split()[1:])
        elif text == "pass":
            key = turn, min(len(value), 5) - 1
            lowest[key] = min(lowest.get(key, 10), max(1, int(value[0])))
        batch.viewers[0] = -1
        batch.observe(batch.all_games)
        action = int(batch.config.action_of_move[position.read_move(text)])
        batch.play(np.array([action]), batch.all_games)
        if batch.is_over[0]:
            break
    assert VALUE.size > 0


def counts(cards: str) -> list[list[int]]:
    return [thermometer(cards.count(letter), 5) for letter in LETTERS]


@pytest.mark.parametrize("table", TABLES[9:], ids=name)
def test_every_field_of_ravens_is_observed(table: Table) -> None:
    for batch in played(table, 150):
        for seat in range(2):
            check_ravens(batch, seat)


def check_ravens(batch: GameBatch, seat: int) -> None:
    """Every field against the view's own text."""
    view: Any = batch.position().view(seat).to_json()
    seen, other = fields(batch, seat), 1 - seat
    is_over = view["phase"] == "over"
    phase = ["play", "place", "lay", "over"].index(view["phase"])
    assert seen["phase"] == [[int(at == phase)] for at in range(4)]
    assert seen["turn"] == [[int(view["turn"] == one)] for one in (seat, other)]
    assert seen["seat"] == [[int(seat == one)] for one in range(2)]
    path = [[0] * 5 for _ in range(80)]
    for at, card in enumerate(view["path"]):
        for lane in range(2):
            path[lane * 40 + at][TERRAINS.index(card[lane])] = 1
    assert seen["path"] == path
    assert [row.index(1) - 1 for row in seen["ravens"]] == [
        view["ravens"][seat],
        view["ravens"][other],
    ]
    stone = [[0] * 40, [0] * 40]
    if view["stone"]:
        stone[view["stone"][0]][view["stone"][1]] = 1
    assert seen["stone"] == stone
    assert seen["hand"] == counts(view["hands"][seat])
    assert seen["stacked"] == counts(view["stacks"][seat])
    top = view["stacks"][seat][::-1][:8]
    assert [row.index(1) for row in seen["stack"] if 1 in row] == [LETTERS.index(c) for c in top]
    lifted = view["lifted"] if view["turn"] == seat else ""
    assert seen["lifted"] == counts(lifted)
    open_own = view["discards"][seat] + view["ways"][seat]
    held = view["hands"][seat] + view["stacks"][seat] + lifted
    draws = [int(OWNED[at]) - (open_own + held).count(c) for at, c in enumerate(LETTERS)]
    assert seen["own-draws"] == [thermometer(many, 5) for many in draws]
    assert seen["own-discards"] == counts(view["discards"][seat])
    assert seen["other-discards"] == counts(view["discards"][other])
    open_other = view["discards"][other] + view["ways"][other]
    hidden = [int(OWNED[at]) - open_other.count(c) for at, c in enumerate(LETTERS)]
    assert seen["other-hidden"] == [thermometer(many, 5) for many in hidden]
    assert seen["other-held"] == counts(view["known"]["held"][other])
    size = len if is_over else int
    assert seen["other-hand"] == [thermometer(size(view["hands"][other]), 5)]
    assert seen["other-stack"] == [thermometer(size(view["stacks"][other]), 9)]
    piles = [size(view["draws"][one]) for one in (seat, other)]
    assert seen["draws"] == [thermometer((many + 3) // 4, 9) for many in piles]
    assert seen["played"] == [thermometer(many, 3) for many in view["played"]]
    magic = view["magic"] or ""
    assert seen["magic"] == [[int(c in magic)] for c in "FMPSWo"]
    bought = view.get("bought", [0, 0])
    ways = [len(view["ways"][one]) + bought[one] for one in (seat, other)]
    assert seen["ways"] == [thermometer(many, 8) for many in ways]
    kinds = [a + b for at, a in enumerate(TERRAINS) for b in TERRAINS[at:]]
    assert seen["removed"] == [thermometer(view["removed"].count(kind), 3) for kind in kinds]
    under = view["known"]["under"]
    assert seen["under"] == [thermometer(under.count(kind), 3) for kind in kinds]
    assert seen["landscapes"] == [thermometer((size(view["landscapes"]) + 3) // 4, 9)]
    placing = view["placing"] or "??"
    assert seen["placing"] == [[int(c == placing[lane]) for c in TERRAINS] for lane in range(2)]
    assert seen["to-place"] == [[int(view["to_place"] > at)] for at in range(2)]
    assert seen["closing"] == [[int(view["closing"])]]
    target = view["options"]["target"]
    left = [max(0, target - view["scores"][one]) for one in (seat, other)]
    assert seen["points"] == [thermometer(points, 20) for points in left]
    assert seen["starts"] == [[int(view["first"] == seat)]]
    assert seen["turns"] == [thermometer(10 * view["turns"] // view["options"]["max-turns"], 10)]


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_every_field_is_on_the_page(game: str) -> None:
    for one in EnvConfig(game).layout.fields:
        assert f"| `{one.name}` |" in PAGE, one.name
        assert f"| {one.about} |" in PAGE, one.name


@pytest.mark.parametrize(("table", "width", "actions"), [
    (TABLES[0], 447, 3634), (TABLES[2], 819, 3634), (TABLES[4], 1191, 3634),
    (TABLES[7], 180, 74), (TABLES[9], 1225, 2154),
], ids=str)  # fmt: skip
def test_the_page_says_how_wide_they_are(table: Table, width: int, actions: int) -> None:
    config = batch_for(table).config
    assert (config.layout.width, config.move_of_action.size) == (width, actions)
    assert f"{width:,}" in PAGE
    assert f"{actions:,}" in PAGE
