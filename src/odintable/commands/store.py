"""`odintable store`: back up, restore and check the games of a running server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

GOOD, BAD = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the action and its files."""
    parser.add_argument("action", choices=("backup", "restore", "check"), help="what to do")
    parser.add_argument("store", type=Path, metavar="STORE", help="the SQLite file of the server")
    parser.add_argument(
        "backup", type=Path, nargs="?", metavar="BACKUP", help="the copy to write or to restore"
    )


def run(args: argparse.Namespace) -> int:
    """Carry out the action and print the result."""
    from odintable.errors import OdintableError
    from odintable.server.storage import backup

    if (args.backup is None) != (args.action == "check"):
        raise OdintableError("odintable store backup|restore STORE BACKUP, or check STORE")
    if args.action == "check":
        problems = list(backup.problems(args.store))
        for problem in problems:
            print(problem)
        print(f"{args.store}: {f'{len(problems)} faults' if problems else 'good'}")
        return BAD if problems else GOOD
    if args.action == "backup":
        backup.back_up(args.store, args.backup)
        print(f"{args.store} was copied to {args.backup}")
    else:
        backup.restore(args.backup, args.store)
        print(f"{args.store} was restored from {args.backup}")
    return GOOD
