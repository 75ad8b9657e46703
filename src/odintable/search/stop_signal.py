"""How a caller makes a bot answer before its budget is used up."""

from typing import Protocol


class StopSignal(Protocol):
    """Tells a bot to answer with the best move so far; a `threading.Event` is one."""

    def is_set(self) -> bool:
        """Return whether it is time to answer."""
