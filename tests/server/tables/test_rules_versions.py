"""Games that began under an earlier version of the rules."""

import asyncio
import secrets

import pytest

from odintable.server.live import client_messages
from odintable.server.live.table_registry import rematch_config
from odintable.server.refused_error import Refused
from odintable.server.tables import rules_versions
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tables.rules_versions import (
    CHANGES,
    FIRST_VERSION,
    RulesChange,
)
from odintable.server.tables.table_config import RULES_VERSION
from tests.server.support.pure_tables import CLOCKED, table_config
from tests.server.support.registry_in_process import (
    FailingStore,
    Time,
    dealt,
    open_registry,
    play,
    send_command,
)

UNAFFECTED = RulesChange(2, "OD-9.9 is worded anew", "no legal move and no score changes")
WITH_OPTION = RulesChange(
    2, "OD-9.9: the limit is lower", "games keep their limit", {"odin": {"limit": 100}}
)
INCOMPATIBLE = RulesChange(2, "OD-9.9: the deck has other cards", "")


def upgrade(monkeypatch: pytest.MonkeyPatch, *changes: RulesChange) -> None:
    """Let the program have the version of the last change."""
    monkeypatch.setattr(rules_versions, "CHANGES", changes)
    monkeypatch.setattr(rules_versions, "RULES_VERSION", changes[-1].version)


def test_every_version_says_what_becomes_of_running_games() -> None:
    assert [one.version for one in CHANGES] == list(range(FIRST_VERSION + 1, RULES_VERSION + 1))
    assert all(one.about for one in CHANGES)


@pytest.mark.parametrize("change", [UNAFFECTED, WITH_OPTION])
def test_a_running_game_goes_on_after_an_upgrade_and_its_rematch_has_the_new_rules(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch, change: RulesChange
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        name = (await dealt(registry)).table.name
        registry.close()
        upgrade(monkeypatch, change)
        registry = open_registry(store)
        live_table = await registry.get(name)
        assert live_table is not None
        assert isinstance(await play(live_table), AppliedEvent)
        config = live_table.table.config
        assert (config.rules, config.options) == (1, change.former_options.get("odin", {}))
        resigned = await send_command(live_table, client_messages.Resign("r"), 0)
        assert isinstance(resigned, AppliedEvent)
        again, _ = rematch_config(live_table.table, frozenset(), secrets.token_bytes)
        assert (again.rules, again.options) == (2, {})
        registry.close()

    asyncio.run(scene())


def test_a_game_that_cannot_go_on_is_kept_and_neither_due_nor_listed_for_ever(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()

    async def scene() -> None:
        registry = open_registry(store, time)
        name = (await dealt(registry, clock=CLOCKED)).table.name
        events = store.events(name)
        registry.close()
        upgrade(monkeypatch, INCOMPATIBLE)
        time.now += 24 * 3_600_000
        registry = open_registry(store, time)
        with pytest.raises(Refused, match="other cards") as refused:
            await registry.get(name)
        assert refused.value.code == "rules"
        assert store.games_due(time.now) == [name]
        await registry.timers.check_due(name, time.now)
        registry.close()
        assert store.games_due(time.now) == []
        assert store.events(name) == events

    asyncio.run(scene())


def test_a_finished_game_of_other_rules_stays_finished(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()

    async def scene() -> None:
        registry = open_registry(store, time)
        live_table = await dealt(registry)
        await send_command(live_table, client_messages.Resign("r"), 0)
        name, ended = live_table.table.name, time.now
        registry.close()
        upgrade(monkeypatch, INCOMPATIBLE)
        time.now += 400 * 24 * 3_600_000
        registry = open_registry(store, time)
        await registry.timers.archive_old(time.now)
        registry.close()
        stored = store.game(name)
        assert stored is not None
        assert (stored.ended, stored.record) == (ended, None)

    asyncio.run(scene())


def test_a_game_of_a_newer_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade(monkeypatch, UNAFFECTED)
    assert rules_versions.adapt_config(table_config(rules=1)).rules == 1
    for unknown in (0, 3):
        with pytest.raises(Refused, match=f"rules version {unknown}"):
            rules_versions.adapt_config(table_config(rules=unknown))
