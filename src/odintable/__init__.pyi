from odintable import bots as bots
from odintable import envs as envs
from odintable.bots import Bot as Bot
from odintable.bots import Budget as Budget
from odintable.bots import Candidate as Candidate
from odintable.bots import MoveChoice as MoveChoice
from odintable.bots import NeverStop as NeverStop
from odintable.bots import StopSignal as StopSignal
from odintable.bots.evaluate_position import Evaluation as Evaluation
from odintable.bots.evaluate_position import evaluate as evaluate
from odintable.errors import IllegalMove as IllegalMove
from odintable.errors import NotationError as NotationError
from odintable.errors import OdintableError as OdintableError
from odintable.errors import OptionError as OptionError
from odintable.errors import PositionError as PositionError
from odintable.errors import RecordError as RecordError
from odintable.game import Game as Game
from odintable.game import new_game as new_game
from odintable.game import read_game as read_game
from odintable.game import rollout as rollout
from odintable.games.position import Position as Position

__all__: list[str]
__version__: str
