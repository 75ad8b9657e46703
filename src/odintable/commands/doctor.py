"""`odintable doctor`: check the installation, and say how to install missing parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

BROKEN = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the output format."""
    parser.epilog = "The exit status is 1 if a required part is broken."
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Check everything and print the findings."""
    import json
    from dataclasses import asdict

    from odintable.check_installation import check_all

    found = list(check_all())
    if args.json:
        print(json.dumps([asdict(one) for one in found], indent=1))
    else:
        for one in found:
            print(f"{one.verdict:8} {one.what}: {one.details}")
    return BROKEN if any(one.verdict == "broken" for one in found) else 0
