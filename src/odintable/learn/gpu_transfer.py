"""Arrays on their way to the GPU, in memory that it reads without anybody waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    import numpy as np

IN_FLIGHT = 64  # copies that may be under way: those of several turns, each of which ends in a wait
SMALLEST = 1 << 16  # bytes


class Staging:
    """Buffers that are used in turn."""

    def __init__(self, device: str) -> None:
        """None yet: they are made as large as they are needed."""
        self._device = device
        self._buffers: list[Any] = [None] * IN_FLIGHT
        self._next = 0

    def sent(self, array: np.ndarray) -> Any:
        """The same numbers on the device."""
        given = torch.from_numpy(array)
        if self._device == "cpu" or not array.size:
            return given.to(self._device)
        self._next = (self._next + 1) % IN_FLIGHT
        buffer = self._buffers[self._next]
        if buffer is None or buffer.shape[0] < array.nbytes:
            size = max(SMALLEST, 2 * array.nbytes)
            buffer = torch.empty(size, dtype=torch.uint8, pin_memory=True)
            self._buffers[self._next] = buffer
        place = buffer[: array.nbytes].view(given.dtype).view(given.shape)
        place.copy_(given)
        return place.to(self._device, non_blocking=True)
