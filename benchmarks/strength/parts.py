"""The parts of the measurement: the contests of each, their lengths and their goals."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from odintable.arena import Contest, read_bot

from . import openspiel, other_nets
from .goal import Bar, Goal, at_least, floor

GAMES = ("ravens", "odin")
HAND: Mapping[str, Any] = {"hands": 1}
SHORT_RACES: Mapping[str, Any] = {"max-turns": 60}  # random rollouts hardly ever end a race
ONE_RACE: Mapping[str, Any] = {"max-turns": 60, "target": 1}
BEST = "openspiel-best"  # of the round robin; stands for one of openspiel.MAKERS
STRONGER: Goal = (Bar("mean", 0.5, "over"),)
STEP_UP: Goal = (Bar("mean", 0.65), Bar("low", 0.60, "over"))
LEVELS = ("ask", "embla", "snorri", "gudrun", "mimir")


@dataclass(frozen=True)
class Meeting:
    """One contest of the arena: two contestants with a goal for the first, or a round robin."""

    game: str
    contestants: tuple[str, ...]  # in the arena's notation
    games: int = 400  # for each pair
    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    goal: Goal = ()
    note: str = ""  # for the reader of the page
    seed: int = 1  # of the deals

    def __str__(self) -> str:
        """The meeting in words."""
        names = [text.partition("=")[0] for text in self.contestants]
        if self.players > 2:
            names[1] = f"{self.players - 1} × {names[1]}"
        return f"{' v '.join(names)}, {self.table}"

    @property
    def table(self) -> str:
        """The game and its options in words."""
        if self.game == "ravens":
            what = "Ravens races" if "target" in self.options else "Ravens"
        else:
            what = "ODIN hands" if "hands" in self.options else "ODIN"
            what += f" for {self.players}" if self.players > 2 else ""
        switched = [name for name, value in self.options.items() if value is True]
        what += f" with {' and '.join(switched)}" if switched else ""
        turns = self.options.get("max-turns")  # of a race
        return f"{what}, at most {turns} turns a race" if turns else what

    def contest(self) -> Contest:
        """The meeting as a contest of the arena."""
        return Contest(
            game=self.game,
            contestants=tuple(read_bot(other_nets.arena_name(text)) for text in self.contestants),
            games=self.games,
            players=self.players,
            options=dict(self.options),
            seed=self.seed,
        )

    def command(self) -> str:
        """The command that plays the same contest."""
        words = ["odintable arena", self.game, *self.contestants, f"--games {self.games}"]
        if self.players > 2:
            words.append(f"--players {self.players}")
        for name, value in self.options.items():
            words.append(f"--option {name}" if value is True else f"--option {name}={value}")
        if self.seed != 1:
            words.append(f"--seed {self.seed}")
        return " ".join(words)

    def against(self, best: str) -> "Meeting":
        """The same with the best of the round robin in its seat."""
        seated = (
            openspiel.arena_name(best, text.partition("@")[2]) if text.startswith(BEST) else text
            for text in self.contestants
        )
        return replace(self, contestants=tuple(seated))

    @property
    def needs_best(self) -> bool:
        """Whether it needs the result of the round robin."""
        return any(text.startswith(BEST) for text in self.contestants)


@dataclass(frozen=True)
class Part:
    """Meetings that are run together, in less than 100 minutes on 2 cores."""

    name: str
    title: str
    about: str
    meetings: tuple[Meeting, ...] = ()  # none: measured in another way
    needs_nets: bool = False  # from files: see other_nets


def both(first: str, second: str, **arguments: Any) -> list[Meeting]:
    """The same meeting in both games; `odin` and `ravens` are the options of each."""
    options = {game: arguments.pop(game, {}) for game in GAMES}
    goals = arguments.pop("goals", {})
    return [
        Meeting(game, (first, second), options=options[game], goal=goals.get(game, ()), **arguments)
        for game in GAMES
    ]


def same_simulations(who: str, sims: int, cheat: str, goals: Mapping[str, Goal]) -> list[Meeting]:
    """A search against another with the same number of simulations."""
    meetings = both(f"{who}@{sims}sims", f"{cheat}@{sims}sims", odin=HAND, goals=goals)
    return [replace(one, games=1000) if one.game == "odin" else one for one in meetings]


ROBIN = tuple(openspiel.arena_name(one, "50ms") for one in openspiel.MAKERS)
AGAINST_ALL_SEEING = {"ravens": at_least(0.40), "odin": at_least(0.25)}
EQUAL_TIME, EQUAL_SIMS = at_least(0.80), at_least(0.55)
PLAIN, CHEAT = "ismcts-plain@1000sims", "ismcts-plain-cheat@1000sims"
SPOT_CHECK = "spot check: 40 games"

NETS = (
    Meeting("odin", ("net-odin", PLAIN), 4000, 2, HAND, floor(0.78, 0.85)),
    Meeting("odin", ("net-odin", "ismcts-plain@10000sims"), 1000, 2, HAND, floor(0.69, 0.75)),
    Meeting("odin", ("net-odin", CHEAT), 4000, 2, HAND, floor(0.40, 0.47)),
    Meeting("odin", ("net-odin", PLAIN), 1600, 4, HAND, floor(0.41, 0.48)),
    Meeting("odin", ("net-odin", CHEAT), 1600, 4, HAND, floor(0.21, 0.25)),
    Meeting("odin", ("net-odin", "greedy"), 600, players=3),
    Meeting("odin", ("net-odin", "greedy"), 800, players=4),
    Meeting("odin", ("net-odin", "greedy"), 600, players=6),
    Meeting("odin", ("net-odin", "search@3000sims"), 120),
    Meeting(
        *("ravens", ("net-ravens", "search@50ms"), 80),
        goal=floor(0.60, 0.75),
        note="spot check: 80 games",
    ),
    Meeting("ravens", ("net-ravens", "greedy"), goal=floor(0.90, 0.97)),
    *(
        Meeting("odin", ("net-odin", "greedy"), options={option: True})
        for option in ("goat", "four-colours")
    ),
    *(
        Meeting("ravens", ("net-ravens", "greedy"), 100, options={option: True})
        for option in ("removed-under", "buy-magic", "keep-cards", "strict-joker")
    ),
)

BARELY_BEATEN: Goal = (Bar("mean", 0.56, "at most", is_wish=True),)
OTHER_NETS = (
    *(
        Meeting("odin", (file, other), 2000, options=HAND, seed=41)
        for file in other_nets.SEEDS["odin"]
        for other in (PLAIN, CHEAT)
    ),
    *(
        Meeting("ravens", (file, "search@100sims"), 100, seed=41)
        for file in other_nets.SEEDS["ravens"]
    ),
    Meeting(
        *("odin", (other_nets.ANSWERS["odin"], "net-odin"), 4000),
        options=HAND,
        goal=BARELY_BEATEN,
        seed=41,
    ),
    # This answer has no goal: it was trained with a turn limit, which these games do not have.
    Meeting(
        *("ravens", (other_nets.ANSWERS["ravens"], "net-ravens"), 100),
        note="spot check: 100 games; it was trained to be ahead at a turn limit, which these games "
        "do not have: see [its training](learning.md#the-nets-of-the-package)",
        seed=41,
    ),
)

PARTS = (
    Part(
        "greedy",
        "Search against rules of thumb",
        "`search` against `greedy`, whole games. At the table of four, one `search` sits with "
        "three `greedy` in every seat in turn; even is 25%.",
        (
            Meeting("ravens", ("search@50ms", "greedy"), goal=at_least(0.85)),
            Meeting("odin", ("search@50ms", "greedy"), goal=at_least(0.75)),
            Meeting("odin", ("search@50ms", "greedy"), 800, players=4, goal=at_least(0.45)),
        ),
    ),
    Part(
        "longer",
        "What longer thinking is worth",
        "`search` with 1 s a decision against itself with 50 ms. These are spot checks of 40 "
        "games: the share itself is judged here, and the intervals are wide.",
        (
            *both(
                *("search@1s", "search@50ms"),
                games=40,
                note=SPOT_CHECK,
                goals={"ravens": STRONGER, "odin": STRONGER},
            ),
        ),
    ),
    Part(
        "openspiel-c",
        "Which OpenSpiel",
        "OpenSpiel's ISMCTS (`open_spiel.python.algorithms.ismcts`, on our rules through "
        "`benchmarks/openspiel/ismcts_bot.py`) with four values of `uct_c`, every two against each "
        "other at 50 ms. To keep it short they play single hands of ODIN, and single races in "
        "Ravens with at most 60 turns each. The best of each game meets `search` below.",
        (
            Meeting("ravens", ROBIN, 20, options=ONE_RACE),
            Meeting("odin", ROBIN, 60, options=HAND),
        ),
    ),
    Part(
        "openspiel-time",
        "Search against OpenSpiel, equal time",
        "`search` against the best OpenSpiel, both with 50 ms a decision: whole games, ODIN to 15 "
        "and Ravens to 12 with at most 60 turns a race.",
        (
            *both(
                *("search@50ms", f"{BEST}@50ms"),
                ravens=SHORT_RACES,
                goals={"ravens": EQUAL_TIME, "odin": EQUAL_TIME},
            ),
        ),
    ),
    Part(
        "openspiel-sims",
        "Search against OpenSpiel, equal simulations",
        "The same with 100 simulations a decision for both, whatever time they take.",
        (
            *both(
                *("search@100sims", f"{BEST}@100sims"),
                ravens=SHORT_RACES,
                goals={"ravens": EQUAL_SIMS, "odin": EQUAL_SIMS},
            ),
        ),
    ),
    Part(
        "oracle",
        "What cannot be seen",
        "`seer` against `oracle`, which is our own search, equally large, but sees all cards. "
        "Single hands of ODIN, whole games of Ravens. The larger both are, the more open cards are "
        "worth: ODIN is shown at several sizes, the goal stands at 100 simulations. `search`, "
        "which has no net to guide it, and the nets, which do not search, show what each brings.",
        (
            *same_simulations("seer", 100, "oracle", AGAINST_ALL_SEEING),
            *(same_simulations("seer", sims, "oracle", {})[1] for sims in (20, 50, 1000)),
            *same_simulations("search", 100, "oracle", {}),
            *same_simulations("search", 1000, "oracle", {})[1:],
            Meeting("ravens", ("net-ravens", "oracle@100sims")),
            Meeting("odin", ("net-odin", "oracle@100sims"), 1000, options=HAND),
            Meeting("odin", ("net-odin", "oracle@1000sims"), 1000, options=HAND),
        ),
    ),
    Part(
        "plain",
        "Against the yardsticks",
        "`search` against the plain search, equally large, and against its twin that sees all "
        "cards. Single hands of ODIN, whole games of Ravens.",
        (
            *same_simulations("search", 100, "ismcts-plain-cheat", AGAINST_ALL_SEEING),
            *same_simulations("search", 1000, "ismcts-plain-cheat", AGAINST_ALL_SEEING)[1:],
            *same_simulations("search", 100, "ismcts-plain", {}),
            *same_simulations("search", 1000, "ismcts-plain", {})[1:],
        ),
    ),
    Part(
        "levels",
        "The five opponents",
        "Each against the one below it, at 50 ms a decision, whole games.",
        tuple(
            meeting
            for below, above in pairwise(LEVELS)
            for meeting in both(
                *(f"{above}@50ms", f"{below}@50ms"), goals={"ravens": STEP_UP, "odin": STEP_UP}
            )
        ),
    ),
    Part(
        "nets",
        "Players that learned",
        "`net-odin` and `net-ravens` judge every move in less than a millisecond, without search. "
        "Their opponents are the plain search with random rollouts, which never changes, its twin "
        "that sees all cards, `greedy`, and our own `search`. At larger tables one net plays "
        "against several copies of the other bot, in every seat in turn. The last rows show them "
        "with each rule option; they were trained with all of them.",
        NETS,
    ),
    Part(
        "pace",
        "How long a net takes",
        "200 positions of each game as they are met in play, each decided five times by the net "
        "alone: from what the player sees to the move, in processor time, on one core.",
    ),
    Part(
        "load",
        "Under load",
        "50 games at once on all cores, half of each game, `seer` in every seat with a bound of "
        "1 s a decision, for three minutes, in the processes that the server's bots think in: from "
        "asking for a move to having it, waiting included.",
    ),
    Part(
        "twins",
        "Twins",
        "200 positions of each game as they are met in play, each with a twin that differs only in "
        "cards the player to move cannot see. Of both `seer` must decide the same with the same "
        "seed and simulations, and take as long: a clock tells nothing about hidden cards. Each is "
        "decided three times, and the quickest counts.",
    ),
    Part(
        "other-nets",
        "Other training runs, and answers",
        "Nets from files outside the package. Those with a number were trained in the same way, "
        "each from its own seed: they differ by luck, and by how many decisions each had time for. "
        "The spread is their standard deviation in percentage points (`odintable train odin "
        "--minutes 8 --seed 2 --out two` writes `two/odin.safetensors`). An answer starts as a "
        "copy of the package's net and learns only to beat it (`odintable exploit net-odin "
        "--minutes 8 --option hands=1`, `odintable exploit net-ravens --minutes 6`): the less it "
        "wins, the better. [Learning](learning.md) has more on both.",
        OTHER_NETS,
        needs_nets=True,
    ),
)
BY_NAME = {part.name: part for part in PARTS}
ROUND_ROBIN = BY_NAME["openspiel-c"]
