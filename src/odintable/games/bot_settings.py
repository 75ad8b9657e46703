"""The types of the settings that each game gives its bots in its `bots/settings.py`."""

from typing import NamedTuple


class SearchSettings(NamedTuple):
    """How a game is searched."""

    exploration: float  # weight of the priors against the results (PUCT)
    temperature: float  # of the softmax that turns move scores into priors
    rollout_noise: float  # Gumbel noise on the move scores during rollouts
    rollout_turns: int  # turns after which a rollout is cut off; 0: at the end of the leg
    uses_history: bool  # prefer sampled states that explain the other players' moves
    net_prior_visits: int = 0  # the net's value of a move counts as this many visits; 0: no net
    net_prior_temperature: float = 1.0  # of the softmax that turns the net's log odds into priors


class LevelSettings(NamedTuple):
    """What makes an opponent weaker than the strongest one."""

    miss_rate: float = 0.0  # probability of overlooking a move
    move_noise: float = 0.0  # Gumbel noise on the move scores
    sims: int = 0  # simulations per decision; 0: no search
    uses_net: bool = False  # guided by the net, and uses the history of moves
    plays_net_moves: bool = False  # plays the net's best move, without search, where there is a net
    time_ms: int = 900  # per decision, at most


class Calibration(NamedTuple):
    """A correction of the logarithms of all win probabilities, before they are normalized."""

    slope: float  # below 1: the probabilities are too confident
    shift: float  # for the player to move; above 0: they are underestimated


class Calibrations(NamedTuple):
    """The corrections for the viewers who are not to move."""

    waiting: Calibration  # for a player who waits for another's move
    watching: Calibration  # for a spectator
