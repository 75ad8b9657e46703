"""Joins the modules of the web app into a few files, so that a visit takes few requests.

Each module that is loaded by name (the main module, pages, what games provide, other dynamic
imports) becomes a file of the same name that also contains the modules it imports. A module that
several of these files need is in the main one. The names stay the same, so the page also works
with the modules as they are written.

In a bundle, a module is a function that is called once and returns what the module exports:

    const $ui$dom = (() => {
    ...
    return { h, button };
    })();

This keeps the top-level names of modules apart without parsing JavaScript. It allows no cycles of
imports and no exported variables that change later; `ModuleError` names the place.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from .module_graph import (
    MAIN,
    ModuleError,
    direct_imports,
    entry_modules,
    imported_modules,
    resolved,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

JAVASCRIPT = ".js"
IMPORT = re.compile(
    r'^import\s+(?:(?:\*\s+as\s+(?P<all>\w+)|\{(?P<some>[^}]*)\})\s+from\s+)?"(?P<path>\.[^"]+)";$',
    re.MULTILINE,
)
EXPORT = re.compile(
    r"^export (?P<kept>(?:(?:async )?function\*?|class|const) (?P<name>\w+))", re.MULTILINE
)
NOT_UNDERSTOOD = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
DYNAMIC_PATH = re.compile(r"\bimport\((?P<quote>[\"`])(?P<folder>(?:\.\.?/)+)")
OWN_URL = "import.meta.url"
# Comments that have their lines for themselves: mostly types.
COMMENT_LINES = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)


def bundle_modules(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files with bundles in place of the modules; without a main module as they are.

    Modules that nothing imports hold types only, and are left out.
    """
    if MAIN not in files:
        return dict(files)
    contents = bundle_contents(files)
    shared = set(contents[MAIN])
    others = {name: body for name, body in files.items() if not name.endswith(JAVASCRIPT)}
    return others | {
        bundle: bundle_text(files, bundle, modules, shared) for bundle, modules in contents.items()
    }


def bundle_contents(files: Mapping[str, bytes]) -> dict[str, list[str]]:
    """Return the modules of each bundle, imported ones first."""
    entries = entry_modules(files)
    needed = {entry: imported_modules(files, entry) for entry in entries}
    order = in_order_of_imports(files, [*entries[1:], MAIN])  # the main module starts the app
    shared = {
        module
        for module in order
        if module in needed[MAIN] or sum(module in one for one in needed.values()) > 1
    }
    return {
        entry: [
            module
            for module in order
            if (module in shared if entry == MAIN else module in needed[entry] - shared)
        ]
        for entry in entries
    }


def in_order_of_imports(files: Mapping[str, bytes], entries: Iterable[str]) -> list[str]:
    """Return all modules that the entries need, each after the modules it imports."""
    done: dict[str, None] = {}

    def visit(module: str, importers: tuple[str, ...]) -> None:
        if module in done:
            return
        if module in importers:
            raise ModuleError(f"modules import each other: {' > '.join((*importers, module))}")
        for imported in direct_imports(files, module):
            visit(imported, (*importers, module))
        done[module] = None

    for entry in entries:
        visit(entry, ())
    return list(done)


def bundle_text(
    files: Mapping[str, bytes], bundle: str, modules: list[str], shared: set[str]
) -> bytes:
    """Return the text of a bundle, which exports what its entry module exports."""
    exports: dict[str, list[str]] = {}
    parts = []
    for module in modules:
        text, exports[module] = wrapped_module(files[module].decode(), module, bundle)
        parts.append(text)
    if bundle == MAIN:
        parts.append(f"export {{ {', '.join(map(variable, modules))} }};\n")
    else:
        own = exports.get(bundle)
        if own is None:  # the module is in the main bundle
            own = wrapped_module(files[bundle].decode(), bundle, bundle)[1]
        parts.append(f"export const {{ {', '.join(own)} }} = {variable(bundle)};\n")
        imported = {name for module in modules for name in direct_imports(files, module)}
        names = sorted(map(variable, (imported | {bundle}) & shared))
        path = relative(MAIN, bundle)
        parts.insert(0, f'import {{ {", ".join(names)} }} from "{path}";\n' if names else "")
    return "".join(parts).encode()


def wrapped_module(text: str, module: str, bundle: str) -> tuple[str, list[str]]:
    """Return a module as a part of a bundle, and the names it exports."""
    text = COMMENT_LINES.sub("", text)
    exported: list[str] = []

    def import_statement(found: re.Match[str]) -> str:
        [path] = resolved(module, [found["path"].encode()])
        if found["all"]:
            return f"const {found['all']} = {variable(path)};"
        if found["some"]:
            return f"const {{{found['some'].replace(' as ', ': ')}}} = {variable(path)};"
        return ""

    def export_statement(found: re.Match[str]) -> str:
        exported.append(found["name"])
        return found["kept"]

    def dynamic_path(found: re.Match[str]) -> str:
        [path] = resolved(module, [f"{found['folder']}*".encode()])
        return f"import({found['quote']}{relative(path, bundle).removesuffix('*')}"

    text = IMPORT.sub(import_statement, text)
    text = EXPORT.sub(export_statement, text)
    wrong = NOT_UNDERSTOOD.search(text)
    if wrong:
        raise ModuleError(f"{module}: a bundle cannot have {wrong[0]!r}")
    text = DYNAMIC_PATH.sub(dynamic_path, text)
    text = text.replace(OWN_URL, f'new URL("{relative(module, bundle)}", {OWN_URL}).href')
    returned = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f"const {variable(module)} = (() => {{\n{text}{returned}}})();\n", exported


def variable(module: str) -> str:
    """Return the name of the variable that holds what a module exports."""
    return "$" + re.sub(r"\W", "$", module.removesuffix(JAVASCRIPT))


def relative(path: str, bundle: str) -> str:
    """Return a path in the web folder as a path relative to a bundle."""
    found = posixpath.relpath(path, posixpath.dirname(bundle))
    return found if found.startswith("..") else f"./{found}"
