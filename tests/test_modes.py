"""The rules are the same without the compiler; with bounds checks they are run by `make soak`."""

import pytest

from tests.soak_parts import rules_with


@pytest.mark.long
def test_the_rules_hold_without_the_compiler() -> None:
    rules_with(NUMBA_DISABLE_JIT="1")(0)
