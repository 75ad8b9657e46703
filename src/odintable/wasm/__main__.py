"""`python -m odintable.wasm FILE`: build the module; with --object, only the object file."""

import argparse
import os
import time
from pathlib import Path

# Settings of numba and further games would change the module.
for name in [*os.environ]:
    if name.startswith("NUMBA_") or name == "ODINTABLE_GAMES":
        del os.environ[name]


def main() -> None:
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m odintable.wasm", description=__doc__)
    parser.add_argument("file", type=Path, help="where to write it")
    parser.add_argument("--object", action="store_true", help="stop before linking")
    args = parser.parse_args()
    began = time.monotonic()

    from .cross_compiler import install  # noqa: PLC0415 - numba reads its settings when imported

    install()
    from .build import build_module, build_object  # noqa: PLC0415 - compiles for the new target

    object_code = build_object()
    built = object_code if args.object else build_module(object_code)
    args.file.write_bytes(built)
    print(f"{args.file}: {len(built):,} bytes, {time.monotonic() - began:.0f} seconds")


if __name__ == "__main__":
    main()
