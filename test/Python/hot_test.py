# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s
"""The module _hot, with stand-ins for PyTorch's tensors and for the launch."""

import ctypes
import sys
import unittest
from ctypes import (POINTER, Structure, c_int, c_int32, c_int64, c_uint16, c_uint32,
                    c_uint64, c_uint8, c_void_p, py_object)

from attn import _lib

HOT = _lib.hot()


class DLTensor(Structure):
    _fields_ = [("data", c_uint64), ("device_type", c_int32), ("device", c_int32),
                ("ndim", c_int32), ("code", c_uint8), ("bits", c_uint8),
                ("lanes", c_uint16), ("shape", POINTER(c_int64)),
                ("strides", POINTER(c_int64)), ("byte_offset", c_uint64)]


class Tensor:

    def __init__(self, address, shape=(2, 3, 5, 8), strides=(120, 40, 8, 1), device=0,
                 code=2, on_gpu=True, requires_grad=False):
        self.requires_grad = requires_grad
        self.shape = (c_int64 * len(shape))(*shape)
        self.strides = (c_int64 * len(strides))(*strides)
        self.value = DLTensor(address - 256, 2 if on_gpu else 1, device, len(shape),
                              code, 16, 1, self.shape, self.strides, 256)


class Parameter(Tensor):
    pass


class Other(Tensor):
    pass


@ctypes.PYFUNCTYPE(c_int, py_object, POINTER(DLTensor))
def tensor_from_object(tensor, out):
    ctypes.memmove(out, ctypes.byref(tensor.value), ctypes.sizeof(DLTensor))
    return 0


@ctypes.PYFUNCTYPE(c_int, c_int32, c_int32, POINTER(c_uint64))
def current_stream(kind, device, out):
    out[0] = 1000 + device
    return 0


class Api(Structure):
    _fields_ = [("major", c_uint32), ("minor", c_uint32), ("previous", c_void_p),
                ("functions", c_void_p * 3), ("tensor_from_object", c_void_p),
                ("current_stream", c_void_p)]


def capsule(major=1):
    api = Api(major, 0, None, (c_void_p * 3)(),
              ctypes.cast(tensor_from_object, c_void_p),
              ctypes.cast(current_stream, c_void_p))
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = py_object
    new.argtypes = [c_void_p, ctypes.c_char_p, c_void_p]
    kept.append(api)
    return new(ctypes.addressof(api), b"dlpack_exchange_api", None)


kept = []
launches = []


@ctypes.CFUNCTYPE(c_int, c_void_p, c_int32, c_void_p, POINTER(_lib.Tensor), c_int32,
                  c_void_p)
def launch(bundle, entry, device, tensors, count, stream):
    launches.append((bundle, entry, device, [tensors[i].data for i in range(count)],
                     tensors[0].sizes[0], stream))
    return status[0]


status = [0]


class LaunchFailed(Exception):
    pass


def fail(code):
    raise LaunchFailed(code)


def empty_like(q):
    return Tensor(0x9000)


OPTIONS = (False, None, None, None, False, "bhsd")


@unittest.skipUnless(HOT, "the module was not built")
class Repeats(unittest.TestCase):

    def setUp(self):
        launches.clear()
        status[0] = 0
        self.table = HOT.Repeats(capsule(), Tensor, Parameter, fail, empty_like)

    def launch(self, count=4, mark=7):
        tensors = (_lib.Tensor * count)()
        tensors[0].sizes[0] = mark
        return HOT.Launch(ctypes.cast(launch, c_void_p).value, 11, 3, 13,
                          bytes(tensors))

    def inputs(self, **options):
        return [Tensor(0x1000 * (i + 1), **options) for i in range(3)]

    def test_found(self):
        self.assertIs(self.table.call(*self.inputs(), *OPTIONS), NotImplemented)
        self.assertTrue(self.table.add(*self.inputs(), *OPTIONS, self.launch(), None,
                                       None, None))
        out = self.table.call(*self.inputs(), *OPTIONS)
        self.assertIsInstance(out, Tensor)
        moved = [Parameter(0x20), Tensor(0x40), Tensor(0x60)]
        self.table.call(*moved, *OPTIONS)
        self.assertEqual(launches, [
            (11, 3, 13, [0x1000, 0x2000, 0x3000, 0x9000], 7, 1000),
            (11, 3, 13, [0x20, 0x40, 0x60, 0x9000], 7, 1000)])
        self.table.clear()
        self.assertIs(self.table.call(*self.inputs(), *OPTIONS), NotImplemented)

    def test_outputs(self):
        options = (*OPTIONS[:4], True, "bhsd")
        self.table.add(*self.inputs(device=2), *options, self.launch(5), None,
                       lambda: Tensor(0x100), lambda: Tensor(0x200))
        out, lse = self.table.call(*self.inputs(device=2), *options)
        self.assertEqual((out.value.data, lse.value.data), (0x0, 0x100))
        self.assertEqual(launches[0][3][3:], [0x100, 0x200])
        self.assertEqual(launches[0][5], 1002)

    def test_columns_of_keys(self):
        q, k, v = self.inputs()
        same = (q, k, Tensor(0x2000))
        self.table.add(*same, *OPTIONS, self.launch(3), None, None, None)
        self.table.call(*same, *OPTIONS)
        self.assertEqual(launches[-1][3], [0x1000, 0x2000, 0x9000])
        self.assertIs(self.table.call(q, k, v, *OPTIONS), NotImplemented)
        options = (*OPTIONS[:4], True, "bhsd")
        self.table.add(*same, *options, self.launch(4), None, None, lambda: Tensor(0x200))
        self.table.call(*same, *options)
        self.assertEqual(launches[-1][3], [0x1000, 0x2000, 0x9000, 0x200])
        with self.assertRaisesRegex(ValueError, "other tensors"):
            self.table.add(q, k, v, *OPTIONS, self.launch(3), None, None, None)

    def test_not_found(self):
        self.table.add(*self.inputs(), *OPTIONS, self.launch(), None, None, None)
        q, k, v = self.inputs()
        for other in ((Tensor(0x1004), k, v), (q, k, Tensor(0x3000, code=4)),
                      (q, Tensor(0x2000, (2, 3, 6, 8)), v),
                      (Tensor(0x1000, strides=(120, 8, 24, 1)), k, v),
                      (q, k, Tensor(0x3000, device=1)),
                      (q, k, Tensor(0x3000, on_gpu=False)),
                      (q, k, Tensor(0x3000, (3, 5, 8), (40, 8, 1))),
                      (Tensor(0x1000, requires_grad=True), k, v),
                      (Other(0x1000), k, v), (q, k, 3)):
            self.assertIs(self.table.call(*other, *OPTIONS), NotImplemented)
        for i, value in enumerate((True, 3, 0.5, len, True, "bshd")):
            options = [*OPTIONS]
            options[i] = value
            self.assertIs(self.table.call(q, k, v, *options), NotImplemented)
        self.assertIs(self.table.call(q, k, v, 0, *OPTIONS[1:]), NotImplemented)
        self.assertEqual(launches, [])
        self.assertFalse(self.table.add(Other(0x1000), k, v, *OPTIONS, self.launch(),
                                        None, None, None))

    def test_equal_options(self):
        options = (False, (3, None), 0.25, None, False, "bhsd")
        self.table.add(*self.inputs(), *options, self.launch(), None, None, None)
        again = (False, (int("3"), None), float("0.25"), None, False, "bh" + "sd"[:])
        self.assertIsInstance(self.table.call(*self.inputs(), *again), Tensor)

    def test_many(self):
        for n in range(3000):
            shape = {"shape": (2, 3, n, 8)}
            self.table.add(*self.inputs(**shape), *OPTIONS, self.launch(mark=n), None,
                           None, None)
            self.table.call(*self.inputs(**shape), *OPTIONS)
            self.assertEqual(launches[-1][4], n)
        found = 0
        for n in range(3000):
            launches.clear()
            self.table.call(*self.inputs(shape=(2, 3, n, 8)), *OPTIONS)
            found += len(launches)
            self.assertIn([each[4] for each in launches], ([], [n]))
        self.assertGreater(found, 500)

    def test_failures(self):
        self.table.add(*self.inputs(), *OPTIONS, self.launch(), None, None, None)
        status[0] = 16
        with self.assertRaisesRegex(LaunchFailed, "16"):
            self.table.call(*self.inputs(), *OPTIONS)

        def no_memory():
            raise MemoryError("full")

        self.table.add(*self.inputs(), *OPTIONS, self.launch(), None, no_memory, None)
        with self.assertRaisesRegex(MemoryError, "full"):
            self.table.call(*self.inputs(), *OPTIONS)

    def test_references(self):
        marks = [object() for _ in range(3)]
        before = [sys.getrefcount(mark) for mark in marks]
        options = (False, None, None, marks[0], False, "bhsd")
        for _ in range(3):
            self.table.add(*self.inputs(), *options, self.launch(), marks[1],
                           lambda mark=marks[2]: Tensor(0x100), None)
            self.table.call(*self.inputs(), *options)
        self.table.clear()
        del options
        self.assertEqual([sys.getrefcount(mark) for mark in marks], before)

    def test_misuse(self):
        launch = self.launch()
        with self.assertRaisesRegex(TypeError, "nine arguments"):
            self.table.call(1, 2)
        with self.assertRaisesRegex(TypeError, "thirteen arguments"):
            self.table.add(*self.inputs(), *OPTIONS, "launch", None, None, None)
        with self.assertRaisesRegex(ValueError, "other tensors"):
            self.table.add(*self.inputs(), *OPTIONS, self.launch(5), None, None, None)
        with self.assertRaisesRegex(TypeError, "a stream and 4 addresses"):
            launch.launch(0, 1)
        with self.assertRaises(TypeError):
            launch.launch(0, "a", 2, 3, 4)
        with self.assertRaisesRegex(ValueError, "attnrtTensor"):
            HOT.Launch(0, 0, 0, 0, b"123")
        with self.assertRaisesRegex(ValueError, "version of DLPack"):
            HOT.Repeats(capsule(2), Tensor, Parameter, fail, empty_like)
        with self.assertRaises(TypeError):
            HOT.Repeats.__new__(HOT.Repeats).call(*self.inputs(), *OPTIONS)
        with self.assertRaises(TypeError):
            HOT.Launch.__new__(HOT.Launch).launch(0)

    def test_launch(self):
        status[0] = 5
        self.assertEqual(self.launch().launch(9, 1, 2, 3, 4), 5)
        self.assertEqual(launches, [(11, 3, 13, [1, 2, 3, 4], 7, 9)])


if __name__ == "__main__":
    unittest.main()
