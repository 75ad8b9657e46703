"""Properties that hold in every position of both games."""

import json
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odintable.games import compiled_calls
from odintable.games.dispatch import MAX_LEGAL_MOVES
from odintable.games.position import SPECTATOR, Position
from odintable.games.rng import generator
from odintable.games.spec import GAMES as SPECS
from tests.games import random_positions
from tests.games.hidden_cards import permute
from tests.games.lockstep import TASTES, verb_of
from tests.reference import odin as odin_reference
from tests.reference import ravens as ravens_reference

odin, ravens = SPECS["odin"].modules, SPECS["ravens"].modules

NAMES = st.sampled_from(["odin", "ravens"])


@st.composite
def positions(draw: st.DrawFn, most_moves: int = 40) -> Position:
    """A game from its deal or from a random position, after some moves, with all that was seen."""
    name = draw(NAMES)
    rng = Random(draw(st.integers(0, 2**32)))
    players = draw(st.integers(2, 6)) if name == "odin" else 2
    if name == "odin":
        options = random_positions.odin_options(rng, players)
    else:
        options = random_positions.ravens_options(rng)
    if draw(st.booleans()):
        position = Position.from_json(random_positions.position(name, rng, players, options))
    else:
        position = Position.new(name, players, rng.randrange(players), options)
        resolve_shuffles(position, rng)
    taste = rng.choice(TASTES[name])
    for _ in range(draw(st.integers(0, most_moves))):
        if position.is_over:
            break
        moves = position.moves()
        weights = [taste.get(verb_of(position.write_move(move)), 1.0) for move in moves]
        position.apply(rng.choices(moves, weights)[0])
        resolve_shuffles(position, rng)
    return position


def resolve_shuffles(position: Position, rng: Random) -> None:
    """Make all pending shuffles."""
    while position.awaits_shuffle:
        _, cards = position.pile_to_shuffle()
        position.apply_shuffle(rng.sample(cards, len(cards)))


def viewers(position: Position) -> list[int]:
    """All seats and the spectator."""
    return [*range(position.players), SPECTATOR]


# -- Cards and moves ---------------------------------------------------------------------------


def assert_all_cards(position: dict[str, Any]) -> None:
    """Every card of the box is in one place."""
    if position["game"] == "odin":
        places = [
            *position["hands"],
            *(position[k] for k in ("table", "offered", "discard", "stock")),
        ]
        assert sorted(card for place in places for card in place) == odin_reference.all_cards(
            position["options"]
        )
        return
    for seat in range(2):
        keys = ("hands", "stacks", "draws", "discards", "ways")
        own = "".join(position[key][seat] for key in keys)
        own += position["lifted"] if seat == position["turn"] else ""
        assert "".join(sorted(own)) == ravens_reference.PLAYER_CARDS
    cards = position["path"] + position["landscapes"] + position["removed"]
    cards += [position["placing"]] if position["placing"] else []
    assert sorted("".join(sorted(card)) for card in cards) == ravens_reference.LANDSCAPES
    if position["options"].get("buy-magic"):
        left = [*position["magic_pile"], *([position["magic"]] if position["magic"] else [])]
        assert len(set(left)) == len(left) == 6 - sum(position["bought"])


@given(positions())
def test_no_card_is_ever_lost_or_doubled(position: Position) -> None:
    assert_all_cards(position.to_json())


@given(positions())
def test_somebody_can_move_until_the_game_is_over(position: Position) -> None:
    assert bool(position.moves()) == (not position.is_over)
    assert len(position.moves()) == len(set(position.moves())) <= MAX_LEGAL_MOVES
    assert (sum(position.outcome()) == pytest.approx(1)) or not position.is_over


@given(positions())
def test_legal_moves_are_written_and_read_back(position: Position) -> None:
    texts = position.legal()
    assert texts == sorted(set(texts))
    assert sorted(position.read_move(text) for text in texts) == sorted(position.moves())


def test_every_move_of_odin_is_written_and_read_back() -> None:
    texts = [odin.notation.write_move(None, move) for move in range(odin.components.MOVE_COUNT)]
    assert len(set(texts)) == len(texts)
    assert [odin.notation.read_move(text) for text in texts] == list(
        range(odin.components.MOVE_COUNT)
    )


def test_every_move_of_ravens_is_written_and_read_back() -> None:
    made_up = (random_positions.ravens_position(Random(seed), {}) for seed in range(1000))
    position = next(
        position
        for position in made_up
        if position["phase"] == "place"
        and len(set(position["placing"])) == 2
        and set(position["stacks"][position["turn"]][-3:]) <= set(ravens_reference.TERRAINS)
        and len(position["stacks"][position["turn"]]) > 3
    )
    state = Position.from_json(position).state
    no_card_at_all = ravens.components.FLIES
    for move in set(range(ravens.components.MOVE_COUNT)) - {no_card_at_all}:
        text = ravens.notation.write_move(state, move)
        assert ravens.notation.read_move(text) == move, text


# -- Positions and views as JSON ---------------------------------------------------------------


def as_bytes(position: Position) -> bytes:
    """The state without the fields that JSON does not hold."""
    state = position.states.copy()[0]
    if position.name == "odin":
        state.known[:] = 0
        state.hands[state.players :] = 0
        return bytes(state.tobytes())
    state.held[:], state.under = 0, 0
    state.race_winner = state.distance = state.way_winner = 0
    state.path[state.length :] = 0
    state.landscapes[state.landscape_count :] = 0
    state.removed[state.removed_count :] = 0
    state.magic_pile[state.magic_count :] = 0
    for seat in range(2):
        for pile, sizes in (
            (state.stacks, state.stack_sizes),
            (state.draws, state.draw_sizes),
            (state.discards, state.discard_sizes),
            (state.ways, state.way_sizes),
        ):
            pile[seat, sizes[seat] :] = 0
    return bytes(state.tobytes())


@given(positions())
def test_a_position_is_written_and_read_back_byte_by_byte(position: Position) -> None:
    written = json.loads(json.dumps(position.to_json()))
    again = Position.from_json(written)
    assert again.to_json() == written == json.loads(repr(position))
    assert as_bytes(again) == as_bytes(position)
    assert again.legal() == position.legal()


@given(positions())
def test_a_view_is_written_and_read_back(position: Position) -> None:
    for viewer in viewers(position):
        view = position.view(viewer)
        written = json.loads(json.dumps(view.to_json()))
        again = Position.from_json(written, viewer)
        assert again.to_json() == written
        if viewer == position.turn:
            assert again.legal() == view.legal() == position.legal()


@given(positions(), st.randoms(use_true_random=False))
def test_what_a_seat_cannot_see_changes_nothing_in_its_view(
    position: Position, rng: Random
) -> None:
    if position.is_over:
        return
    for viewer in viewers(position):
        other = permute(position, viewer, rng)
        assert_all_cards(other.to_json())
        assert other.view(viewer).to_json() == position.view(viewer).to_json()
        assert other.view(viewer).states.tobytes() == position.view(viewer).states.tobytes()


def test_the_permuted_positions_are_others() -> None:
    rng = Random(1)
    for name in ("odin", "ravens"):
        position = Position.new(name, 2, 0, {"buy-magic": True} if name == "ravens" else {})
        resolve_shuffles(position, rng)
        assert permute(position, 0, rng).to_json() != position.to_json()


@given(positions(), st.integers(0, 2**32))
def test_a_sampled_state_has_the_same_view(position: Position, seed: int) -> None:
    for viewer in viewers(position):
        view = position.view(viewer)
        sampled = view.sample_state(seed)
        assert_all_cards(sampled.to_json())
        assert sampled.view(viewer).to_json() == view.to_json()
        assert sampled.view(viewer).states.tobytes() == view.states.tobytes()
        read = Position.from_json(view.to_json(), viewer).sample_state(seed)
        assert read.view(viewer).to_json() == view.to_json()
        assert Position.from_json(sampled.to_json()).legal() == sampled.legal()


def test_two_sampled_states_differ() -> None:
    for name in ("odin", "ravens"):
        position = Position.new(name, 2, 0, {})
        resolve_shuffles(position, Random(1))
        view = position.view(0)
        assert view.sample_state(1).to_json() != view.sample_state(2).to_json()
        assert view.sample_state(1).to_json() == view.sample_state(1).to_json()


# -- The record and the batches ----------------------------------------------------------------


def test_a_state_is_at_most_512_bytes() -> None:
    assert odin.components.STATE.itemsize <= 512
    assert ravens.components.STATE.itemsize <= 512


@pytest.mark.parametrize(
    ("name", "options"),
    [("odin", {"goat": True, "hands": 1}), ("ravens", {"target": 2, "max-turns": 20})],
)
def test_a_batch_goes_as_its_games_would_alone(name: str, options: dict[str, Any]) -> None:
    many, steps = 16, 120
    start = Position.new(name, 2, 0, options).states
    moves_there_are = (odin if name == "odin" else ravens).components.MOVE_COUNT
    together, alone = (np.repeat(start, many) for _ in range(2))
    rngs, own = (np.stack([generator(seed) for seed in range(many)]) for _ in range(2))
    compiled_calls.reset_all(together, start, rngs)
    for at in range(many):
        compiled_calls.reset_all(alone[at : at + 1], start, own[at : at + 1])
    moves, counts = np.zeros((many, MAX_LEGAL_MOVES), np.int16), np.zeros(many, np.int64)
    masks, ended = np.zeros((many, moves_there_are), np.bool_), np.zeros(many, np.bool_)
    rng, ends = Random(1), Counter[bool]()
    for _ in range(steps):
        compiled_calls.masks_all(together, moves, counts, masks)
        chosen = np.zeros(many, np.int16)
        for at in range(many):
            legal = Position(name, alone[at : at + 1], {}).moves()
            assert np.flatnonzero(masks[at]).tolist() == sorted(legal)
            chosen[at] = rng.choice(legal)
        compiled_calls.step_all(together, chosen, start, rngs, ended)
        for at in range(many):
            compiled_calls.step_at(alone, at, chosen[at], own[at])
            is_over = Position(name, alone[at : at + 1], {}).is_over
            assert is_over == ended[at]
            ends[is_over] += 1
            if is_over:
                compiled_calls.reset_all(alone[at : at + 1], start, own[at : at + 1])
        assert together.tobytes() == alone.tobytes()
        assert rngs.tobytes() == own.tobytes()
    assert ends[True] > 5


@settings(max_examples=30)
@given(positions(), st.integers(0, 2**32))
def test_a_rollout_ends_the_game(position: Position, seed: int) -> None:
    if position.name == "ravens" and "max-turns" not in position.options:
        return
    compiled_calls.rollout_at(position.states, 0, generator(seed))
    assert position.is_over
    assert_all_cards(position.to_json())
