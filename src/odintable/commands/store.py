"""`odintable store`: back up, restore and check games; export and delete what is about a person."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

GOOD, BAD = 0, 1
COPYING = ("backup", "restore")  # the actions that need a second file
PERSONAL = ("export", "delete")  # the actions about a person
USAGE = (
    "odintable store backup|restore STORE BACKUP, check STORE,"
    " or export|delete STORE --seat TABLE/NUMBER (or --name NAME)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the action and its files."""
    actions = (*COPYING, "check", *PERSONAL)
    parser.add_argument("action", choices=actions, help="what to do")
    parser.add_argument("store", type=Path, metavar="STORE", help="the SQLite file of the server")
    parser.add_argument(
        "backup", type=Path, nargs="?", metavar="BACKUP", help="the copy to write or to restore"
    )
    parser.add_argument(
        "--seat", metavar="TABLE/NUMBER", help="export or delete what is stored about this seat"
    )
    parser.add_argument(
        "--name", metavar="NAME", help="the same for all seats that somebody of this name has taken"
    )
    parser.epilog = (
        "export prints JSON; delete removes names and tokens permanently and keeps the games. Both"
        " need a store that no server uses."
    )


def run(args: argparse.Namespace) -> int:
    """Carry out the action and print the result."""
    from odintable.errors import OdintableError
    from odintable.server.storage import backup

    is_personal = args.action in PERSONAL
    is_about_somebody = args.seat is not None or args.name is not None
    if (args.backup is not None) != (args.action in COPYING) or is_about_somebody != is_personal:
        raise OdintableError(USAGE)
    if is_personal:
        return run_personal(args)
    if args.action == "check":
        problems = list(backup.problems(args.store))
        for problem in problems:
            print(problem)
        print(f"{args.store}: {verdict(len(problems))}")
        return BAD if problems else GOOD
    if args.action == "backup":
        backup.back_up(args.store, args.backup)
        print(f"{args.store} was copied to {args.backup}")
    else:
        backup.restore(args.backup, args.store)
        print(f"{args.store} was restored from {args.backup}")
    return GOOD


def run_personal(args: argparse.Namespace) -> int:
    """Export or delete what is stored about a person."""
    import json

    from odintable.server.storage import personal_data

    if args.action == "export":
        found = personal_data.export_seats(args.store, seat=args.seat, name=args.name)
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        for seat in personal_data.delete_seats(args.store, seat=args.seat, name=args.name):
            print(f"{seat}: name and tokens were deleted")
    return GOOD


def verdict(faults: int) -> str:
    """Say whether a store is good."""
    if not faults:
        return "good"
    return "1 fault" if faults == 1 else f"{faults} faults"
