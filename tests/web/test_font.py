"""The font of headings: light, licensed, loaded, and with every letter of our texts."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.paths import ROOT
from tests.server.support.server_process import ServerProcess

from .support.browser import open_page

pytestmark = pytest.mark.long

FONTS = ROOT / "src/odintable/web/fonts"
LOCALE = ROOT / "src/odintable/locale"
MAX_BYTES = 30_000
# The letters that the font lacks: their width depends on the font that stands in.
MISSING = """async (letters) => {
  await document.fonts.load("800 40px Grenze");
  const pen = document.createElement("canvas").getContext("2d");
  const width = (letter, fallback) => {
    pen.font = `800 40px Grenze, ${fallback}`;
    return pen.measureText(letter.repeat(20)).width;
  };
  return letters.filter((one) => width(one, "serif") !== width(one, "monospace"));
}"""
LOADED = """async () => {
  await document.fonts.ready;
  return [...document.fonts].map((one) => [one.family, one.status, one.display]);
}"""


def letters() -> list[str]:
    """All letters and digits of the texts, in all languages."""
    texts = "".join(path.read_text(encoding="utf-8") for path in LOCALE.glob("*.json"))
    return sorted({one for one in json.dumps(texts, ensure_ascii=False) if one.isalnum()})


def test_the_font_is_light_and_its_licence_is_beside_it() -> None:
    [font] = FONTS.glob("*.woff2")
    assert font.stat().st_size < MAX_BYTES
    assert "SIL OPEN FONT LICENSE" in Path(FONTS / "OFL.txt").read_text(encoding="utf-8")


def test_the_font_is_loaded_and_has_every_letter_of_our_texts(
    browser: Browser, server: ServerProcess
) -> None:
    assert set("äöüßéèàçœ12") <= set(letters())
    with open_page(browser, server.url) as page:
        page.goto("/")
        page.locator("h2").first.wait_for()
        assert page.evaluate(LOADED) == [["Grenze", "loaded", "swap"]]
        assert page.evaluate(MISSING, ["ж", "a"]) == ["ж"]  # a letter it lacks is noticed
        assert page.evaluate(MISSING, letters()) == []
