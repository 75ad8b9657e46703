"""A search with the same seed grows the same tree in the module, byte for byte."""

import hashlib
from typing import Any

import numpy as np
import pytest

from odintable.games.dispatch import MAX_LEGAL_MOVES
from odintable.games.position import Position
from odintable.search.config import SearchConfig, search_config_for
from odintable.search.parallel_search import SearchTree
from odintable.search.tree import move_scores_at
from tests.wasm.decisions import as_text, decision_views
from tests.wasm.node import run_in_node

NODES = 1 << 15


def native_tree(view: Position, seed: int, sims: int, config: SearchConfig | None) -> list[Any]:
    """Return the number of the last node, and a hash of move scores and the whole tree."""
    moves, scores = np.empty(MAX_LEGAL_MOVES, np.int16), np.empty(MAX_LEGAL_MOVES)
    weights = view.modules.move_heuristic.WEIGHTS
    count = int(move_scores_at(view.states, 0, moves, weights, scores))
    digest = hashlib.sha256(moves[:count].tobytes() + scores[:count].tobytes())
    tree = SearchTree(view, seed, NODES)
    tree.simulate(sims, config)
    last = int(tree.last[0])
    digest.update(tree.nodes[: last + 1].tobytes())
    digest.update(tree.totals.tobytes())
    digest.update(tree.rng.tobytes())
    return [last, digest.hexdigest()]


@pytest.mark.long
@pytest.mark.bulk
@pytest.mark.parametrize("is_baseline", [False, True])
@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_the_same_search_grows_the_same_tree(game: str, is_baseline: bool) -> None:
    views = decision_views(game, 40)
    sims = 200 if is_baseline else 1000
    searches, expected, has_history = [], [], False
    for seed, view in enumerate(views):
        config = search_config_for(view)
        settings = config.settings
        parameters = {
            name: getattr(settings, name)
            for name in ("exploration", "temperature", "rollout_noise", "rollout_turns")
        }
        past = view.history or [] if settings.uses_history else []
        has_history |= len(past) > 1
        searches.append(
            {
                "view": as_text(view.states),
                "past": past,
                "parameters": parameters,
                "seed": seed,
                "sims": sims,
            }
        )
        expected.append(native_tree(view, seed, sims, None if is_baseline else config))
    request = {"game": game, "node_count": NODES, "baseline": is_baseline, "searches": searches}
    found = run_in_node("search_trees.mjs", request)
    assert found == expected
    assert has_history == (game == "odin")
    assert max(last for last, _ in found) > 100


def test_an_error_is_a_trap() -> None:
    """A temperature of 0 would divide by 0, which raises ZeroDivisionError in native code."""
    names = ("exploration", "temperature", "rollout_noise", "rollout_turns")
    view = as_text(decision_views("odin", 1)[0].states)
    parameters = dict.fromkeys(names, 0)
    search = {"view": view, "past": [], "parameters": parameters, "seed": 1, "sims": 1}
    request = {"game": "odin", "node_count": NODES, "baseline": False, "searches": [search]}
    with pytest.raises(AssertionError, match="RuntimeError: unreachable"):
        run_in_node("search_trees.mjs", request)
