"""Texts in four languages, as the terminal and the server read them from the catalogue."""

import pytest

from odintable.i18n import LANGUAGES, LOCALE, Texts, catalogue, choose_language


def test_a_language_is_chosen_by_name_or_by_the_environment() -> None:
    assert choose_language("it", {"LANG": "de_DE.UTF-8"}) == "it"
    assert choose_language("", {"LANG": "de_CH.UTF-8"}) == "de"
    assert choose_language("", {"LC_ALL": "fr_FR.UTF-8", "LANG": "de_DE.UTF-8"}) == "fr"
    assert choose_language("", {"LC_ALL": "", "LC_MESSAGES": "it_IT", "LANG": "de_DE"}) == "it"


@pytest.mark.parametrize("locale", ["", "C", "POSIX", "C.UTF-8", "sv_SE.UTF-8"])
def test_a_language_without_a_catalogue_falls_back_to_english(locale: str) -> None:
    assert choose_language("", {"LANG": locale}) == "en"


def test_the_environment_decides_when_no_language_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert Texts().text("rules") == "Regole"
    assert Texts("de").text("rules") == "Regeln"


def test_placeholders_are_filled_in() -> None:
    assert Texts("en").text("turn-of", name="Ask") == "Ask is thinking …"
    assert Texts("fr").text("odin.short", colour="rouge", number=7) == "le 7 rouge"
    assert Texts("en").text("turn-of") == " is thinking …", "as on the page"


@pytest.mark.parametrize(
    ("language", "none", "one", "several"),
    [
        ("en", "0 cards", "1 card", "2 cards"),
        ("de", "0 Karten", "1 Karte", "2 Karten"),
        ("fr", "0 carte", "1 carte", "2 cartes"),
        ("it", "0 carte", "1 carta", "2 carte"),
    ],
)
def test_plural_forms_are_right(language: str, none: str, one: str, several: str) -> None:
    texts = Texts(language)
    assert [texts.text("cards", count=count) for count in (0, 1, 2)] == [none, one, several]


def test_a_text_may_have_a_form_of_its_own_for_zero() -> None:
    texts = Texts("en")
    assert texts.text("ravens.gap", count=0) == "The ravens are side by side"
    assert texts.text("ravens.gap", count=2) == "The ravens are 2 spaces apart"


def test_the_reader_is_addressed() -> None:
    texts = Texts("de")
    assert texts.sentence("odin.passes", False, name="Ask") == "Ask passt."
    assert texts.sentence("odin.passes", True, name="Ask") == "Du passt."


def test_items_are_joined_with_a_conjunction() -> None:
    assert Texts("en").format_list(["a", "b", "c"]) == "a, b and c"
    assert Texts("it").format_list(["a", "b"]) == "a e b"
    assert Texts("fr").format_list(["a"]) == "a"
    assert Texts("fr").format_list([]) == ""


def test_an_unknown_key_is_an_error() -> None:
    assert Texts("en").has("rules")
    assert not Texts("en").has("rule")
    with pytest.raises(KeyError, match="rule"):
        Texts("en").text("rule")


def test_there_are_four_languages() -> None:
    assert LANGUAGES == ("de", "en", "fr", "it")
    assert {path.stem for path in LOCALE.glob("*.json")} == set(LANGUAGES)
    assert all(catalogue(language) for language in LANGUAGES)


def test_a_colon_is_set_as_the_language_does() -> None:
    assert Texts("en").labelled("ODIN", "against bots") == "ODIN: against bots"
    assert Texts("fr").labelled("ODIN", "contre des bots") == "ODIN\u202f: contre des bots"
