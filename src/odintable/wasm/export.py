"""Exported functions: Python functions with the types under which they are compiled.

Only 32-bit integers, 64-bit floats and addresses cross the border to JavaScript.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

NOTHING, INTEGER, UNSIGNED, FLOAT = types.none, types.int32, types.uint32, types.float64


class Export(NamedTuple):
    """A function, and the numba types of its result and its arguments."""

    function: Callable[..., Any]
    result: types.Type
    arguments: tuple[types.Type, ...]


class Exports(dict[str, Export]):
    """Exported functions by name."""

    def add(self, result: types.Type, *arguments: types.Type) -> Callable[..., Any]:
        """Return a decorator that adds a function under its own name."""

        def remember(function: Callable[..., Any]) -> Callable[..., Any]:
            self[function.__name__] = Export(function, result, arguments)
            return function

        return remember


def address_of(pointee: types.Type | np.dtype[Any]) -> types.Type:
    """Return the type of the address of numbers or records in linear memory."""
    is_dtype = isinstance(pointee, np.dtype)
    return types.CPointer(numba.from_dtype(pointee) if is_dtype else pointee)


def pointer_reader(pointee: types.Type | np.dtype[Any]) -> Any:
    """Return a compiled function that makes a pointer of an address found in a record."""
    pointer = address_of(pointee)

    @intrinsic
    def point_to(_context: Any, address: types.Type) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return pointer(address), generate

    return point_to
