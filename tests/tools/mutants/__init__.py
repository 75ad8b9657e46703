"""One-line breakages of the engine, which the tests of the rule at fault must notice."""

from .mutant import Mutant
from .odin import ODIN
from .ravens import RAVENS

MUTANTS = [Mutant(number, *breakage) for number, breakage in enumerate([*ODIN, *RAVENS], start=1)]

# The rules that no line of the engine can break, and why.
UNBREAKABLE = {
    "RV-1.5": "the record has room for one stone and two ravens, and for no more",
}

__all__ = ["MUTANTS", "UNBREAKABLE", "Mutant"]
