"""Features describe what a seat knows, as bits, and nothing else."""

from itertools import pairwise
from types import ModuleType

import numpy as np
import pytest

from odintable.games import compiled_calls
from odintable.games.feature_bits import Layout
from odintable.games.position import Position
from odintable.games.rng import generator
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.nets.net import feature_bits
from tests.paths import ROOT

PAGE = (ROOT / "docs/features.md").read_text(encoding="utf-8")
TABLES = [("odin", 2, {}), ("odin", 5, {"goat": True}), ("ravens", 2, {"max-turns": 30})]


def features(game: str) -> ModuleType:
    found: ModuleType = GAMES[game].modules.features
    return found


def positions(game: str, players: int, options: dict[str, object], seed: int) -> list[Position]:
    """A game played at random, decision by decision."""
    match = Match.new(
        game, players=players, options=dict(options), shuffler=FairShuffler.numbered(seed)
    )
    met = []
    for step in range(150):
        if match.position.is_over:
            break
        met.append(match.position.copy())
        legal = match.position.legal()
        match.play(legal[int(generator(seed * 1000 + step)[0]) * len(legal) >> 64])
    return met


def field(layout: Layout, bits: np.ndarray, name: str) -> list[list[int]]:
    """The bits of a field, a list for each time it is there."""
    found = next(one for one in layout.fields if one.name == name)
    every = np.unpackbits(bits, bitorder="little")
    at = layout.at[name]
    part = every[at : at + found.width * found.times]
    rows: list[list[int]] = part.reshape(found.times, found.width).tolist()
    return rows


@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_on_the_page_with_its_width(game: str) -> None:
    for name in ("SITUATION", "CHOICE"):
        for one in getattr(features(game), name).fields:
            width = f"{one.width}" if one.times == 1 else f"{one.width} × {one.times}"
            assert f"| `{one.name}` | {width} | {one.about} |" in PAGE, one


def test_the_page_names_the_versions() -> None:
    for game in GAMES:
        assert f"version {features(game).VERSION} of {game}" in PAGE


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_what_a_seat_cannot_see_changes_no_bit(
    game: str, players: int, options: dict[str, object]
) -> None:
    for position in positions(game, players, options, 3)[::7]:
        view = position.view(position.turn)
        moves = view.moves()
        seen = feature_bits(view, moves)
        other = view.sample_state(5)
        other.history = view.history
        again = feature_bits(other.view(position.turn), moves)
        assert (seen[0] == again[0]).all()
        assert (seen[1] == again[1]).all()


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_describing_a_decision_does_not_change_it(
    game: str, players: int, options: dict[str, object]
) -> None:
    for position in positions(game, players, options, 4)[::5]:
        view = position.view(position.turn)
        before = view.states.tobytes()
        feature_bits(view, view.moves())
        assert view.states.tobytes() == before


def test_updated_memory_equals_memory_rebuilt_from_the_history() -> None:
    memories = np.zeros(1, features("odin").MEMORY)
    again = np.zeros(1, features("odin").MEMORY)
    met = positions("odin", 4, {}, 6)
    passed = 0
    for position, following in pairwise(met):
        assert position.history is not None
        history = np.array([move for _, move in position.history], np.int16)
        compiled_calls.rebuild_memory_at(position.states, history, again)
        if not position.history:
            memories[0] = again[0]
        assert memories.tobytes() == again.tobytes()
        assert following.history is not None
        if following.history:
            compiled_calls.update_memory_at(position.states, memories, following.history[-1][1])
        passed += int((memories["passed"] > 0).sum())
    assert passed > 50


def odin_view(hand: str, seed: int = 1) -> Position:
    """A first lead with these cards."""
    match = Match.new(
        "odin", players=2, options={"hands": 1}, first=0, shuffler=FairShuffler.numbered(seed)
    )
    given = match.position.to_json()
    cards = hand.split()
    rest = [f"{c}{n}" for c in "BGOPRY" for n in range(1, 10) if f"{c}{n}" not in cards]
    given["hands"] = [sorted(cards), sorted(rest[:9])]
    given["stock"] = rest[9:]
    return Position.from_json(given).view(0)


def test_colours_are_interchangeable_in_odin() -> None:
    one = odin_view("B1 B2 B5 G3 G4 O7 O8 P9 R6")
    two = odin_view("Y1 Y2 Y5 R3 R4 P7 P8 B9 G6")
    layout = features("odin").SITUATION
    bits, others = (feature_bits(view, view.moves())[0] for view in (one, two))
    assert field(layout, bits, "hand") == field(layout, others, "hand")
    assert (bits == others).all()


def test_features_of_a_play_include_the_cards_left() -> None:
    view = odin_view("B1 B2 B5 B6 B7 B8 B9 B3 R6")
    layout = features("odin").CHOICE
    rows = dict(zip(view.moves(), feature_bits(view, view.moves())[1], strict=True))
    texts = {view.write_move(move): row for move, row in rows.items()}
    assert field(layout, texts["play R6"], "last-set") == [[1]]
    assert field(layout, texts["play B1"], "last-set") == [[0]]
    assert sum(field(layout, texts["play B1"], "left")[0]) == 8


def test_the_hand_after_a_play_is_counted_in_its_choice() -> None:
    view = odin_view("B1 B2 B5 G5 O5 O7 P5 R9 R6")
    layout = features("odin").CHOICE
    rows = dict(zip(view.moves(), feature_bits(view, view.moves())[1], strict=True))
    texts = {view.write_move(move): row for move, row in rows.items()}

    def counts(move: str, name: str) -> list[int]:
        return [sum(one) for one in field(layout, texts[move], name)]

    assert counts("play O7", "left-colours") == [3, 2, 1, 1, 1, 0]  # B; R, O, P, G as held before
    assert counts("play O7", "left-numbers") == [1, 1, 0, 0, 4, 1, 0, 0, 1]
    assert counts("play O7", "left-cards") == [8]
    assert counts("play O7", "left-sets") == [3]  # the fives, what is left of B, R
    assert counts("play B5", "left-sets") == [4]  # B, R, the fives, the seven


def renamed(view: Position, names: np.ndarray) -> Position:
    """The same view, with every terrain under another name."""
    other = view.copy()
    state, old = other.state, view.state
    cards = np.concatenate([names, np.arange(names.size, old.hands.shape[1])])
    for field_name in ("path", "landscapes", "removed", "placing"):
        known = np.atleast_1d(getattr(old, field_name))
        grounds = np.stack([names[known // 5], names[known % 5]])
        if field_name != "path":
            grounds.sort(axis=0)  # off the path they are kept in letter order
        shown = grounds[0] * 5 + grounds[1]
        other.states[0][field_name] = np.where(known >= 0, shown, known).reshape(
            np.shape(getattr(old, field_name))
        )
    for field_name in ("stacks", "draws", "discards", "ways"):
        known = getattr(old, field_name)
        getattr(state, field_name)[:] = np.where(known >= 0, cards[known], known)
    for field_name in ("hands", "held"):
        getattr(state, field_name)[:, cards] = getattr(old, field_name)
    state.lifted[cards] = old.lifted
    state.magic = -1  # its cards show some terrains together and never others
    return other


def without_reach(row: np.ndarray) -> bytes:
    """A choice without the bits of `reach`: greedy payment takes the first pair it finds."""
    bits = np.unpackbits(row, bitorder="little")
    layout = features("ravens").CHOICE
    for place in layout.fields:
        if place.name in ("reach", "next-reach"):
            bits[layout.at[place.name] :][: place.width] = 0
    return bits.tobytes()


def test_terrains_are_interchangeable_in_ravens() -> None:
    names, seen = np.array([2, 4, 1, 3, 0]), 0
    for position in positions("ravens", 2, {"max-turns": 30}, 8):
        view = position.view(position.turn)
        raven, path = view.state.ravens, view.state.path[: view.state.length]
        ahead = {int(card) // 5 for card in path[raven[0] + 1 :]}
        if len(ahead | {int(card) % 5 for card in path[raven[1] + 1 :]}) < len(names):
            continue  # nobody meets some of them: their order does not matter much
        same, other = renamed(view, np.arange(5)), renamed(view, names)
        moves = [same.moves(), other.moves()]
        rows = [feature_bits(one, at) for one, at in zip((same, other), moves, strict=True)]
        assert (rows[0][0] == rows[1][0]).all()
        assert sorted(map(without_reach, rows[0][1])) == sorted(map(without_reach, rows[1][1]))
        assert not (other.state.path == view.state.path).all()
        seen += 1
    assert seen > 40


def test_the_choices_of_ravens_are_the_race_after_them() -> None:
    layout = features("ravens").CHOICE
    flown = 0
    for position in positions("ravens", 2, {"max-turns": 30}, 8):
        me = position.turn
        view = position.view(me)
        moves = view.moves()
        for move, row in zip(moves, feature_bits(view, moves)[1], strict=True):
            if view.write_move(move).startswith("fly"):
                after = position.copy()
                after.apply(move)
                if after.awaits_shuffle or after.is_over:
                    assert field(layout, row, "race") != [[0], [0]]
                    continue
                short = after.state.length - 1 - after.state.ravens[me]
                assert sum(field(layout, row, "spaces")[0]) == min(32, short)
                assert sum(map(sum, field(layout, row, "hand"))) == after.state.hand_sizes[me]
                flown += 1
    assert flown > 20


def test_ending_a_turn_shows_no_card_that_will_be_drawn() -> None:
    layout = features("ravens").CHOICE
    for position in positions("ravens", 2, {"max-turns": 30}, 9)[::10]:
        view = position.view(position.turn)
        moves = view.moves()
        texts = [view.write_move(move) for move in moves]
        if "end" in texts:
            row = feature_bits(view, moves)[1][texts.index("end")]
            assert field(layout, row, "drawing") == [[1]]
            held = sum(map(sum, field(layout, row, "hand")))
            assert held == view.state.hand_sizes[position.turn]
