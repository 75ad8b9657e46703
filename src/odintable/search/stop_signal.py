"""How whoever thinks is told to answer before its budget is used up."""

from typing import Protocol


class StopSignal(Protocol):
    """Whether it is time to answer with the best there is; a `threading.Event` is one."""

    def is_set(self) -> bool:
        """It is time to answer."""
