"""A session: the current game of an engine, and the commands that act on it."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from odintable import bots, compile_cache
from odintable.bots import Budget, CheatingBot, UnknownBot, evaluate_position
from odintable.engine.request import SPECTATOR as SPECTATOR_NAME
from odintable.engine.request import EngineError, Request
from odintable.errors import IllegalMove, NotationError, OdintableError, OptionError, PositionError
from odintable.games.json_reader import Json, is_whole, show
from odintable.games.position import FULL_STATE, SPECTATOR, Position
from odintable.games.spec import GAMES, MAX_PLAYERS
from odintable.match.fair_shuffle import MAX_SEED, FairShuffler
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
    """The current game, if there is one. A command that fails leaves it unchanged."""

    def __init__(self) -> None:
        compile_cache.announce_compiling()
        self.match: Match | None = None
        self.seed = 0
        self.moves = 0  # played since the game was set up

    def answer(self, request: Request, stop: StopSignal) -> Reply:
        """Carry out a request; raise EngineError with the protocol's code if that fails."""
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
        except EngineError:
            raise
        except OdintableError as error:
            raise EngineError(CODE_OF.get(type(error), "bad-command"), str(error)) from None

    # -- Setting up --------------------------------------------------------------------------------

    def new(self, given: dict[str, Json]) -> Reply:
        """Deal a new game."""
        options = given.get("options", {})
        if not isinstance(options, dict):
            raise OptionError(f"options must be an object, not {show(options)}")
        game = given["game"]
        seed = given.get("seed", random_seed())
        match = Match.new(
            game,
            players=given.get("players", GAMES[game].max_players),
            first=given.get("first"),
            options=options,
            shuffler=FairShuffler.numbered(seed),
        )
        self.set_match(match, seed)
        return {"position": match.position.to_json()}

    def set_position(self, given: dict[str, Json]) -> Reply:
        """Set up a position."""
        seed = given.get("seed", random_seed())
        position = Position.from_json(given["position"])
        self.set_match(Match(position, FairShuffler.numbered(seed)), seed)
        return {"position": self.game.position.to_json()}

    def set_view(self, given: dict[str, Json]) -> Reply:
        """Set up what one seat knows."""
        check_seat(given["as"], players_in(given["view"]))
        seed = given.get("seed", random_seed())
        view = Position.from_json(given["view"], to_viewer(given["as"]))
        self.set_match(Match(view, FairShuffler.numbered(seed)), seed)
        return {"view": self.game.position.to_json()}

    def set_match(self, match: Match, seed: int) -> None:
        """Replace the current game."""
        self.match = match
        self.seed = seed
        self.moves = 0

    # -- Queries -----------------------------------------------------------------------------------

    @property
    def game(self) -> Match:
        """The current game; EngineError if there is none."""
        if self.match is None:
            raise EngineError("no-game", "no game is set up: send new, position or view first")
        return self.match

    def get(self, as_whom: Json = None) -> Reply:
        """Return the position, or the view of a seat or a spectator."""
        if as_whom is None:
            self.refuse_if_hidden("the whole position")
            return {"position": self.game.position.to_json()}
        return {"view": self.view_for(as_whom).to_json()}

    def view_for(self, as_whom: Json) -> Position:
        """Return what a seat or a spectator may know."""
        position = self.game.position
        check_seat(as_whom, position.players)
        if position.viewer == FULL_STATE:
            return position.view(to_viewer(as_whom))
        if to_viewer(as_whom) != position.viewer:
            self.refuse_if_hidden("what others know")
        return position

    def legal(self) -> Reply:
        """Return all legal moves, sorted."""
        position = self.game.position
        if not position.is_over:
            self.refuse_if_not_to_move()
        return {"moves": position.legal()}

    def refuse_if_hidden(self, what: str) -> None:
        """Refuse a request for something that a view does not show."""
        viewer = self.game.position.viewer
        if viewer != FULL_STATE:
            whose = "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
            raise EngineError("hidden", f"this is a view of {whose}: it does not show {what}")

    def refuse_if_not_to_move(self) -> None:
        """Refuse if this is a view of a seat that is not to move: its legal moves are unknown."""
        position = self.game.position
        if position.viewer not in (FULL_STATE, position.turn):
            self.refuse_if_hidden(f"the moves of seat {position.turn}, which is to move")

    # -- Playing -----------------------------------------------------------------------------------

    def play(self, move: str) -> Reply:
        """Play a legal move."""
        match = self.game
        self.refuse_if_hidden("the result of a move")
        events = match.play(move)
        self.moves += 1
        details = GAMES[match.position.name].detail_events
        return {
            "position": match.position.to_json(),
            "events": [event for event in events if event["event"] not in details],
            "details": [event for event in events if event["event"] in details],
        }

    def go(self, given: dict[str, Json], stop: StopSignal) -> Reply:
        """Let a bot choose a move from the view of the player to move."""
        position = self.game.position
        name = position.name
        bot = bots.get(given["bot"], name) if "bot" in given else bots.strongest(name)
        if position.is_over:
            raise EngineError("illegal-move", "the game is over: there are no moves")
        self.refuse_if_not_to_move()
        view = position.view(position.turn) if position.viewer == FULL_STATE else position
        return choice_to_json(bot.choose(view, *self.budget_and_seed(given), stop))

    def evaluate(self, given: dict[str, Json], stop: StopSignal) -> Reply:
        """Estimate all win probabilities from one view, by default that of the seat to move."""
        position = self.game.position
        whose: Json = position.turn if position.viewer == FULL_STATE else position.viewer
        if whose == SPECTATOR:
            whose = SPECTATOR_NAME
        view = self.view_for(given.get("as", whose))
        found = evaluate_position.evaluate(view, *self.budget_and_seed(given), stop)
        return {
            "chances": [round(chance, 4) for chance in found.win_probabilities],
            "candidates": [
                {**candidate_to_json(candidate), "error": round(candidate.error or 0.0, 4)}
                for candidate in found.candidates
            ],
            "line": list(found.line),
            "sims": found.sims,
        }

    def budget_and_seed(self, given: dict[str, Json]) -> tuple[Budget, int]:
        """Return the bot's budget and its seed."""
        sims = given.get("sims")
        budget = Budget(given.get("time_ms", DEFAULT_TIME_MS if sims is None else None), sims)
        return budget, given.get("seed", self.bot_seed())

    def bot_seed(self) -> int:
        """Derive a seed from the game's seed and the moves played: answers are repeatable."""
        digest = hashlib.sha256(f"odintable go {self.seed} {self.moves}".encode()).digest()
        return int.from_bytes(digest[:8], "big") & MAX_SEED


def choice_to_json(choice: MoveChoice) -> Reply:
    """Write a bot's choice as the reply to `go`."""
    candidates = [candidate_to_json(candidate) for candidate in choice.candidates]
    return {"move": choice.move, "value": round(choice.value, 4), "candidates": candidates}


def candidate_to_json(candidate: Candidate) -> Reply:
    """Write one candidate of a choice or an evaluation."""
    value = round(candidate.value, 4)
    return {"move": candidate.move, "value": value, "visits": candidate.visits}


def random_seed() -> int:
    """Return a seed for a request without one."""
    return secrets.randbelow(MAX_SEED + 1)


def to_viewer(as_whom: Json) -> int:
    """Return the viewer that an `as` names."""
    return SPECTATOR if as_whom == SPECTATOR_NAME else int(as_whom)


def players_in(view: Json) -> int:
    """Return the number of players in a view; MAX_PLAYERS if the view does not say."""
    fields: dict[str, Json] = view if isinstance(view, dict) else {}
    name: Json = fields.get("game")
    if not isinstance(name, str) or name not in GAMES:
        return MAX_PLAYERS
    spec = GAMES[name]
    if spec.has_fixed_players:
        return spec.max_players
    players: Json = fields.get("players")
    is_valid = is_whole(players, spec.min_players, spec.max_players)
    return int(players) if is_valid else MAX_PLAYERS


def check_seat(as_whom: Json, players: int) -> None:
    """Refuse a seat that the game does not have."""
    if as_whom != SPECTATOR_NAME and as_whom >= players:
        last = players - 1
        raise EngineError(
            "bad-command", f'as must be a seat from 0 to {last} or "spectator", not {as_whom}'
        )
