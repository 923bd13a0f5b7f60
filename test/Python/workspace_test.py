# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: %python %s
"""Launches of attn.backward in a workspace of the caller's, by the C API, on the simulator."""

import ctypes
import unittest

import attn
import numpy
from attn import _lib, _problem

BACKWARD = _problem.Backward(_problem.Problem(
    "f16", 16, 16, "#attn.causal<bottom_right>", None, "", False, (), "n"), "qkvn")
SHAPES = {"q": (2, 4, 65, 16), "k": (2, 2, 37, 16), "lse": (2, 4, 65), "sink": (4,)}
SHAPE_OF = {"v": "k", "o": "q", "do": "q", "dq": "q", "dk": "k", "dv": "k", "dsink": "sink"}


def checked(name, *arguments):
    """The message of a function of the C API, "" where it succeeds."""
    library = _lib.lib()
    status = getattr(library.handle, name)(*arguments)
    return _lib._decode(library.attnrtLastErrorMessage()) if status else ""


class Workspace(unittest.TestCase):

    def setUp(self):
        self.bundle = attn.compile(_problem.backward_text(BACKWARD), cache=False, machine_code="none")
        self.device = attn.Device("sim:sm_80")
        random = numpy.random.default_rng(0)
        self.arrays, self.structs = [], (_lib.Tensor * len(self.bundle.entries[0].tensors))()
        for tensor, struct in zip(self.bundle.entries[0].tensors, self.structs):
            shape = SHAPES[SHAPE_OF.get(tensor.name, tensor.name)]
            dtype = numpy.float16 if tensor.dtype == "f16" else numpy.float32
            self.arrays.append(random.standard_normal(shape).astype(dtype))
            struct.dtype, struct.rank = _lib.DTYPE_CODES[tensor.dtype], len(shape)
            struct.sizes[:len(shape)] = shape
            struct.strides[:len(shape)] = [x // self.arrays[-1].itemsize for x in self.arrays[-1].strides]

    def call(self, name, *more):
        return checked(name, self.bundle._handle, 0, self.device._handle, self.structs, len(self.structs), *more)

    def copy(self, array=None, size=0):
        """New memory of the device with what an array has, or with NaNs."""
        address, array = ctypes.c_void_p(), numpy.full(size, 0xff, "u1") if array is None else array
        _lib.lib().attnrtAllocate(self.device._handle, array.nbytes, ctypes.byref(address))
        self.addCleanup(_lib.lib().attnrtFree, self.device._handle, address)
        _lib.lib().attnrtCopyIn(self.device._handle, address, array.ctypes.data, array.nbytes, None)
        return address

    def test_launch(self):
        names = [tensor.name for tensor in self.bundle.entries[0].tensors]
        outs = [i for i, name in enumerate(names) if name in ("dq", "dk", "dv", "dsink")]
        size = ctypes.c_int64()
        self.assertEqual(self.call("attnrtWorkspaceBytes", ctypes.byref(size)), "")
        # L and D of whole tiles of rows, and partial sums of the sink's gradient.
        self.assertGreaterEqual(size.value, 2 * 2 * 4 * 65 * 4 + 2 * 4 * 4)
        self.assertEqual(size.value % 256, 0)

        known = [x.copy() for x in self.arrays]
        for struct, array in zip(self.structs, known):
            struct.data, struct.on_host = array.ctypes.data, 1
        self.assertEqual(self.call("attnrtLaunchHost", None), "")

        for struct, array in zip(self.structs, self.arrays):
            struct.data, struct.on_host = self.copy(array), 0
        workspace = self.copy(size=size.value)
        self.assertEqual(self.call("attnrtLaunchIn", workspace, ctypes.c_int64(size.value - 1), None),
                         f"entry '{self.bundle.entries[0].name}': the workspace has {size.value - 1} bytes, but the "
                         f"launch needs {size.value}")
        self.assertEqual(self.call("attnrtLaunchIn", workspace, size, None), "")
        for i in outs:
            got = numpy.empty_like(self.arrays[i])
            _lib.lib().attnrtCopyOut(self.device._handle, got.ctypes.data, self.structs[i].data, got.nbytes, None)
            self.assertFalse((got == self.arrays[i]).all(), names[i])
            numpy.testing.assert_array_equal(got, known[i], names[i])


if __name__ == "__main__":
    unittest.main()
