"""The `odintable` command: run a subcommand and print user errors on one line."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from odintable import __version__
from odintable.commands import COMMANDS
from odintable.errors import OdintableError

if TYPE_CHECKING:
    from collections.abc import Sequence

USER_ERROR = 2  # the exit status of argparse, and of every OdintableError
CLOSED_PIPE = 1  # as in Python and Rich
INTERRUPTED = 130  # 128 + SIGINT, as in shells


class Command(Protocol):
    """The interface of every module in `odintable.commands`."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command and return the exit status."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    replace_closed_streams()
    try:
        status = run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()  # a closed pipe fails here, not while Python shuts down
    except OdintableError as error:
        print("odintable:", " ".join(str(error).split()), file=sys.stderr)
        return USER_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    return status


def replace_closed_streams() -> None:
    """Replace closed standard streams, which Python sets to None, by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            empty = os.open(os.devnull, os.O_RDWR)
            stream = open(empty, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - stays open
            setattr(sys, name, stream)


def run(argv: list[str]) -> int:
    """Import the chosen command and run it."""
    # No option of `odintable` itself takes a value, so the first other word is the command.
    chosen = next((word for word in argv if not word.startswith("-")), "")
    command = load(chosen) if chosen in COMMANDS else None
    parser = build_parser(chosen, command)
    args = parser.parse_args(argv)
    if command is None:
        parser.print_help()
        return 0
    return command.run(args)


def load(name: str) -> Command:
    """Import the module of a command."""
    return cast("Command", import_module(f"odintable.commands.{name}"))


def build_parser(chosen: str, command: Command | None) -> argparse.ArgumentParser:
    """Return a parser with all commands, and the arguments of the chosen one."""
    return parser_with({} if command is None else {chosen: command})


def full_parser() -> argparse.ArgumentParser:
    """Return a parser with all arguments of all commands, for shell completion and the docs."""
    return parser_with({name: load(name) for name in COMMANDS})


def parser_with(loaded: dict[str, Command]) -> argparse.ArgumentParser:
    """Return a parser with all commands, and the arguments of the loaded ones."""
    parser = argparse.ArgumentParser(
        prog="odintable",
        description="Play, study and program the card games ODIN and Odin's Ravens.",
        epilog="`odintable COMMAND --help` describes a command. The manual: docs/index.md.",
    )
    parser.add_argument("--version", action="version", version=f"odintable {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        subparser = commands.add_parser(name, help=summary, description=summary)
        if name in loaded:
            loaded[name].add_arguments(subparser)
    return parser
