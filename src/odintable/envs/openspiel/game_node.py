"""GameNode: a node of OpenSpiel's game tree, in which chance draws card by card.

A node is cheap to copy and to store: its state is bytes, and its history is a linked list that
copies share.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from odintable.envs.batch_calls import deal_at, update_memory_at
from odintable.envs.config import EnvConfig
from odintable.games import compiled_calls
from odintable.games.dispatch import MAX_PILE_CARDS
from odintable.games.rng import generator

if TYPE_CHECKING:
    from odintable.games.json_reader import Json
    from odintable.games.position import Position

CHANCE = -1  # as the player of a step
Rows = np.ndarray[Any, Any]


class HistoryStep:
    """One step of a game: the move, its player, and the state after it."""

    __slots__ = ("move", "player", "previous", "seen_by", "state")

    def __init__(self, previous: HistoryStep | None, player: int, move: int, state: bytes) -> None:
        """Append a step to another; the first step is the initial state."""
        self.previous = previous
        self.player = player
        self.move = move
        self.state = state
        self.seen_by: dict[int, str] = {}  # seat -> what it learns from this step; a cache


@functools.cache
def config_from(game: str, players: int, options: tuple[tuple[str, Json], ...], *rest: Any) -> Any:
    """Return a config, cached because unpickled nodes share it."""
    return EnvConfig(game, players, dict(options), *rest)


class GameNode:
    """The state, the cards drawn so far in the pending shuffle, and the history."""

    __slots__ = ("config", "drawn", "last_step", "memories", "started", "states")

    def __init__(self, config: EnvConfig) -> None:
        """Start a new game; chance decides who starts unless the config does."""
        self.config = config
        first = config.first
        self.started = first is not None
        self.states: Rows = config.starts[[first or 0]].copy()
        self.memories: Rows = np.zeros(1, config.spec.modules.features.MEMORY)
        self.drawn: tuple[int, ...] = ()
        self.last_step = HistoryStep(None, CHANCE, 0, self.states.tobytes())

    def copy(self) -> Self:
        """Return an independent copy that shares the history."""
        other = object.__new__(type(self))
        other.config, other.started, other.drawn = self.config, self.started, self.drawn
        other.states, other.memories = copy_rows(self.states), copy_rows(self.memories)
        other.last_step = self.last_step
        return other

    def __deepcopy__(self, _memo: object) -> Self:
        """Copy the node when OpenSpiel clones a state."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the history as a list: a linked list may be too long for pickle's recursion."""
        one = self.config
        key = (one.game, one.players, tuple(one.options.items()), one.small, one.rewards, one.first)
        steps = []
        step: HistoryStep | None = self.last_step
        while step is not None:
            seen_by = {} if step.previous else step.seen_by
            steps.append((step.player, step.move, step.state, seen_by))
            step = step.previous
        return unpickle, (key, self.started, self.drawn, self.memories.tobytes(), steps[::-1])

    @property
    def position(self) -> Position:
        """The full position, with nothing hidden."""
        return self.config.position(self.states)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    @property
    def is_chance_node(self) -> bool:
        """Whether chance decides: who starts, or the next card of a shuffle."""
        return not self.started or bool(self.states["pending_shuffle"].item())

    @property
    def turn(self) -> int:
        """The seat that decides."""
        return int(self.states["turn"].item())

    def legal_actions(self) -> list[int]:
        """Return the legal actions, sorted."""
        return sorted(int(self.config.action_of_move[move]) for move in self.position.moves())

    # --- Moves and chance -------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Carry out a legal action of the player to move."""
        player, move = self.turn, int(self.config.move_of_action[action])
        update_memory_at(self.states, self.memories, 0, move)
        compiled_calls.apply_at(self.states, 0, move)
        self._add_step(player, move)

    def _add_step(self, player: int, move: int) -> None:
        self.last_step = HistoryStep(self.last_step, player, move, self.states.tobytes())

    def _pile(self) -> list[int]:
        """Return the cards of the pending shuffle, in order."""
        cards = np.empty(MAX_PILE_CARDS, np.int8)
        pile: list[int] = cards[: compiled_calls.pile_to_shuffle_at(self.states, 0, cards)].tolist()
        return pile

    def _orientations(self, card: int) -> tuple[int, ...]:
        """Return the orientations of a card; the first is its orientation in the pile."""
        ways: tuple[int, ...] = self.config.spec.modules.environment.orientations(
            self.states[0], card
        )
        return ways

    def _remaining(self) -> Counter[int]:
        """Count the cards that are still to be drawn, by card."""
        drawn = [self._orientations(card)[0] for card in self.drawn]
        return Counter(self._pile()) - Counter(drawn)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes with their probabilities: seats that may start, or cards."""
        players = self.config.players
        if not self.started:
            return [(seat, 1 / players) for seat in range(players)]
        remaining = self._remaining()
        total = sum(remaining.values())
        probabilities: Counter[int] = Counter()
        for card, count in remaining.items():
            ways = self._orientations(card)
            for way in ways:
                probabilities[way] += count / total / len(ways)  # type: ignore[assignment]
        return sorted(probabilities.items())

    def draw(self, outcome: int) -> None:
        """Apply an outcome of chance; after the last card of a shuffle the game continues."""
        if not self.started:
            self.started = True
            self.states = self.config.starts[[outcome]].copy()
            self._add_step(CHANCE, 0)
            return
        self.drawn = (*self.drawn, outcome)
        pile, remaining = self._pile(), self._remaining()
        needed = self.config.spec.modules.environment.cards_to_draw(self.states[0], pile)
        is_open = len(remaining) > 1 or len(self._orientations(outcome)) > 1
        if len(self.drawn) < needed and is_open:
            return
        cards = np.zeros(MAX_PILE_CARDS, np.int8)
        cards[: len(pile)] = [*self.drawn, *remaining.elements()]
        deal_at(self.states, self.memories, 0, cards, self.config.hand_size)
        self.drawn = ()
        self._add_step(CHANCE, 0)

    # --- What a seat knows ------------------------------------------------------------------------

    def information_state(self, seat: int) -> str:
        """Return everything that a seat has seen since the game began, a line for each step."""
        lines = []
        step: HistoryStep | None = self.last_step
        while step is not None:
            if seat not in step.seen_by:
                step.seen_by[seat] = self._seen_in_step(step, seat)
            lines.append(step.seen_by[seat])
            step = step.previous
        return "\n".join(line for line in reversed(lines) if line)

    def _seen_in_step(self, step: HistoryStep, seat: int) -> str:
        """Describe what a seat sees in one step: the move, and cards that come up."""
        if step.previous is None:
            return f"seat {seat}"
        before, after = self._position_at(step.previous), self._position_at(step)
        texts = []
        if step.player != CHANCE:
            move = before.write_move(step.move)
            seen = move if step.player == seat else before.modules.notation.public_move_text(move)
            texts += [f"{step.player} {seen}"] if seen else []
        if not after.awaits_shuffle:
            texts += self.config.spec.modules.environment.newly_seen(before, after, seat)
        return "; ".join(texts)

    def _position_at(self, step: HistoryStep) -> Position:
        """Return the full position after a step."""
        return self.config.position(np.frombuffer(step.state, self.states.dtype))

    def resampled(self, seat: int, seed: int) -> Self:
        """Return a random node that agrees with everything the seat has seen."""
        other = self.copy()
        if self.is_chance_node or self.is_over:
            return other
        compiled_calls.hide_at(other.states, 0, seat)
        compiled_calls.sample_state_at(other.states, 0, generator(seed))
        # The history does not fit the sampled cards of the other seats: give them only their view.
        other.last_step = HistoryStep(None, CHANCE, 0, other.states.tobytes())
        for one in range(self.config.players):
            other.last_step.seen_by[one] = repr(other.position.view(one))
        other.last_step.seen_by[seat] = self.information_state(seat)
        return other


def unpickle(
    key: tuple[Any, ...],
    started: bool,
    drawn: tuple[int, ...],
    memories: bytes,
    steps: list[tuple[int, int, bytes, dict[int, str]]],
) -> GameNode:
    """Restore a node from the values that `__reduce__` returned."""
    node = GameNode(config_from(*key))
    node.started, node.drawn = started, drawn
    node.memories = np.frombuffer(bytearray(memories), node.memories.dtype)
    step: HistoryStep | None = None
    for player, move, state, seen_by in steps:
        step = HistoryStep(step, player, move, state)
        step.seen_by = dict(seen_by)
    if step is not None:
        node.last_step = step
        node.states = np.frombuffer(bytearray(step.state), node.states.dtype)
    return node


def copy_rows(rows: Rows) -> Rows:
    """Copy an array; faster than NumPy's copy, which also copies the field names."""
    return np.frombuffer(bytearray(rows.tobytes()), rows.dtype)
