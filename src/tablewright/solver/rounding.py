"""Numbers as the search compares them: without the digits that differ between processors.

BLAS and NumPy choose instructions and the order of sums by the processor, so the last digits of a value or a visit
differ. A search that compared them would break ties otherwise, and go another way, on another machine. It compares
rounded numbers, and takes equal ones in the order in which they were met.
"""

from __future__ import annotations

from math import floor, frexp, ldexp

import numpy as np

from .level_arrays import Floats

COARSE = 12  # binary digits of what decides where to look next; about 3.5 decimals
FINE = 24  # binary digits of what is reported; about 7 decimals
# Added before rounding down. Not one half: values are often exactly half a digit, and simple fractions are never near
# the golden ratio.
BETWEEN = (5**0.5 - 1) / 2


def round_digits(numbers: Floats, digits: int = COARSE) -> Floats:
    """Round each number to so many binary digits of its own."""
    mantissa, exponent = np.frexp(numbers)
    return np.asarray(np.ldexp(np.floor(np.ldexp(mantissa, digits) + BETWEEN), exponent - digits))


def round_number(number: float, digits: int = COARSE) -> float:
    """Round one number the same way."""
    mantissa, exponent = frexp(number)
    return ldexp(floor(ldexp(mantissa, digits) + BETWEEN), exponent - digits)


def round_parts(numbers: Floats, parts: int) -> Floats:
    """Round each number to whole parts of one, for numbers near zero whose own digits are all noise."""
    return np.asarray(np.floor(numbers * parts + BETWEEN) / parts)
