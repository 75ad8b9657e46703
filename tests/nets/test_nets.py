"""Nets: their files, their forward pass, and how they play."""

from pathlib import Path

import numpy as np
import pytest

from odintable import bots
from odintable.bots import Budget, NeverStop
from odintable.errors import OdintableError
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.nets import net, safetensors_format
from odintable.nets.former_settings import current_training
from odintable.nets.game_fingerprint import fingerprint

MAX_BYTES = 12_000_000


def tiny(game: str, seed: int = 1, hidden: int = 8) -> dict[str, np.ndarray]:
    """Random weights of a small net."""
    features = GAMES[game].modules.features
    dice = np.random.default_rng(seed)
    shapes = {
        "situation": (8 * features.SITUATION.bytes, hidden),
        "choice": (8 * features.CHOICE.bytes, hidden),
        "choice.bias": (hidden,),
        "block0": (hidden, hidden),
        "block0.bias": (hidden,),
        "block1": (hidden, hidden),
        "block1.bias": (hidden,),
        "head": (hidden, 3),
        "head.bias": (3,),
    }
    return {name: dice.normal(size=size).astype(np.float32) for name, size in shapes.items()}


def test_tensors_are_read_as_they_were_written(tmp_path: Path) -> None:
    given: dict[str, np.ndarray] = {
        "b": np.arange(6, dtype=np.float16).reshape(2, 3),
        "a": np.ones(5, np.float32),
    }
    safetensors_format.write(tmp_path / "x.safetensors", given, {"game": "odin"})
    found, about = safetensors_format.read(tmp_path / "x.safetensors")
    assert about == {"game": "odin"}
    assert found.keys() == given.keys()
    for name, one in given.items():
        assert found[name].dtype == one.dtype
        assert (found[name] == one).all()


@pytest.mark.parametrize(
    "content", [b"", b"hello world", b"\x02\0\0\0\0\0\0\0{}"[:9], b"\x02\0\0\0\0\0\0\0[]"]
)
def test_a_file_that_is_not_safetensors_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.safetensors"
    path.write_bytes(content)
    with pytest.raises(OdintableError, match=r"x\.safetensors is not a safetensors file"):
        safetensors_format.read(path)


def test_a_net_for_other_rules_or_features_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odin.safetensors"
    net.save(path, "odin", tiny("odin"), {})
    with pytest.raises(OdintableError, match="is a net for game odin, not ravens"):
        net.load(path, "ravens")
    weights, about = safetensors_format.read(path)
    for name in ("features", "rules"):
        safetensors_format.write(path, weights, {**about, name: "other"})
        with pytest.raises(OdintableError, match=f"is a net for {name} other, not .*: train it"):
            net.load(path, "odin")


def test_an_incomplete_net_or_one_for_an_unknown_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odin.safetensors"
    net.save(path, "odin", tiny("odin"), {})
    weights, about = safetensors_format.read(path)
    safetensors_format.write(path, {"head": weights["head"]}, about)
    with pytest.raises(OdintableError, match="is a net without block0, choice, "):
        net.load_any(path)
    safetensors_format.write(path, weights, {**about, "game": "chess"})
    with pytest.raises(OdintableError, match="is a net for chess, not for odin or ravens"):
        net.load_any(path)


def test_the_fingerprints_of_the_games_differ() -> None:
    assert fingerprint("odin") != fingerprint("ravens")


@pytest.mark.parametrize("game", GAMES)
def test_the_compiled_forward_pass_is_that_of_numpy(game: str) -> None:
    weights = tiny(game)
    one = net.Net(game, weights, {})
    dice = np.random.default_rng(2)
    features = GAMES[game].modules.features
    bits = dice.integers(0, 256, features.SITUATION.bytes, np.uint8)
    rows = dice.integers(0, 256, (11, features.CHOICE.bytes), np.uint8)
    known = np.unpackbits(bits, bitorder="little") @ weights["situation"]
    layer = np.unpackbits(rows, axis=1, bitorder="little") @ weights["choice"]
    layer = np.maximum(layer + known + weights["choice.bias"], 0)
    for block in ("block0", "block1"):
        layer = layer + np.maximum(layer @ weights[block] + weights[f"{block}.bias"], 0)
    expected = layer @ weights["head"] + weights["head.bias"]
    np.testing.assert_allclose(one.evaluate_bits(bits, rows), expected, rtol=1e-4, atol=1e-3)


def test_the_shipped_nets_fit_the_rules_and_are_small() -> None:
    for game in GAMES:
        assert net.shipped(game).training["minutes"] > 1
    assert sum(path.stat().st_size for path in net.FOLDER.glob("*.safetensors")) <= MAX_BYTES


def test_settings_of_earlier_versions_have_their_present_names() -> None:
    config = net.shipped("ravens").training["config"]  # written by an earlier version
    assert config["learning_rate"] == 1.2e-3
    assert config["opponent_percent"] == 30
    assert (config["temperature"], config["final_temperature"]) == (0.03, 0.003)
    assert config["lambda_"] == 0.95


def test_a_checkpoint_of_an_earlier_version_is_understood() -> None:
    plan = {"game": "odin", "seed": 2, "last_rate": 2e-5, "past": 50, "trust": 0.0}
    config = {
        "game": "odin",
        "seed": 2,
        "final_learning_rate": 2e-5,
        "past_self_percent": 50,
        "lambda_": 1.0,
    }
    saved = {"net": {"features": "2"}, "plan": plan, "head": 4096, "curve": []}
    current = {"net": {"features": "2"}, "config": config, "decisions": 4096, "curve": []}
    assert current_training(saved) == current
    assert current_training(current) == current


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), [("odin", 2), ("odin", 5), ("ravens", 2)])
def test_nets_beat_random(game: str, players: int) -> None:
    learned, other = bots.get(f"net-{game}", game), bots.get("random", game)
    total = 0.0
    for seed in range(10):
        match = Match.new(game, players=players, shuffler=FairShuffler.numbered(seed))
        while not match.position.is_over:
            at = match.position
            bot = learned if at.turn == 0 else other
            match.play(bot.choose(at.view(at.turn), Budget(50), seed, NeverStop()).move)
        total += match.position.outcome()[0]
    assert total >= 9


def test_a_net_gives_sensible_values() -> None:
    match = Match.new("odin", players=3, shuffler=FairShuffler.numbered(1))
    view = match.position.view(match.position.turn)
    chosen = bots.get("net-odin", "odin").choose(view, Budget(50), 1, NeverStop())
    values = [one.value for one in chosen.candidates]
    assert chosen.move in view.legal()
    assert values == sorted(values, reverse=True)
    assert 0.05 < chosen.value < 0.9
