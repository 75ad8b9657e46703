"""How games that began under an earlier version of the rules go on after an update.

Every table stores the rules version it began with. A change of the rules that would replay stored
games differently raises RULES_VERSION, and says in CHANGES what becomes of running games:

- they go on as they are, because the change cannot affect them;
- they go on under the former rules, which an option of the game keeps;
- they cannot go on. Then they are refused with a clear message, their clocks stop, and their events
  stay in the store, where the former version and `odintable store export` can read them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from odintable.server.refused_error import Refused

from .table_config import RULES_VERSION, TableConfig

FIRST_VERSION = 1


@dataclass(frozen=True)
class RulesChange:
    """Why the rules version was raised, and what that means for games that began before."""

    version: int  # the new one
    about: str  # what changed, with the rule's number
    why_games_go_on: str  # why running games are not affected; empty: they cannot go on
    former_options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By game: options that keep the former rules; running games get them when they are loaded."""


CHANGES: tuple[RulesChange, ...] = ()  # one for every version after the first, in order


class OtherRulesVersion(Refused):
    """The game began under a version of the rules that this program does not have."""

    def __init__(self, version: int, why: str) -> None:
        begun = f"this game began under rules version {version}; this server has {RULES_VERSION}"
        super().__init__("rules", f"{begun}: {why}")


def changes_since(version: int) -> list[RulesChange]:
    """Return the changes that a game of this version must survive."""
    if not FIRST_VERSION <= version <= RULES_VERSION:
        raise OtherRulesVersion(version, "only a server of that version can continue it")
    return [one for one in CHANGES if one.version > version]


def adapt_config(config: TableConfig) -> TableConfig:
    """Return the configuration under which a stored game goes on; OtherRulesVersion if it cannot.

    The rules version stays the one it began with.
    """
    if config.rules == RULES_VERSION:
        return config
    options = dict(config.options)
    for change in changes_since(config.rules):
        if not change.why_games_go_on:
            raise OtherRulesVersion(config.rules, change.about)
        options |= change.former_options.get(config.game, {})
    return msgspec.structs.replace(config, options=options)


def config_for_rematch(config: TableConfig) -> TableConfig:
    """Return the configuration of a new game at the same table, under the current rules."""
    if config.rules == RULES_VERSION:
        return config
    former = [one.former_options.get(config.game, {}) for one in changes_since(config.rules)]
    options = {
        name: value
        for name, value in config.options.items()
        if not any(name in one for one in former)
    }
    return msgspec.structs.replace(config, options=options, rules=RULES_VERSION)
