"""The declaration of ODIN: what the rest of the program needs to know about it."""

from odintable.games.spec import GameSpec, Option

MIN_PLAYERS, MAX_PLAYERS = 2, 6  # [OD-1.2]
DEFAULT_LIMIT, MAX_LIMIT = 15, 100  # points [OD-5.4]

SPEC = GameSpec(
    name="odin",
    title="ODIN",
    package="odintable.games.odin",
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    options=(
        Option(
            "limit",
            "the game ends when a player has this many points",
            kind="number",
            default=DEFAULT_LIMIT,
            high=MAX_LIMIT,
            suggested=(5, 10, 15, 20, 30),
        ),
        Option(
            "hands",
            "the game ends after one hand, whatever the points",
            kind="number",
            high=1,
            is_in_setup=False,
        ),
        Option("goat", "a 55th card: worth 0, goes with any colour, costs 5 points in hand"),
        Option("four-colours", "orange and purple stay in the box", players=(MIN_PLAYERS,)),
    ),
    leg="hand",
    leg_field="deal",
    turn_fields=("turn", "deal"),
    verbs_without_cards=frozenset({"pass", "take"}),
    quiet_events=frozenset({"took", "round-over"}),
    detail_events=frozenset({"took"}),
    goal_options=("hands", "limit"),
    fewest_points_win=True,
    has_net=True,
)
