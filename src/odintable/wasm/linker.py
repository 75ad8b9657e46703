"""Links the object file to a module with `wasm-ld`, from the package `ziglang`."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from odintable.errors import OdintableError

STACK_BYTES = 1 << 18
HEAD = b"\0asm\1\0\0\0"
CUSTOM_SECTION, IMPORT_SECTION = 0, 2


def link(object_code: bytes, exports: Iterable[str]) -> bytes:
    """Return a module that imports nothing and exports these functions and its memory."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "engine.o"), Path(folder, "engine.wasm")
        given.write_bytes(object_code)
        command = [
            *(sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--export-memory"),
            *("--gc-sections", "--strip-all", "--stack-first", "-O2"),
            *("-z", f"stack-size={STACK_BYTES}", "--export=__heap_base"),
            *(f"--export={name}" for name in exports),
            *("-o", str(made), str(given)),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise OdintableError(f"wasm-ld failed: {done.stderr.strip()}")
        module = made.read_bytes()
    if IMPORT_SECTION in {kind for kind, _ in sections(module)}:
        raise OdintableError("the module imports something: the runtime lacks a function")
    return module


def add_section(module: bytes, name: str, content: bytes) -> bytes:
    """Append a custom section, which JavaScript reads with `WebAssembly.Module.customSections`."""
    label = name.encode()
    body = leb128(len(label)) + label + content
    return module + bytes([CUSTOM_SECTION]) + leb128(len(body)) + body


def read_section(module: bytes, name: str) -> bytes:
    """Return the content of a custom section."""
    label = name.encode()
    start = leb128(len(label)) + label
    for kind, body in sections(module):
        if kind == CUSTOM_SECTION and body.startswith(start):
            return body[len(start) :]
    raise OdintableError(f"the module has no section {name}")


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the content of every section of a module."""
    if not module.startswith(HEAD):
        raise OdintableError("this is no WebAssembly module")
    at = len(HEAD)
    while at < len(module):
        kind, size, shift = module[at], 0, 0
        while True:
            at += 1
            size |= (module[at] & 127) << shift
            shift += 7
            if module[at] < 128:
                break
        yield kind, module[at + 1 : at + 1 + size]
        at += 1 + size


def leb128(number: int) -> bytes:
    """Return an unsigned integer as WebAssembly writes it."""
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    return bytes([*written, number])
