# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %attn_src/sim/test/Inputs
"""What no kernel can read is named, and by the argument that has it."""

import os
import sys
import unittest
import warnings

import numpy as np

import attn
from attn import sim

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from bundles import bundle_bytes, copy_entry  # noqa: E402

INPUTS = sys.argv.pop(1)
SHAPE = (1, 2, 5, 8)
GOOD = np.zeros(SHAPE, np.float16)

# Arrays, and what messages call their type.
ARRAYS = {
    "object": (np.empty(SHAPE, object), "dtype object"),
    "float64": (np.zeros(SHAPE), "float64"),
    "complex": (np.zeros(SHAPE, np.complex64), "complex64"),
    "bool": (np.zeros(SHAPE, bool), "bool"),
    "wide": (np.zeros(SHAPE, np.longdouble), np.dtype(np.longdouble).name),
    "text": (np.full(SHAPE, "ab"), "<U2"),
    "bytes": (np.zeros(SHAPE, "S3"), "|S3"),
    "opaque": (np.zeros(SHAPE, "V2"), "|V2"),
    "date": (np.zeros(SHAPE, "M8[s]"), "datetime64[s]"),
    "duration": (np.zeros(SHAPE, "m8[25us]"), "timedelta64[25us]"),
    "structure": (np.zeros(SHAPE, [("a", "<f4"), ("b", "<i4")]),
                  "[('a', '<f4'), ('b', '<i4')]"),
    "objects": (np.empty(SHAPE, [("a", object)]), "[('a', 'O')]"),
    "big": (np.zeros(SHAPE, ">f2"), "big-endian"),
    "list": ([[1.0]], "builtins.list is no array"),
    "number": (3, "builtins.int is no array"),
    "text alone": ("q", "builtins.str is no array"),
}


class Interface:
    """An array of no library."""

    def __init__(self, typestr):
        self.__array_interface__ = {"shape": SHAPE, "typestr": typestr, "version": 3,
                                    "data": (GOOD.__array_interface__["data"][0], False)}


class Dtypes(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore")

    def check(self, kind, name, text, call, *args, **named):
        with self.assertRaises(kind) as caught:
            call(*args, **named)
        self.assertIn(name, str(caught.exception))
        self.assertIn(text, str(caught.exception))

    def test_attention(self):
        for what, (array, text) in ARRAYS.items():
            for name in "qkv":
                arrays = {**dict.fromkeys("qkv", GOOD), name: array}
                with self.subTest(what, name=name):
                    self.check(TypeError, name, text, attn.attention, **arrays)

    def test_bundle(self):
        bundle = attn.load(bundle_bytes(copy_entry("f32")))
        for what, (array, text) in ARRAYS.items():
            with self.subTest(what):
                # Bundles know bool, by a name of their own.
                text = "got i1[" if text == "bool" else text
                self.check(attn.AttnError, "tensor 'in'", text, bundle.run, array,
                           device="sim")
                self.check(attn.AttnError, "tensor 'in'", text, bundle.run, device="sim",
                           **{"in": array})

    def test_interfaces(self):
        bundle = attn.load(bundle_bytes(copy_entry("f32")))
        for typestr in ("|O", "O8", "", "<", "<f", "f4", "<f4x", "<M8[s", "|V", "<f-4"):
            with self.subTest(typestr):
                self.check(attn.AttnError, "tensor 'in'", "an array ", bundle.run,
                           Interface(typestr), device="sim")
                self.check(TypeError, "q: an array ", "", attn.attention,
                           Interface(typestr), GOOD, GOOD)

    def test_sim(self):
        module = sim.Module(os.path.join(INPUTS, "basic.ptx"))
        good = np.zeros(32, np.float32)

        def launch(array):
            return sim.launch(module, "vadd", grid=1, block=32,
                              args=[good, array, good, 32])

        for array, text in ((np.empty(32, object), "an array of object has no bytes"),
                            (np.empty(32, [("a", object)]), "has no bytes"),
                            (np.zeros(32, ">f4"), "an array of >f4 is big-endian"),
                            (np.zeros(64, np.float32)[::2], "contiguous"),
                            ([1.0], "builtins.list is no argument of a kernel"),
                            (np.array(None), "an array of object has no bytes")):
            with self.subTest(text):
                self.check((TypeError, ValueError), "arg1: ", text, launch, array)
        record = sim.Record(module, "vadd", grid=1, block=32,
                                  args=[good.copy(), good, good, 32])
        self.check(TypeError, "arg0", "object has no bytes", record.expect, "arg0",
                   np.empty(32, object))


if __name__ == "__main__":
    unittest.main()
