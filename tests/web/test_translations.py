"""The texts: every key that is used exists in every language, and every key is used."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from odintable.games import illegal_move_reason as shared_reasons
from odintable.games.illegal_move_reason import ReasonKind
from odintable.games.spec import GAMES
from odintable.server.tables import start_position
from tests.paths import ROOT
from tests.server.support.server_process import ServerProcess

from .support.browser import open_page

PACKAGE = ROOT / "src/odintable"
LOCALE = PACKAGE / "locale"
LANGUAGES = [path.stem for path in sorted(LOCALE.glob("*.json"))]
Texts = dict[str, Any]

JS_CALL = re.compile(r"""(?<![.\w])(?:t|hasText|sentence)\(\s*(?:"([\w.-]+)"|`([^`]*)`)""")
PYTHON_CALL = re.compile(r"""\.(?:text|sentence|has)\(\s*f?["']([\w.{}-]+)["']""")  # in Python
CHOICE = re.compile(r"""[?:]\s*"([a-z][\w-]*(?:\.[\w-]+)*)\"""")
CODES_AS_KEYS = re.compile(r"KEYS = new Set\(\[(.*)\]\)")  # in error_text.js
PLACEHOLDER = re.compile(r"\{(\w+)\}")
# Plural forms of whole numbers, as in CLDR; French and Italian use "many" only for millions.
FORMS = {
    "en": {"one", "other"},
    "de": {"one", "other"},
    "fr": {"one", "other"},
    "it": {"one", "other"},
}
# Texts that equal the English ones, in which languages, and why that is right.
SAME = {
    "game.odin": ("de fr it", "the name on the box"),
    "bot.ask": ("de fr it", "a name"),
    "bot.embla": ("de fr it", "a name"),
    "bot.snorri": ("de fr it", "a name"),
    "bot.gudrun": ("de fr it", "a name"),
    "bot.mimir": ("de fr it", "a name"),
    "win-chance.of": ("de", "a name and a number"),
    "fair.no": ("it", "the same word"),
    "pace.normal": ("de fr", "the same word"),
    "ravens.hand-open": ("de", "the same word"),
    "figure.2": ("it", "Old Norse, as in the Italian rulebook"),
    "figure.4": ("fr it", "Old Norse, as in the rulebooks"),
    "figure.5": ("fr it", "Old Norse, as in the rulebooks"),
    "figure.6": ("fr it", "Old Norse, as in the rulebooks"),
    "figure.7": ("fr it", "Old Norse, as in the rulebooks"),
    "figure.8": ("fr it", "Old Norse, as in the rulebooks"),
    "figure.9": ("fr it", "Old Norse, as in the rulebooks"),
    "terrain.o": ("de fr", "a god's name"),
    "colour.O": ("de fr", "English has the word from French, and so has German"),
    "colour-name.O": ("de fr", "English has the word from French, and so has German"),
    "pages": ("fr", "a French word first"),
    "menu": ("fr it", "a French word first"),
    "table": ("fr", "a French word first"),
    "points": ("fr", "a French word first"),
    "option.limit.value": ("fr", "a French word first"),
    "option.target.value": ("fr", "a French word first"),
    "points-column": ("fr", "a French word first"),
    "pause": ("de fr", "a French word first"),
    "notify": ("fr", "a French word first"),
    "ravens.start": ("de", "the same word"),
    "tutorial.learn": ("de it", "the same word"),
    "motion": ("fr", "the same word"),
    "offline-use": ("de it", "the same word"),
    "ravens.option": ("de it", "only placeholders and a colon"),
    "says": ("de it", "only placeholders and a colon"),
    "labelled": ("de it", "only placeholders and a colon"),
    "odin.card": ("de", "only placeholders and a comma"),
    "ravens.with-joker": ("de fr", "the same word"),
    "ravens.turn": ("de fr it", "only placeholders"),
    "ravens.several-cards": ("de", "only placeholders and a sign"),
    "terminal.drawing.passes": ("fr", "a French word first"),
    "terminal.drawing.points": ("fr", "a French word first"),
    "terminal.key.menu": ("fr it", "a French word first"),
    "terminal.no": ("it", "no is no"),
    "privacy": ("it", "the same word"),
    "replay": ("it", "the same word"),
}
# What is wrong in the typography of each language.
BAD_TYPOGRAPHY = {
    "en": r"""['"„«»]| [;:!?]""",
    "de": r"""['"”«»]| [;:!?]""",
    "fr": r"""['"“”„]|(?<!\u202f)[;:!?»]|«(?!\u202f)| …""",
    "it": r"""['"“”„]| [;:!?»%]|« | …|\b(?:E|perche|poiche|piu|puo|gia)['’]""",
}


def load_texts(language: str) -> Texts:
    found: Texts = json.loads((LOCALE / f"{language}.json").read_text(encoding="utf-8"))
    return found


def javascript() -> str:
    return "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((PACKAGE / "web").rglob("*.js"))
    )


def python() -> str:
    """The Python sources that use texts."""
    read = [path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))]
    speak = ("Texts", "texts.text(", "AppScreen")
    return "\n".join(text for text in read if any(sign in text for sign in speak))


def refusals() -> set[str]:
    """Keys of the server's refusals."""
    server = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((PACKAGE / "server").rglob("*.py"))
    )
    codes = re.findall(r"""(?:Refused\(|problem\(\w[\w.]+, )\s*"([\w-]+)\"""", server)
    plain = re.findall(r'"([\w-]+)"', CODES_AS_KEYS.findall(javascript())[0])
    named = {code if code in plain else f"error.{code}" for code in codes}
    return named | reasons() | set(re.findall(r'why="([\w.-]+)"', server))


def reasons() -> set[str]:
    """Keys of reasons for illegal moves and of errors in records."""
    modules = [shared_reasons, start_position, *(game.modules.illegal for game in GAMES.values())]
    found = [value for module in modules for value in vars(module).values()]
    kinds = [kind for one in found for kind in (one if isinstance(one, tuple) else (one,))]
    return {kind.key for kind in kinds if isinstance(kind, ReasonKind)}


def used_patterns() -> list[re.Pattern[str]]:
    """Keys as page and terminal use them; a placeholder in a template matches anything."""
    found = []
    named = [plain or template for plain, template in JS_CALL.findall(javascript())]
    for key in named + PYTHON_CALL.findall(python()):
        parts = re.split(r"\$?\{[^}]*\}", key)
        found.append(re.compile(".+".join(map(re.escape, parts)) + "(-you)?"))
    chosen = [*CHOICE.findall(javascript()), *refusals()]
    return found + [re.compile(re.escape(key) + "(-you)?") for key in chosen]


def texts(value: Any) -> list[str]:
    return list(value.values()) if isinstance(value, dict) else [value]


def test_the_page_offers_every_language_there_is() -> None:
    text = (PACKAGE / "web/app/i18n.js").read_text(encoding="utf-8")
    offered = re.findall(r'^  (\w\w): "\w+",$', text, re.MULTILINE)
    assert sorted(offered) == LANGUAGES == sorted(FORMS)


def test_english_has_every_text_that_is_used() -> None:
    keys = load_texts("en").keys()
    plain = [key for key, _ in JS_CALL.findall(javascript()) if key]
    plain += [key for key in PYTHON_CALL.findall(python()) if "{" not in key]
    assert [key for key in plain if key not in keys] == []


def test_every_refusal_of_the_server_has_a_text_in_every_language() -> None:
    named = refusals()
    assert {"error.illegal-move", "error.too-fast", "no-table", "why.no-hints"} <= named
    assert sorted(named - load_texts("en").keys()) == []


def test_every_text_is_used() -> None:
    patterns = used_patterns()
    unused = [key for key in load_texts("en") if not any(one.fullmatch(key) for one in patterns)]
    assert unused == []


def test_sentences_about_the_reader_have_their_own_form() -> None:
    keys = load_texts("en").keys()
    named = re.findall(r'sentence\(\s*"([\w.-]+)"', javascript())
    assert [key for key in named if f"{key}-you" not in keys] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_placeholders(language: str) -> None:
    english, other = load_texts("en"), load_texts(language)
    assert other.keys() == english.keys()
    for key, value in english.items():
        if isinstance(value, dict):
            assert other[key].keys() == value.keys(), key
        expected = {name for text in texts(value) for name in PLACEHOLDER.findall(text)}
        theirs = {name for text in texts(other[key]) for name in PLACEHOLDER.findall(text)}
        assert theirs <= expected, key
        assert expected - theirs <= {"count", "number", "figure"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    for key, value in load_texts(language).items():
        assert isinstance(value, str) or value.keys() - {"zero"} == FORMS[language], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_extra_spaces(language: str) -> None:
    for key, value in load_texts(language).items():
        for text in texts(value):
            assert text.strip(), key
            assert "  " not in text, key


def test_a_text_that_equals_the_english_one_has_a_reason() -> None:
    english = load_texts("en")
    same: dict[str, list[str]] = {}
    for language in LANGUAGES:
        other = load_texts(language)
        for key in english.keys() if language != "en" else ():
            if set(texts(english[key])) & set(texts(other[key])):
                same.setdefault(key, []).append(language)
    assert {key: " ".join(found) for key, found in same.items()} == {
        key: languages for key, (languages, _) in SAME.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_typography_follows_the_language(language: str) -> None:
    wrong = re.compile(BAD_TYPOGRAPHY[language])
    found = [
        (key, text)
        for key, value in load_texts(language).items()
        for text in texts(value)
        if wrong.search(re.sub(r"https?://\S*", "", text))
    ]
    assert found == []


REFUSALS: list[tuple[dict[str, Any], str]] = [
    (
        {"code": "illegal-move", "why": {"key": "why.not-in-hand", "cards": "R1 B8"}},
        "Nicht auf deiner Hand: die rote 1 und die blaue 8.",
    ),
    (
        {"code": "illegal-move", "why": {"key": "why.not-yours", "seat": 1}},
        "Du bist nicht dran: Embla ist am Zug.",
    ),
    ({"code": "stale", "why": None}, "Inzwischen ist etwas geschehen: Schau noch einmal hin."),
    ({"code": "illegal-move", "why": {"key": "why.new"}}, "Dieser Zug ist jetzt nicht möglich."),
    ({"code": "new", "message": "no such luck"}, "Das hat nicht geklappt: no such luck"),
]


@pytest.mark.long
def test_refusals_are_shown_in_the_player_s_language(
    browser: Browser, server: ServerProcess
) -> None:
    sockets: list[WebSocketRoute] = []

    def forward(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    with open_page(browser, server.url, locale="de-DE") as page:
        page.route_web_socket("**/api/v2/live", forward)
        page.goto("/")
        page.get_by_role("article", name="ODIN", exact=True).get_by_role(
            "button", name="Gegen Embla spielen"
        ).click()
        expect(page.locator(".hand button")).to_have_count(9)
        for refused, text in REFUSALS:
            refusal = {"type": "refused", "id": "", "message": "", "retry": False, **refused}
            sockets[-1].send(json.dumps(refusal))
            expect(page.locator(".note")).to_have_text(text)
