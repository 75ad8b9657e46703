"""The rules in short, as the page has them too."""

from odintable.i18n import Texts

SECTIONS = {
    "odin": ("goal", "leading", "sets", "beating", "taking", "passing", "scoring", "options"),
    "ravens": (
        *("goal", "turn", "flying", "joker", "stack", "stone", "magic"),
        *("odin-cards", "lengthening", "scoring"),
    ),
}
ACTS = ("stone", "swap", "turn", "remove", "back", "forward", "arrange", "add")


def sections(game: str, texts: Texts) -> list[tuple[str, str]]:
    """Each rule: what it is about, and what it says."""
    return [
        (texts.text(f"rules.{game}.{one}.head"), text_of(game, one, texts))
        for one in SECTIONS[game]
    ]


def text_of(game: str, section: str, texts: Texts) -> str:
    """What a rule says; that of Odin's cards with all they can do."""
    text = texts.text(f"rules.{game}.{section}.text")
    if section != "odin-cards":
        return text
    return " ".join([text, *(texts.text(f"rules.act.{act}") for act in ACTS)])
