"""The text of the privacy page: the operator's own, or what an unmodified server stores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from odintable.errors import OdintableError
from odintable.i18n import ENGLISH, LANGUAGES, Texts

if TYPE_CHECKING:
    from .settings import Settings

SECTIONS = ("games", "duration", "links", "addresses", "browser", "requests")
HEADING = "# "  # starts a paragraph that is a heading


class PrivacyText(NamedTuple):
    """Paragraphs with empty lines between them, and their language."""

    language: str
    text: str


class PrivacyTexts:
    """The texts by language, read when the server starts."""

    def __init__(self, settings: Settings) -> None:
        """Read the operator's texts; without a folder the built-in ones are used."""
        folder = settings.privacy_folder
        self._texts = operator_texts(Path(folder)) if folder else built_in_texts(settings)

    def in_language(self, language: str) -> PrivacyText:
        """Return the text in this language, else the English one, else any."""
        found = next(one for one in (language, ENGLISH, *self._texts) if one in self._texts)
        return PrivacyText(found, self._texts[found])


def operator_texts(folder: Path) -> dict[str, str]:
    """Read LANGUAGE.txt for each language that the folder has."""
    paths = [folder / f"{language}.txt" for language in LANGUAGES]
    try:
        found = {path.stem: path.read_text(encoding="utf-8") for path in paths if path.is_file()}
    except (OSError, ValueError) as error:
        raise OdintableError(f"privacy_folder {folder}: {error}") from None
    if not found:
        names = ", ".join(path.name for path in paths)
        raise OdintableError(f"privacy_folder {folder} has none of {names}")
    return found


def built_in_texts(settings: Settings) -> dict[str, str]:
    """Return what this program stores and for how long, in all languages."""
    return {language: built_in_text(Texts(language), settings) for language in LANGUAGES}


def built_in_text(texts: Texts, settings: Settings) -> str:
    """Return the built-in text in one language."""
    days = {
        "archive": texts.text("days", count=settings.archive_days),
        "abandon": texts.text("days", count=settings.abandon_days),
    }
    paragraphs = [texts.text("privacy.about")]
    for section in SECTIONS:
        paragraphs.append(HEADING + texts.text(f"privacy.{section}.head"))
        paragraphs.append(texts.text(f"privacy.{section}.text", **days))
    return "\n\n".join(paragraphs)
