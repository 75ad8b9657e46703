"""The configurations for testing every environment: both games, all player counts and options."""

from typing import Any

Table = tuple[str, int, dict[str, Any]]

TABLES: list[Table] = [
    *(("odin", players, {}) for players in range(2, 7)),
    ("odin", 2, {"four_colours": True, "hands": 1}),
    ("odin", 4, {"goat": True, "limit": 30, "rewards": "points"}),
    ("odin", 2, {"small": True, "hands": 1}),
    ("odin", 3, {"small": True, "rewards": "points", "first": 1}),
    ("ravens", 2, {"target": 3, "max_turns": 30}),
    ("ravens", 2, {"target": 3, "max_turns": 30, "removed_under": True, "rewards": "points"}),
    ("ravens", 2, {"target": 3, "max_turns": 30, "buy_magic": True, "keep_cards": True}),
    ("ravens", 2, {"target": 3, "max_turns": 30, "strict_joker": True, "first": 0}),
]
FEW: list[Table] = [TABLES[0], TABLES[6], TABLES[7], TABLES[11]]


def name(table: Table) -> str:
    """How a test with this table is called."""
    game, players, options = table
    return "-".join([game, str(players), *(f"{key}={value}" for key, value in options.items())])
