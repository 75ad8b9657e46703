"""What every game provides to the terminal, and what happens to a game that provides nothing."""

import pytest

from odintable.errors import OdintableError
from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.i18n import LANGUAGES, Texts
from odintable.terminal.games.interface import default_names, terminal_game, terminal_games
from odintable.terminal.text.player_names import PlayerNames


@pytest.mark.parametrize("name", terminal_games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_describes_its_first_position(name: str, language: str) -> None:
    texts, game, spec = Texts(language), terminal_game(name), GAMES[name]
    view = Position.new(name, spec.min_players, 1, {}).view(0)
    names = PlayerNames(default_names(name, spec.min_players), texts)
    assert game.describe(view.to_json(), 0, names, False)
    assert game.status(view.to_json(), view.legal(), texts)
    assert game.legend(texts)
    assert all(game.card_style(card) for card in game.choosable_cards(view.to_json()))


@pytest.mark.parametrize("name", terminal_games())
def test_every_game_names_all_its_seats(name: str) -> None:
    assert len(set(terminal_game(name).seat_names)) == GAMES[name].max_players


def test_a_game_without_a_terminal_folder_is_one_clear_error() -> None:
    with pytest.raises(OdintableError, match="chess cannot be shown in a terminal"):
        terminal_game("chess")
    assert "chess" not in terminal_games()
