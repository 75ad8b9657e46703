"""The part of the safetensors format that nets need: a JSON header, then the arrays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from odintable.errors import OdintableError

if TYPE_CHECKING:
    from pathlib import Path

KINDS: dict[str, np.dtype[Any]] = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4")}
NAMES = {kind: name for name, kind in KINDS.items()}
LENGTH = 8  # bytes at the start of a file that give the length of its header
MAX_HEADER_BYTES = 1_000_000


def write(path: Path, tensors: dict[str, np.ndarray], about: dict[str, str]) -> None:
    """Write tensors, sorted by name, and metadata."""
    header: dict[str, Any] = {"__metadata__": about}
    at = 0
    for name in sorted(tensors):
        tensor = tensors[name]
        end = at + tensor.nbytes
        kind = NAMES[tensor.dtype]
        header[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": [at, end]}
        at = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % LENGTH)
    with path.open("wb") as file:
        file.write(len(text).to_bytes(LENGTH, "little") + text)
        for name in sorted(tensors):
            file.write(np.ascontiguousarray(tensors[name]).tobytes())


def read(path: Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Read the tensors by name, and the metadata."""
    content = path.read_bytes()
    length = int.from_bytes(content[:LENGTH], "little")
    if not 0 < length <= min(MAX_HEADER_BYTES, len(content) - LENGTH):
        raise OdintableError(
            f"{path.name} is not a safetensors file: the length of its header is wrong"
        )
    try:
        header = json.loads(content[LENGTH : LENGTH + length])
        about = dict(header.pop("__metadata__", {}))
        body = memoryview(content)[LENGTH + length :]
        return {name: tensor(body, **entry) for name, entry in header.items()}, about
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OdintableError(f"{path.name} is not a safetensors file: {error}") from None


def tensor(
    body: memoryview, dtype: str, shape: list[int], data_offsets: tuple[int, int]
) -> np.ndarray:
    """Read one tensor."""
    begin, end = data_offsets
    found: np.ndarray = np.frombuffer(body[begin:end], KINDS[dtype])
    return found.reshape(shape)
