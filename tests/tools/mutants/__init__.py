"""One-line changes that break a rule; the tests of that rule must notice each of them."""

from .mutant import Mutant
from .odin import ODIN
from .ravens import RAVENS

MUTANTS = [Mutant(number, *breakage) for number, breakage in enumerate([*ODIN, *RAVENS], start=1)]

# The rules that no single line can break, and why.
UNBREAKABLE = {
    "RV-1.5": "the state has room for one stone and two ravens only",
}

__all__ = ["MUTANTS", "UNBREAKABLE", "Mutant"]
