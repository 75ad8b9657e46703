"""The layout of linear memory that JavaScript needs: sizes, and where the fields of records are.

It is JSON in a section of the module itself, so that the two cannot disagree.
"""

import json
import sys
from typing import Any

import llvmlite
import numba
import numpy as np

from odintable.games.dispatch import MAX_LEGAL_MOVES, MAX_PILE_CARDS
from odintable.games.json_writer import MAX_VIEW_BYTES
from odintable.games.spec import GAMES, MAX_PLAYERS, GameSpec
from odintable.search.parallel_search import SCRATCH_STATES
from odintable.search.tree import NODE

from .net_exports import NET, OUTPUTS
from .rules_exports import begin_arguments
from .search_exports import SEARCH

SECTION = "odintable"


def describe_record(record: np.dtype[Any]) -> dict[str, Any]:
    """Return the size of a record, and of each field its offset, its type and its count."""
    fields = {}
    for name, (kind, offset, *_) in (record.fields or {}).items():
        fields[name] = [offset, kind.base.str.lstrip("<|"), int(np.prod(kind.shape, dtype=int))]
    return {"bytes": record.itemsize, "fields": fields}


def describe_game(game: GameSpec) -> dict[str, Any]:
    """Return the sizes of what belongs to one game."""
    modules = game.modules
    return {
        "state": describe_record(modules.components.STATE),
        "settings": begin_arguments(game),
        "leg": game.leg_field,
        "memory_bytes": modules.features.MEMORY.itemsize,
        "situation_bytes": modules.features.SITUATION.bytes,
        "choice_bytes": modules.features.CHOICE.bytes,
    }


def describe_layout(object_hash: str) -> bytes:
    """Return the layout as JSON, with what the module was built from."""
    described = {
        "object": object_hash,
        "python": "{}.{}".format(*sys.version_info),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "max_legal_moves": MAX_LEGAL_MOVES,
        "max_pile_cards": MAX_PILE_CARDS,
        "max_players": MAX_PLAYERS,
        "max_view_bytes": MAX_VIEW_BYTES,
        "scratch_states": SCRATCH_STATES,
        "net_outputs": OUTPUTS,
        "search": describe_record(SEARCH),
        "node": describe_record(NODE),
        "net": describe_record(NET),
        "games": {name: describe_game(game) for name, game in GAMES.items()},
    }
    return json.dumps(described, separators=(",", ":")).encode()
