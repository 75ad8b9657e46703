"""Settings come from flags, variables and a file, and each is documented."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from odintable.cli import full_parser
from odintable.errors import OdintableError
from odintable.server.settings import FORMER_NAMES, Settings
from tests.paths import ROOT


def test_every_setting_is_documented_with_its_default() -> None:
    text = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    table = text.partition("| setting |")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*?)\|", table, re.MULTILINE))
    assert list(rows) == [one.name for one in fields(Settings)]
    for one in fields(Settings):
        shown = rows[one.name].strip().strip("`")
        assert shown == (
            str(one.default).lower() if isinstance(one.default, bool) else str(one.default)
        ), one.name


def test_flags_win_over_variables_and_variables_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('port = 1\nhost = "one"\nworkers = 1\nsecure_cookies = true\n')
    variables = {"ODINTABLE_SETTINGS": str(file), "ODINTABLE_HOST": "two", "ODINTABLE_WORKERS": "2"}
    settings = Settings.gather({"workers": "3", "log": None}, variables)
    assert (settings.port, settings.host, settings.workers) == (1, "two", 3)
    assert settings.secure_cookies is True
    assert settings.log == "info"


@pytest.mark.parametrize(
    ("flags", "wrong"),
    [
        ({"port": "many"}, "port must be a whole number"),
        ({"port": "-1"}, "port must be 0 or more"),
        ({"secure_cookies": "perhaps"}, "secure_cookies must be true or false"),
        ({"log": "loud"}, "log must be debug"),
        ({"settings": "not-there.toml"}, "not-there.toml"),
    ],
)
def test_an_impossible_value_is_refused(flags: dict[str, str], wrong: str) -> None:
    with pytest.raises(OdintableError, match=wrong):
        Settings.gather(flags, {})


def test_a_file_with_an_unknown_setting_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("prot = 1\n")
    with pytest.raises(OdintableError, match="no setting 'prot'"):
        Settings.gather({"settings": str(file)}, {})


@pytest.mark.parametrize(("former", "value"), [("chances_per_minute", 7), ("sockets", 8)])
def test_the_former_name_of_a_setting_still_works(former: str, value: int, tmp_path: Path) -> None:
    name = FORMER_NAMES[former]
    file = tmp_path / "settings.toml"
    file.write_text(f"{former} = {value}\n")
    variable = {f"ODINTABLE_{former.upper()}": str(value + 1)}
    flag = f"--{former.replace('_', '-')}"
    flags = vars(full_parser().parse_args(["serve", flag, str(value + 2)]))
    assert getattr(Settings.gather({"settings": str(file)}, {}), name) == value
    assert getattr(Settings.gather({"settings": str(file)}, variable), name) == value + 1
    assert getattr(Settings.gather(flags, variable), name) == value + 2
