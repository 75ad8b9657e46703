"""The systemd unit and the container file restrict the server as far as it can work."""

import re
from collections import defaultdict

from tests.paths import ROOT

UNIT = ROOT / "deploy/odintable.service"
CONTAINER = ROOT / "deploy/Containerfile"

# What the server does not need, denied by the unit.
RESTRICTIONS = {
    "CapabilityBoundingSet": [""],
    "DynamicUser": ["yes"],
    "LockPersonality": ["yes"],
    "NoNewPrivileges": ["yes"],
    "PrivateDevices": ["yes"],
    "PrivateTmp": ["yes"],
    "PrivateUsers": ["yes"],
    "ProtectHome": ["yes"],
    "ProtectSystem": ["strict"],
    "RestrictNamespaces": ["yes"],
    "RestrictSUIDSGID": ["yes"],
    "SystemCallArchitectures": ["native"],
    "SystemCallFilter": ["@system-service", "~@privileged"],
    "UMask": ["0077"],
}


def unit_settings() -> dict[str, list[str]]:
    """Return the values of every setting of the unit, in order."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found[name].append(value)
    return found


def test_the_unit_denies_what_the_server_does_not_need() -> None:
    settings = unit_settings()
    assert {name: settings[name] for name in RESTRICTIONS} == RESTRICTIONS
    assert settings["MemoryMax"]


def test_the_unit_allows_what_the_compiler_and_the_bots_need() -> None:
    settings = unit_settings()
    assert "MemoryDenyWriteExecute" not in settings
    assert not any("~@resources" in one for one in settings["SystemCallFilter"])


def test_systemd_waits_longer_than_the_server_takes_to_stop() -> None:
    (seconds,) = unit_settings()["TimeoutStopSec"]
    assert 2 < int(seconds) <= 15


def test_the_base_image_has_a_full_version_in_both_stages() -> None:
    images = re.findall(r"^FROM (\S+)", CONTAINER.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(images) == 2
    assert len(set(images)) == 1
    assert re.search(r":\d+\.\d+\.\d+-slim-[a-z]+$", images[0])


def test_the_container_runs_as_a_user_given_by_number() -> None:
    users = re.findall(r"^USER (\S+)", CONTAINER.read_text(encoding="utf-8"), re.MULTILINE)
    assert users
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", users[-1])
