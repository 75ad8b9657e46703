"""`odintable engine`: the engine protocol on standard input and output."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare no arguments: requests carry them (docs/protocol.md)."""
    parser.epilog = 'Try: echo \'{"cmd":"hello"}\' | odintable engine (see docs/protocol.md)'


def run(_args: argparse.Namespace) -> int:
    """Answer requests until the input ends; only replies may go to standard output."""
    from odintable.engine.engine import serve

    out = sys.stdout.buffer
    with contextlib.redirect_stdout(sys.stderr):
        serve(sys.stdin.fileno(), out)
    return 0
