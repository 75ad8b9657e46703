"""The notice that something is compiled: for users of the library too, and only for our code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from odintable.compile_cache.compile_notice import NOTICE

pytestmark = pytest.mark.long

LIBRARY = """
import odintable
game = odintable.new_game("odin", seed=7, first=0)
"""
OWN_FUNCTION = """
import odintable.game, numba
odintable.new_game
assert numba.njit(lambda x: x + 1)(1) == 2
"""


@pytest.mark.parametrize(("program", "notice"), [(LIBRARY, f"{NOTICE}\n"), (OWN_FUNCTION, "")])
def test_a_program_that_uses_the_library_says_once_that_it_compiles(
    tmp_path: Path, program: str, notice: str
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == notice
