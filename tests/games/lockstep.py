"""The engine and the reference play one game side by side and must agree at every step."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from odintable.games.position import SPECTATOR, Position
from tests.games import coverage_counts, random_positions
from tests.reference.odin import Odin
from tests.reference.ravens import Ravens

VIEWED_EVERY = 7  # steps
MAX_MOVES = 400  # moves; a game that has not ended by then is left
LONG_EVERY = 50  # games: one with the usual target or limit
SET_UPS = 2  # made-up positions for every game from its deal
SET_UP_MOVES = 8  # are made from there

Tally = Counter[str]


@dataclass
class Lockstep:
    """One game, played by both. The engine gets the shuffles that the reference made."""

    name: str
    rng: Random
    tally: Tally
    orders: list[tuple[str, list[str]]] = field(default_factory=list)
    steering: dict[str, float] = field(init=False)
    engine: Position = field(init=False)
    reference: Any = field(init=False)

    def __post_init__(self) -> None:
        """Give the game its own preferences among moves, so that games differ."""
        self.steering = self.rng.choice(TASTES[self.name])

    def shuffle(self, what: str, cards: list[str]) -> list[str]:
        """A random order, the landscape cards either way round; kept for the engine."""
        order = self.rng.sample(cards, len(cards))
        if what == "landscapes":
            order = [card[:: self.rng.choice([1, -1])] for card in order]
        self.orders.append((what, order))
        return list(order)

    def begin(self, players: int, options: dict[str, Any]) -> None:
        """Both start a new game."""
        first = self.rng.randrange(players)
        self.engine = Position.new(self.name, players, first, options)
        if self.name == "odin":
            self.reference = Odin(players, first, options, self.shuffle)
        else:
            self.reference = Ravens(first, options, self.shuffle)
        self.resolve_shuffles()

    def set_up(self, position: dict[str, Any]) -> None:
        """Both start at a position."""
        self.engine = Position.from_json(position)
        game = Odin if self.name == "odin" else Ravens
        self.reference = game.from_position(position, self.shuffle)

    def resolve_shuffles(self) -> list[dict[str, Any]]:
        """Hand the engine the shuffles that the reference made: the same piles, in that order."""
        events: list[dict[str, Any]] = []
        for what, order in self.orders:
            assert self.engine.awaits_shuffle, f"the reference shuffled {what}, the engine goes on"
            name, cards = self.engine.pile_to_shuffle()
            assert name == what
            plain = ["".join(sorted(c)) if what == "landscapes" else c for c in order]
            assert cards == sorted(plain)
            before = self.engine.states.copy()
            self.engine.apply_shuffle(order)
            events += self.engine.modules.events.events_between(before[0], self.engine.state)
        self.orders.clear()
        assert not self.engine.awaits_shuffle, (
            "the engine wants a shuffle that the reference did not make"
        )
        return events

    def play(self, max_moves: int = MAX_MOVES) -> None:
        """Play both to the end of the game, or for this many moves; they must agree all the way."""
        for step in range(max_moves):
            moves = self.compare(step % VIEWED_EVERY == 0)
            if not moves:
                return
            self.step(self.choose(moves))
        self.compare(True)

    def compare(self, with_views: bool) -> list[str]:
        """The same position and the same moves, and now and then the same views."""
        engine, reference = self.engine, self.reference
        assert engine.to_json() == reference.position
        moves: list[str] = reference.legal()
        assert engine.legal() == moves
        if with_views or not moves:
            for seat in range(engine.players):
                assert engine.view(seat).to_json() == reference.view(seat), seat
            assert engine.view(SPECTATOR).to_json() == reference.view(None)
        return moves

    def choose(self, moves: list[str]) -> str:
        """Choose a move by this game's preferences."""
        weights = [self.steering.get(verb_of(move), 1.0) for move in moves]
        return self.rng.choices(moves, weights)[0]

    def step(self, move: str) -> None:
        """Make the same move in both and compare the events."""
        before = self.engine.states.copy()
        position = coverage_counts.remember(self.reference.position)
        self.engine.apply(self.engine.read_move(move))
        events = self.engine.modules.events.events_between(before[0], self.engine.state)
        expected = self.reference.play(move)
        events += self.resolve_shuffles()
        assert events == expected, move
        self.tally.update(
            coverage_counts.done(self.name, position, move, expected, self.reference.position)
        )


def verb_of(move: str) -> str:
    """The kind of a move, by which preferences are chosen."""
    first, *rest = move.split(" ")
    if first == "play":
        if "X0" in rest:
            return "goat"
        return "single" if len(rest) == 1 else "set"
    return rest[0] if first.strip("()") in {"a", "r", "s", "t"} else first


# What random players like, by verb: 1 for what is not named. There are many stones and swaps.
FLYING = {"fly": 8.0, "forward": 8.0, "extend": 0.1, "discard": 0.1, "stone": 0.05, "swap": 0.02}
TASTES: dict[str, list[dict[str, float]]] = {
    "ravens": [
        FLYING,
        FLYING | {"magic": 6.0, "stack": 3.0},
        FLYING | {"stack": 4.0, "arrange": 20.0, "add": 5.0, "end": 0.5},
        FLYING | {"stone": 1.0, "remove": 2.0, "turn": 0.5},
        FLYING | {"remove": 40.0, "fly": 0.5, "forward": 0.5},
        FLYING | {"fly": 2.0, "forward": 2.0, "back": 6.0, "extend": 1.0, "discard": 1.0},
    ],
    "odin": [{}, {"pass": 3.0}, {"pass": 0.2, "set": 3.0}, {"set": 5.0, "goat": 50.0}],
}


def play_game(name: str, number: int, tally: Tally) -> None:
    """Play a numbered game from its deal: options, seats and moves follow from the number."""
    players, options = what_is_played(name, number)
    game = Lockstep(name, Random(f"{name} {number}"), tally)
    with_seed(game, f"{name} game {number}", lambda: game.begin(players, options))
    tally["played from the deal to the end"] += game.engine.is_over


def play_set_up(name: str, number: int, tally: Tally) -> None:
    """Play some moves from a numbered random position."""
    players, options = what_is_played(name, number, may_be_long=False)
    rng = Random(f"{name} position {number}")
    position = random_positions.position(name, rng, players, options)
    game = Lockstep(name, rng, tally)
    with_seed(game, f"{name} position {number}", lambda: game.set_up(position), SET_UP_MOVES)


def with_seed(
    game: Lockstep, what: str, begin: Callable[[], None], max_moves: int = MAX_MOVES
) -> None:
    """Play; a failure names the game."""
    try:
        begin()
        game.play(max_moves)
    except Exception as error:
        error.add_note(f"in lockstep, {what}: {getattr(game, 'engine', 'not begun')!r}")
        raise


def what_is_played(name: str, number: int, may_be_long: bool = True) -> tuple[int, dict[str, Any]]:
    """The number of players and the options of a numbered game."""
    rng = Random(f"{name} options {number}")
    is_long = may_be_long and number % LONG_EVERY == 0
    if name == "ravens":
        return 2, random_positions.ravens_options(rng, is_long)
    players = 2 + number % 5
    return players, random_positions.odin_options(rng, players, is_long)


def play_games(name: str, numbers: range) -> Tally:
    """Play many games and some random positions; count what happened in them."""
    tally: Tally = Counter()
    for number in numbers:
        play_game(name, number, tally)
        for which in range(SET_UPS):
            play_set_up(name, SET_UPS * number + which, tally)
    return tally
