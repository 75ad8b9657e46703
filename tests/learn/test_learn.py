"""Training: tiny runs from end to end. Without torch, only the checks of arguments are tested."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from odintable.cli import main
from odintable.commands import train as command
from odintable.nets import net


def test_without_torch_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _: None)
    assert main(["train", "odin", "--minutes", "1"]) == 2
    assert "training needs torch" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["train", "odin", "--minutes", "0"], "--minutes must be more than 0"),
        (["train", "odin", "--minutes", "nan"], "--minutes must be more than 0"),
        (["train", "odin", "--minutes", "inf"], "--minutes must be more than 0"),
        (
            ["train", "odin", "--minutes", "1", "--games", "-1"],
            "--games must be from 0 (the default) to",
        ),
        (
            ["train", "odin", "--minutes", "1", "--games", "9999999"],
            "--games must be from 0 (the default) to",
        ),
        (["train", "odin", "--minutes", "1", "--seed", "-3"], "--seed must be from 0 to"),
    ],
)
def test_invalid_arguments_are_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert message in capsys.readouterr().err


def train(game: str, folder: Path, *more: str) -> None:
    """Train for three seconds."""
    words = ["train", game, "--minutes", "0.05", "--games", "16", "--hidden", "16"]
    assert main([*words, "--device", "cpu", "--out", str(folder), *more]) == 0


@pytest.mark.long
@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_training_writes_a_net_that_plays(game: str, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from odintable.learn.model import forward

    train(game, tmp_path)
    curve = json.loads((tmp_path / "curve.json").read_text())
    assert curve[-1]["decisions"] > 0
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
    learned = net.load(tmp_path / f"{game}.safetensors", game)
    weights = {name: torch.from_numpy(one) for name, one in learned.weights.items()}
    bits, rows = some_bits(game)
    expected = forward(weights, torch.from_numpy(bits[None]), torch.from_numpy(rows), owners(rows))
    np.testing.assert_allclose(learned.evaluate_bits(bits, rows), expected.numpy(), atol=1e-4)


def mixture_starts(game: str) -> Any:
    """The starts of the games that a game is trained with."""
    from odintable.games.spec import GAMES
    from odintable.learn.game_mixture import starts_of

    return starts_of(game, GAMES[game].modules.bots.training.MIXTURE)


def some_bits(game: str) -> tuple[np.ndarray, np.ndarray]:
    """Random features of a decision."""
    from odintable.games.spec import GAMES

    features = GAMES[game].modules.features
    dice = np.random.default_rng(1)
    bits = dice.integers(0, 256, features.SITUATION.bytes, np.uint8)
    return bits, dice.integers(0, 256, (5, features.CHOICE.bytes), np.uint8)


def owners(rows: np.ndarray) -> Any:
    """Every row belongs to the first situation."""
    import torch

    return torch.zeros(len(rows), dtype=torch.int64)


@pytest.mark.long
def test_training_can_be_resumed(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    train("odin", tmp_path, "--until", "0.02")
    first = json.loads((tmp_path / "curve.json").read_text())
    train("odin", tmp_path, "--resume", str(tmp_path / "checkpoint.pt"))
    whole = json.loads((tmp_path / "curve.json").read_text())
    assert whole[: len(first)] == first
    assert first[-1]["minutes"] < 0.045 < whole[-1]["minutes"]


@pytest.mark.long
def test_a_net_learns_to_beat_one_with_random_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    train("odin", tmp_path, "--until", "0.001")
    bot = str(tmp_path / "odin.safetensors")
    words = ["exploit", bot, "--minutes", "0.25", "--games", "64", "--device", "cpu"]
    answer = tmp_path / "answer"
    assert main([*words, "--option", "hands=1", "--out", str(answer)]) == 0
    last_line = capsys.readouterr().out.splitlines()[-1]
    assert last_line.startswith(f"trained against {bot}: ")
    assert float(last_line.split(": ")[1].split()[0]) > 60
    assert net.load_any(answer / "odin.safetensors").training["decisions"] > 0


@pytest.mark.long
def test_an_exploiter_starts_as_a_copy_including_the_standing_net(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from odintable.learn.training_config import training_config
    from odintable.learn.training_loop import Training, from_arrays
    from odintable.learn.training_run import STANDING_PREFIX

    train("ravens", tmp_path)
    bot = net.load_any(tmp_path / "ravens.safetensors")
    config = training_config("ravens", 1.0, seed=9, device="cpu", games=16, hidden=16)
    learner = Training(config).learner
    weights = from_arrays(bot.weights, "cpu")
    assert not torch.equal(learner.standing["layer0"], weights[STANDING_PREFIX + "layer0"])
    learner.copy_from(weights, STANDING_PREFIX)
    for name in learner.standing:
        assert torch.equal(learner.standing[name], weights[STANDING_PREFIX + name])
    for part in (learner.weights, learner.average, learner.acting):
        assert all(torch.equal(part[name], weights[name]) for name in part)


@pytest.mark.long
@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_finished_decisions_belong_to_the_seat_that_made_them(game: str) -> None:
    pytest.importorskip("torch")
    from odintable.games.spec import MAX_PLAYERS
    from odintable.learn.selfplay import VectorGames

    count, dice = 40, np.random.default_rng(3)
    games = VectorGames(game, mixture_starts(game), count, 5, "cpu", opponent_percent=30)
    decided: dict[int, tuple[int, int]] = {}  # by slot: which game, and who
    collected = 0
    for turn in range(400):
        finished = games.advance(0, turn_limit=8)
        for slot, place in zip(finished.slots, finished.leg_seats, strict=True):
            leg, seat = divmod(int(place), MAX_PLAYERS)
            assert decided.pop(int(slot)) == (finished.games[leg], seat)
            assert not finished.is_opponent[leg, seat]
            assert seat < finished.players[leg]
        collected += len(finished.slots)
        assert (finished.shares[finished.is_over].sum(axis=1).round(6) == 1).all()
        games.describe(turn * count)
        is_learner = games.is_learner.numpy()
        seats = games.states["turn"]
        for at in np.flatnonzero(is_learner).tolist():
            decided[turn * count + at] = (at, int(seats[at]))
        games.chosen_rows.numpy()[:] = games.first_rows.numpy() + dice.integers(
            0, games.counts.numpy()
        )
    assert collected > 2000


@pytest.mark.long
def test_each_seat_is_played_by_its_own_net() -> None:
    torch = pytest.importorskip("torch")
    from odintable.learn.model import forward
    from odintable.learn.opponent_pool import fixed_opponent
    from odintable.learn.selfplay import VectorGames, choose_moves, send_decisions
    from odintable.learn.training_config import training_config
    from odintable.learn.training_loop import Training

    games = VectorGames("odin", mixture_starts("odin"), 64, 5, "cpu", opponent_percent=60)
    one, two = (
        Training(
            training_config("odin", 1.0, seed=seed, device="cpu", games=16, hidden=16)
        ).learner.acting
        for seed in (1, 2)
    )
    games.advance(0)
    games.describe(0)
    decisions = send_decisions(games)
    with torch.inference_mode():
        chosen = choose_moves(games, decisions, one, 0.0, fixed_opponent(two, "cpu")).numpy()
    is_learner = games.is_learner.numpy()
    assert is_learner.any()
    assert not is_learner.all()
    for learns, weights in ((True, one), (False, two)):
        odds = forward(weights, decisions.situations, decisions.rows, decisions.owners)[
            :, 0
        ].numpy()
        for at in np.flatnonzero(is_learner == learns):
            low = games.first_rows.numpy()[at]
            mine = odds[low : low + games.counts.numpy()[at]]
            assert mine[chosen[at] - low] == mine.max()
            assert games.chosen_values.numpy()[at] == pytest.approx(
                1 / (1 + np.exp(-mine.max())), rel=1e-4
            )


def test_opponents_are_past_versions_and_noisier_copies_of_the_learner() -> None:
    torch = pytest.importorskip("torch")
    from odintable.learn.opponent_pool import SNAPSHOTS, STEPS_PER_OPPONENT, OpponentPool

    acting = {"head": torch.zeros(2)}
    pool = OpponentPool("ravens", acting, past_self_percent=50, seed=1, device="cpu")
    seen = set()
    for turn in range(20 * STEPS_PER_OPPONENT):
        acting["head"].fill_(turn)  # it learns
        pool.step(turn / (20 * STEPS_PER_OPPONENT))
        seen.add((pool.current.weights is acting, len(pool.current.temperatures)))
    assert seen == {(True, 3), (False, 1)}
    assert [int(one["head"][0]) for one in pool.past_versions] == [
        -int(-part * 20 * STEPS_PER_OPPONENT // 1) for part in SNAPSHOTS
    ]
    noisy = OpponentPool("odin", acting, past_self_percent=0, seed=1, device="cpu")
    for _ in range(4 * STEPS_PER_OPPONENT):
        noisy.step(1.0)
        assert noisy.current.weights is acting
    assert not noisy.past_versions


@pytest.mark.long
def test_a_race_that_hits_the_turn_limit_is_lost_for_an_exploiter() -> None:
    pytest.importorskip("torch")
    from odintable.learn.selfplay import VectorGames
    from odintable.learn.training_loop import forfeit_cut_off

    games = VectorGames("ravens", mixture_starts("ravens"), 40, 5, "cpu", opponent_percent=100)
    dice, called = np.random.default_rng(3), 0
    for _ in range(300):
        finished = games.advance(0, turn_limit=6)
        before = finished.shares.copy()
        forfeit_cut_off(finished)
        cut_off = finished.hit_turn_limit
        called += int(cut_off.sum())
        assert finished.is_over[cut_off].all()
        assert (finished.shares[cut_off][~finished.is_opponent[cut_off]] == 0).all()
        assert (finished.shares[cut_off, :2].sum(axis=1) == 1).all()
        np.testing.assert_array_equal(finished.shares[~cut_off], before[~cut_off])
        games.describe(0)
        games.chosen_rows.numpy()[:] = games.first_rows.numpy() + dice.integers(
            0, games.counts.numpy()
        )
    assert called > 20


def test_lambda_falls_from_one_to_its_value() -> None:
    pytest.importorskip("torch")
    from odintable.learn.training_config import training_config

    config = training_config("ravens", 8.0)
    assert [config.lambda_at(part) for part in (0.0, 0.3, 1.0)] == pytest.approx([1.0, 0.95, 0.95])
    assert 0.95 < config.lambda_at(0.1) < 1.0
    assert training_config("odin", 8.0).lambda_at(1.0) == 1.0


def test_the_turn_limit_grows() -> None:
    pytest.importorskip("torch")
    from odintable.learn.training_config import turn_limit_at

    assert [turn_limit_at(part) for part in (0.0, 0.3, 1.0)] == [30, 80, 80]
    assert 30 < turn_limit_at(0.1) < turn_limit_at(0.2) < 80


def test_a_result_says_how_many_games_were_finished() -> None:
    pytest.importorskip("torch")
    from odintable.learn.training_loop import HeadToHead
    from odintable.learn.training_run import result_text

    assert result_text(HeadToHead(float("nan"), 0, 64)) == "no game was finished"
    assert result_text(HeadToHead(0.5, 2000, 2000)) == "50.0 % of the win, 2,000 games"
    assert result_text(HeadToHead(0.25, 60, 64)) == "25.0 % of the win, 60 of 64 games"


@pytest.mark.long
def test_a_checkpoint_of_an_earlier_version_is_resumed(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from odintable.nets.former_settings import SETTINGS

    train("odin", tmp_path, "--until", "0.02")
    checkpoint = tmp_path / "checkpoint.pt"
    saved = torch.load(checkpoint, weights_only=True)
    former = {name: old for old, name in SETTINGS.items()}
    plan = {former.get(name, name): value for name, value in saved.pop("config").items()}
    plan["trust"] = 1 - plan.pop("lambda_")
    torch.save({**saved, "plan": plan, "head": saved.pop("decisions")}, checkpoint)
    train("odin", tmp_path, "--resume", str(checkpoint))
    curve = json.loads((tmp_path / "curve.json").read_text())
    assert curve[: len(saved["curve"])] == saved["curve"]
    assert curve[-1]["decisions"] > saved["curve"][-1]["decisions"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ravens", "--minutes", "0.05", "--hidden", "16"], "with game odin, not ravens"),
        (["odin", "--minutes", "0.05", "--hidden", "24"], "with hidden 16, not 24"),
        (["odin", "--minutes", "0.5", "--hidden", "16"], "with minutes 0.05, not 0.5"),
        (["odin", "--minutes", "0.05", "--hidden", "16", "--seed", "2"], "with seed 1, not 2"),
        (
            ["odin", "--minutes", "0.05", "--hidden", "16", "--until", "0.001"],
            "has already trained for",
        ),
    ],
)
def test_a_checkpoint_of_another_training_is_refused(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    train("odin", tmp_path, "--until", "0.02")
    checkpoint = tmp_path / "checkpoint.pt"
    more = ["--device", "cpu", "--games", "16", "--out", str(tmp_path), "--resume", str(checkpoint)]
    assert main(["train", *words, *more]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.long
def test_a_file_that_is_not_a_checkpoint_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    (tmp_path / "x.pt").write_text("nothing")
    words = ["train", "odin", "--minutes", "1", "--device", "cpu", "--hidden", "16"]
    assert main([*words, "--out", str(tmp_path), "--resume", str(tmp_path / "x.pt")]) == 2
    assert "is not a checkpoint of a training run" in capsys.readouterr().err


@pytest.mark.long
def test_a_resumed_training_plays_other_games(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from odintable.learn.training_config import training_config
    from odintable.learn.training_loop import Training

    train("odin", tmp_path, "--until", "0.02")
    config = training_config("odin", 0.05, device="cpu", games=16, hidden=16)
    first, again = Training(config), Training(config)
    again.resume(tmp_path / "checkpoint.pt")
    for one, two in zip(first.groups, again.groups, strict=True):
        assert (one.states["hands"] != two.states["hands"]).any(axis=1).all()


@pytest.mark.long
def test_an_interrupted_training_writes_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    from odintable.learn import training_loop

    monkeypatch.setattr(training_loop, "REPORT_EVERY", 0.5)
    monkeypatch.setattr("builtins.print", interrupt)
    words = ["train", "odin", "--minutes", "5", "--games", "16", "--hidden", "16"]
    assert main([*words, "--device", "cpu", "--out", str(tmp_path)]) == 130
    assert net.load_any(tmp_path / "odin.safetensors").training["decisions"] > 0
    assert not list(tmp_path.glob("*.new"))


def interrupt(text: str, **_: object) -> None:
    """Press Ctrl-C at the first report."""
    if "decisions" in text:
        raise KeyboardInterrupt


@pytest.mark.long
def test_losses_that_are_not_numbers_end_a_training(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from odintable.errors import OdintableError
    from odintable.learn.training_config import training_config
    from odintable.learn.training_loop import Training
    from odintable.learn.training_run import run_part

    training = Training(training_config("odin", 1.0, device="cpu", games=16, hidden=16))
    training.learner.loss[0] = torch.nan
    with pytest.raises(OdintableError, match="its losses are not numbers"):
        run_part(training, 0.01, tmp_path, lambda _: None)
    assert not list(tmp_path.iterdir())


@pytest.mark.long
@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--players", "7"], "players"),
        (["--option", "nonsense=1"], "nonsense"),
    ],
)
def test_impossible_options_are_refused_before_anything_is_written(
    more: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    out = tmp_path / "answer"
    words = ["exploit", "net-odin", "--minutes", "1", "--device", "cpu", "--out", str(out)]
    assert main([*words, *more]) == 2
    assert message in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.long
def test_only_nets_can_be_exploited(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    assert main(["exploit", "greedy", "--minutes", "1"]) == 2
    assert "only a net is fast enough" in capsys.readouterr().err
