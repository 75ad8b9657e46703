"""Builds the module of all built-in games. Needs `cross_compiler.install` before it is imported."""

import hashlib

from odintable.games.spec import GAMES

from . import runtime
from .cross_compiler import compile_object
from .export import Exports
from .layout import SECTION, describe_layout
from .linker import add_section, link
from .net_exports import half_precision_exports, net_exports
from .rules_exports import rules_exports, shared_exports
from .search_exports import search_exports
from .view_exports import view_exports


def all_exports() -> Exports:
    """Return the exports of the module; those of a game begin with its name."""
    exports = Exports(shared_exports() | half_precision_exports())
    for name, game in GAMES.items():
        for of_subject in (rules_exports, view_exports, search_exports, net_exports):
            for function, export in of_subject(game).items():
                exports[f"{name}_{function}"] = export
    return exports


def build_object() -> bytes:
    """Compile everything to one object file."""
    object_code: bytes = compile_object(all_exports(), runtime.LLVM, runtime.KEPT)
    return object_code


def build_module(object_code: bytes) -> bytes:
    """Link an object file, and add the layout of memory."""
    module = link(object_code, all_exports())
    return add_section(module, SECTION, describe_layout(object_hash(object_code)))


def object_hash(object_code: bytes) -> str:
    """Return what the module says about the object file that it was linked from."""
    return hashlib.sha256(object_code).hexdigest()
