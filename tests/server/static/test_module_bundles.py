"""Bundles: which module is in which file, and what they do not allow."""

import re
from collections.abc import Mapping

import pytest

from odintable.server.static.module_bundles import bundle_contents, bundle_modules
from odintable.server.static.module_graph import MAIN, ModuleError
from odintable.server.static.web_files import ARCHIVE, WEB, WebFiles

PAGES = b"""{
  "pages": {"start": {"module": "lobby/start.js"}, "help": {"module": "help.js"}},
  "games": []
}"""
APP = {
    "pages.json": PAGES,
    "index.html": b"<html>",
    "app/main.js": b"""/** @typedef {import("../types.js").Page} Page */
import { h as make } from "../ui/dom.js";
const load = (module) => import(`../${module}`);
make(load);
""",
    "ui/dom.js": b"""/** Elements. */
export const art = new URL("../art/", import.meta.url);
export function h() {}
""",
    "ui/shared.js": b'import { h } from "./dom.js";\nexport class Shared {}\nh();\n',
    "lobby/start.js": b"""import { Shared } from "../ui/shared.js";
import * as lists from "./lists.js";
export async function openPage() {
  await import("./setup.js");
  return new Shared(lists);
}
""",
    "lobby/lists.js": b'import "../ui/dom.js";\nconst own = 1;\nexport const lists = own;\n',
    "lobby/setup.js": b"const own = 2;\nexport const setup = own;\n",
    "help.js": b'import { Shared } from "./ui/shared.js";\nexport const openPage = () => Shared;\n',
    "types.js": b"export {};\n",
}


def changed(**files: bytes) -> Mapping[str, bytes]:
    return {**APP, **{f"lobby/{name}.js": body for name, body in files.items()}}


def test_a_bundle_has_what_its_entry_imports_and_the_main_one_what_several_need() -> None:
    assert bundle_contents(APP) == {
        "app/main.js": ["ui/dom.js", "ui/shared.js", "app/main.js"],
        "lobby/start.js": ["lobby/lists.js", "lobby/start.js"],
        "help.js": ["help.js"],
        "lobby/setup.js": ["lobby/setup.js"],
    }


def test_bundles_replace_the_modules_and_nothing_else() -> None:
    bundled = bundle_modules(APP)
    assert set(bundled) == {"pages.json", "index.html", *bundle_contents(APP)}
    assert bundled["pages.json"] == PAGES
    without_main = {"a.js": b"1", "index.html": b""}
    assert bundle_modules(without_main) == without_main


def test_the_text_of_a_bundle() -> None:
    assert (
        bundle_modules(APP)["lobby/start.js"].decode()
        == """\
import { $ui$dom, $ui$shared } from "../app/main.js";
const $lobby$lists = (() => {

const own = 1;
const lists = own;
return { lists };
})();
const $lobby$start = (() => {
const { Shared } = $ui$shared;
const lists = $lobby$lists;
async function openPage() {
  await import("./setup.js");
  return new Shared(lists);
}
return { openPage };
})();
export const { openPage } = $lobby$start;
"""
    )


def test_addresses_stay_relative_to_the_module() -> None:
    main = bundle_modules(APP)[MAIN].decode()
    assert 'new URL("../art/", new URL("../ui/dom.js", import.meta.url).href)' in main
    assert "import(`../${module}`)" in main
    assert "const { h: make } = $ui$dom;" in main
    moved = {**APP, "ui/dom.js": b'export const h = () => import("./deep/more.js");\n'}
    moved["ui/deep/more.js"] = b"export const more = 1;\n"
    assert 'import("../ui/deep/more.js")' in bundle_modules(moved)[MAIN].decode()


def test_a_module_that_is_loaded_by_name_and_imported_exists_once() -> None:
    files = changed(lists=b'export const lists = 1;\nimport("../ui/shared.js");\n')
    assert bundle_modules(files)["ui/shared.js"].decode() == (
        'import { $ui$shared } from "../app/main.js";\nexport const { Shared } = $ui$shared;\n'
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"export let count = 0;\n", "lobby/lists.js: a bundle cannot have 'export let count"),
        (b"export default 1;\n", "export default"),
        (b'export { h } from "../ui/dom.js";\n', "export { h }"),
        (b'import lists from "../ui/dom.js";\n', "import lists"),
        (b'import { a } from "./nowhere.js";\n', "the page has no module lobby/nowhere.js"),
        (b'import "./start.js";\n', "lobby/start.js > lobby/lists.js > lobby/start.js"),
    ],
)
def test_what_bundles_do_not_allow_is_named(text: bytes, why: str) -> None:
    with pytest.raises(ModuleError, match=re.escape(why)):
        bundle_modules(changed(lists=text))


def test_the_archive_holds_all_files_in_the_order_of_the_service_worker() -> None:
    files = WebFiles()
    listed = re.findall(r'\["([^"]+)", "([^"]+)", (\d+)\]', files.worker.body.decode())
    assert [name for name, _, _ in listed] == [name for name in files.files if name != ARCHIVE]
    archive, start = files.files[ARCHIVE].body, 0
    for name, media_type, length in listed:
        file = files.files[name]
        assert archive[start : start + int(length)] == file.body
        assert media_type == file.media_type
        start += int(length)
    assert start == len(archive)


def test_without_bundles_the_modules_are_served_as_they_are_written() -> None:
    files = WebFiles(use_bundles=False)
    assert files.files[MAIN].body == (WEB / MAIN).read_bytes()
    assert files.version != WebFiles().version
