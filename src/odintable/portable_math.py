"""`exp` and `log`, compiled, with the same result on every machine, bit for bit.

Those of C libraries differ in the last bit from one another, and a search that takes one other
branch grows another tree. These use nothing but additions, multiplications and divisions, which
IEEE 754 defines exactly. Their errors are below one unit in the last place.
"""

from decimal import Context, Decimal

import numpy as np

from odintable.games.compiled import rule

_EXACT = Context(prec=60)
_LN2 = _EXACT.ln(Decimal(2))
_HIGH_BITS = -1 << 32  # clears the low half of a number's mantissa, so that products are exact


def _split(number: Decimal) -> tuple[float, float]:
    """Return a number as the sum of two floats, the first with few bits."""
    bits = np.float64(float(number)).view(np.int64) & np.int64(_HIGH_BITS)
    high = float(bits.view(np.float64))
    return high, float(_EXACT.subtract(number, Decimal(high)))


# exp(x) = 2^(k/32) * exp(r): the table has 2^(k/32) for one turn of k, in two parts.
_STEPS = 32
_STEP_HIGH, _STEP_LOW = _split(_EXACT.divide(_LN2, Decimal(_STEPS)))
_STEPS_PER_UNIT = float(_EXACT.divide(Decimal(_STEPS), _LN2))
_ROOTS = [_EXACT.exp(_EXACT.divide(_LN2 * step, Decimal(_STEPS))) for step in range(_STEPS)]
_ROOT = np.array([float(root) for root in _ROOTS])
_ROOT_REST = np.array([float(_EXACT.subtract(root, Decimal(float(root)))) for root in _ROOTS])
_EXP_3, _EXP_4, _EXP_5, _EXP_6 = 1 / 6, 1 / 24, 1 / 120, 1 / 720
_LOWEST, _HIGHEST = -708.0, 709.0  # beyond these the result is 0 or infinite

# log(x) = k * log(2) + log(m), with m from sqrt(1/2) to sqrt(2) and
# log(m) = 2 * atanh((m - 1) / (m + 1)).
_LN2_HIGH, _LN2_LOW = _split(_LN2)
_A3, _A5, _A7, _A9, _A11, _A13, _A15, _A17, _A19 = (2 / power for power in range(3, 20, 2))
_ROOT_OF_HALF = int(np.float64(float(_EXACT.sqrt(Decimal("0.5")))).view(np.int64))  # as bits


@rule
def exp(number):
    """Return e to the power of a number; 0 where the result would have less than 53 bits."""
    if number < _LOWEST:
        return 0.0
    if number > _HIGHEST:
        return np.inf
    turn = np.floor(number * _STEPS_PER_UNIT + 0.5)
    rest = (number - turn * _STEP_HIGH) - turn * _STEP_LOW
    series = _EXP_3 + rest * (_EXP_4 + rest * (_EXP_5 + rest * _EXP_6))
    grown = rest + rest * rest * (0.5 + rest * series)  # exp(rest) - 1
    steps = np.int64(turn)
    root = _ROOT[steps & (_STEPS - 1)]
    scaled = root + (_ROOT_REST[steps & (_STEPS - 1)] + root * grown)
    return scaled * np.int64(((steps >> 5) + 1023) << 52).view(np.float64)


@rule
def log(number):
    """Return the natural logarithm of a positive number that is not subnormal."""
    bits = np.float64(number).view(np.int64)
    twos = (bits - _ROOT_OF_HALF) >> 52
    excess = np.int64(bits - (twos << 52)).view(np.float64) - 1.0
    ratio = excess / (2.0 + excess)
    square = ratio * ratio
    series = _A11 + square * (_A13 + square * (_A15 + square * (_A17 + square * _A19)))
    series = _A3 + square * (_A5 + square * (_A7 + square * (_A9 + square * series)))
    half = 0.5 * excess * excess
    correction = half - (ratio * (half + square * series) + twos * _LN2_LOW)
    return twos * _LN2_HIGH - (correction - excess)
