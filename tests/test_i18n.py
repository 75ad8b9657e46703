"""The catalogue as Python reads it: the terminal and the server say what the page says."""

import pytest

from odintable.i18n import AND, LANGUAGES, Words, catalogue, spoken


def test_a_language_is_chosen_by_name_or_by_the_environment() -> None:
    assert spoken("it", {"LANG": "de_DE.UTF-8"}) == "it"
    assert spoken("", {"LANG": "de_CH.UTF-8"}) == "de"
    assert spoken("", {"LC_ALL": "fr_FR.UTF-8", "LANG": "de_DE.UTF-8"}) == "fr"
    assert spoken("", {"LC_ALL": "", "LC_MESSAGES": "it_IT", "LANG": "de_DE"}) == "it"


@pytest.mark.parametrize("asked", ["", "C", "POSIX", "C.UTF-8", "sv_SE.UTF-8"])
def test_what_we_do_not_speak_is_said_in_english(asked: str) -> None:
    assert spoken("", {"LANG": asked}) == "en"


def test_the_environment_is_asked_when_nothing_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert Words().say("rules") == "Regole"
    assert Words("de").say("rules") == "Regeln"


def test_holes_are_filled_in() -> None:
    assert Words("en").say("turn-of", name="Ask") == "Ask is thinking …"
    assert Words("fr").say("odin.short", colour="rouge", number=7) == "le 7 rouge"
    assert Words("en").say("turn-of") == " is thinking …", "as on the page"


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
    words = Words(language)
    assert [words.say("cards", count=count) for count in (0, 1, 2)] == [none, one, several]


def test_nothing_may_be_said_in_another_way() -> None:
    words = Words("en")
    assert words.say("ravens.gap", count=0) == "The ravens are side by side"
    assert words.say("ravens.gap", count=2) == "The ravens are 2 spaces apart"


def test_the_reader_is_spoken_to() -> None:
    words = Words("de")
    assert words.sentence("odin.passes", False, name="Ask") == "Ask passt."
    assert words.sentence("odin.passes", True, name="Ask") == "Du passt."


def test_several_things_are_listed() -> None:
    assert Words("en").listed(["a", "b", "c"]) == "a, b and c"
    assert Words("it").listed(["a", "b"]) == "a e b"
    assert Words("fr").listed(["a"]) == "a"
    assert Words("fr").listed([]) == ""
    assert AND.keys() == set(LANGUAGES)


def test_a_key_that_is_not_there_is_a_mistake() -> None:
    assert Words("en").has("rules")
    assert not Words("en").has("rule")
    with pytest.raises(KeyError, match="rule"):
        Words("en").say("rule")


def test_all_four_languages_are_there() -> None:
    assert LANGUAGES == ("de", "en", "fr", "it")
    assert all(catalogue(language) for language in LANGUAGES)


def test_what_is_said_of_something_is_set_as_the_language_does() -> None:
    assert Words("en").said_of("ODIN", "against bots") == "ODIN: against bots"
    assert Words("fr").said_of("ODIN", "contre des bots") == "ODIN\u202f: contre des bots"
