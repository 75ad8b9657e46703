"""The built module: made from these sources, documented, and as small as promised."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from odintable.errors import OdintableError
from odintable.wasm.build import all_exports
from odintable.wasm.layout import SECTION, describe_layout
from odintable.wasm.linker import add_section, leb128, read_section, sections
from tests.paths import DOCS, ROOT
from tests.wasm.node import MODULE, run_in_node

MAX_BYTES = 1_000_000


@pytest.mark.long
@pytest.mark.bulk
def test_the_module_is_made_from_these_sources(tmp_path: Path) -> None:
    """Compile them again (a minute); what is linked must be the same, byte for byte."""
    about = json.loads(read_section(MODULE.read_bytes(), SECTION))
    ours = "{}.{}".format(*sys.version_info)
    if about["python"] != ours:
        pytest.skip(f"built with Python {about['python']}: {ours} may order instructions otherwise")
    file = tmp_path / "engine.o"
    command = [sys.executable, "-m", "odintable.wasm", "--object", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    assert found == about["object"], "compiled code has changed: run `make wasm`, commit the module"


def test_the_module_has_the_layout_of_these_sources() -> None:
    about = json.loads(read_section(MODULE.read_bytes(), SECTION))
    ours = json.loads(describe_layout(about["object"]))
    for built_with in ("python", "numba", "llvmlite"):
        del about[built_with], ours[built_with]
    assert about == ours


def test_the_module_exports_what_the_manual_lists() -> None:
    found = run_in_node("list_exports.mjs", {})
    assert sorted(found) == sorted([*all_exports(), "memory", "__heap_base"])
    table = (DOCS / "wasm.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)\(", table, re.MULTILINE)
    games = {re.sub("^(odin|ravens)_", "", name) for name in all_exports()}
    assert sorted(listed) == sorted(games)


def test_the_module_is_small_enough_to_commit() -> None:
    assert MODULE.stat().st_size < MAX_BYTES


def test_the_module_has_no_path_and_no_name_of_a_source_file() -> None:
    """They would make it depend on where it was built, and on every line that moves."""
    module = MODULE.read_bytes()
    assert b".py" not in module
    assert b"odintable." not in module


def test_a_section_is_found_again() -> None:
    empty = b"\0asm\1\0\0\0"
    module = add_section(add_section(empty, "other", b"x" * 300), "ours", b"content")
    assert read_section(module, "ours") == b"content"
    assert [kind for kind, _ in sections(module)] == [0, 0]
    with pytest.raises(OdintableError, match="has no section missing"):
        read_section(module, "missing")
    with pytest.raises(OdintableError, match="no WebAssembly module"):
        read_section(b"text", "ours")


@pytest.mark.parametrize(
    ("number", "written"), [(0, b"\0"), (127, b"\x7f"), (128, b"\x80\1"), (624485, b"\xe5\x8e\x26")]
)
def test_integers_are_written_as_in_the_specification(number: int, written: bytes) -> None:
    assert leb128(number) == written
