"""How nets for ODIN are trained, and the games whose fingerprint shows that a net fits."""

from typing import Any

# The games of self-play: parts of the mixture, players, options. A hand for two takes few
# decisions, a game for six many. By decisions, nearly half are single hands for two, a quarter are
# other single hands, and a quarter are games.
MIXTURE: list[tuple[int, int, dict[str, Any]]] = [
    (1550, 2, {"hands": 1}),
    (100, 2, {"hands": 1, "goat": True}),
    (100, 2, {"hands": 1, "four-colours": True}),
    (140, 3, {"hands": 1}),
    (380, 4, {"hands": 1}),
    (40, 4, {"hands": 1, "goat": True}),
    (65, 5, {"hands": 1}),
    (55, 6, {"hands": 1}),
    (60, 2, {}),
    (10, 2, {"limit": 10}),
    (10, 2, {"limit": 20}),
    (10, 2, {"goat": True}),
    (10, 2, {"four-colours": True}),
    (35, 3, {}),
    (30, 4, {}),
    (5, 4, {"limit": 10}),
    (5, 4, {"limit": 20}),
    (5, 4, {"goat": True}),
    (15, 5, {}),
    (15, 6, {}),
]
UNTRAINED_OPTIONS: tuple[str, ...] = ()

HIDDEN, BLOCKS = 832, 4  # width and residual layers of the net: 12 MB hold the nets of all games
GAMES_AT_ONCE = 1 << 15  # on a GPU, in each of two groups
CONFIG = {"temperature": 0.6, "final_temperature": 0.03, "opponent_percent": 30, "reuse": 2}
EXPLOIT_CONFIG = {"learning_rate": 4e-4, "temperature": 0.1}  # from a copy: small steps
OPPONENT_TEMPERATURES = (0.1, 0.3, 1.0)

EVALUATION_GAMES: list[tuple[int, dict[str, Any]]] = [(2, {"hands": 1}), (4, {"hands": 1})]
FINGERPRINT_GAMES: list[tuple[int, dict[str, Any]]] = [(2, {}), (4, {"goat": True}), (6, {})]
