"""Nets with weights in half precision give the same outputs in the module, bit for bit."""

from pathlib import Path

import numpy as np
import pytest

from odintable.nets import net
from tests.wasm.decisions import as_text, decision_views
from tests.wasm.node import run_in_node


@pytest.mark.long
@pytest.mark.bulk
@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_the_same_decisions_have_the_same_features_and_outputs(game: str, tmp_path: Path) -> None:
    shipped = net.shipped(game)
    layers = shipped.layers
    halves = np.concatenate([layer.ravel() for layer in layers]).astype(np.float16)
    assert (halves.astype(np.float32) == np.concatenate([one.ravel() for one in layers])).all()
    (tmp_path / "weights").write_bytes(halves.tobytes())
    views = decision_views(game, 60)
    expected = []
    for view in views:
        moves = view.moves()
        situation, rows = net.feature_bits(view, moves)
        outputs = shipped.evaluate_moves(view, moves)
        expected.append([as_text(situation), as_text(rows), as_text(outputs)])
    request = {
        "game": game,
        "weights": str(tmp_path / "weights"),
        "layers": [[name, layer.size] for name, layer in layers._asdict().items()],
        "width": layers.first_bias.size,
        "block_count": shipped.blocks,
        "decisions": [
            {"view": as_text(view.states), "past": [move for _, move in view.history or ()]}
            for view in views
        ],
    }
    assert run_in_node("net_outputs.mjs", request) == expected
