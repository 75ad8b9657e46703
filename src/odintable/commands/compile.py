"""`odintable compile`: compile everything that playing needs, before it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable.errors import OdintableError

if TYPE_CHECKING:
    import argparse

    from odintable.precompile import Precompilation

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where the code goes, and the number of processes."""
    parser.epilog = (
        "Nothing is done if everything is compiled already. The code stays in your cache folder;"
        " `odintable doctor` says where that is."
    )
    parser.add_argument(
        "--processes",
        type=int,
        default=0,
        metavar="N",
        help="the number of processes (one per core)",
    )
    parser.add_argument(
        "--portable",
        metavar="FOLDER",
        help="write code for any processor of this kind into a folder, to be shipped in a wheel",
    )


def run(args: argparse.Namespace) -> int:
    """Compile, with one line of progress."""
    from odintable.precompile import Precompilation, compile_portably, is_complete

    if args.processes < 0:
        raise OdintableError(f"--processes is a number from 1, or 0 for all, not {args.processes}")
    if args.portable:
        return 0 if compile_portably(args.portable, args.processes) else FAILED
    if is_complete():
        print("odintable: everything is compiled already")
        return 0
    return 0 if run_with_progress(Precompilation(processes=args.processes)) else FAILED


def run_with_progress(compiling: Precompilation) -> bool:
    """Compile, and show how long it still takes: on a terminal in one line, else as two lines."""
    import sys
    import time

    begun = time.monotonic()
    is_terminal = sys.stdout.isatty()

    def show() -> None:
        left = f"{compiling.fraction:4.0%}, about {compiling.seconds_left} s left"
        print(f"\r{WHAT}: {left}   ", end="", flush=True)

    if is_terminal:
        show()
    else:
        print(f"{WHAT}: about {compiling.seconds_left} s", flush=True)
    has_succeeded = compiling.run(show if is_terminal else lambda: None)
    took = f"{time.monotonic() - begun:.0f} s"
    result = f"done in {took}" if has_succeeded else "failed"
    print(f"{chr(13) if is_terminal else ''}{WHAT}: {result}{' ' * 20 * is_terminal}", flush=True)
    return has_succeeded


WHAT = "odintable: compiling the games for this machine, once"
