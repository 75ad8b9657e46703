"""`python -m tests.tools.commands_page` writes docs/commands.md: every command and option."""

from __future__ import annotations

import argparse

from odintable.cli import full_parser
from tests.paths import ROOT

PAGE = ROOT / "docs/commands.md"
HEAD = (
    "# Commands\n\n"
    "Written by `python -m tests.tools.commands_page` from the help texts of the commands; do "
    "not edit. This page lists every command with its options, as `odintable COMMAND --help` does. "
    "Shells can complete them: see [completion](#odintable-completion).\n"
)
HIDDEN = {"help", "version"}


def page() -> str:
    """All commands, in the order in which `odintable --help` lists them."""
    return "\n".join([HEAD, *(section(name, one) for name, one in commands(full_parser()))])


def commands(parser: argparse.ArgumentParser) -> list[tuple[str, argparse.ArgumentParser]]:
    """The subcommands of a parser by their names."""
    groups = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    return [pair for group in groups for pair in group.choices.items()]


def section(name: str, parser: argparse.ArgumentParser, prefix: str = "odintable") -> str:
    """A command: its description, arguments and subcommands."""
    full = f"{prefix} {name}"
    blocks = [f"{'##' if prefix == 'odintable' else '###'} {full}", sentence(parser.description)]
    rows = [row(one) for one in parser._actions if is_listed(one)]
    if rows:
        blocks.append("\n".join(["| argument | what it is |", "| --- | --- |", *rows]))
    if parser.epilog:
        blocks.append(parser.epilog)
    blocks += [section(*pair, prefix=full).rstrip() for pair in commands(parser)]
    return "\n\n".join(blocks) + "\n"


def is_listed(action: argparse.Action) -> bool:
    """Whether an argument is on the page."""
    is_hidden = action.dest in HIDDEN or action.help == argparse.SUPPRESS
    return not is_hidden and not isinstance(action, argparse._SubParsersAction)


def row(action: argparse.Action) -> str:
    """An argument and its help."""
    value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else "")
    if isinstance(value, tuple):
        value = " ".join(value)
    if not action.option_strings:
        name = value or action.dest
    else:
        takes = action.nargs != 0
        name = action.option_strings[-1] + (f" {value or action.dest.upper()}" if takes else "")
    text = (action.help or "").replace("%%", "%").replace("|", "\\|")
    return f"| `{name.replace('|', ' or ')}` | {text} |"


def sentence(text: str | None) -> str:
    """The text with a capital letter and a full stop."""
    text = text or ""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
