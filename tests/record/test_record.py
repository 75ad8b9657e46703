"""Records are readable and verifiable; an altered one is refused with the number of the line."""

import dataclasses
import datetime as dt
import re

import pytest

from odintable.errors import OdintableError, RecordError
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.record.checksums import MAX_BYTES, add_checksums, decode
from odintable.record.reader import load, read
from odintable.record.record import Comment, Move, Record, Shuffle, check_shuffles, replay, write
from tests.paths import RECORDS, ROOT
from tests.record import fuzz_records

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(RECORDS.glob("*.txt"))}
ONE_RACE = TEXTS["ravens-one-race"]
UNFINISHED = TEXTS["odin-unfinished"]
RESIGNED = TEXTS["odin-resigned"]
DAY = dt.date(2026, 11, 15)

every_record = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())


def content(text: str) -> list[str]:
    """The lines without marks and seal."""
    return [line for line in text.splitlines() if not line.startswith(("marks: ", "seal: "))]


def resealed(text: str, old: str, new: str) -> str:
    """With one thing changed, and sealed again."""
    joined = "\n".join(content(text))
    assert len(re.findall(old, joined, re.MULTILINE)) >= 1, old
    return add_checksums(re.sub(old, new, joined, count=1, flags=re.MULTILINE).split("\n"))


def fault(text: str) -> str:
    """What is wrong with a record."""
    with pytest.raises(RecordError) as caught:
        check_shuffles(read(text))
    return str(caught.value)


def line_number(text: str, beginning: str) -> int:
    return next(at for at, line in enumerate(text.split("\n"), 1) if line.startswith(beginning))


# --- True ones -----------------------------------------------------------------------------------


@every_record
def test_reading_and_writing_gives_the_same_bytes(text: str) -> None:
    record = read(text)
    assert write(record) == text
    assert read(write(record)) == record
    if record.seed:
        check_shuffles(record)


def test_a_record_is_its_parts() -> None:
    record = read(ONE_RACE)
    assert record.names == ("Huginn", "Muninn")
    assert record.options == {"target": 1, "strict-joker": True, "removed-under": True}
    assert record.date == DAY
    assert record.salts == {0: "Yggdrasil", 1: "Mjölnir"}
    assert (record.first, record.by_lot, record.start) == (1, True, None)
    assert record.result == "seat 0 wins 3:2"
    assert isinstance(record.steps[0], Shuffle)
    assert record.steps[4] == Move(1, "r forward", 22.6, "a bold start")
    assert record.steps[6] == Comment("Nobody has said a word so far.")
    assert record.moves == 36


def test_replay_gives_every_step_and_a_position_of_its_own() -> None:
    record = read(ONE_RACE)
    seen = list(replay(record))
    assert [step for step, _ in seen] == list(record.steps)
    assert seen[4][1].to_json()["ravens"] == [-1, 0]
    assert seen[3][1].to_json()["ravens"] == [-1, -1], "earlier positions stay as they were"
    assert seen[-1][1].is_over


def test_replay_needs_no_generator_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FairShuffler, "__init__", None)
    assert len(list(replay(read(ONE_RACE)))) == 41


def test_a_game_shuffled_by_hand_has_no_commitment() -> None:
    lines = [
        line
        for line in content(ONE_RACE)
        if not line.startswith(("commitment", "salt", "seed", "first"))
    ]
    lines.insert(6, "first: 1")
    record = read(add_checksums(lines))
    assert (record.commitment, record.seed) == (None, None)
    with pytest.raises(OdintableError, match="cannot be checked: the record has no seed"):
        check_shuffles(record)


def test_the_winners_are_recorded() -> None:
    shared = Match.new(
        "odin", players=3, options={"hands": 1}, shuffler=FairShuffler.numbered(1)
    ).position
    over = shared.to_json() | {"phase": "over"}
    table = [over["hands"][0][0]]
    over |= {"hands": [[], [], over["hands"][2]], "table": table, "owner": 0}
    over |= {"stock": sorted(over["stock"] + shared.to_json()["hands"][1]), "winners": [0, 1]}
    over |= {"discard": shared.to_json()["hands"][0][1:], "scores": [0, 0, 9]}
    match = Match(type(shared).from_json(over), FairShuffler.numbered(1))
    assert match.record(DAY).result == "seat 0 and seat 1 win 0:0:9"


# --- Files ---------------------------------------------------------------------------------------


@every_record
def test_lines_may_all_end_as_on_windows(text: str) -> None:
    assert write(load(text.replace("\n", "\r\n").encode())) == text


def test_mixed_line_endings_are_refused() -> None:
    with pytest.raises(RecordError, match=r"line 3: has a character .*: U\+000D"):
        load(ONE_RACE.replace("\n", "\r\n", 3).replace("\r\n", "\n", 2).encode())
    with pytest.raises(RecordError, match=r"line 2: has a character .*: U\+000D"):
        read(ONE_RACE.replace("\n", "\r\n").replace("\r\n", "\n", 1))


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "line 1: not a record: the first line must be `odintable record 1`"),
        (b"\x7fELF\x00\x01", "line 1: not a record"),
        (b"\xef\xbb\xbf" + ONE_RACE.encode(), "line 1: starts with a byte order mark"),
        (ONE_RACE.encode("utf-16"), "line 1: byte 0xff is not UTF-8"),
        (ONE_RACE.encode("latin-1", "replace"), "line 10: byte 0xf6 is not UTF-8"),
        (bytes(MAX_BYTES + 1), "line 1: a record has at most 5000000 bytes"),
        (b"odintable record 1\n" * 100_001, "line 100001: a record has at most 100000 lines"),
        (b"odintable record 1\n" + b"x" * 10_001, "line 2: a line has at most 10000"),
        (b"odintable record 2\n", "line 1: not a record"),
        (b"odintable record 1\n", "line 1: the record is cut off: its last line must be `seal: "),
    ],
)
def test_text_that_is_not_a_record_is_refused(raw: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=f"^{re.escape(message)}"):
        load(raw)


# --- Cut and changed -----------------------------------------------------------------------------


@every_record
def test_a_record_cut_anywhere_is_refused(text: str) -> None:
    for end in range(len(text)):
        with pytest.raises(RecordError, match=r"^line \d+: "):
            read(text[:end])


@pytest.mark.parametrize("more", ["x", "x\n", "\n", " ", "; well played\n", ONE_RACE])
def test_nothing_comes_after_the_seal(more: str) -> None:
    assert fault(ONE_RACE + more) == "line 58: nothing may come after the seal"


def test_a_seal_without_its_line_end_is_cut_off() -> None:
    assert fault(ONE_RACE[:-1]).startswith("line 57: the record is cut off")
    assert fault(ONE_RACE[:-2]).startswith("line 57: the record is cut off")


@every_record
def test_a_changed_line_is_named(text: str) -> None:
    lines = text.split("\n")
    end = line_number(text, "marks: ")
    off = 0
    for at in range(1, end - 1):
        changed = [*lines]
        changed[at] += "x"
        named = int(fault("\n".join(changed)).split()[1].rstrip(":"))
        assert named in (at + 1, at + 2), "one mark in 256 fits a changed line by chance"
        off += named != at + 1
    assert off <= 2


def test_a_missing_doubled_or_moved_line_is_named() -> None:
    lines = UNFINISHED.split("\n")
    missing = [*lines[:14], *lines[15:]]
    doubled = [*lines[:14], lines[13], *lines[14:]]
    moved = [*lines[:13], lines[14], lines[13], *lines[15:]]
    assert fault("\n".join(missing)).startswith("line 15: this line, or its place, was changed")
    assert fault("\n".join(doubled)).startswith("line 15: this line, or its place, was changed")
    assert fault("\n".join(moved)).startswith("line 14: this line, or its place, was changed")


def test_changed_marks_and_a_changed_seal_are_named() -> None:
    at = line_number(ONE_RACE, "marks: ")
    lines = ONE_RACE.split("\n")
    assert fault(ONE_RACE.replace("marks: 1f", "marks: 2f")).startswith(f"line {at}: expected")
    assert fault(ONE_RACE.replace("marks: 1f", "narks: 1f")).startswith(f"line {at}: expected")
    assert fault("\n".join(lines[:at] + lines[at + 1 :])).startswith(f"line {at + 1}: expected")
    assert fault("\n".join(lines[: at - 1] + lines[at:])).startswith(f"line {at}: expected")
    seal_line = lines[-2]
    other = "seal: " + ("0" if seal_line[6] != "0" else "1") + seal_line[7:]
    assert fault(ONE_RACE.replace(seal_line, other)) == (
        f"line {len(lines) - 1}: the seal does not fit what is above it"
    )


# --- Sealed, and still untrue --------------------------------------------------------------------

MOVE = r"^1 s swap 1 6"  # the second move of ONE_RACE, line 17


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("^game: ravens", "game: chess", "line 2: game must be odin or ravens, not 'chess'"),
        ('"target":1', '"target":0', "line 3: option target must be a whole number"),
        ('"target":1', '"target": 1', 'line 3: must be written `options: {"target":1,'),
        ('"target":1', '"targit":1', "line 3: unknown option 'targit'"),
        (r"^options: \{", "options: [", "line 3: options must be JSON"),
        (r"^options: .*", "options: 7", "line 3: options must be an object, not 7"),
        (r"^options: .*", "options: " + "9" * 5000, "line 3: options must be JSON of a sensible"),
        (" [|] Muninn", "", "line 4: ravens is for 2 players, not 1"),
        ("Muninn", "Mu|nn", "line 4: a name is printable, without |"),
        ("Muninn", "M" * 41, "line 4: a name has 1 to 40 characters"),
        ("2026-11-15", "2026-11-31", "line 5: date must be a day such as 2026-11-15"),
        ("2026-11-15", "2026-11-5", "line 5: must be written `date: 2026-11-05`"),
        ("^result: .*\n", "", "line 6: expected `result: …`, not 'first: 1 by lot'"),
        ("seat 0 wins 3:2", "seat 1 wins 3:2", "line 6: result must be `seat 0 wins 3:2`"),
        ("seat 0 wins 3:2", "unfinished 3:2", "line 6: result must be `seat 0 wins 3:2`"),
        ("^first: 1", "first: 2", "line 7: first must be a seat"),
        ("^first: 1 by lot", "first: 0 by lot", "line 16: seat 0 is to move, not seat 1"),
        ("^first: .*\n", "", "line 7: expected `first: …`, not 'commitment: "),
        ("^commitment: .*\n", "", "line 8: expected `commitment: …`: a lot was drawn"),
        ("^commitment: .", "commitment: x", "line 8: commitment must be 64 hex digits"),
        ("^salt 1", "salt 0", "line 10: every seat may have one salt"),
        ("^salt 1", "salt 2", "line 10: every seat may have one salt"),
        ("Mjölnir", "Mjölnir ", "line 10: a salt has 1 to 64 printable characters"),
        ("^shuffle magic .*\n", "", "line 13: the pile that waits to be shuffled is magic, not 0"),
        ("^shuffle 1 .*\n", "", "line 15: expected `shuffle 1 …` before this move"),
        ("^shuffle magic SW", "shuffle magic MP", "line 13: the shuffled cards are not those"),
        ("^shuffle magic SW", "shuffle magic Fx", "line 13: 'Fx' is not a card of the pile magic"),
        ("^shuffle magic SW ", "shuffle magic ", "line 13: the shuffled cards are not those"),
        (MOVE, "shuffle magic SW\n1 s swap 1 6", "line 17: no pile waits to be shuffled: seat 1"),
        (MOVE, "0 s swap 1 6", "line 17: seat 1 is to move, not seat 0"),
        (MOVE, "1 fly WWWW", "line 17: not a move: 'fly WWWW'"),
        (MOVE, "1 hop", "line 17: not a move: 'hop'"),
        (MOVE, "hop", "line 17: a line is `shuffle …`, a move such as `0 pass`"),
        (r"\[20.9\]", "[020.9]", "line 17: must be written `1 s swap 1 6  [20.9]`"),
        (r"\[20.9\]", "[20.90]", "line 17: not a move: 's swap 1 6  [20.90]'"),
        (r"\[20.9\]", "[9999999.9]", "line 17: a clock shows 0 to 9999999 seconds"),
        ("; Nobody", ";  Nobody", "line 18: a comment has 1 to 1000 printable characters"),
        ("^seed: .*", "seed: 12", "line 54: seed must be 64 hex digits"),
        ("^seed: .*", "seed: " + "12" * 32, "line 54: the seed is not the one committed to"),
        ("\nseed: .*", "", "line 54: expected `seed: …`: the game is over"),
        ("\nseed: ", "\nsead: ", "line 54: expected `seed: …` or the marks, not 'sead: "),
        ("\n(seed: .*)", r"\n\1\n\1", "line 55: expected the marks, not 'seed: "),
        ("\n\nseed", "\nseed", "line 53: a line is `shuffle …`"),
        (
            "\nseed",
            "\n1 end\n\nseed",
            "line 54: expected `seed: …` or the marks, not '1 end'",
        ),
        ("\n\nseed", "\n1 end\n\nseed", "line 53: illegal: end: The game is over."),
        ("^1 r forward", "\n1 r forward", "line 17: expected `seed: …` or the marks"),
    ],
)
def test_a_false_record_with_valid_checksums_is_refused(old: str, new: str, message: str) -> None:
    assert fault(resealed(ONE_RACE, old, new)).startswith(message)


def test_an_illegal_move_is_refused_with_what_would_be_legal() -> None:
    message = fault(resealed(ONE_RACE, MOVE, "1 a arrange"))
    assert message.startswith("line 17: illegal: ")
    assert "(legal: discard " in message


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("^ended: .*$", "ended: resigned by 0", "ended must be as in `resigned, seat 0`"),
        ("^ended: .*$", "ended: bored, seat 0", "unknown reason for the end of a game: 'bored'"),
        ("^ended: .*$", "ended: resigned", "an abandoned game names no seat"),
        ("^ended: .*$", "ended: abandoned, seat 0", "an abandoned game names no seat"),
        ("^ended: .*$", "ended: resigned, seat 4", "there is no seat 4"),
        ("^ended: .*$", "ended: resigned, seat 1", "the winners do not follow from `ended:"),
        ("^ended: .*$", "ended: abandoned", "the winners do not follow from `ended: abandoned`"),
        ("seat 1 wins", "seat 0 wins", "the winners do not follow from `ended: resigned, seat 0`"),
        ("seat 1 wins", "seat 7 wins", "no such seat can have won"),
        ("seat 1 wins", "seat 1 and seat 1 win", "winners are listed once each"),
        ("seat 1 wins 0:0", "seat 1 wins 0:1", "result must be `seat 1 wins 0:0`"),
        ("^ended: .*\n", "", "result must be `unfinished 0:0`"),
        ("\nseed: .*", "", "expected `seed: …`: the game is over"),
    ],
)
def test_how_a_game_was_ended_must_be_possible(old: str, new: str, wrong: str) -> None:
    assert wrong in fault(resealed(RESIGNED, old, new))


def test_a_game_that_the_rules_ended_was_not_ended_otherwise() -> None:
    line = line_number(ONE_RACE, "seed: ")
    text = resealed(ONE_RACE, "^seed: ", "ended: resigned, seat 1\nseed: ")
    assert fault(text) == (
        f"line {line}: there must be no `ended: …`: the game is over by the rules"
    )


def test_an_unfinished_game_has_no_seed_and_may_not_stop_before_a_shuffle() -> None:
    result = line_number(UNFINISHED, "result: ")
    seed = read(ONE_RACE).seed
    assert seed
    lines = content(UNFINISHED)
    lines[7] = f"commitment: {FairShuffler(seed).commit()}"
    assert lines[-1] == ""
    assert fault(add_checksums([*lines, f"seed: {seed.hex()}"])) == (
        f"line {len(lines) + 1}: there must be no seed before the game is over"
    )
    assert fault(resealed(UNFINISHED, "unfinished 0:0", "seat 0 wins 0:0")).startswith(
        f"line {result}: result must be `unfinished 0:0`"
    )
    assert (
        fault(add_checksums(lines[:-1]))
        == f"line {len(lines)}: expected an empty line, not the end"
    )
    undealt = [*lines[:9], ""]
    assert fault(add_checksums(undealt)) == "line 10: expected `shuffle deal …`"


def test_a_start_must_be_a_position_of_this_game() -> None:
    text = TEXTS["odin-from-a-position"]
    for old, new, message in [
        ('"G1"', '"X0"', "line 7: X0 is not in this game"),
        ('"deal":1', '"deal": 1', "line 7: must be written `start: {"),
        ('"players":2', '"players":3', "line 7: "),
        ("^players: Ask", "players: Bor | Ask", "line 7: the position is of another game"),
        (r'^options: \{"four-colours":true', 'options: {"goat":true', "line 7: the position's"),
        ("^start: {", "start: [", "line 7: start must be JSON: "),
    ]:
        assert fault(resealed(text, old, new)).startswith(message)


# --- Shuffles that do not follow from the seed ---------------------------------------------------


def test_a_swapped_card_is_found_by_the_seed_alone() -> None:
    text = resealed(ONE_RACE, "^shuffle magic SW MP", "shuffle magic MP SW")
    assert read(text).moves == 36, "by the rules it is a true game"
    assert fault(text) == (
        "line 13: the order that follows from the seed is `shuffle magic SW MP Mo PW Fo FS`"
    )


def test_a_changed_salt_is_found_by_the_seed() -> None:
    assert fault(resealed(TEXTS["ravens-one-race"], "Mjölnir", "Gungnir")).startswith(
        ("line 7: the lot that follows", "line 12: the order that follows from the seed is")
    )
    added = resealed(TEXTS["ravens-two-races"], "^(commitment: .*)$", r"\1\nsalt 1: Gungnir")
    assert "follows from the seed is" in fault(added)


def test_a_lot_that_was_not_drawn_is_found_by_the_seed() -> None:
    shuffler = FairShuffler.numbered(1)
    shuffler.commit()
    drawn = shuffler.draw_first_player(2)
    match = Match.new(
        "ravens", first=1 - drawn, shuffler=shuffler, options={"max-turns": 1, "target": 1}
    )
    while not match.position.is_over:
        way = [move for move in match.position.legal() if move.startswith("magic")]
        match.play(way[0] if way else "end")
    record = dataclasses.replace(match.record(DAY), by_lot=True)
    assert fault(write(record)) == f"line 7: the lot that follows from the seed is {drawn}"


# --- What cannot be written ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", " Ask", "a|b", "a\nb", "x" * 41, "\u200b"])
def test_a_name_that_does_not_fit_is_refused(name: str) -> None:
    match = Match.new("ravens", shuffler=FairShuffler.numbered(1))
    with pytest.raises(OdintableError, match="a name "):
        match.record(DAY, ["Ask", name])


@pytest.mark.parametrize("text", ["", " a", "two\nlines", "x" * 1001])
def test_a_comment_that_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(OdintableError, match="a comment has"):
        Comment(text)


@pytest.mark.parametrize("clock", [-0.1, float("inf"), float("nan"), 1e8])
def test_a_clock_that_does_not_fit_is_refused(clock: float) -> None:
    with pytest.raises(OdintableError, match="a clock shows"):
        Move(0, "pass", clock)


def test_clocks_are_stored_to_a_tenth_of_a_second() -> None:
    assert [str(Move(0, "pass", clock)) for clock in (0, -0.0, 0.04, 7, 1234.56)] == [
        "0 pass  [0.0]",
        "0 pass  [0.0]",
        "0 pass  [0.0]",
        "0 pass  [7.0]",
        "0 pass  [1234.6]",
    ]


def test_a_record_that_contradicts_itself_is_refused() -> None:
    record = read(ONE_RACE)
    with pytest.raises(OdintableError, match="either with a first player or from a position"):
        dataclasses.replace(record, first=None)
    with pytest.raises(OdintableError, match="need a commitment"):
        dataclasses.replace(record, commitment=None)


@pytest.mark.long
def test_a_game_too_long_is_not_written() -> None:
    record = read(UNFINISHED)
    endless = dataclasses.replace(record, steps=record.steps + (Comment("x"),) * 97_000)
    with pytest.raises(OdintableError, match="too long for a record of 100000 lines"):
        write(endless)
    fits = dataclasses.replace(record, steps=record.steps + (Comment("x"),) * 96_900)
    assert read(write(fits)) == fits


# --- Many mutants --------------------------------------------------------------------------------


@pytest.mark.bulk
@pytest.mark.long
def test_2500_mutants_are_refused_or_true() -> None:
    fuzz_records.run(2_500, seed=1)


def test_the_fuzzer_notices_a_change_that_goes_unnoticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def trusting(raw: bytes) -> Record:
        return read(add_checksums(content(decode(raw))))

    monkeypatch.setattr(fuzz_records, "load", trusting)
    changed = ONE_RACE.replace("a bold start", "a bald start").encode()
    with pytest.raises(AssertionError, match="a change went unnoticed"):
        fuzz_records.judge(changed, is_sealed=False)
    monkeypatch.undo()
    assert fuzz_records.judge(changed, is_sealed=False) == "refused"


# --- The page ------------------------------------------------------------------------------------


def test_the_pages_python_runs() -> None:
    page = (ROOT / "docs/records.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(example, "docs/records.md", "exec"), {})  # noqa: S102 - our own page


def test_the_page_names_every_line() -> None:
    page = (ROOT / "docs/records.md").read_text(encoding="utf-8")
    for text in TEXTS.values():
        for line in text.split("\n"):
            if name := re.match(r"[a-z]+(?: 0)?: ", line):
                assert f"| `{name[0]}` |" in page
