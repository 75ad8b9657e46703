"""`odintable serve`: run the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable import compile_cache

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare an option for every setting, and hidden ones for former names."""
    import argparse
    from dataclasses import fields

    from odintable.server.settings import PREFIX, Settings, former_names

    parser.epilog = (
        f"Every setting can also be an environment variable ({PREFIX}PORT=8080) or a line of the"
        " file (port = 8080). Options override variables, variables override the file."
    )
    parser.add_argument("--settings", metavar="FILE", help="a TOML file of settings")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument(
        "--lan",
        action="store_true",
        help="allow connections from the local network: the same as --host 0.0.0.0",
    )
    for one in fields(Settings):
        flag = "--" + one.name.replace("_", "-")
        usual = f" ({one.default})" if one.default != "" else ""
        about = one.metadata["about"].replace("%", "%%") + usual
        parser.add_argument(flag, dest=one.name, metavar="VALUE", help=about)
        for former in former_names(one.name):
            flag = "--" + former.replace("_", "-")
            parser.add_argument(flag, dest=one.name, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Collect the settings and run the server."""
    from odintable.server.settings import Settings

    flags = vars(args)
    if args.lan:
        flags["host"] = "0.0.0.0"
    settings = Settings.gather(flags)
    compile_cache.announce_compiling()
    from odintable.server.main import serve

    return serve(settings, open_browser=args.open)
