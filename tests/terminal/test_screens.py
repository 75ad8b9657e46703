"""The terminal table under real key presses, without a terminal: Textual's pilot."""

import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from odintable.bots.evaluate_position import Evaluation, evaluate
from odintable.record.reader import load
from odintable.record.record import last_position
from odintable.terminal.games.interface import terminal_game
from odintable.terminal.screens.finished_games import SavedGamesScreen
from odintable.terminal.screens.game import GameScreen
from odintable.terminal.screens.handover import HandoverScreen
from odintable.terminal.screens.join import JoinScreen
from odintable.terminal.screens.menu import MenuScreen
from odintable.terminal.screens.menu_list import MenuList
from odintable.terminal.screens.replay import ReplayScreen
from odintable.terminal.screens.setup import SetupScreen
from odintable.terminal.screens.text_screen import TextScreen
from odintable.terminal.tables import table
from odintable.terminal.tables.local_table import LocalTable
from odintable.terminal.tables.saved_games import SavedGames

from .app_pilot import LARGE, PATIENCE, SMALL, Player, at_table, play

pytestmark = pytest.mark.long  # screens are drawn, bots think

ONE_HAND: dict[str, Any] = {"game": "odin", "bots": ["ask"], "options": {"hands": 1}, "seed": 1}
ONE_RACE: dict[str, Any] = {"game": "ravens", "bots": ["ask"], "options": {"target": 1}, "seed": 1}


async def play_on(player: Player, most: int = 200) -> None:
    """Choose the first move of the list until the game is over."""
    for _ in range(most):
        await player.until(player.is_asked)
        if not isinstance(player.app.screen, HandoverScreen) and player.table.is_over:
            return
        await player.go_on()
    raise AssertionError("the game does not end")


# -- Whole games -------------------------------------------------------------------------------


@pytest.mark.parametrize("wished", [{**ONE_HAND, "players": 3}, ONE_RACE])
def test_a_game_is_played_to_its_end_with_the_enter_key(
    tmp_path: Path, wished: dict[str, Any]
) -> None:
    async def doing() -> None:
        async with at_table(tmp_path, **wished) as player:
            await play_on(player)
            await player.see("The game is over.")
            await player.see("Play again")
            await player.press("down", "enter")
            await player.reach(ReplayScreen)
            await player.see("step 1 of" if wished["game"] == "odin" else "step 4 of")
            await player.press("right")
            await player.see("step 2 of" if wished["game"] == "odin" else "step 5 of")
            over = player.app.screen
            await player.press("escape")
            await player.reach(GameScreen)
            await player.press("up", "enter")
            await player.until(lambda: player.app.screen is not over)
            await player.seated()
            assert not player.table.is_over

    play(doing())
    kept = SavedGames(tmp_path).games(over=True)
    assert len(kept) == 1
    assert last_position(kept[0].read()).is_over


def test_two_at_one_screen_never_see_each_others_cards(tmp_path: Path) -> None:
    async def doing() -> None:
        async with at_table(tmp_path, **{**ONE_HAND, "bots": []}, people=2) as player:
            seen = set()
            for _ in range(400):
                await player.until(player.is_asked)
                if isinstance(player.app.screen, HandoverScreen):
                    await player.see("Nobody else look!")
                    assert "play " not in player.text()
                    seen.add(player.app.screen.next_name)
                    await player.go_on()
                    continue
                if player.table.is_over:
                    break
                assert isinstance(player.table, LocalTable)
                view = player.table.view.to_json()
                assert isinstance(view["hands"][1 - view["turn"]], int)
                await player.go_on()
            assert seen == {"Astrid", "Bjorn"}
            assert player.table.is_over

    play(doing())
    (path,) = tmp_path.glob("*.txt")
    assert load(path.read_bytes()).names == ("Astrid", "Bjorn")


# -- The menu ----------------------------------------------------------------------------------


def test_the_menu_leads_to_a_game_with_the_seats_one_chose(tmp_path: Path) -> None:
    async def doing() -> None:
        async with at_table(tmp_path) as player:
            await player.see("Odin’s Ravens")
            await player.press("enter")
            await player.reach(SetupScreen)
            await player.see("Number of players")
            await player.press("down", "right", "right")
            await player.see("4 players")
            await player.press("down", "down", "right")
            await player.see("Snorri, Level 3 of 5")
            await player.press("down", "left")
            await player.see("Askr, Level 1 of 5")
            await player.press("up", "up", "up", "up", "enter")
            await player.seated()
            assert isinstance(player.table, LocalTable)
            assert player.table.setup.seats == ("", "snorri", "ask", "embla")
            await player.go_on()
            await player.until(player.is_asked)
            await player.press("q")
            await player.see("Continue")

    play(doing())


def test_an_option_for_two_players_is_offered_to_two_only(tmp_path: Path) -> None:
    async def doing() -> None:
        async with at_table(tmp_path) as player:
            await player.press("enter")
            await player.reach(SetupScreen)
            await player.see("Four colours")
            await player.press("down", "right")
            await player.see("3 players")
            assert "Four colours" not in player.text()
            setup = player.app.screen
            assert isinstance(setup, SetupScreen)
            assert setup.table_setup().options == {}, "defaults are left out"

    play(doing())


def test_a_game_that_was_left_is_offered_and_goes_on_where_it_was(tmp_path: Path) -> None:
    async def doing() -> None:
        async with at_table(tmp_path, **ONE_RACE) as player:
            for _ in range(3):
                await player.until(player.is_asked)
                await player.go_on()
            await player.until(player.is_asked)
            logged, moves = player.table.log, player.table.moves
            await player.press("q")
            await player.see("Continue")
            assert player.app.app_state.resume_hint.startswith("The game is saved.")
            await player.press("home", "enter")
            await player.seated()
            assert (player.table.log, player.table.moves) == (logged, moves)
            await play_on(player)
        assert SavedGames(tmp_path).games(over=False) == []
        async with at_table(tmp_path) as player:
            await player.see("Odin’s Ravens")
            assert "Continue" not in player.text()
            await player.press("down", "down", "down", "enter")
            await player.reach(SavedGamesScreen)
            await player.press("enter")
            await player.see("step 4 of")

    play(doing())


def test_languages_are_changed_in_the_menu(tmp_path: Path) -> None:
    async def doing() -> None:
        async with at_table(tmp_path) as player:
            await player.press("end", "up", "enter")
            await player.see("Langue  Français")
            await player.see("quitter")
            await player.press("enter", "enter")
            await player.see("Sprache  Deutsch")
            await player.press("home", "enter")
            await player.reach(SetupScreen)
            await player.see("▶ Spielen")
            await player.press("enter")
            await player.seated()
            await player.see("Du bist dran")

    play(doing())


def test_the_screen_says_why_a_table_cannot_be_joined(tmp_path: Path) -> None:
    async def doing() -> None:
        async with at_table(tmp_path) as player:
            await player.press("down", "down", "enter")
            await player.reach(JoinScreen)
            await player.press(*"nonsense", "enter")
            await player.see("is not a link to a table")
            await player.press("escape")
            await player.reach(MenuScreen)

    play(doing())


# -- At the table ------------------------------------------------------------------------------


def test_chosen_cards_leave_the_moves_that_use_them(tmp_path: Path) -> None:
    async def doing() -> None:
        async with at_table(tmp_path, **ONE_RACE) as player:
            hand, moves = player.game.hand, player.game.move_list
            cards_in_move = terminal_game("ravens").cards_in_move
            everything = moves.option_count
            await player.press("2")
            await player.until(lambda: hand.chosen_cards == [hand.cards[1]])
            shown = [option.id or "" for option in moves.options]
            assert 0 < len(shown) < everything
            assert all(hand.cards[1] in cards_in_move(move) for move in shown)
            await player.press("2")
            await player.until(lambda: moves.option_count == everything)
            await player.pilot.click("#hand", offset=(4, 0))
            await player.until(lambda: hand.chosen == {0})
            await player.press("escape")
            await player.until(lambda: hand.chosen == set())

    play(doing())


def test_a_click_on_a_move_plays_it(tmp_path: Path) -> None:
    async def doing() -> None:
        async with at_table(tmp_path, **ONE_HAND) as player:
            before = len(player.table.log)
            move = player.game.query_one("#moves", MenuList).options[1].id
            await player.pilot.click("#moves", offset=(5, 1))
            await player.until(lambda: len(player.table.log) > before)
            assert player.table.log[before].notation == move

    play(doing())


def test_a_move_is_taken_back_within_a_turn_only(tmp_path: Path) -> None:
    async def doing() -> None:
        async with at_table(tmp_path, **ONE_RACE) as player:
            before = player.table.moves
            await player.press("u")
            await player.see("There is nothing you can take back right now.")
            logged = len(player.table.log)
            await player.press("enter")
            await player.until(lambda: len(player.table.log) > logged)
            assert player.table.may_undo
            await player.press("u")
            await player.until(lambda: player.table.moves == before)
            assert len(player.table.log) == logged

    play(doing())


def test_a_move_made_just_after_asking_for_a_hint_does_not_end_the_program(
    tmp_path: Path,
) -> None:
    async def doing() -> None:
        async with at_table(tmp_path, **ONE_HAND) as player:
            player.game.action_hint()
            await player.table.play(player.table.moves[0])
            await player.until(lambda: not player.app.is_running or player.is_asked())
            assert player.app.is_running

    play(doing())


def test_a_hint_puts_the_best_move_first_while_the_screen_stays_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_answer = threading.Event()

    def slowly(*arguments: Any) -> Evaluation:
        assert may_answer.wait(PATIENCE)
        return evaluate(*arguments)

    monkeypatch.setattr(table, "evaluate", slowly)

    async def doing() -> None:
        async with at_table(tmp_path, **ONE_HAND) as player:
            await player.press("h")
            await player.see("Looking for a good move")
            await player.press("f1")  # keys are heard meanwhile
            await player.see("The rules of ODIN")
            await player.press("escape")
            may_answer.set()
            await player.see("The best move is listed first")
            picks, worth = player.game.move_list, player.game.hint_values
            assert picks.options[0].id == max(worth, key=lambda move: worth[move])

    play(doing())


def test_rules_and_moves_are_a_key_away(tmp_path: Path) -> None:
    async def doing() -> None:
        async with at_table(tmp_path, **ONE_HAND) as player:
            await player.press("f1")
            await player.see("The rules of ODIN")
            await player.press("escape")
            await player.reach(GameScreen)
            await player.go_on()
            await player.until(player.is_asked)
            await player.press("m")
            await player.reach(TextScreen)
            await player.see("You lead")
            await player.press("escape")
            await player.reach(GameScreen)
            await player.press("question_mark")
            await player.see("The aim")

    play(doing())


def test_leaving_stops_a_bot_that_thinks(tmp_path: Path) -> None:
    async def doing() -> None:
        wished = {**ONE_HAND, "bots": ["mimir"]}
        async with at_table(tmp_path, **wished) as player:
            await player.go_on()
            table = player.table
            await player.press("q")
            await player.reach(MenuScreen)
            logged = len(table.log)
            await player.pilot.pause(0.2)
            assert len(table.log) == logged

    play(doing())


# -- What it looks like ------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "language"), [(SMALL, "de"), (SMALL, "fr"), (LARGE, "it")])
def test_everything_fits(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    async def doing() -> None:
        rng = Random(1)
        for wished in (ONE_RACE, {**ONE_HAND, "players": 6}):
            async with at_table(tmp_path, language=language, size=size, **wished) as player:
                for _ in range(5):
                    await player.until(player.is_asked)
                    if player.table.is_over:
                        break
                    moves = player.game.query_one("#moves", MenuList)
                    assert moves.size.height >= 3, "there is room for moves"
                    assert player.game.query_one("#keys").region.bottom == size[1]
                    await player.press(*["down"] * rng.randrange(4))
                    await player.go_on()

    play(doing())
