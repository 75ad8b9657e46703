"""The GameSpec of high card: everything that the rest of the program needs to know."""

from odintable.games.spec import GameSpec, Option

SPEC = GameSpec(
    name="high-card",
    title="High card",
    package="tests.high_card",
    min_players=2,
    max_players=2,
    options=(
        Option(
            "target",
            "the game ends when a player has this many points",
            kind="number",
            default=2,
            high=9,
        ),
    ),
    leg="round",
    leg_field="round",
    turn_fields=("turn", "round"),
)
