"""Settings come from flags, variables and a file, and each is documented."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from odintable.cli import full_parser
from odintable.errors import OdintableError
from odintable.server.settings import Settings
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
    file.write_text('port = 1\nhost = "one"\nworkers = 1\nsecure = true\n')
    variables = {"ODINTABLE_SETTINGS": str(file), "ODINTABLE_HOST": "two", "ODINTABLE_WORKERS": "2"}
    settings = Settings.gather({"workers": "3", "log": None}, variables)
    assert (settings.port, settings.host, settings.workers) == (1, "two", 3)
    assert settings.secure is True
    assert settings.log == "info"


@pytest.mark.parametrize(
    ("flags", "wrong"),
    [
        ({"port": "many"}, "port must be a whole number"),
        ({"port": "-1"}, "port must be 0 or more"),
        ({"secure": "perhaps"}, "secure must be true or false"),
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


def test_the_former_name_of_a_setting_still_works(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("chances_per_minute = 7\n")
    variable = {"ODINTABLE_CHANCES_PER_MINUTE": "8"}
    assert Settings.gather({"settings": str(file)}, {}).win_probabilities_per_minute == 7
    assert Settings.gather({"settings": str(file)}, variable).win_probabilities_per_minute == 8
    flags = vars(full_parser().parse_args(["serve", "--chances-per-minute", "9"]))
    assert Settings.gather(flags, variable).win_probabilities_per_minute == 9
