"""Generators of the module are those of the native engine."""

from odintable.games.rng import below, generator
from tests.wasm.node import run_in_node

SEEDS = [0, 1, 2, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**63, 2**64 - 2, 2**64 - 1]
COUNT = 1_000_003


def test_seeds_of_64_bits_give_the_same_numbers() -> None:
    expected = []
    for seed in SEEDS:
        native = generator(seed)
        seeded = str(native[0])
        drawn = int(below.py_func(native, COUNT))
        expected.append([seeded, drawn, str(native[0])])
    found = run_in_node(
        "random_numbers.mjs", {"seeds": [str(seed) for seed in SEEDS], "count": COUNT}
    )
    assert found == expected
