"""Games played twice; in the second world, everything that a viewer may not know is different.

The messages to the viewer must be the same, byte by byte. Only the commitment is masked: it is the
hash of the seed, and the worlds have different seeds, so that a seed revealed too early is noticed.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from odintable.games.position import SPECTATOR
from odintable.games.spec import GAMES
from odintable.server.http.seat_routes import OutcomeFuture
from odintable.server.live import client_messages
from odintable.server.tables.table import OVER, PLAYING

from .server_in_process import InProcessServer, Json, QuickStore
from .shown_cards import Arranging, Card, Shown, Twin
from .stored_history import check_history
from .twin_game_plan import Game, Sitting, Step, game_of, seed_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from odintable.server.tables.applied_event import PlayedMove
    from odintable.server.tables.table import Table

    from .shown_cards import Lying

MAX_STEPS = 70
WALK = 0.02  # how often everything is compared
WATCH_LAYING = 0.7  # how often a review is asked for while somebody does what is hidden
WALK_AT_THE_END_OF = 4  # of every fourth game too
LOOKS = [
    *("", "/events", "/events?after=3", "/events?after=-1", "/record", "/fairness"),
    *(
        "/replay",
        "/replay?as=0",
        "/replay?as=spectator",
        "/replay?as=open",
        "/win-probabilities",
        "/win-probability",
    ),
]
GARBAGE = [b"", b"{}", b"[]", b"nonsense", b'{"do":"fly"}', b'{"do":"play","id":7}', b'{"do":"x']


# -- The first world ---------------------------------------------------------------------------


class First:
    """Plays a game as it comes, and writes down what everybody did."""

    def __init__(self, sitting: Sitting) -> None:
        """The cards are not dealt."""
        self.sitting = sitting
        self.game = sitting.game
        self.rng = random.Random(f"play {self.game.number}")
        self.walking = random.Random(f"walk {self.game.number}")
        plan = self.game.plan
        self.shown = Shown(self.game.viewer, plan["game"], plan["options"])
        self.kept: list[Lying] = []
        self.count = 0
        self.mistakes = 0

    async def play(self) -> None:
        """A game, or the first part of one."""
        sitting, game = self.sitting, self.game
        await sitting.begin(seed_of(game.number, "first"))
        game.received.append(await sitting.received())
        self.shown.read(sitting.table)
        for _ in range(self.rng.randrange(8, MAX_STEPS)):
            if sitting.table.stage != PLAYING or not await self.step():
                return
        if game.number % WALK_AT_THE_END_OF == 0:
            self.count += 1
            await self.take(self.walk())

    async def step(self) -> bool:
        """Somebody does something; False if that ends what can be compared."""
        return await self.take(self.choose())

    async def take(self, step: Step) -> bool:
        """Take a step; False if that ends what can be compared."""
        before = [*self.sitting.table.moves]
        answer = await self.sitting.do(step)
        table = self.sitting.table
        # At the end everything is shown; cards kept for another race are shuffled without it.
        if table.stage != PLAYING or (
            table.config.options.get("keep-cards") and table.position.leg > 1
        ):
            return False
        self.game.steps.append(self.follow(step, before, answer))
        self.game.received.append(await self.sitting.received())
        return True

    def follow(self, step: Step, before: list[PlayedMove], answer: Json | None) -> Step:
        """Note what was shown; a step that the viewer cannot know of becomes hidden."""
        moves = self.sitting.table.moves
        undone = before[len(moves) :]
        if undone:
            self.shown.back_to(self.kept[len(moves)])
            del self.kept[len(moves) :]
            is_unseen = all(move.text.startswith("lay ") for move in undone)
            return self.hidden(step, undone[0].seat) if is_unseen else step
        if len(moves) > len(before):
            return self.follow_move(step, moves[-1])
        if answer is not None and answer.get("type") == "refused":
            return self.hidden(step, step.who)
        return step

    def follow_move(self, step: Step, move: PlayedMove) -> Step:
        """Where the cards of a move went."""
        self.kept.append(self.shown.kept())
        self.shown.moved(self.sitting.table, move.seat, move.text)
        side = self.shown.lying.sides[move.seat] if self.game.plan["game"] == "ravens" else None
        if side is None:
            return step
        if move.text.startswith("stack "):
            return replace(step, cards=(side.stack[-1],))
        is_laid = move.text.startswith("lay ")
        if is_laid or move.text.endswith(" arrange"):
            lying = tuple(side.stack) if not side.lifted else ()
            step = replace(step, cards=lying)
        return self.hidden(step, move.seat) if is_laid else step

    def hidden(self, step: Step, seat: int) -> Step:
        """Only this seat knows of the step."""
        return step if seat == self.game.viewer else replace(step, what="hidden")

    # -- What they do --------------------------------------------------------------------------

    def choose(self) -> Step:
        """A move as a rule; else something that is asked, refused, or misunderstood."""
        self.count += 1
        at = self.at
        table, rng = self.sitting.table, self.rng
        chosen = self.walking.random()
        if chosen < WALK:
            return self.walk()
        if self.is_laying() and chosen < WATCH_LAYING:
            who = self.walking.choice((self.game.viewer, SPECTATOR))
            return Step(at, who, "call", ("GET", "/win-probabilities", None))
        turn = table.position.turn
        lot = rng.random()
        if table.proposals and lot < 0.6:
            return self.answered(at, table)
        if lot < 0.60:
            return self.ask(at, turn, do="play", move=self.move(table))
        if lot < 0.68:
            return self.ask(at, self.somebody(), do="back")
        if lot < 0.72:
            return self.wrong(at, self.somebody())
        if self.game.viewer == SPECTATOR or lot < 0.86:
            return self.look(at, self.game.viewer if lot < 0.82 else SPECTATOR)
        return self.wrong(at, self.game.viewer) if lot < 0.95 else self.hint(at)

    @property
    def at(self) -> int:
        """The time of this step."""
        return self.game.begins + 1000 * self.count

    def is_laying(self) -> bool:
        """Whether the viewer does not see what the seat to move is doing."""
        done = [step for step in self.game.steps if step.what in ("ask", "hidden")]
        if not done or done[-1].who == self.game.viewer:
            return False
        is_arranging = done[-1].given.get("move", "").endswith(" arrange")
        return is_arranging or done[-1].what == "hidden"

    def walk(self) -> Step:
        """Every viewer gets everything that there is to get."""
        return Step(self.at, self.game.viewer, "walk")

    def ask(self, at: int, who: int, **request: Any) -> Step:
        """A request with an id of its own."""
        return Step(at, who, "ask", {"id": f"r{self.count}", **request})

    def somebody(self) -> int:
        """Any seat."""
        return self.rng.randrange(len(self.sitting.table.seats))

    def move(self, table: Table) -> str:
        """Any legal move, those with a stack more often: there most is hidden."""
        legal = table.position.legal()
        if table.config.game == "ravens" and self.rng.random() < 0.6:
            arranging = [move for move in legal if move.endswith("arrange")]
            stacking = [move for move in legal if move.startswith("stack")]
            legal = arranging or stacking or legal
        return self.rng.choice(legal)

    def answered(self, at: int, table: Table) -> Step:
        """Somebody who is asked answers."""
        what, proposal = next(iter(table.proposals.items()))
        others = [
            seat
            for seat in range(len(table.seats))
            if seat != proposal.by and seat not in proposal.agreed
        ]
        do = "agree" if self.rng.random() < 0.8 else "decline"
        return self.ask(at, self.rng.choice(others), do=do, what=what)

    def wrong(self, at: int, who: int) -> Step:
        """What is refused, with a reason."""
        rng = self.rng
        game = self.game.plan["game"]
        texts = [text for text in GAMES[game].modules.notation.TEXTS if text]
        more = ["fly (M)", "magic (t)", "discard (a)", "place FM", "(s) stone 0:3", "dance"]
        legal = set(self.sitting.table.position.legal())
        move = rng.choice((rng.choice(texts), rng.choice(more)))
        lot = rng.random()
        if lot < 0.6 and move not in legal:
            return self.ask(at, who, do="explain" if lot < 0.25 else "play", move=move)
        if lot < 0.7:
            return self.ask(at, who, do="play", move=move, after=rng.randrange(9))
        asked = rng.choice(({"do": "ready"}, {"do": "agree", "what": "end"}, {"do": "return"}))
        return self.ask(at, who, **asked)

    def look(self, at: int, who: int) -> Step:
        """The viewer, or a spectator, looks again, in one of many ways."""
        rng = self.rng
        lot = rng.randrange(8)
        if lot == 0:
            self.mistakes = 0
            return Step(at, who, "return", rng.choice((0, 1, 5, 10**6)))
        if lot == 1 and self.mistakes < 8:
            self.mistakes += 1
            return Step(at, who, "raw", rng.choice(GARBAGE))
        if lot == 2:
            token, last = self.sitting.tokens[who], rng.choice((0, 1, 4))
            hello = {"do": "hello", "table": self.sitting.name, "token": token, "last": last}
            return Step(at, who, "raw", hello)
        if lot == 3:
            return Step(at, who, "raw", {"do": "say", "phrase": "wow"})
        path = rng.choice(LOOKS)
        return Step(at, who, "call", ("POST" if path == "/win-probability" else "GET", path, None))

    def hint(self, at: int) -> Step:
        """The viewer wants to know what a bot would do."""
        bot = self.rng.choice(("greedy", "mimir", "nobody"))
        return Step(at, self.game.viewer, "call", ("POST", "/hint", {"time_ms": 50, "bot": bot}))


# -- The other world ---------------------------------------------------------------------------


class Second:
    """Plays the same, as far as the viewer can see, with other cards."""

    def __init__(self, sitting: Sitting, first: Game, shown: Shown) -> None:
        """Deal everything anew that the viewer was not shown."""
        self.sitting = sitting
        self.first = first
        self.shown = shown
        self.seed = seed_of(first.number, "second")
        self.orders = shown.other_orders(random.Random(f"other {first.number}"))
        self.count = 0
        self.is_other = any(self.orders[key] != pile.order for key, pile in shown.piles.items())
        origin = seed_of(first.number, "first")
        sitting.world.deals[self.seed] = lambda seed: Twin(seed, origin, self.orders)

    async def play(self) -> None:
        """Step by step, comparing."""
        sitting = self.sitting
        await sitting.begin(self.seed)
        self.compare(-1, await sitting.received())
        for at, step in enumerate(self.first.steps):
            await (self.lay(step) if step.what == "hidden" else self.step(at, step))
            self.compare(at, await sitting.received())

    def compare(self, at: int, received: bytes) -> None:
        """Byte by byte."""
        expected = self.first.received[at + 1]
        if received != expected:
            raise Leak(self.first, at, expected, received)

    async def step(self, at: int, step: Step) -> None:
        """The same step, with the cards of this world where the viewer does not see them."""
        if step.who == self.first.viewer or step.what != "ask":
            await self.sitting.do(step)
            return
        given = step.given
        if given["do"] == "back":
            await self.take_up(step.who)
        if given["do"] == "play" and given["move"].startswith("stack "):
            given = {**given, "move": f"stack {self.letter(step.cards[0])}"}
        answer = await self.sitting.do(replace(step, given=given))
        if answer is None or answer["type"] == "refused":
            raise Leak(self.first, at, b"carried out", repr(answer).encode())
        if given["do"] == "play" and given["move"].endswith(" arrange"):
            await self.lay(step)

    def letter(self, card: Card) -> str:
        """What a card is in this world."""
        key, place = card
        return self.orders[key][place]

    async def unseen(self, seat: int, **request: Any) -> None:
        """Something that the viewer does not see."""
        self.count += 1
        answer = await self.sitting.ask(seat, {"id": f"unseen{self.count}", **request})
        assert answer["type"] == "event", (self.first.number, request, answer)

    async def take_up(self, seat: int) -> None:
        """Cards that a seat laid last are taken up again; another seat cannot do that."""
        while (moves := self.sitting.table.moves) and moves[-1].seat == seat:
            if not moves[-1].text.startswith("lay "):
                break
            await self.unseen(seat, do="back")

    async def lay(self, step: Step) -> None:
        """Lay the lifted cards in the order in which they lie in the first world."""
        if not step.cards:
            return
        self.sitting.world.now = step.at
        await self.take_up(step.who)
        for card in step.cards:
            table = self.sitting.table
            if "lay" not in table.position.legal()[0]:
                break
            await self.unseen(step.who, do="play", move=f"lay {self.letter(card)}")


class Leak(AssertionError):  # noqa: N818 - what it is
    """The viewer could tell the two worlds apart."""

    def __init__(self, game: Game, at: int, expected: bytes, received: bytes) -> None:
        """Where, and how."""
        where = next(
            (i for i, (a, b) in enumerate(zip(expected, received, strict=False)) if a != b),
            min(len(expected), len(received)),
        )
        step = game.steps[at] if at >= 0 else "the beginning"
        cut = slice(max(0, where - 100), where + 100)
        super().__init__(
            f"game {game.number}, viewer {game.viewer}, step {at} ({step}):"
            f" {expected[cut]!r} in one world, {received[cut]!r} in the other"
        )


async def compare_games(numbers: Iterable[int], folder: Path) -> Counter[str]:
    """Play these games in both worlds; Leak if a viewer could tell them apart."""
    reached: Counter[str] = Counter()
    stores = [QuickStore(folder / f"{name}.sqlite") for name in ("first", "second")]
    async with InProcessServer().open(stores[0]) as one, InProcessServer().open(stores[1]) as two:
        for number in numbers:
            await compare_game(number, one, two, reached)
    return reached


async def compare_game(
    number: int, one: InProcessServer, two: InProcessServer, reached: Counter[str]
) -> None:
    """One game in both worlds."""
    game = game_of(number)
    one.now = two.now = game.begins
    one.deals[seed_of(number, "first")] = Arranging
    async with Sitting(one, game) as sitting:
        first = First(sitting)
        await first.play()
    async with Sitting(two, game_of(number)) as sitting:
        second = Second(sitting, game, first.shown)
        await second.play()
    await end(one, game)
    for world in (one, two):
        check_history(world, game.name)
    reached["ended games"] += one.table(game.name).stage == OVER
    reached["games"] += 1
    reached["other deals"] += second.is_other
    reached["steps"] += len(game.steps)
    reached["bytes"] += sum(map(len, game.received))
    for step in game.steps:
        reached[f"{game.plan['game']} {event_kind(step)}"] += 1


async def end(world: InProcessServer, game: Game) -> None:
    """Play every fourth game to its end; in the others somebody resigns."""
    rng = random.Random(f"end {game.number}")
    live_table = world.services.registry.live_tables[game.name]
    for count in range(3000):
        if live_table.table.stage == OVER:
            break
        world.now += 1000
        asked: client_messages.ClientMessage = client_messages.Resign("resign")
        if game.number % 4 == 0:
            asked = client_messages.Play(
                f"end{count}", rng.choice(live_table.table.position.legal())
            )
        answer = OutcomeFuture()
        live_table.handle_command(asked, live_table.table.position.turn, answer)
        await answer.result()
        if isinstance(asked, client_messages.Resign):
            break
    while live_table.busy or live_table.job is not None:  # a bot plays on for who resigned
        await asyncio.sleep(0)


def event_kind(step: Step) -> str:
    """What a step was, to see that all kinds were reached."""
    if step.what == "call":
        return f"call {step.given[1]}"
    if step.what in ("raw", "return", "walk"):
        return step.what
    first, _, rest = step.given.get("move", "").partition(" ")
    words = [step.what.replace("ask", ""), step.given["do"], rest if rest == "arrange" else first]
    return " ".join(filter(None, words))
