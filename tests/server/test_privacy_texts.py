"""The privacy page: the built-in text says what the settings say; an operator can replace it."""

from pathlib import Path

import pytest

from odintable.errors import OdintableError
from odintable.i18n import LANGUAGES
from odintable.server.privacy_texts import PrivacyTexts
from odintable.server.settings import Settings
from tests.server.support.server_process import ServerProcess


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_built_in_text_names_the_days_of_the_settings(language: str) -> None:
    settings = Settings(archive_days=17, abandon_days=321)
    found = PrivacyTexts(settings).in_language(language)
    assert found.language == language
    assert "17 " in found.text
    assert "321 " in found.text
    assert found.text.count("\n\n# ") == 6
    assert "{" not in found.text


def test_an_unknown_language_gets_the_english_text() -> None:
    assert PrivacyTexts(Settings()).in_language("xx").language == "en"


def test_an_operator_replaces_the_text(tmp_path: Path) -> None:
    (tmp_path / "de.txt").write_text("Verantwortlich: Odin", encoding="utf-8")
    texts = PrivacyTexts(Settings(privacy_folder=str(tmp_path)))
    assert texts.in_language("fr") == ("de", "Verantwortlich: Odin")
    (tmp_path / "en.txt").write_text("Responsible: Odin", encoding="utf-8")
    texts = PrivacyTexts(Settings(privacy_folder=str(tmp_path)))
    assert texts.in_language("fr") == ("en", "Responsible: Odin")
    assert texts.in_language("de") == ("de", "Verantwortlich: Odin")


def test_a_folder_without_texts_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(OdintableError, match=r"has none of de\.txt, en\.txt"):
        PrivacyTexts(Settings(privacy_folder=str(tmp_path)))
    (tmp_path / "en.txt").write_bytes(b"\xff")
    with pytest.raises(OdintableError, match="privacy_folder"):
        PrivacyTexts(Settings(privacy_folder=str(tmp_path)))


@pytest.mark.long
def test_the_api_returns_the_text(server: ServerProcess) -> None:
    answer = server.call("GET", "/api/v2/privacy?language=it").json()
    assert answer["language"] == "it"
    assert "SHA-256" in answer["text"]
    assert server.call("GET", "/api/v2/privacy").json()["language"] == "en"
