"""The drawings are simple, without text, small and documented; the theme has enough contrast."""

import gzip
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.tools.contact_sheet import page
from tests.web.support.contrast import contrast
from tests.web.support.sprites import ART, SPRITES, STYLE, SVG, WEB, symbols

DOCS = ROOT / "docs/art.md"
DRAWINGS = sorted(ART.glob("*.svg"))
SHAPES = {"svg", "defs", "symbol", "g", "path", "circle", "ellipse", "rect", "use"}
KNOBS = {"currentColor", "--bot-disc"}  # the page may set them; without, each picture has its own
BUDGET = 45 * 1024  # bytes of the art of one game, gzipped

# --- What is listed is there, and the other way round --------------------------------------------


def listed(sprite: Path) -> list[str]:
    """The rows of docs/art.md about a sprite."""
    section = DOCS.read_text(encoding="utf-8").split(f"## `art/{sprite.name}`")[1].split("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("| `")]


@pytest.mark.parametrize("sprite", SPRITES, ids=lambda path: path.name)
def test_every_symbol_is_listed_with_its_box_and_the_colours_it_takes(sprite: Path) -> None:
    rows = [
        f"| `{name}` | `{box}` | {' '.join(f'`{colour}`' for colour in sorted(takes))} |"
        for name, box, takes in symbols(sprite)
    ]
    assert listed(sprite) == rows


def test_every_file_is_listed() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert [path.name for path in DRAWINGS if f"`art/{path.name}`" not in text] == []


def test_the_two_games_have_every_picture_their_cards_need() -> None:
    names = {symbol.name for sprite in SPRITES for symbol in symbols(sprite)}
    assert {f"face-{number}" for number in range(10)} <= names
    assert {f"{part}-{colour}" for part in ("mark", "badge") for colour in "BGOPRYX"} <= names
    assert {f"{part}-{land}" for part in ("tile", "pip", "flight") for land in "FMPSW"} <= names
    assert {f"way-{pair}" for pair in "Mo Fo FS SW PW MP".split()} <= names
    assert {f"odin-{card}" for card in "arst"} <= names
    assert {f"bot-{bot}" for bot in "ask embla snorri gudrun mimir".split()} <= names


def test_ids_are_unique_across_sprites() -> None:
    found = [part.get("id") for sprite in SPRITES for part in ET.parse(sprite).iter()]
    ids = [name for name in found if name]
    assert len(ids) == len(set(ids))


# --- Plain shapes only ---------------------------------------------------------------------------


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda path: path.name)
def test_a_drawing_is_of_plain_shapes_without_words_raster_script_or_style(drawing: Path) -> None:
    for part in ET.parse(drawing).iter():
        assert part.tag.removeprefix(SVG) in SHAPES
        assert not (part.text or "").strip()
        for name, value in part.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            assert "url(" not in value


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda path: path.name)
def test_a_drawing_refers_to_nothing_outside_itself(drawing: Path) -> None:
    root = ET.parse(drawing).getroot()
    ids = {f"#{part.get('id')}" for part in root.iter()}
    assert {part.get("href") for part in root.iter(f"{SVG}use")} <= ids
    text = drawing.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert "//" not in text
    assert "data:" not in text


@pytest.mark.parametrize("sprite", SPRITES, ids=lambda path: path.name)
def test_a_sprite_can_be_viewed_without_the_style_sheet(sprite: Path) -> None:
    assert re.findall(r"var\(--[\w-]+\)", sprite.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("game", ["ravens", "odin"])
def test_the_art_of_a_game_is_light(game: str) -> None:
    parts = [ART / f"{game}.svg", ART / "shared.svg", ART / "grain.svg", ART / "favicon.svg"]
    assert sum(len(gzip.compress(path.read_bytes())) for path in parts) < BUDGET


def test_the_contact_sheet_shows_every_symbol() -> None:
    sheet = page()
    for sprite in SPRITES:
        for symbol in symbols(sprite):
            assert f'<use href="#{symbol.name}"/>' in sheet


# --- The look ------------------------------------------------------------------------------------

LOOK = STYLE.read_text(encoding="utf-8")
THEME = LOOK[LOOK.index(":root {") : LOOK.index("\n}\n")]
COLOUR = re.compile(r"(--[\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+))")

# (foreground, backgrounds, minimal contrast): 4.5 for text, 3 for signs and edges (WCAG AA).
PAIRS = [
    ("--text --text-soft", "--bg --surface --surface-2", 4.5),
    ("--accent --fjord --gold --good --bad", "--bg --surface", 4.5),
    ("--text --accent", "--accent-soft", 4.5),
    ("--on-accent", "--accent", 4.5),
    ("--on-fjord", "--fjord", 4.5),
    ("--on-table --on-table-soft", "--table --grain", 4.5),
    ("--line", "--bg --surface", 3),
    ("--focus", "--bg --surface --surface-2 --table", 3),
    ("--glow", "--surface --table", 3),
    ("--slot --accent", "--table", 3),
    ("--ink", "--paper", 4.5),
    ("--forest-3 --mountain-3 --plains-3 --snow-3 --water-3", "--paper", 4.5),
    ("--odin-3", "--odin-0 --odin-1", 4.5),
    ("--rust", "--odin-0 --odin-1 --paper", 3),
    ("--huginn-3", "--huginn --huginn-2", 3),
    ("--muninn-2", "--muninn-3", 3),
    ("--stone-3", "--stone-1 --stone-2", 3),
]


def colours(block: str, theme: int) -> dict[str, str]:
    """The colours that a block of the style sheet sets, in the light (0) or dark (1) theme."""
    return {name: (day, night)[theme] or plain for name, day, night, plain in COLOUR.findall(block)}


def odin_blocks() -> dict[str, str]:
    return dict(re.findall(r'\[data-colour="(\w)"\] \{([^}]*)\}', LOOK))


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
def test_text_and_signs_have_enough_contrast(theme: int) -> None:
    seen = colours(THEME, theme)
    weak = [
        f"{front} on {ground}: {contrast(seen[front], seen[ground]):.2f}, {least} wanted"
        for fronts, grounds, least in PAIRS
        for front in fronts.split()
        for ground in grounds.split()
        if contrast(seen[front], seen[ground]) < least
    ]
    assert weak == []


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
def test_numbers_and_figures_have_enough_contrast_on_all_of_odins_colours(theme: int) -> None:
    assert sorted(odin_blocks()) == sorted("BGOPRYX")
    for block in odin_blocks().values():
        seen = colours(block, theme)
        for ground in ("--c", "--m", "--l"):
            assert contrast(seen["--d"], seen[ground]) >= 4.5, (block, ground)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#fff") == pytest.approx(21)
    assert contrast("#777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_colour_that_a_picture_takes_is_in_the_style_sheet() -> None:
    taken = {colour for sprite in SPRITES for symbol in symbols(sprite) for colour in symbol.takes}
    assert sorted(colour for colour in taken - KNOBS if f"{colour}:" not in LOOK) == []


def test_motion_takes_less_than_400_ms_and_none_with_reduced_motion() -> None:
    lasting = dict(re.findall(r"(--[\w-]+): (\d+)ms;", THEME))
    assert lasting
    assert all(0 < int(length) < 400 for length in lasting.values())
    still = LOOK[LOOK.index("prefers-reduced-motion") :].split("}")[0]
    assert {name for name in lasting if f"{name}: 0ms" in still} == set(lasting)


def test_the_style_sheet_loads_nothing_but_our_own_drawings_and_the_font() -> None:
    own = [*DRAWINGS, *WEB.glob("fonts/*.woff2")]
    for address in re.findall(r"url\(\"?([^)\"]*)", LOOK):
        assert (STYLE.parent / address).resolve() in own
    assert "@import" not in LOOK
    assert LOOK.count("@font-face") == 1
