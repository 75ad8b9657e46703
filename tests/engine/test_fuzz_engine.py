"""Bad lines get one clear error each, and change nothing."""

import json

import pytest

from odintable.engine.request import CODES

from .engine_client import talk
from .fuzz_engine import Fuzz, run


@pytest.mark.bulk
@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_20000_mutated_lines_get_one_clear_reply_each_and_change_nothing(seed: int) -> None:
    fuzz = run(5000, seed)
    assert set(fuzz.codes) == set(CODES), "every kind of error was seen"
    assert fuzz.accepted > 500, "and the games went on"
    assert fuzz.codes["bad-position"] > 300


def test_mutated_lines_are_repeatable() -> None:
    one, two = run(40, 5), run(40, 5)
    assert one.codes == two.codes
    assert one.standing() == two.standing()


@pytest.mark.long
def test_mutated_lines_do_not_crash_a_real_engine() -> None:
    fuzz = Fuzz(17)
    lines: list[bytes] = []
    while len(lines) < 400:
        command = fuzz.line()
        if fuzz.whole is None or fuzz.rng.random() < 0.3:
            line = json.dumps(command).encode()
        else:
            line = fuzz.mutate(command)
        fuzz.send(line)
        lines.append(line)
    answered = [line for line in lines if fuzz.engine.reply(line) is not None]
    status, replies, _said = talk(b"\n".join(lines))
    assert status == 0
    assert len(replies) == len(answered)
    errors = [reply["error"] for reply in map(json.loads, replies) if "error" in reply]
    assert len(errors) > 150
    assert {error["code"] for error in errors} <= set(CODES)
