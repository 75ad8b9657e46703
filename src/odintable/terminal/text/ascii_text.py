"""The catalogue's words for outputs that know no more than ASCII."""

import unicodedata

from odintable.i18n import Texts

PLAIN = str.maketrans(
    {
        "\u202f": " ",
        "\u00a0": " ",
        "’": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "…": "...",
        "×": "x",
        "–": "-",
    }
    | {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "œ": "oe"}
)


class AsciiTexts(Texts):
    """The same words, written with the letters that every output has."""

    def text(self, key: str, **holes: object) -> str:
        """What stands under a key, in ASCII."""
        return in_ascii(super().text(key, **holes))


def in_ascii(text: str) -> str:
    """A text without accents, curly quotes and the like."""
    plain = unicodedata.normalize("NFKD", text.translate(PLAIN))
    return plain.encode("ascii", "ignore").decode()


def texts_for(language: str, encoding: str) -> Texts:
    """The words of a language for an output with this encoding."""
    is_wide = encoding.lower().replace("_", "-").startswith("utf")
    return Texts(language) if is_wide else AsciiTexts(language)
