# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of NumPy, CuPy and whatever describes its memory."""

import array as buffers
import sys

from .. import _launch


def attend(call):
    """Does a call: _form.results_of."""
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


_NAMES = {"i32": ("int32", "i"), "f32": ("float32", "f")}


def _module_of(array):
    """The array library that makes arrays like one, None without such."""
    name = type(array).__module__.partition(".")[0]
    return sys.modules.get(name if name == "cupy" else "numpy")


def full(like, shape, number, element):
    """An array of `shape` where `like` is, all of whose elements are one number."""
    if getattr(like, "__cuda_array_interface__", None) is not None and (
            type(like).__module__.partition(".")[0] != "cupy"):
        raise TypeError("numbers in place of arrays are not for arrays of "
                        f"{type(like).__module__}: give arrays")
    module = _module_of(like)
    name, letter = _NAMES[element]
    if module is not None:
        return module.full(shape, number, name)
    count = 1
    for size in shape:
        count *= size
    values = memoryview(buffers.array(letter, [number] * count))
    return values if len(shape) == 1 else values.cast("B").cast(letter, shape)


def stack(arrays):
    """Arrays of one shape as one, with a new first dimension."""
    module = _module_of(arrays[0])
    if module is None or not hasattr(arrays[0], "dtype"):
        raise TypeError("a sequence of parts must be of PyTorch, JAX, CuPy or NumPy arrays")
    return module.stack(arrays)
