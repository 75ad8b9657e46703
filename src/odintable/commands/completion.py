"""`odintable completion SHELL`: print a script for shell completion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the shell."""
    parser.epilog = (
        'bash: add `eval "$(odintable completion bash)"` to ~/.bashrc; zsh: write it to a file'
        " _odintable in a folder of $fpath; fish: `odintable completion fish >"
        " ~/.config/fish/completions/odintable.fish`."
    )
    parser.add_argument("shell", choices=SHELLS, help="your shell")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    from odintable.cli import full_parser

    print(shtab.complete(full_parser(), args.shell))
    return 0
