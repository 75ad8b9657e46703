"""Optional packages: a missing one is named, and all exported names can be imported."""

import sys

import pytest

from odintable import envs


def test_a_missing_package_is_named_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "odintable.envs.pettingzoo_env", raising=False)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(
        ImportError, match=r"pettingzoo.* is missing: pip install 'odintable\[rl\]'"
    ):
        envs.aec_env  # noqa: B018 - it is the attempt


def test_every_public_name_can_be_imported() -> None:
    for name in envs.__all__:
        assert getattr(envs, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        envs.chess  # noqa: B018 - it is the attempt


def test_registering_twice_changes_nothing() -> None:
    envs.register()
