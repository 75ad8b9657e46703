"""One game driven through the protocol: what each command does, and what it answers."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from odintable import bots
from odintable.bots import Budget, CheatingBot, UnknownBot, evaluation
from odintable.engine.request import SPECTATOR as SPECTATOR_WORD
from odintable.engine.request import Refused, Request
from odintable.errors import IllegalMove, NotationError, OdintableError, OptionError, PositionError
from odintable.games import compile_cache
from odintable.games.json_reader import Json, is_whole, show
from odintable.games.position import FULL_STATE, SPECTATOR, Position
from odintable.games.spec import MAX_PLAYERS
from odintable.match.fair_shuffle import MOST_SEED, Fair
from odintable.match.match import Match

if TYPE_CHECKING:
    from odintable.bots import Candidate, MoveChoice, StopSignal

Reply = dict[str, Json]

DEFAULT_TIME_MS = 1000
CODE_OF: dict[type[OdintableError], str] = {
    OptionError: "bad-option",
    PositionError: "bad-position",
    IllegalMove: "illegal-move",
    NotationError: "illegal-move",
    UnknownBot: "unknown-bot",
    CheatingBot: "unknown-bot",
}


class Session:
    """The game that stands, if any; a command that is refused leaves it as it was."""

    def __init__(self) -> None:
        """Nothing is set up yet."""
        compile_cache.say_when_compiling()
        self.match: Match | None = None
        self.seed = 0
        self.moves = 0  # played since it was set up

    def answer(self, request: Request, stop: StopSignal) -> Reply:
        """Carry out a request; Refused, with the protocol's code, if that cannot be done."""
        given = request.arguments
        try:
            match request.command:
                case "new":
                    return self.new(given)
                case "position":
                    return self.set_position(given)
                case "view":
                    return self.set_view(given)
                case "get":
                    return self.get(given.get("as"))
                case "legal":
                    return self.legal()
                case "play":
                    return self.play(given["move"])
                case "evaluate":
                    return self.evaluate(given, stop)
                case _:
                    return self.go(given, stop)
        except Refused:
            raise
        except OdintableError as error:
            raise Refused(CODE_OF.get(type(error), "bad-command"), str(error)) from None

    # -- Setting up --------------------------------------------------------------------------------

    def new(self, given: dict[str, Json]) -> Reply:
        """A new game, dealt."""
        options = given.get("options", {})
        if not isinstance(options, dict):
            raise OptionError(f"options must be an object, not {show(options)}")
        seed = given.get("seed", any_seed())
        players, first = given.get("players", 2), given.get("first")
        fair = Fair.numbered(seed)
        new = Match.new(given["game"], players=players, first=first, options=options, fair=fair)
        self.stand(new, seed)
        return {"position": new.position.to_json()}

    def set_position(self, given: dict[str, Json]) -> Reply:
        """Any position that can be."""
        seed = given.get("seed", any_seed())
        self.stand(Match(Position.from_json(given["position"]), Fair.numbered(seed)), seed)
        return {"position": self.game.position.to_json()}

    def set_view(self, given: dict[str, Json]) -> Reply:
        """What one seat knows, nothing more."""
        check_seat(given["as"], seats_of(given["view"]))
        seed = given.get("seed", any_seed())
        seen = Position.from_json(given["view"], viewer_of(given["as"]))
        self.stand(Match(seen, Fair.numbered(seed)), seed)
        return {"view": self.game.position.to_json()}

    def stand(self, match: Match, seed: int) -> None:
        """From now on this is the game."""
        self.match = match
        self.seed = seed
        self.moves = 0

    # -- Asking ------------------------------------------------------------------------------------

    @property
    def game(self) -> Match:
        """The game that stands."""
        if self.match is None:
            raise Refused("no-game", "no game is set up: send new, position or view first")
        return self.match

    def get(self, as_whom: Json = None) -> Reply:
        """The position, or what somebody may know of it."""
        if as_whom is None:
            self.refuse_if_hidden("the whole position")
            return {"position": self.game.position.to_json()}
        return {"view": self.seen(as_whom).to_json()}

    def seen(self, as_whom: Json) -> Position:
        """What a seat or a spectator may know."""
        position = self.game.position
        check_seat(as_whom, position.players)
        if position.viewer == FULL_STATE:
            return position.view(viewer_of(as_whom))
        if viewer_of(as_whom) != position.viewer:
            self.refuse_if_hidden("what others know")
        return position

    def legal(self) -> Reply:
        """All legal moves, sorted."""
        position = self.game.position
        if not position.is_over:
            self.refuse_if_not_to_move()
        return {"moves": position.legal()}

    def refuse_if_hidden(self, what: str) -> None:
        """A view tells no more than its seat knows."""
        viewer = self.game.position.viewer
        if viewer != FULL_STATE:
            whose = "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
            raise Refused("hidden", f"only what {whose} knows is set up, not {what}")

    def refuse_if_not_to_move(self) -> None:
        """From a view, only the moves of its own seat are known."""
        position = self.game.position
        if position.viewer not in (FULL_STATE, position.turn):
            self.refuse_if_hidden(f"what seat {position.turn}, who is to move, may do")

    # -- Playing -----------------------------------------------------------------------------------

    def play(self, move: str) -> Reply:
        """Make a legal move."""
        match = self.game
        self.refuse_if_hidden("what a move would bring about")
        events = match.play(move)
        self.moves += 1
        return {"position": match.position.to_json(), "events": events}

    def go(self, given: dict[str, Json], stop: StopSignal) -> Reply:
        """Let a bot think about what the player to move may know."""
        position = self.game.position
        name = position.name
        bot = bots.get(given["bot"], name) if "bot" in given else bots.strongest(name)
        if position.is_over:
            raise Refused("illegal-move", "the game is over: there is no move to think about")
        self.refuse_if_not_to_move()
        seen = position.view(position.turn) if position.viewer == FULL_STATE else position
        return told(bot.choose(seen, *self.means(given), stop))

    def evaluate(self, given: dict[str, Json], stop: StopSignal) -> Reply:
        """What the game is worth to whom, as far as a seat can know: as a rule the one to move."""
        position = self.game.position
        whose: Json = position.turn if position.viewer == FULL_STATE else position.viewer
        if whose == SPECTATOR:
            whose = SPECTATOR_WORD
        seen = self.seen(given.get("as", whose))
        found = evaluation.evaluate(seen, *self.means(given), stop)
        return {
            "chances": [round(chance, 4) for chance in found.win_probabilities],
            "candidates": [
                {**told_candidate(one), "error": round(one.error or 0.0, 4)}
                for one in found.candidates
            ],
            "line": list(found.line),
            "sims": found.sims,
        }

    def means(self, given: dict[str, Json]) -> tuple[Budget, int]:
        """How long to think, and from which seed."""
        sims = given.get("sims")
        budget = Budget(given.get("time_ms", DEFAULT_TIME_MS if sims is None else None), sims)
        return budget, given.get("seed", self.seed_of_thought())

    def seed_of_thought(self) -> int:
        """A seed that follows from the game's and the moves played, so that answers repeat."""
        digest = hashlib.sha256(f"odintable go {self.seed} {self.moves}".encode()).digest()
        return int.from_bytes(digest[:8], "big") & MOST_SEED


def told(thought: MoveChoice) -> Reply:
    """A thought as the protocol writes it."""
    candidates = [told_candidate(one) for one in thought.candidates]
    return {"move": thought.move, "value": round(thought.value, 4), "candidates": candidates}


def told_candidate(one: Candidate) -> Reply:
    """A candidate as the protocol writes it."""
    return {"move": one.move, "value": round(one.value, 4), "visits": one.visits}


def any_seed() -> int:
    """A seed for whoever gave none."""
    return secrets.randbelow(MOST_SEED + 1)


def viewer_of(as_whom: Json) -> int:
    """Whose view `as` asks for."""
    return SPECTATOR if as_whom == SPECTATOR_WORD else int(as_whom)


def seats_of(view: Json) -> int:
    """How many seats a view speaks of; as many as there can be, if it does not say so rightly."""
    said: dict[str, Json] = view if isinstance(view, dict) else {}
    if said.get("game") == "ravens":
        return 2
    players: Json = said.get("players")
    return players if is_whole(players, 2, MAX_PLAYERS) else MAX_PLAYERS


def check_seat(as_whom: Json, players: int) -> None:
    """The seat is at this table."""
    if as_whom != SPECTATOR_WORD and as_whom >= players:
        last = players - 1
        raise Refused(
            "bad-command", f'as must be a seat from 0 to {last} or "spectator", not {as_whom}'
        )
