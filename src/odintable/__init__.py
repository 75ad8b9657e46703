"""Odin's Table: the card games ODIN and Odin's Ravens, for people and programs.

    >>> import odintable
    >>> game = odintable.new_game("ravens", seed=1)
    >>> while not game.is_over:
    ...     events = game.play(game.ask("greedy").move)
    >>> len(game.winners)
    1

See docs/library.md. The names here are imported on first use; `__init__.pyi` has their types.
"""

import sys

# The only place that knows the version. Nothing heavy is imported here.
__version__ = "0.1.0"

_PUBLIC_NAMES = {
    "game": ("Game", "new_game", "rollout", "read_game"),
    "games.position": ("Position",),
    "bots": ("Bot", "Budget", "Candidate", "NeverStop", "StopSignal", "MoveChoice"),
    "bots.evaluate_position": ("Evaluation", "evaluate"),
    "errors": (
        *("IllegalMove", "NotationError", "OdintableError", "OptionError", "PositionError"),
        "RecordError",
    ),
}
_SUBPACKAGES = ("bots", "envs")
_MODULE_OF = {name: module for module, names in _PUBLIC_NAMES.items() for name in names}

__all__ = ["__version__", *_SUBPACKAGES, *_MODULE_OF]  # noqa: PLE0604 - names, as above


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    from importlib import import_module  # noqa: PLC0415 - `odintable --version` needs nothing

    if name in _MODULE_OF:
        found = getattr(import_module(f"odintable.{_MODULE_OF[name]}"), name)
        if "numba" in sys.modules:  # some names need no compiler
            import_module("odintable.compile_cache").announce_compiling()
        return found
    if name in _SUBPACKAGES:
        return import_module(f"odintable.{name}")
    raise AttributeError(f"module 'odintable' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
