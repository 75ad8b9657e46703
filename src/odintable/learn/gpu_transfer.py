"""Copies arrays to the GPU through pinned memory, so that the CPU need not wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    import numpy as np

IN_FLIGHT = 64  # buffers: more than the copies between two synchronizations
MIN_BYTES = 1 << 16  # bytes


class Staging:
    """Pinned buffers that are used in turn."""

    def __init__(self, device: str) -> None:
        """Start without buffers; they are allocated when needed."""
        self._device = device
        self._buffers: list[Any] = [None] * IN_FLIGHT
        self._next = 0

    def to_device(self, array: np.ndarray) -> Any:
        """Return the array as a tensor on the device."""
        given = torch.from_numpy(array)
        if self._device == "cpu" or not array.size:
            return given.to(self._device)
        self._next = (self._next + 1) % IN_FLIGHT
        buffer = self._buffers[self._next]
        if buffer is None or buffer.shape[0] < array.nbytes:
            size = max(MIN_BYTES, 2 * array.nbytes)
            buffer = torch.empty(size, dtype=torch.uint8, pin_memory=True)
            self._buffers[self._next] = buffer
        pinned = buffer[: array.nbytes].view(given.dtype).view(given.shape)
        pinned.copy_(given)
        return pinned.to(self._device, non_blocking=True)
