"""How nets for Ravens are trained, and the games whose fingerprint shows that a net fits."""

from typing import Any

# The games of self-play: parts of the mixture, players, options.
MIXTURE: list[tuple[int, int, dict[str, Any]]] = [
    (16, 2, {}),
    (1, 2, {"target": 6}),
    (1, 2, {"target": 20}),
    (1, 2, {"removed-under": True}),
    (1, 2, {"buy-magic": True}),
    (1, 2, {"keep-cards": True}),
    (1, 2, {"strict-joker": True}),
]
UNTRAINED_OPTIONS = ("max-turns",)  # races in self-play end by themselves

HIDDEN, BLOCKS = 640, 3  # width and residual layers of the net
GAMES_AT_ONCE = 1 << 12  # on a GPU, in each of two groups; races are long, so these are few
# A turn is many small decisions, and few of them change the odds by much.
CONFIG = {
    "temperature": 0.03,
    "final_temperature": 0.003,
    "opponent_percent": 30,
    "past_self_percent": 50,
    "reuse": 4,
    "lambda_": 0.95,
}
EXPLOIT_CONFIG = {"learning_rate": 3e-4, "temperature": 0.01}  # from a copy: small steps
OPPONENT_TEMPERATURES = (0.02, 0.06, 0.2)

EVALUATION_GAMES: list[tuple[int, dict[str, Any]]] = [(2, {"target": 1})]  # whole games take long
FINGERPRINT_GAMES: list[tuple[int, dict[str, Any]]] = [
    (2, {"max-turns": 20}),
    (2, {"max-turns": 20, "buy-magic": True}),
]
