"""A match checks moves, shuffles fairly, and records everything."""

import datetime as dt
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odintable.errors import IllegalMove, NotationError, OdintableError
from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import CHECKPOINT_EVERY, Match
from odintable.record.reader import read
from odintable.record.record import Comment, Move, Shuffle, check_shuffles, replay, write
from tests.games.rules.positions import position

DAY = dt.date(2026, 11, 15)
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "ravens": [
        {"max-turns": 12, "target": 3},
        {"max-turns": 20, "target": 2, "buy-magic": True, "keep-cards": True},
        {"max-turns": 9, "target": 1, "removed-under": True, "strict-joker": True},
    ],
    "odin": [{}, {"limit": 5, "goat": True}, {"hands": 1}],
}


def play_on(match: Match, seed: int, most: int = 400) -> Match:
    """Moves at random, mostly forward, until the game is over or so many were made."""
    rng = random.Random(seed)
    for _ in range(most):
        if match.position.is_over:
            break
        legal = match.position.legal()
        flights = [move for move in legal if move.startswith("fly")] if rng.random() < 0.7 else []
        match.play(rng.choice(flights or legal))
    return match


def played(game: str, seed: int, most: int = 400) -> Match:
    """A game with options and players that the seed chooses."""
    rng = random.Random(seed)
    players = 2 if game == "ravens" else rng.randint(2, 6)
    shuffler = FairShuffler.numbered(seed)
    shuffler.commit()
    if seed % 2:
        shuffler.add_salt(rng.randrange(players), "Yggdrasil")
    options = rng.choice(OPTIONS[game])
    first = rng.choice([None, players - 1])
    match = Match.new(game, players=players, first=first, options=options, shuffler=shuffler)
    return play_on(match, seed, most)


def test_a_new_game_is_dealt_by_lot_or_by_choice() -> None:
    drawn = Match.new("ravens", shuffler=FairShuffler.numbered(1))
    assert drawn.by_lot
    assert drawn.first == drawn.position.turn
    chosen = Match.new("ravens", first=1, shuffler=FairShuffler.numbered(1))
    assert (chosen.by_lot, chosen.first, chosen.position.turn) == (False, 1, 1)
    assert [type(step) for step in chosen.steps] == [Shuffle] * 4


def test_who_starts_by_lot_is_not_always_the_same() -> None:
    starters = {
        Match.new("odin", players=3, shuffler=FairShuffler.numbered(n)).first for n in range(30)
    }
    assert starters == {0, 1, 2}


@pytest.mark.parametrize("players", [0, 1, 7, -1, "2", None, 2.0, True])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(OdintableError, match="is for 2 to 6 players"):
        Match.new("odin", players=players)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(OdintableError, match="game must be odin or ravens, not 'chess'"):
        Match.new("chess")


def test_a_move_that_is_refused_changes_nothing() -> None:
    match = Match.new("odin", first=0, shuffler=FairShuffler.numbered(1))
    before, steps = repr(match.position), list(match.steps)
    with pytest.raises(IllegalMove):
        match.play("pass")
    with pytest.raises(NotationError):
        match.play("hop")
    with pytest.raises(OdintableError, match="a comment has"):
        match.play(match.position.legal()[0], comment="two\nlines")
    with pytest.raises(OdintableError, match="a clock shows"):
        match.play(match.position.legal()[0], clock=float("nan"))
    assert (repr(match.position), match.steps) == (before, steps)


def test_moves_clocks_comments_and_shuffles_are_written_down() -> None:
    match = Match.new("odin", first=0, options={"hands": 1}, shuffler=FairShuffler.numbered(1))
    match.add_comment("Cards are dealt.")
    move = match.position.legal()[0]
    match.play(move, clock=12.34, comment="a bold start")
    deal, remark, first = match.steps
    assert isinstance(deal, Shuffle)
    assert remark == Comment("Cards are dealt.")
    assert first == Move(0, move, 12.3, "a bold start")
    assert str(first) == f"0 {move}  [12.3]  ; a bold start"


def test_the_seed_is_revealed_only_when_the_game_is_over() -> None:
    match = Match.new("odin", options={"hands": 1}, shuffler=FairShuffler.numbered(4))
    assert match.record(DAY).seed is None
    play_on(match, 4, 2000)
    assert match.position.is_over
    assert match.record(DAY).seed == FairShuffler.numbered(4).seed
    assert match.record(DAY).commitment == FairShuffler.numbered(4).commit()


def test_players_are_called_by_their_seats_if_they_have_no_names() -> None:
    match = Match.new("odin", players=3, shuffler=FairShuffler.numbered(1))
    assert match.record(DAY).names == ("Seat 0", "Seat 1", "Seat 2")
    assert match.record(DAY, ["Ask", "Embla", "Bor"]).names == ("Ask", "Embla", "Bor")
    with pytest.raises(OdintableError, match="3 players need 3 names, not 2"):
        match.record(DAY, ["Ask", "Embla"])


def test_a_view_cannot_be_played_on_or_recorded() -> None:
    match = Match(position("ravens").view(0), FairShuffler.numbered(1))
    with pytest.raises(OdintableError, match="a view cannot be played on"):
        match.play("end")
    with pytest.raises(OdintableError, match="a view cannot be recorded"):
        match.record(DAY)


def test_a_match_may_begin_from_a_position() -> None:
    at = position("ravens", scores=[3, 4])
    match = play_on(Match(at, FairShuffler.numbered(2)), 2, 30)
    assert at.to_json()["turns"] == 0, "the position that was given is left alone"
    record = match.record(DAY)
    assert record.start == position("ravens", scores=[3, 4]).to_json()
    assert record.first is None
    assert read(write(record)) == record


def test_a_match_may_begin_with_a_new_game() -> None:
    match = Match(Position.new("odin", 3, 2, {}), FairShuffler.numbered(1))
    assert (match.first, match.by_lot) == (2, False)
    assert repr(match.position) == repr(
        Match.new("odin", players=3, first=2, shuffler=FairShuffler.numbered(1)).position
    )


def test_a_match_does_not_begin_between_a_move_and_its_shuffle() -> None:
    at = position("ravens", path="…", landscapes="", removed="FM PS")
    at.apply(at.read_move("extend"))
    assert at.awaits_shuffle
    with pytest.raises(OdintableError, match="from a new game or from a position after the deal"):
        Match(at, FairShuffler.numbered(1))


@pytest.mark.long
@settings(max_examples=30)
@given(game=st.sampled_from(["odin", "ravens"]), seed=st.integers(0, 10_000))
def test_the_same_seed_and_moves_give_the_same_game(game: str, seed: int) -> None:
    one, two = played(game, seed), played(game, seed)
    assert write(one.record(DAY)) == write(two.record(DAY))
    assert one.position.states.tobytes() == two.position.states.tobytes()


@pytest.mark.long
@settings(max_examples=40)
@given(
    game=st.sampled_from(["odin", "ravens"]),
    seed=st.integers(0, 10_000),
    most=st.sampled_from([0, 1, 20, 400]),
)
def test_replaying_a_record_gives_the_same_bytes(game: str, seed: int, most: int) -> None:
    match = played(game, seed, most)
    record = match.record(DAY)
    text = write(record)
    again = read(text)
    assert again == record
    assert write(again) == text
    *_, (_, last) = replay(again)
    assert last.states.tobytes() == match.position.states.tobytes()
    if match.position.is_over:
        check_shuffles(again)


@pytest.mark.long
@settings(max_examples=20)
@given(game=st.sampled_from(["odin", "ravens"]), seed=st.integers(0, 10_000), data=st.data())
def test_a_new_match_goes_on_from_any_step(game: str, seed: int, data: st.DataObject) -> None:
    frames = [p for _, p in replay(played(game, seed).record(DAY)) if not p.awaits_shuffle]
    start = frames[data.draw(st.integers(0, len(frames) - 1))]
    match = play_on(Match(start, FairShuffler.numbered(seed + 1)), seed, 40)
    record = match.record(DAY)
    assert record.start == start.to_json()
    assert read(write(record)) == record
    *_, last = [start, *(p for _, p in replay(record))]
    assert repr(last) == repr(match.position)


@pytest.mark.parametrize("game", ["odin", "ravens"])
@pytest.mark.parametrize("seed", range(6))
def test_a_match_with_take_backs_is_the_match_without_them(game: str, seed: int) -> None:
    """Compared with a match that makes only the moves that were kept, after every take-back."""
    rng = random.Random(seed)
    options = OPTIONS[game][seed % 3]
    match = Match.new(game, options=options, shuffler=FairShuffler.numbered(seed))
    kept: list[tuple[str, float]] = []
    for at in range(250):
        if match.position.is_over or (kept and rng.random() < 0.1):
            count = min(rng.choice([1, 2, 40, rng.randint(1, len(kept))]), len(kept))
            match.undo(count)
            del kept[-count:]
            plain = Match.new(game, options=options, shuffler=FairShuffler.numbered(seed))
            for text, clock in kept:
                plain.play(text, clock=clock)
            assert match.position.states.tobytes() == plain.position.states.tobytes()
            assert (match.position.history, match.moves) == (plain.position.history, plain.moves)
            assert (match.steps, match.shuffle_count) == (plain.steps, plain.shuffle_count)
            assert match.shuffler.last_draw == plain.shuffler.last_draw
            assert match.record(DAY) == plain.record(DAY)
        else:
            move = rng.choice(match.position.legal())
            match.play(move, clock=at / 10)
            kept.append((move, at / 10))


def test_a_take_back_keeps_comments_and_refuses_more_moves_than_there_are() -> None:
    match = Match.new("odin", first=0, shuffler=FairShuffler.numbered(7))
    match.add_comment("before")
    match.play(match.position.legal()[0], comment="with it")
    match.add_comment("between")
    steps = list(match.steps)
    match.play(match.position.legal()[0])
    match.add_comment("after")
    match.undo()
    assert match.steps == steps
    for moves in (0, -1, 2):
        with pytest.raises(OdintableError, match="1 moves can be taken back"):
            match.undo(moves)


def test_a_take_back_in_a_long_game_replays_only_the_last_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match.new("ravens", options={"max-turns": 1000}, shuffler=FairShuffler.numbered(1))
    while match.moves < 1000:
        match.play(match.position.legal()[0])
    played = 0
    play = Match.play

    def counted(self: Match, text: str, **more: Any) -> Any:
        nonlocal played
        played += 1
        return play(self, text, **more)

    monkeypatch.setattr(Match, "play", counted)
    for _ in range(100):
        match.undo()
    assert match.moves == 900
    assert played < 100 * CHECKPOINT_EVERY
