"""`odintable doctor`: what is there, what is missing, and how to get it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

UNWELL = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One way to read it by program."""
    parser.epilog = "The exit status is 1 if something is missing without which nothing works."
    parser.add_argument("--json", action="store_true", help="the same for programs")


def run(args: argparse.Namespace) -> int:
    """Look at everything, and tell."""
    import json
    from dataclasses import asdict

    from odintable.installation import examined

    found = list(examined())
    if args.json:
        print(json.dumps([asdict(one) for one in found], indent=1))
    else:
        for one in found:
            print(f"{one.verdict:8} {one.what}: {one.told}")
    return UNWELL if any(one.verdict == "broken" for one in found) else 0
