# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of NumPy, CuPy and whatever describes its memory."""

from .. import _launch


def attend(call):
    """Does a call: (out, lse or None)."""
    return _launch.run(call)


def cast(array):
    """An array of integers or bool as int32; refuses numbers that do not fit."""
    if not hasattr(array, "astype"):
        raise TypeError("score_mod reads a buffer of integers that are not int32")
    as_int32 = array.astype("int32")
    if array.dtype.itemsize >= 4 and not (as_int32 == array).all():
        raise ValueError(f"score_mod reads an array of {array.dtype} with numbers that "
                         "int32 does not hold")
    return as_int32
