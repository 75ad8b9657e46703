"""The structure of the repository: import levels, pinned requirements, no absolute paths."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from odintable import __version__
from odintable.commands import COMMANDS
from odintable.compile_cache.cache_folder import is_compiled_in
from tests.paths import ROOT

SOURCE = ROOT / "src"

# --- Committed files ---------------------------------------------------------------------------

REGISTRY = re.compile(
    r"""https?://\S+\.(whl|tar\.gz|tgz|tar\.bz2|zip)\b   # a package to download
      | https?://\S*/simple\b                            # an index
      | index[-_]url | \bfind[-_]links\b\s*[=:]
      | pypi\.org | pythonhosted\.org | npmjs\.(org|com)/ | deb\.debian\.org""",
    re.VERBOSE | re.IGNORECASE,
)
MACHINE_PATH = re.compile(r"(?<![\w.~}])/(work|root|home)/")
NOT_OURS = {".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", "__pycache__"}


def committed() -> list[Path]:
    """The files that git tracks, or would track if they were added."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listing.returncode == 0:
        found = [ROOT / name for name in listing.stdout.decode().split("\0") if name]
    else:  # an unpacked archive
        found = [path for path in ROOT.rglob("*") if not is_ignored(path.relative_to(ROOT))]
    return sorted({path for path in found if path.is_file()})


def is_ignored(path: Path) -> bool:
    return any(part in NOT_OURS or part.startswith(".venv") for part in path.parts)


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in committed():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}")
    return found


def test_no_committed_file_names_a_registry() -> None:
    assert lines_with(REGISTRY) == []


def test_no_committed_file_names_an_absolute_path() -> None:
    assert lines_with(MACHINE_PATH) == []


@pytest.mark.parametrize(
    "line",
    [
        "https:" + "//example.org/a/numpy-2.4.6-cp311.whl",
        "https:" + "//example.org/a/rlcard-1.2.0.tar.gz#sha256=0",
        "http:" + "//localhost:8080/simple",
        "--extra-index" + "-url somewhere",
        "find-links" + " = wheels",
    ],
)
def test_a_registry_is_recognised(line: str) -> None:
    assert REGISTRY.search(line)


def test_an_absolute_path_is_recognised() -> None:
    for folder in ("work", "root", "home"):
        assert MACHINE_PATH.search(f"see /{folder}/somebody/x")
    assert not MACHINE_PATH.search("docs/home/index.html, home/ and work/")


# --- Pins ----------------------------------------------------------------------------------------

PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)\s*(?:;\s*(?P<when>[^\\]+))?")


def pins(path: Path) -> dict[tuple[str, str], str]:
    """(package, environment marker) -> version."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := PIN.match(line):
            found[match["name"].lower(), (match["when"] or "").strip()] = match["version"]
    return found


def requirement_files() -> list[Path]:
    return sorted((ROOT / "requirements").glob("*.txt"))


def test_the_requirement_lists_agree() -> None:
    seen: dict[tuple[str, str], tuple[str, str]] = {}
    for path in requirement_files():
        for package, version in pins(path).items():
            first = seen.setdefault(package, (version, path.name))
            assert version == first[0], (package, path.name, first)
    names = {path.name for path in requirement_files()}
    assert {"build.txt", "run.txt", "dev.txt", "bench.txt"} <= names


def test_tests_and_benchmarks_use_the_pinned_run_requirements() -> None:
    run = pins(ROOT / "requirements/run.txt")
    assert run
    for name in ("dev.txt", "bench.txt"):
        assert run.items() <= pins(ROOT / "requirements" / name).items(), name


def test_every_requirement_is_pinned_and_hashed() -> None:
    for path in requirement_files():
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        lines = [line for line in text.splitlines() if line.strip() and line.strip()[0] != "#"]
        assert lines, path.name
        for line in lines:
            assert PIN.match(line), line[:80]
            assert "--hash=sha256:" in line, line[:80]


# --- Import levels --------------------------------------------------------------------------

# docs/architecture.md: a module imports only from its own level or from those above it here.
# `games.*` is the folder of any game; `games.*.around` are the modules of AROUND_THE_RULES, and all
# others are its rules (rules.py and modules split off from it). Add new modules here.
LEVELS = [
    {
        *("odintable", "compile_cache", "errors", "i18n"),
        *("games.json_reader", "games.illegal_move_reason"),
    },
    {"games.spec", "games.bot_settings"},
    {"games", "games.*.spec", "games.compiled"},
    {"portable_math"},
    {"games.rng", "games.feature_bits", "games.observation_bits", "games.*.rules"},
    {"games.state_unpacking", "games.json_writer", "games.*.around"},
    {"games.*", "games.dispatch", "games.compiled_calls", "games.selfplay_games", "games.position"},
    {"match", "record", "games.*.bots"},
    {"search", "nets"},
    {"bots"},
    {"precompile"},
    {"arena", "game", "engine", "envs", "learn", "lessons", "server", "terminal", "wasm"},
    {"cli", "commands", "command_arguments", "check_installation", "__main__"},
]
LEVEL = {place: level for level, places in enumerate(LEVELS) for place in places}
COMPILED = {"games.rng", "games.*.rules"}
AROUND_THE_RULES = {
    *{"view", "notation", "from_json", "to_json", "events", "illegal"},
    *{"rollout_policy", "move_heuristic", "sampling", "value_heuristic", "features", "observation"},
    "environment",
}


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted((SOURCE / "odintable").rglob("*.py"))}


def place(module: str) -> str:
    """The entry of a module in LEVELS: `odintable.games.odin.rules` is `games.*.rules`."""
    _, *parts = module.split(".")
    if not parts:
        return "odintable"
    if parts[0] == "games" and len(parts) > 1 and (SOURCE / "odintable/games" / parts[1]).is_dir():
        around = [
            name if name in {"spec", "bots"} else "around" if name in AROUND_THE_RULES else "rules"
            for name in parts[2:3]
        ]
        return ".".join(["games", "*", *around])
    return ".".join(parts[:2]) if parts[0] == "games" else parts[0]


def imports(module: str) -> Iterator[str]:
    """Every module that a module imports, at the top or inside functions."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            source = ".".join([*above, node.module or ""]).strip(".") if node.level else node.module
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if inner in MODULES else str(source)


def own_imports(module: str) -> set[str]:
    found = {name for name in imports(module) if name.split(".")[0] == "odintable"}
    return found - {module}


def test_every_module_has_a_level() -> None:
    missing = sorted({place(module) for module in MODULES} - LEVEL.keys())
    assert missing == [], "give them a level in LEVELS (tests/repository/test_structure.py)"


def test_modules_import_only_from_levels_above() -> None:
    wrong = [
        f"{module} imports {name}"
        for module in MODULES
        for name in sorted(own_imports(module))
        if LEVEL.get(place(name), 99) > LEVEL.get(place(module), 0)
    ]
    assert wrong == []


def test_there_are_no_import_cycles() -> None:
    graph = {module: own_imports(module) & MODULES.keys() for module in MODULES}
    while leaves := {module for module, needs in graph.items() if not needs}:
        graph = {module: needs - leaves for module, needs in graph.items() if module not in leaves}
    assert graph == {}


PLAIN = {"numpy", "numba", "itertools", "typing"}


def test_rules_import_numpy_and_numba_only() -> None:
    for module in MODULES:
        if place(module) in COMPILED:
            game = module.rpartition(".")[0]
            for name in imports(module):
                own = place(name) in {*COMPILED, "games.*.spec"} and name.startswith(f"{game}.")
                is_known = name.split(".")[0] in PLAIN or place(name) == "games.compiled"
                assert own or is_known, f"{module} imports {name}"


def test_only_compiled_functions_have_no_types() -> None:
    for module, path in MODULES.items():
        if place(module).startswith("games"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and not is_compiled(node):
                    assert is_typed(node), f"{module}: {node.name}"


DECORATORS = {"rule", "entry_point", "parallel_entry_point"}


def test_only_one_module_configures_the_compiler() -> None:
    users = [module for module, path in MODULES.items() if "njit" in path.read_text("utf-8")]
    assert users == ["odintable.games.compiled"]


def is_compiled(function: ast.FunctionDef) -> bool:
    """Decorated with one of the decorators of games/compiled.py."""
    return any(ast.unparse(decorator) in DECORATORS for decorator in function.decorator_list)


def is_typed(function: ast.FunctionDef) -> bool:
    args = function.args
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    typed = [arg for arg in every if arg is not None and arg.arg not in {"self", "cls"}]
    return function.returns is not None and all(arg.annotation for arg in typed)


def test_no_game_imports_another() -> None:
    for module in MODULES:
        if place(module).startswith("games.*"):
            game = ".".join(module.split(".")[:3])
            for name in own_imports(module):
                if place(name).startswith("games.*"):
                    assert f"{name}.".startswith(f"{game}."), f"{module} imports {name}"


def test_only_learn_imports_torch() -> None:
    for module in MODULES:
        if place(module) != "learn":
            assert "torch" not in {name.split(".")[0] for name in imports(module)}, module


# --- The command line ----------------------------------------------------------------------------

HEAVY = ("numba", "numpy", "rich", "torch")


def python(*args: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in another process, without the hooks of coverage."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    return subprocess.run(
        [sys.executable, *args],
        env=env | variables,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def loaded_by(*argv: str) -> tuple[str, set[str]]:
    """The output of a command, and the heavy packages that it imports."""
    script = (
        "import sys\nfrom odintable.cli import main\n"
        f"try: main({list(argv)!r})\nexcept SystemExit: pass\n"
        f"print(*(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)"
    )
    ran = python("-c", script)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout, set(ran.stderr.split())


def test_version_is_printed_without_heavy_imports() -> None:
    assert loaded_by("--version") == (f"odintable {__version__}\n", set())


def test_help_of_every_command_has_no_heavy_imports() -> None:
    for argv in [["--help"], *([name, "--help"] for name in COMMANDS)]:
        shown, heavy = loaded_by(*argv)
        assert shown.startswith("usage: odintable")
        assert heavy == set(), argv


def test_the_installed_command_prints_its_version() -> None:
    ran = python(str(Path(sys.executable).with_name("odintable")), "--version")
    assert ran.stdout == f"odintable {__version__}\n"


def test_every_command_has_a_module_and_every_module_is_a_command() -> None:
    names = {path.stem for path in (SOURCE / "odintable/commands").glob("*.py")} - {"__init__"}
    assert set(COMMANDS) == names


def test_sources_of_compiled_code_are_hashed_for_the_cache() -> None:
    """Otherwise numba would go on using what it compiled from an older version."""
    compiled = {name: path for name, path in MODULES.items() if has_compiled_functions(path)}
    assert {"odintable.games.odin.rules", "odintable.search.tree"} <= compiled.keys()
    for module, path in compiled.items():
        assert is_compiled_in(path.name, path.read_bytes()), module
        for name in own_imports(module) & MODULES.keys():
            needed = MODULES[name]
            is_hashed = is_compiled_in(needed.name, needed.read_bytes())
            assert is_hashed or needed.name == "__init__.py", f"{module} imports {name}"


def has_compiled_functions(path: Path) -> bool:
    functions = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return any(isinstance(node, ast.FunctionDef) and is_compiled(node) for node in functions)
