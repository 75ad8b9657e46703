"""`odintable engine`: drive the rules and the bots from any program, by lines of JSON."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There are none: everything is said in the protocol (docs/protocol.md)."""
    parser.epilog = 'Try: echo \'{"cmd":"hello"}\' | odintable engine (see docs/protocol.md)'


def run(_args: argparse.Namespace) -> int:
    """Answer on standard output until the input ends; nothing else may be written there."""
    from odintable.engine.engine import serve

    out = sys.stdout.buffer
    with contextlib.redirect_stdout(sys.stderr):
        serve(sys.stdin.fileno(), out)
    return 0
