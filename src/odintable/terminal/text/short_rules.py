"""A summary of a game's rules, section by section; the page shows the same one."""

from odintable.i18n import Texts
from odintable.terminal.games.interface import terminal_game


def rule_sections(game: str, texts: Texts) -> list[tuple[str, str]]:
    """Return the heading and the text of each section."""
    return [
        (texts.text(f"rules.{game}.{section}.head"), rule_text(game, section, texts))
        for section in terminal_game(game).rule_sections
    ]


def rule_text(game: str, section: str, texts: Texts) -> str:
    """Return the text of a section, with the further texts that the game adds to it."""
    further = terminal_game(game).further_rules.get(section, ())
    return " ".join([texts.text(f"rules.{game}.{section}.text"), *map(texts.text, further)])
