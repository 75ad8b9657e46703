"""The declaration of Odin's Ravens: what the rest of the program needs to know about it."""

from odintable.games.spec import GameSpec, Option

DEFAULT_TARGET, MAX_TARGET = 12, 100  # points [RV-9.3 RV-10.4]
WAY_BONUS = 3  # points for the most cards on the Magic Way [RV-9.2]
CARDS_PER_TURN = 3  # from the hand, and as many from the stack [RV-3.1]
MAX_TURNS = 10_000  # that the option max-turns may allow [RV-10.6]

SPEC = GameSpec(
    name="ravens",
    title="Odin's Ravens",
    package="odintable.games.ravens",
    min_players=2,
    max_players=2,
    options=(
        Option(
            "target",
            "the game ends when a player has this many points",
            kind="number",
            default=DEFAULT_TARGET,
            high=MAX_TARGET,
            suggested=(3, 6, 12, 18, 30),
        ),
        Option("strict-joker", "two alike pay only if you have no matching card left"),
        Option("removed-under", "a removed landscape goes under the pile"),
        Option("buy-magic", "pay for the Magic Way card itself and turn up the next"),
        Option("keep-cards", "hands and stacks stay from one race to the next"),
        Option(
            "max-turns",
            "a race ends after this many turns",
            kind="number",
            high=MAX_TURNS,
            is_in_setup=False,
        ),
    ),
    leg="race",
    leg_field="race",
    turn_fields=("turn", "race", "turns"),
    face_down_fields=("landscape_count", "magic_count"),
    reversible_piles=frozenset({"landscapes"}),
    verbs_without_cards=frozenset({"stack", "lay", "place", "extend", "end"}),
    quiet_events=frozenset({"flew"}),
    detail_events=frozenset({"flew"}),
    goal_options=("target",),
    has_net=True,
    constants={"cards_per_turn": CARDS_PER_TURN, "way_bonus": WAY_BONUS},
)
