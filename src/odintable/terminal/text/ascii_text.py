"""Texts for outputs that support only ASCII."""

import unicodedata

from odintable.i18n import Texts

REPLACEMENTS = str.maketrans(
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
    """The texts of a language, spelled in ASCII."""

    def text(self, key: str, **placeholders: object) -> str:
        """Return a text in ASCII."""
        return to_ascii(super().text(key, **placeholders))


def to_ascii(text: str) -> str:
    """Replace accents, curly quotes and the like."""
    plain = unicodedata.normalize("NFKD", text.translate(REPLACEMENTS))
    return plain.encode("ascii", "ignore").decode()


def texts_for(language: str, encoding: str) -> Texts:
    """Return the texts of a language for an output with this encoding."""
    is_unicode = encoding.lower().replace("_", "-").startswith("utf")
    return Texts(language) if is_unicode else AsciiTexts(language)
