"""Odin's Table: Odin's Ravens and ODIN, for people and programs.

    >>> import odintable
    >>> game = odintable.new_game("ravens", seed=1)
    >>> while not game.is_over:
    ...     events = game.play(game.ask("greedy").move)
    >>> len(game.winners)
    1

docs/library.md has the rest. What is offered here is imported when it is first used: its types are
in `__init__.pyi`.
"""

# The only place that knows the version. Nothing heavy is imported here.
__version__ = "0.1.0"

_OFFERED = {
    "game": ("Game", "new_game", "rollout", "read_game"),
    "games.position": ("Position",),
    "bots": ("Bot", "Budget", "Candidate", "NeverStop", "StopSignal", "MoveChoice"),
    "bots.evaluation": ("Evaluation", "evaluate"),
    "errors": (
        *("IllegalMove", "NotationError", "OdintableError", "OptionError", "PositionError"),
        "RecordError",
    ),
}
_ROOMS = ("bots", "envs")
_WHERE = {name: room for room, names in _OFFERED.items() for name in names}

__all__ = ["__version__", *_ROOMS, *_WHERE]  # noqa: PLE0604 - names, as above


def __getattr__(name: str) -> object:
    """Fetch what is offered from its room."""
    from importlib import import_module  # noqa: PLC0415 - `odintable --version` needs nothing

    if name in _WHERE:
        return getattr(import_module(f"odintable.{_WHERE[name]}"), name)
    if name in _ROOMS:
        return import_module(f"odintable.{name}")
    raise AttributeError(f"module 'odintable' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What is offered."""
    return sorted(__all__)
