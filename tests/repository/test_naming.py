"""The layout and the names of the source tree: small folders, few parameters, plain words."""

import ast
import functools
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import SOURCE

MAX_MODULES = 15  # in a folder, `__init__.py` aside
MAX_PARAMETERS = 8  # of a function, `self` and `cls` aside

# --- Folders --------------------------------------------------------------------------------------

LARGE_FOLDERS = {
    "odintable/games/odin": "every game has the same modules, listed in docs/architecture.md",
    "odintable/games/ravens": "every game has the same modules, listed in docs/architecture.md",
}


def module_folders() -> dict[str, int]:
    """The number of Python and JavaScript modules in each folder that has any."""
    counts: dict[str, int] = defaultdict(int)
    for pattern in ("*.py", "*.js"):
        for path in SOURCE.rglob(pattern):
            if path.name != "__init__.py":
                counts[path.parent.relative_to(SOURCE).as_posix()] += 1
    return counts


def test_no_folder_has_too_many_modules() -> None:
    large = {
        folder: count
        for folder, count in sorted(module_folders().items())
        if count > MAX_MODULES and folder not in LARGE_FOLDERS
    }
    assert not large, f"more than {MAX_MODULES} modules in a folder: split it by subject: {large}"


# --- Parameters -----------------------------------------------------------------------------------

MANY_PARAMETERS: dict[str, str] = {}  # "file: function" -> why it may have more

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """Every function below a node, with its qualified name."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function | ast.ClassDef):
            name = f"{prefix}{child.name}"
            if isinstance(child, Function):
                yield name, child
            yield from functions(child, f"{name}.")
        else:
            yield from functions(child, prefix)


def parameter_count(function: Function) -> int:
    """The parameters that a caller passes, `*args` and `**kwargs` aside."""
    arguments = function.args
    names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return sum(one.arg not in {"self", "cls"} for one in names)


@functools.cache
def python_files() -> list[tuple[str, ast.Module]]:
    """Every Python file of the package, parsed."""
    return [
        (path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(SOURCE.rglob("*.py"))
    ]


def test_no_function_has_too_many_parameters() -> None:
    found = {
        f"{file}: {name}": parameter_count(function)
        for file, tree in python_files()
        for name, function in functions(tree)
    }
    many = {
        name: count
        for name, count in found.items()
        if count > MAX_PARAMETERS and name not in MANY_PARAMETERS
    }
    assert not many, f"more than {MAX_PARAMETERS} parameters: group them in a NamedTuple: {many}"


# --- Classes --------------------------------------------------------------------------------------

SHARED_CLASS_NAMES: dict[str, str] = {}  # name -> why two classes may have it


def test_no_two_classes_have_the_same_name() -> None:
    places = defaultdict(list)
    for file, tree in python_files():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(file)
    shared = {
        name: files
        for name, files in sorted(places.items())
        if len(files) > 1 and name not in SHARED_CLASS_NAMES
    }
    assert not shared, f"two classes with one name: tell them apart: {shared}"


# --- Words ----------------------------------------------------------------------------------------

# Words that stood for machinery in earlier versions, each with the word to use instead.
METAPHORS = {
    "appeal": "move score",
    "asked": "request",
    "bell": "turn limit",
    "deeds": "fingerprint",
    "desk": "live table",
    "desks": "live tables",
    "door": "entry point",
    "doors": "entry points",
    "flock": "game batch",
    "gist": "state fields",
    "grove": "parallel search",
    "guest": "opponent pool, peer",
    "guests": "opponent pool, peers",
    "heard": "last seen",
    "hearing": "disconnect",
    "herd": "vectorised games",
    "house": "table registry",
    "imagine": "sample state",
    "imagined": "sampled state",
    "ink": "JSON writer",
    "manner": "search config",
    "moment": "state, node",
    "moments": "states",
    "playout": "rollout",
    "playouts": "rollouts",
    "prospects": "value heuristic",
    "reel": "timeline",
    "room": "page, module",
    "rooms": "pages, modules",
    "shelf": "saved results",
    "sight": "view",
    "told": "response",
    "trust": "lambda",
    "warmth": "temperature",
    "whims": "temperature",
    "workshop": "copy",
}
LEGITIMATE: dict[str, str] = {}  # "file: name" -> why the word is right there


def words(identifier: str) -> set[str]:
    """The words of a name: split at underscores, hyphens and capital letters, in lower case."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", identifier)}


JS_NAMES = re.compile(
    r"\b(?:function\*?|class)\s+(\w+)|^\s*(?:export\s+)?const\s+(\w+)\s*=\s*(?:async\s*)?\(",
    re.MULTILINE,
)


def names() -> Iterator[tuple[str, str]]:
    """Every module, class and function of the package: its file and its name."""
    for file, tree in python_files():
        yield file, Path(file).stem
        for node in ast.walk(tree):
            if isinstance(node, Function | ast.ClassDef):
                yield file, node.name
    for path in sorted(SOURCE.rglob("*.js")):
        file = path.relative_to(SOURCE).as_posix()
        yield file, path.stem
        for match in JS_NAMES.finditer(path.read_text(encoding="utf-8")):
            yield file, match[1] or match[2]


def test_names_are_not_metaphors() -> None:
    found = [
        f"{file}: {name} (say {METAPHORS[word]!r})"
        for file, name in names()
        for word in sorted(words(name) & METAPHORS.keys())
        if f"{file}: {name}" not in LEGITIMATE
    ]
    assert not found, "name the thing in the field's own words:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("tableRegistry", {"table", "registry"}),
        ("JSONWriter", {"json", "writer"}),
        ("open_doors", {"open", "doors"}),
        ("drinking", {"drinking"}),
    ],
)
def test_a_name_is_split_into_its_words(identifier: str, expected: set[str]) -> None:
    assert words(identifier) == expected


@pytest.mark.parametrize(
    "allowed", [LARGE_FOLDERS, MANY_PARAMETERS, SHARED_CLASS_NAMES, LEGITIMATE], ids=len
)
def test_exceptions_are_still_needed(allowed: dict[str, str]) -> None:
    """An exception whose folder, function or class is gone is deleted."""
    known = {
        *module_folders(),
        *(f"{file}: {name}" for file, tree in python_files() for name, _ in functions(tree)),
        *(f"{file}: {name}" for file, name in names()),
        *(
            node.name
            for _, tree in python_files()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
        ),
    }
    assert allowed.keys() <= known
