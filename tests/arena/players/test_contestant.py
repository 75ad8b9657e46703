"""Contestants are written as text: a bot or an engine, with an optional budget and label."""

import pytest

from odintable.arena import read_bot, read_engine
from odintable.arena.players.contestant import DEFAULT_BUDGET
from odintable.bots import Budget
from odintable.errors import OdintableError


@pytest.mark.parametrize(
    ("text", "label", "bot", "budget"),
    [
        ("greedy", "greedy", "greedy", DEFAULT_BUDGET),
        ("search@50ms", "search@50ms", "search", Budget(time_ms=50)),
        ("search@2s", "search@2s", "search", Budget(time_ms=2000)),
        ("ismcts-plain@500sims", "ismcts-plain@500sims", "ismcts-plain", Budget(sims=500)),
        ("wise=search@1s", "wise", "search", Budget(time_ms=1000)),
    ],
)
def test_a_bot_may_have_a_budget_and_a_label(
    text: str, label: str, bot: str, budget: Budget
) -> None:
    read = read_bot(text)
    assert (read.label, read.bot, read.command, read.budget) == (label, bot, "", budget)


def test_a_contestant_without_a_budget_gets_the_default() -> None:
    assert read_bot("greedy", Budget(sims=7)).budget == Budget(sims=7)
    assert read_engine("prog", Budget(sims=7)).budget == Budget(sims=7)


@pytest.mark.parametrize("text", ["greedy@", "greedy@50", "greedy@0ms", "greedy@-1s", "a@5ms@6ms"])
def test_an_invalid_budget_is_refused(text: str) -> None:
    with pytest.raises(OdintableError, match="a budget is 50ms, 2s or 500sims, not"):
        read_bot(text)


@pytest.mark.parametrize("text", ["", "=greedy", "@50ms", "two words", "a=b=c"])
def test_text_that_names_no_contestant_is_refused(text: str) -> None:
    with pytest.raises(OdintableError, match="a contestant is BOT, BOT@50ms"):
        read_bot(text)


@pytest.mark.parametrize(
    ("text", "label", "command", "budget"),
    [
        ("bin/hugin --fast", "hugin", "bin/hugin --fast", DEFAULT_BUDGET),
        ("mine=python3 -m mine x=1", "mine", "python3 -m mine x=1", DEFAULT_BUDGET),
        ("mine@9sims=prog 'a b'", "mine", "prog 'a b'", Budget(sims=9)),
        ("python3 -m mine x=1", "python3", "python3 -m mine x=1", DEFAULT_BUDGET),
    ],
)
def test_an_engine_may_have_a_budget_and_a_label(
    text: str, label: str, command: str, budget: Budget
) -> None:
    read = read_engine(text)
    assert (read.label, read.bot, read.command, read.budget) == (label, "", command, budget)


@pytest.mark.parametrize("text", ["", "mine=", "mine='half a word"])
def test_an_engine_without_a_command_is_refused(text: str) -> None:
    with pytest.raises(OdintableError, match="--engine"):
        read_engine(text)
