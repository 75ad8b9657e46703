"""The rules are the same without the compiler. (`make soak` runs them with bounds checks.)"""

import os
import subprocess
import sys

import pytest

from tests.tools.soak_parts import rules_with

WITHOUT = {"NUMBA_DISABLE_JIT": "1"}
READ_NETS = "from odintable.nets import net; net.shipped('odin'); net.shipped('ravens')"


@pytest.mark.long
def test_the_rules_hold_without_the_compiler() -> None:
    rules_with(**WITHOUT)(0)


@pytest.mark.bulk
@pytest.mark.long
def test_nets_are_shown_the_same_bits_without_the_compiler() -> None:
    """Nets are not loaded if any bit of their fingerprint games differs."""
    subprocess.run([sys.executable, "-c", READ_NETS], env=os.environ | WITHOUT, check=True)
