"""Learning: a tiny course from end to end. Without torch only what is refused is tested."""

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
    assert "learning needs torch" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["train", "odin", "--minutes", "0"], "--minutes is more than 0"),
        (["train", "odin", "--minutes", "nan"], "--minutes is more than 0"),
        (["train", "odin", "--minutes", "inf"], "--minutes is more than 0"),
        (["train", "odin", "--minutes", "1", "--games", "-1"], "--games is 0 (as usual) to"),
        (["train", "odin", "--minutes", "1", "--games", "9999999"], "--games is 0 (as usual) to"),
        (["train", "odin", "--minutes", "1", "--seed", "-3"], "--seed is 0 to"),
    ],
)
def test_nonsense_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert message in capsys.readouterr().err


def train(game: str, folder: Path, *more: str) -> None:
    """A few seconds of training, a minute that is a second long."""
    words = ["train", game, "--minutes", "0.05", "--games", "16", "--hidden", "16"]
    assert main([*words, "--device", "cpu", "--out", str(folder), *more]) == 0


@pytest.mark.long
@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_a_course_leaves_a_net_that_plays(game: str, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from odintable.learn.model import judged

    train(game, tmp_path)
    curve = json.loads((tmp_path / "curve.json").read_text())
    assert curve[-1]["decisions"] > 0
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
    learned = net.load(tmp_path / f"{game}.safetensors", game)
    weights = {name: torch.from_numpy(one) for name, one in learned.weights.items()}
    bits, rows = some_bits(game)
    expected = judged(weights, torch.from_numpy(bits[None]), torch.from_numpy(rows), owners(rows))
    np.testing.assert_allclose(learned.evaluate_bits(bits, rows), expected.numpy(), atol=1e-4)


def some_bits(game: str) -> tuple[np.ndarray, np.ndarray]:
    """A decision that never was."""
    from odintable.games.spec import GAMES

    features = GAMES[game].modules.features
    dice = np.random.default_rng(1)
    bits = dice.integers(0, 256, features.SITUATION.bytes, np.uint8)
    return bits, dice.integers(0, 256, (5, features.CHOICE.bytes), np.uint8)


def owners(rows: np.ndarray) -> Any:
    """All rows belong to the first situation."""
    import torch

    return torch.zeros(len(rows), dtype=torch.int64)


@pytest.mark.long
def test_a_course_goes_on_where_it_was_cut(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    train("odin", tmp_path, "--until", "0.02")
    first = json.loads((tmp_path / "curve.json").read_text())
    train("odin", tmp_path, "--resume", str(tmp_path / "checkpoint.pt"))
    whole = json.loads((tmp_path / "curve.json").read_text())
    assert whole[: len(first)] == first
    assert first[-1]["minutes"] < 0.045 < whole[-1]["minutes"]


@pytest.mark.long
def test_a_player_learns_to_beat_one_that_knows_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    train("odin", tmp_path, "--until", "0.001")
    bot = str(tmp_path / "odin.safetensors")
    words = ["exploit", bot, "--minutes", "0.25", "--games", "64", "--device", "cpu"]
    answer = tmp_path / "answer"
    assert main([*words, "--option", "hands=1", "--out", str(answer)]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert told.startswith(f"trained against {bot}: ")
    assert float(told.split(": ")[1].split()[0]) > 60
    assert net.load_any(answer / "odin.safetensors").training["decisions"] > 0


@pytest.mark.long
def test_an_answer_begins_as_a_copy_that_knows_what_a_standing_is_worth(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from odintable.learn.training_loop import Training, plan_for, read
    from odintable.learn.training_run import STANDING

    train("ravens", tmp_path)
    bot = net.load_any(tmp_path / "ravens.safetensors")
    plan = plan_for("ravens", 1.0, seed=9, device="cpu", games=16, hidden=16)
    learner = Training(plan).learner
    weights = read(bot.weights, "cpu")
    assert not torch.equal(learner.standing["layer0"], weights[STANDING + "layer0"])
    learner.begin_as(weights, STANDING)
    for name in learner.standing:
        assert torch.equal(learner.standing[name], weights[STANDING + name])
    for part in (learner.weights, learner.average, learner.acting):
        assert all(torch.equal(part[name], weights[name]) for name in part)


@pytest.mark.long
@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_what_is_harvested_belongs_to_who_decided_it(game: str) -> None:
    pytest.importorskip("torch")
    from odintable.games.spec import MAX_PLAYERS
    from odintable.learn.game_mixture import MIXES, starts
    from odintable.learn.selfplay import Herd

    count, dice = 40, np.random.default_rng(3)
    games = Herd(game, starts(game, MIXES[game]), count, 5, "cpu", others=30)
    decided: dict[int, tuple[int, int]] = {}  # by slot: which game, and who
    harvested = 0
    for turn in range(400):
        harvest = games.advance(0, bell=8)
        for slot, place in zip(harvest.slots, harvest.places, strict=True):
            leg, seat = divmod(int(place), MAX_PLAYERS)
            assert decided.pop(int(slot)) == (harvest.games[leg], seat)
            assert harvest.who[leg, seat] == 0
            assert seat < harvest.players[leg]
        harvested += len(harvest.slots)
        assert (harvest.shares[harvest.is_over].sum(axis=1).round(6) == 1).all()
        games.describe(turn * count)
        learning = games.learning.numpy()
        seats = games._states["turn"]
        for at in np.flatnonzero(learning).tolist():
            decided[turn * count + at] = (at, int(seats[at]))
        games.picked.numpy()[:] = games.firsts.numpy() + dice.integers(0, games.counts.numpy())
    assert harvested > 2000


@pytest.mark.long
def test_each_seat_is_played_by_who_has_it() -> None:
    torch = pytest.importorskip("torch")
    from odintable.learn.game_mixture import MIXES, starts
    from odintable.learn.model import judged
    from odintable.learn.opponent_pool import frozen
    from odintable.learn.selfplay import Herd, choose, sent
    from odintable.learn.training_loop import Training, plan_for

    games = Herd("odin", starts("odin", MIXES["odin"]), 64, 5, "cpu", others=60)
    one, two = (
        Training(plan_for("odin", 1.0, seed=seed, device="cpu", games=16, hidden=16)).learner.acting
        for seed in (1, 2)
    )
    games.advance(0)
    games.describe(0)
    decisions = sent(games)
    with torch.inference_mode():
        picked = choose(games, decisions, one, 0.0, frozen(two, "cpu")).numpy()
    learning = games.learning.numpy()
    assert learning.any()
    assert not learning.all()
    for who, weights in ((True, one), (False, two)):
        odds = judged(weights, decisions.situations, decisions.rows, decisions.owners)[:, 0].numpy()
        for at in np.flatnonzero(learning == who):
            low = games.firsts.numpy()[at]
            mine = odds[low : low + games.counts.numpy()[at]]
            assert mine[picked[at] - low] == mine.max()
            assert games.said.numpy()[at] == pytest.approx(1 / (1 + np.exp(-mine.max())), rel=1e-4)


def test_guests_are_the_player_as_it_was_and_somebody_less_careful() -> None:
    torch = pytest.importorskip("torch")
    from odintable.learn.opponent_pool import PAST, STAYS, Guests

    acting = {"head": torch.zeros(2)}
    guests = Guests("ravens", acting, past=50, seed=1, device="cpu")
    kept = set()
    for turn in range(20 * STAYS):
        acting["head"].fill_(turn)  # it learns
        guests.go_on(turn / (20 * STAYS))
        kept.add((guests.present.weights is acting, len(guests.present.strays)))
    assert kept == {(True, 3), (False, 1)}
    assert [int(one["head"][0]) for one in guests.past] == [
        -int(-part * 20 * STAYS // 1) for part in PAST
    ]
    alone = Guests("odin", acting, past=0, seed=1, device="cpu")
    for _ in range(4 * STAYS):
        alone.go_on(1.0)
        assert alone.present.weights is acting
    assert not alone.past


@pytest.mark.long
def test_a_race_that_the_bell_ends_is_lost_for_an_answer() -> None:
    pytest.importorskip("torch")
    from odintable.learn.game_mixture import MIXES, starts
    from odintable.learn.selfplay import Herd
    from odintable.learn.training_loop import forfeit

    games = Herd("ravens", starts("ravens", MIXES["ravens"]), 40, 5, "cpu", others=100)
    dice, called = np.random.default_rng(3), 0
    for _ in range(300):
        harvest = games.advance(0, bell=6)
        before = harvest.shares.copy()
        forfeit(harvest)
        rung = harvest.is_called
        called += int(rung.sum())
        assert harvest.is_over[rung].all()
        assert (harvest.shares[rung][harvest.who[rung] == 0] == 0).all()
        assert (harvest.shares[rung, :2].sum(axis=1) == 1).all()
        np.testing.assert_array_equal(harvest.shares[~rung], before[~rung])
        games.describe(0)
        games.picked.numpy()[:] = games.firsts.numpy() + dice.integers(0, games.counts.numpy())
    assert called > 20


def test_trust_grows_with_what_was_learned() -> None:
    pytest.importorskip("torch")
    from odintable.learn.training_loop import plan_for

    plan = plan_for("ravens", 8.0)
    assert [plan.trust_at(part) for part in (0.0, 0.3, 1.0)] == [0.0, plan.trust, plan.trust]
    assert 0 < plan.trust_at(0.1) < plan.trust
    assert plan_for("odin", 8.0).trust_at(1.0) == 0


def test_the_bell_of_a_race_rings_late_once_beginners_are_none() -> None:
    pytest.importorskip("torch")
    from odintable.learn.game_mixture import bell_at

    assert [bell_at(part) for part in (0.0, 0.3, 1.0)] == [30, 80, 80]
    assert 30 < bell_at(0.1) < bell_at(0.2) < 80


def test_a_duel_tells_how_many_games_have_ended() -> None:
    pytest.importorskip("torch")
    from odintable.learn.training_loop import Duel
    from odintable.learn.training_run import told

    assert told(Duel(float("nan"), 0, 64)) == "no game has ended"
    assert told(Duel(0.5, 2000, 2000)) == "50.0 % of the win, 2,000 games"
    assert told(Duel(0.25, 60, 64)) == "25.0 % of the win, 60 of 64 games"


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ravens", "--minutes", "0.05", "--hidden", "16"], "with game odin, not ravens"),
        (["odin", "--minutes", "0.05", "--hidden", "24"], "with hidden 16, not 24"),
        (["odin", "--minutes", "0.5", "--hidden", "16"], "with minutes 0.05, not 0.5"),
        (["odin", "--minutes", "0.05", "--hidden", "16", "--seed", "2"], "with seed 1, not 2"),
        (["odin", "--minutes", "0.05", "--hidden", "16", "--until", "0.001"], "minutes behind it"),
    ],
)
def test_a_checkpoint_of_another_training_is_refused(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    train("odin", tmp_path, "--until", "0.02")
    kept = tmp_path / "checkpoint.pt"
    more = ["--device", "cpu", "--games", "16", "--out", str(tmp_path), "--resume", str(kept)]
    assert main(["train", *words, *more]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.long
def test_what_is_no_checkpoint_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    (tmp_path / "x.pt").write_text("nothing")
    words = ["train", "odin", "--minutes", "1", "--device", "cpu", "--hidden", "16"]
    assert main([*words, "--out", str(tmp_path), "--resume", str(tmp_path / "x.pt")]) == 2
    assert "is no checkpoint of a training" in capsys.readouterr().err


@pytest.mark.long
def test_who_goes_on_meets_other_games(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from odintable.learn.training_loop import Training, plan_for

    train("odin", tmp_path, "--until", "0.02")
    plan = plan_for("odin", 0.05, device="cpu", games=16, hidden=16)
    first, again = Training(plan), Training(plan)
    again.resume(tmp_path / "checkpoint.pt")
    for one, two in zip(first.herds, again.herds, strict=True):
        assert (one._states["hands"] != two._states["hands"]).any(axis=1).all()


@pytest.mark.long
def test_a_course_that_is_stopped_leaves_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    from odintable.learn import training_loop as learning

    monkeypatch.setattr(learning, "REPORT_EVERY", 0.5)
    monkeypatch.setattr("builtins.print", interrupt)
    words = ["train", "odin", "--minutes", "5", "--games", "16", "--hidden", "16"]
    assert main([*words, "--device", "cpu", "--out", str(tmp_path)]) == 130
    assert net.load_any(tmp_path / "odin.safetensors").training["decisions"] > 0
    assert not list(tmp_path.glob("*.new"))


def interrupt(text: str, **_: object) -> None:
    """Somebody presses Ctrl-C at the first report."""
    if "decisions" in text:
        raise KeyboardInterrupt


@pytest.mark.long
def test_losses_that_are_no_numbers_end_a_course(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from odintable.errors import OdintableError
    from odintable.learn.training_loop import Training, plan_for
    from odintable.learn.training_run import go_on

    training = Training(plan_for("odin", 1.0, device="cpu", games=16, hidden=16))
    training.learner.loss[0] = torch.nan
    with pytest.raises(OdintableError, match="its losses are no numbers"):
        go_on(training, 0.01, tmp_path, lambda _: None)
    assert not list(tmp_path.iterdir())


@pytest.mark.long
@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--players", "7"], "players"),
        (["--option", "nonsense=1"], "nonsense"),
    ],
)
def test_a_table_that_cannot_be_is_refused_before_anything_is_made(
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
    assert "only a net can be played" in capsys.readouterr().err
