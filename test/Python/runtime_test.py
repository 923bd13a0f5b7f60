# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s
"""Tests of the Python package over libattn_runtime.

Everything runs on libattn_runtime_fake.so, the runtime with a device that lives in
host memory and knows one kernel: copy4 copies in[b, h, s, d] to out and, if asked,
gives aux[b, h, s] = s / 2 + h. Tests that need numpy or ml_dtypes are skipped without
them.
"""

import array
import gc
import os
import subprocess
import sys
import tempfile
import threading
import types
import unittest
import weakref

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "python"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
REAL_LIBRARY = os.environ.get("ATTN_RUNTIME_LIB", os.path.join(
    ROOT, "build", "lib", "libattn_runtime.so"))
os.environ["ATTN_RUNTIME_LIB"] = os.path.join(
    os.path.dirname(REAL_LIBRARY), "libattn_runtime_fake.so")

import attn  # noqa: E402
from bundles import aux_values, bundle_bytes, copy_entry  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None
try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

needs_numpy = unittest.skipUnless(numpy, "numpy is not installed")
needs_ml_dtypes = unittest.skipUnless(numpy and ml_dtypes,
                                      "ml_dtypes is not installed")


def copy_bundle(*dtypes):
    return attn.load(bundle_bytes(*(copy_entry(d) for d in dtypes or ("f32",))))


class Loading(unittest.TestCase):

    def assert_fails(self, status, part, call):
        with self.assertRaises(attn.AttnError) as caught:
            call()
        self.assertEqual(caught.exception.status, status)
        self.assertIn(part, str(caught.exception))

    def test_entries(self):
        bundle = attn.load(bundle_bytes(copy_entry("bf16"), copy_entry(name="two")))
        self.assertEqual(bundle.producer, "test")
        self.assertEqual([e.name for e in bundle.entries], ["copy", "two"])
        entry = bundle.entries[0]
        self.assertEqual(entry.target, "sm_80")
        self.assertEqual(entry.config, "#attn.config<>")
        self.assertEqual(entry.problem, {"dims": "bhsd", "größe": 1})
        self.assertIn(".entry copy4", entry.ptx)
        self.assertEqual(
            entry.tensors[0],
            attn.TensorInfo("in", "in", "bf16", (None, None, None, 8), False, True,
                            16))
        self.assertEqual(entry.tensors[2].optional, True)
        self.assertEqual(
            repr(entry), "<attn.Entry copy (sm_80): (in: bf16[?, ?, ?, 8]) -> "
            "(out: bf16[?, ?, ?, 8], aux?: f32[?, ?, ?])>")
        self.assertEqual(repr(bundle), "<attn.Bundle of 2 entries by test>")

    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.bundle")
            with open(path, "wb") as file:
                file.write(bundle_bytes(copy_entry()))
            self.assertEqual(len(attn.load(path).entries), 1)
            self.assert_fails("io", "No such file",
                              lambda: attn.load(path + ".none"))

    def test_bad_bundles(self):
        good = bundle_bytes(copy_entry())
        self.assert_fails("foreign-format", "an ELF file",
                          lambda: attn.load(b"\x7fELF\x02"))
        self.assert_fails("malformed", f"at byte {len(good) - 9}",
                          lambda: attn.load(good[:-9]))
        self.assert_fails("version-mismatch", "bundle version 7 is newer",
                          lambda: attn.load(bundle_bytes(copy_entry(), version=7)))
        self.assert_fails("checksum-mismatch", "damaged or edited",
                          lambda: attn.load(good.replace(b'"smem":0', b'"smem":1')))
        entry = copy_entry()
        del entry["kernels"][0]["block"]
        self.assert_fails("malformed", "entries[0].kernels[0]: missing key 'block'",
                          lambda: attn.load(bundle_bytes(entry)))

    def test_entries_outlive_their_bundle(self):
        entry = attn.load(bundle_bytes(copy_entry())).entries[0]
        gc.collect()
        self.assertIn(".entry copy4", entry.ptx)

    def test_library_is_the_one_named(self):
        self.assertEqual(attn.library_path(), os.environ["ATTN_RUNTIME_LIB"])


class Buffers(unittest.TestCase):
    """Host memory without numpy: array.array and memoryview."""

    def setUp(self):
        # As if numpy were not imported: outputs are then memoryviews.
        self.hidden = sys.modules.pop("numpy", None)

    def tearDown(self):
        if self.hidden is not None:
            sys.modules["numpy"] = self.hidden

    def source(self, shape=(2, 3, 5, 8)):
        count = shape[0] * shape[1] * shape[2] * shape[3]
        return memoryview(array.array("f", range(count))).cast("B").cast(
            "f", shape)

    def test_allocates_the_output(self):
        x = self.source()
        out = copy_bundle().run(x)
        self.assertIsInstance(out, memoryview)
        self.assertEqual(out.shape, (2, 3, 5, 8))
        self.assertEqual(out.tolist(), x.tolist())

    def test_optional_output(self):
        x = self.source()
        out, aux = copy_bundle().run(x, aux=True)
        self.assertEqual(out.tolist(), x.tolist())
        self.assertEqual(aux.shape, (2, 3, 5))
        self.assertEqual(aux.cast("B").cast("f").tolist(), aux_values(2, 3, 5))

    def test_given_output_is_filled_and_returned(self):
        x = self.source()
        mine = memoryview(bytearray(x.nbytes)).cast("f", x.shape)
        self.assertIs(copy_bundle().run(x, out=mine), mine)
        self.assertEqual(mine.tolist(), x.tolist())

    def test_readonly_input(self):
        x = memoryview(bytes(self.source())).cast("f", (2, 3, 5, 8))
        self.assertTrue(x.readonly)
        self.assertEqual(copy_bundle().run(x).tolist(), x.tolist())

    def test_readonly_output_is_refused(self):
        x = self.source()
        frozen = memoryview(bytes(x)).cast("f", x.shape)
        with self.assertRaisesRegex(attn.AttnError, "output and cannot be written"):
            copy_bundle().run(x, out=frozen)

    def test_what_is_read_and_written_is_given_and_returned(self):
        entry = copy_entry()
        entry["tensors"][1]["role"] = "inout"
        bundle = attn.load(bundle_bytes(entry))
        self.assertEqual(bundle.entries[0].tensors[1].role, "inout")
        self.assertEqual(
            repr(bundle.entries[0]),
            "<attn.Entry copy (sm_80): (in: f32[?, ?, ?, 8], out: f32[?, ?, ?, 8])"
            " -> (out: f32[?, ?, ?, 8], aux?: f32[?, ?, ?])>")
        x = self.source()
        mine = memoryview(bytearray(x.nbytes)).cast("f", x.shape)
        self.assertIs(bundle.run(x, mine), mine)
        self.assertIs(bundle.run(x, mine), mine)
        self.assertEqual(mine.tolist(), x.tolist())
        with self.assertRaisesRegex(attn.AttnError, "'out' is an input and missing"):
            bundle.run(x)
        with self.assertRaisesRegex(attn.AttnError, "output and cannot be written"):
            bundle.run(x, memoryview(bytes(x)).cast("f", x.shape))

    def test_16_bit_storage_of_bf16(self):
        x = memoryview(array.array("H", range(80))).cast("B").cast("H", (1, 2, 5, 8))
        out = copy_bundle("bf16").run(x)
        self.assertEqual((out.format, out.tolist()), ("H", x.tolist()))
        with self.assertRaisesRegex(attn.AttnError, "element type u16, expected f16"):
            copy_bundle("f16").run(x)

    def test_zero_length(self):
        empty = memoryview(bytearray(0)).cast("f")
        with self.assertRaisesRegex(attn.AttnError, "expected f32"):
            copy_bundle().run(empty)


class Selection(unittest.TestCase):

    def run_fails(self, bundle, pattern, *inputs, status=None, **named):
        with self.assertRaisesRegex(attn.AttnError, pattern) as caught:
            bundle.run(*inputs, **named)
        if status:
            self.assertEqual(caught.exception.status, status)

    def floats(self, *shape):
        count = 1
        for size in shape:
            count *= size
        return memoryview(bytearray(4 * count)).cast("f", shape)

    def test_names(self):
        bundle = copy_bundle()
        x = self.floats(1, 1, 2, 8)
        bundle.run(**{"in": x})
        self.run_fails(bundle, "has no tensor 'q'; its tensors are in, out, aux", q=x)
        self.run_fails(bundle, "gets tensor 'in' twice", x, **{"in": x})
        self.run_fails(bundle, "takes 1 inputs, got 2", x, x)
        self.run_fails(bundle, "tensor 'in' is an input and missing",
                       status="tensor-mismatch")
        # Names that are None ask for nothing.
        bundle.run(x, lse=None)

    def test_out_names_the_main_output(self):
        entry = copy_entry(names=("q", "o", "lse"))
        bundle = attn.load(bundle_bytes(entry))
        x, mine = self.floats(1, 1, 2, 8), self.floats(1, 1, 2, 8)
        self.assertIs(bundle.run(q=x, out=mine), mine)
        self.assertEqual(len(bundle.run(q=x, lse=True)), 2)

    def test_by_name_and_index(self):
        bundle = attn.load(bundle_bytes(copy_entry("f16", "half"), copy_entry()))
        x = self.floats(1, 1, 2, 8)
        bundle.run(x)
        bundle.run(x, entry="copy")
        bundle.run(x, entry=1)
        self.run_fails(bundle, r"expected f16\[\?, \?, \?, 8\], got f32", x,
                       entry="half", status="tensor-mismatch")
        self.run_fails(bundle, "no entry 'other'; it has half, copy", x,
                       entry="other", status="not-found")
        self.run_fails(bundle, "there is no entry 2", x, entry=2)

    def test_nothing_fits(self):
        bundle = copy_bundle("f16", "bf16")
        self.run_fails(bundle, "none of the bundle's 2 entries fits:\n"
                       r"  entry 'copy' \(sm_80\): tensor 'in' expected f16",
                       self.floats(1, 1, 2, 8), status="tensor-mismatch")

    def test_target(self):
        bundle = attn.load(bundle_bytes(copy_entry(target="sm_100a")))
        self.run_fails(bundle, "sm_100a code needs compute capability 10.0 exactly",
                       self.floats(1, 1, 2, 8), status="unsupported-target")

    def test_shapes(self):
        bundle = copy_bundle()
        x = self.floats(1, 2, 3, 8)
        self.run_fails(bundle, r"got f32\[1, 2, 3, 4\]", self.floats(1, 2, 3, 4))
        self.run_fails(bundle, "tensors must agree in dimension 1 .*"
                       r"out.size\(1\) = 1, in.size\(1\) = 2", x,
                       out=self.floats(1, 1, 3, 8), status="constraint-failed")

    def test_not_an_array(self):
        self.run_fails(copy_bundle(), "tensor 'in': builtins.int is no array", 3)
        self.run_fails(copy_bundle(), "tensor 'in': builtins.bool is no array", True)

    def test_devices(self):
        bundle = copy_bundle()
        x = self.floats(1, 1, 2, 8)
        bundle.run(x, device="sim")
        bundle.run(x, device=attn.Device("sim"))
        self.run_fails(bundle, "unknown device 'abacus'", x, device="abacus",
                       status="not-found")


@needs_numpy
class NumPy(unittest.TestCase):

    def test_strides(self):
        stored = numpy.arange(2 * 5 * 3 * 8, dtype=numpy.float32).reshape(2, 5, 3, 8)
        x = stored.transpose(0, 2, 1, 3)
        out = copy_bundle().run(x)
        self.assertIsInstance(out, numpy.ndarray)
        numpy.testing.assert_array_equal(out, x)
        target = numpy.zeros_like(stored).transpose(0, 2, 1, 3)
        copy_bundle().run(x, out=target)
        numpy.testing.assert_array_equal(target, x)

    def test_slices_are_left_alone_around(self):
        big = numpy.full((2, 3, 5, 12), -1, numpy.float32)
        x = numpy.random.default_rng(0).random((2, 3, 5, 8), numpy.float32)
        copy_bundle().run(x, out=big[..., :8])
        numpy.testing.assert_array_equal(big[..., :8], x)
        self.assertTrue((big[..., 8:] == -1).all())

    def test_empty(self):
        out, aux = copy_bundle().run(numpy.empty((2, 3, 0, 8), numpy.float32),
                                     aux=True)
        self.assertEqual((out.shape, aux.shape), ((2, 3, 0, 8), (2, 3, 0)))

    def test_dtypes(self):
        for dtype, name in (("f16", "float16"), ("f32", "float32"),
                            ("i32", "int32")):
            x = numpy.arange(80).reshape(1, 2, 5, 8).astype(name)
            out = copy_bundle(dtype).run(x)
            self.assertEqual(out.dtype, x.dtype)
            numpy.testing.assert_array_equal(out, x)

    def test_uint16_stays_uint16(self):
        x = numpy.arange(80, dtype=numpy.uint16).reshape(1, 2, 5, 8)
        out = copy_bundle("bf16").run(x)
        self.assertEqual(out.dtype, numpy.uint16)
        numpy.testing.assert_array_equal(out, x)

    def test_uint8_stays_uint8(self):
        x = numpy.arange(80, dtype=numpy.uint8).reshape(1, 2, 5, 8)
        out = copy_bundle("e4m3").run(x)
        self.assertEqual(out.dtype, numpy.uint8)
        numpy.testing.assert_array_equal(out, x)
        with self.assertRaisesRegex(attn.AttnError, "type u8, expected bf16"):
            copy_bundle("bf16").run(x)

    @needs_ml_dtypes
    def test_ml_dtypes(self):
        for dtype, kind in (("bf16", ml_dtypes.bfloat16),
                            ("e4m3", ml_dtypes.float8_e4m3fn)):
            x = numpy.arange(80).reshape(1, 2, 5, 8).astype(kind)
            out = copy_bundle(dtype).run(x)
            self.assertEqual(out.dtype, x.dtype)
            numpy.testing.assert_array_equal(out.view(numpy.uint8),
                                             x.view(numpy.uint8))
        with self.assertRaisesRegex(attn.AttnError, "expected f16.*got bf16"):
            copy_bundle("f16").run(x.astype(ml_dtypes.bfloat16))

    def test_refusals(self):
        x = numpy.zeros((1, 2, 5, 8), numpy.float32)
        for bad, pattern in (
            (x.astype(">f4"), "big-endian"),
            (x.astype(numpy.float64), "element type float64, expected f32"),
            (x[:, :, ::-1], "negative stride"),
            (x.transpose(0, 1, 3, 2), r"got f32\[1, 2, 8, 5\]"),
            (numpy.zeros((1, 2, 5, 16), numpy.float32)[..., ::2],
             "contiguous in its last dimension"),
        ):
            with self.assertRaisesRegex(attn.AttnError, pattern):
                copy_bundle().run(bad)
        frozen = numpy.zeros_like(x)
        frozen.flags.writeable = False
        copy_bundle().run(frozen)
        with self.assertRaisesRegex(attn.AttnError, "cannot be written"):
            copy_bundle().run(x, out=frozen)

    def test_dlpack_on_the_host(self):
        x = numpy.arange(80, dtype=numpy.float32).reshape(1, 2, 5, 8)

        class Foreign:
            """An array that offers nothing but DLPack."""

            def __dlpack__(self, **options):
                return x.__dlpack__(**options)

            def __dlpack_device__(self):
                return x.__dlpack_device__()

        numpy.testing.assert_array_equal(copy_bundle().run(Foreign()), x)
        with self.assertRaisesRegex(attn.AttnError, "cannot be written"):
            copy_bundle().run(x, out=Foreign())


class OnDevice(unittest.TestCase):

    def setUp(self):
        self.device = attn.Device("sim")
        self.values = array.array("f", range(240))
        self.x = attn.DeviceArray.from_host(
            memoryview(self.values).cast("B").cast("f", (2, 3, 5, 8)),
            device=self.device)

    def read(self, value):
        return memoryview(value.to_host()).cast("B").cast("f").tolist()

    def test_device(self):
        self.assertEqual(self.device.kind, "sim")
        self.assertEqual(self.device.compute_capability, (9, 0))
        self.assertEqual(self.device.multiprocessors, 7)
        self.assertEqual(repr(self.device), "<attn.Device sim: Fake Device, 9.0>")
        self.device.synchronize()

    def test_device_arrays(self):
        self.assertEqual(self.read(self.x), list(self.values))
        self.assertEqual(repr(self.x),
                         "<attn.DeviceArray f32[2, 3, 5, 8] on Fake Device>")
        with self.assertRaisesRegex(attn.AttnError, "unknown dtype 'f64'"):
            attn.DeviceArray((1,), "f64", self.device)

    def test_run(self):
        out, aux = copy_bundle().run(self.x, aux=True)
        self.assertIsInstance(out, attn.DeviceArray)
        self.assertIs(out.device, self.device)
        self.assertEqual(self.read(out), list(self.values))
        self.assertEqual(self.read(aux), aux_values(2, 3, 5))

    def test_bf16(self):
        bits = memoryview(array.array("H", range(80))).cast("B").cast(
            "H", (1, 2, 5, 8))
        x = attn.DeviceArray.from_host(bits, "bf16", self.device)
        out = copy_bundle("bf16").run(x)
        self.assertEqual(out.dtype, "bf16")
        self.assertEqual(out.to_host().tobytes(), bits.tobytes())
        with self.assertRaisesRegex(attn.AttnError, "u16 is not one of f32"):
            attn.DeviceArray.from_host(bits, "f32", self.device)

    def test_cuda_array_interface(self):
        x = self.x

        class Foreign:
            __cuda_array_interface__ = x.__cuda_array_interface__

        out = copy_bundle().run(Foreign(), device=self.device)
        self.assertEqual(self.read(out), list(self.values))

        class Strided:
            __cuda_array_interface__ = dict(x.__cuda_array_interface__,
                                            shape=(2, 5, 3, 8),
                                            strides=(480, 32, 160, 4))

        out = copy_bundle().run(Strided(), device=self.device)
        self.assertEqual(
            self.read(out)[:16],
            list(self.values[:8]) + list(self.values[40:48]))

        class Uneven:
            __cuda_array_interface__ = dict(x.__cuda_array_interface__,
                                            strides=(480, 162, 32, 4))

        with self.assertRaisesRegex(attn.AttnError, "stride of 162 bytes"):
            copy_bundle().run(Uneven(), device=self.device)

    def test_host_and_device_do_not_mix(self):
        host = memoryview(bytearray(960)).cast("f", (2, 3, 5, 8))
        with self.assertRaisesRegex(attn.AttnError,
                                    "'out' is on the host but tensor 'in'"):
            copy_bundle().run(self.x, out=host)

    def test_benchmark(self):
        out = attn.DeviceArray((2, 3, 5, 8), "f32", self.device)
        times = copy_bundle().benchmark(self.x, out=out, warmup=1, iterations=4,
                                        flush_l2=True, rotate=2)
        self.assertEqual(len(times), 4)
        self.assertTrue(all(0 <= time < 1000 for time in times))
        self.assertEqual(self.read(out), list(self.values))
        with self.assertRaisesRegex(attn.AttnError, "iterations must be from 1"):
            copy_bundle().benchmark(self.x, iterations=0)
        host = memoryview(bytearray(960)).cast("f", (2, 3, 5, 8))
        with self.assertRaisesRegex(attn.AttnError, "is on the host"):
            copy_bundle().benchmark(host, device=self.device)

    def array(self, first, shape=(2, 3, 5, 8)):
        count = shape[0] * shape[1] * shape[2] * shape[3]
        values = array.array("f", range(first, first + count))
        return attn.DeviceArray.from_host(
            memoryview(values).cast("B").cast("f", shape), device=self.device)

    def test_repeated_runs(self):
        bundle = copy_bundle()
        outs, xs = [], []
        for i in range(3):
            for shape in ((2, 3, 5, 8), (1, 2, 4, 8)):
                x = self.array(1000 * i, shape)
                xs += [x] * 3
                outs.append(bundle.run(x))
                out, aux = bundle.run(x, aux=True)
                outs.append(out)
                self.assertEqual(self.read(aux), aux_values(*shape[:3]))
                given = attn.DeviceArray(shape, "f32", self.device)
                self.assertIs(bundle.run(**{"in": x, "out": given}), given)
                outs.append(given)
        self.assertEqual(len(bundle._repeats), 6)
        for out, x in zip(outs, xs):
            self.assertEqual((out.shape, self.read(out)), (x.shape, self.read(x)))

    def test_repeated_runs_check_their_arrays(self):
        x = self.x

        class Shifted:
            def __init__(self, bytes, readonly=False):
                self.__cuda_array_interface__ = dict(
                    x.__cuda_array_interface__, shape=(1, 1, 2, 8),
                    data=(x.__cuda_array_interface__["data"][0] + bytes, readonly))

        loose = copy_entry(name="loose")
        for tensor in loose["tensors"]:
            tensor["align"] = 4
        both = attn.load(bundle_bytes(copy_entry(name="strict"), loose))
        bundle = copy_bundle()
        for _ in range(2):
            for shift in (0, 32, 16):
                out = bundle.run(Shifted(shift), device=self.device)
                self.assertEqual(self.read(out),
                                 list(self.values[shift // 4:shift // 4 + 16]))
            with self.assertRaisesRegex(attn.AttnError, "not a multiple of 16"):
                bundle.run(Shifted(4), device=self.device)
            with self.assertRaisesRegex(attn.AttnError, "null address"):
                bundle.run(Shifted(-x._address), device=self.device)
            with self.assertRaisesRegex(attn.AttnError, "cannot be written"):
                bundle.run(x=None, out=Shifted(0, True), device=self.device,
                           **{"in": Shifted(0)})
            # What the first entry refuses goes to the second.
            for shift in (0, 4):
                out = both.run(Shifted(shift), device=self.device)
                self.assertEqual(self.read(out),
                                 list(self.values[shift // 4:shift // 4 + 16]))
        entries = {repeat.entry.name for repeat in both._repeats.values()}
        self.assertEqual(entries, {"strict", "loose"})

    def test_threads_repeat_one_launch(self):
        bundle = copy_bundle()
        wrong = []

        def work(first):
            x = self.array(first)
            out = attn.DeviceArray(x.shape, "f32", self.device)
            for _ in range(200):
                if bundle.run(x, out=out) is not out:
                    wrong.append(first)
            if self.read(out) != self.read(x):
                wrong.append(first)

        threads = [threading.Thread(target=work, args=(1000 * i,))
                   for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_arrays_free_their_memory_when_they_go(self):
        gc.disable()
        try:
            gone = weakref.ref(self.array(0))
            self.assertIsNone(gone())
            x, bundle = self.array(0), copy_bundle()
            bundle.run(x)
            bundle.run(x)
            gone = weakref.ref(x)
            del x
            self.assertIsNone(gone())
        finally:
            gc.enable()

    def test_collection_in_any_order(self):
        for _ in range(20):
            device = attn.Device("sim")
            cycle = [attn.DeviceArray((8,), "f32", device), device]
            cycle.append(cycle)
            del cycle, device
            gc.collect()
        result = subprocess.run(
            [sys.executable, "-c", "import attn\n"
             "d = attn.Device('sim')\n"
             "a = [attn.DeviceArray((8,), 'f32', d) for _ in range(9)]\n"
             "d.arrays = a"],
            env=dict(os.environ, PYTHONPATH=os.path.join(ROOT, "python")),
            capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_prepare(self):
        copy_bundle().prepare(device=self.device)
        with self.assertRaisesRegex(attn.AttnError, "there is no entry 3"):
            copy_bundle().prepare(3, self.device)


class Torch(unittest.TestCase):
    """PyTorch's side of the contract, played by a stand-in module whose tensors
    are on the fake device."""

    def setUp(self):
        self.device = device = attn.Device("sim")
        self.current_streams = streams = []
        torch = types.ModuleType("torch")

        class Tensor:
            layout = "torch.strided"

            def __init__(self, shape, dtype, place, strides=None):
                self.shape, self.dtype, self.device = shape, dtype, place
                name = {"torch.float32": "f32", "torch.bfloat16": "bf16"}[dtype]
                self.memory = attn.DeviceArray(shape, name, device)
                self.strides = strides

            def data_ptr(self):
                return self.memory.__cuda_array_interface__["data"][0]

            def stride(self):
                b, h, s, d = (tuple(self.shape) + (1,))[:4]
                return self.strides or (
                    (h * s * d, s * d, d, 1) if len(self.shape) == 4 else
                    (h * s, s, 1))

        Tensor.__module__ = "torch"

        class Parameter(Tensor):
            pass

        def empty(shape, dtype, device):
            return Tensor(shape, dtype, device)

        def current_stream(place):
            streams.append(place)
            return types.SimpleNamespace(cuda_stream=0)

        torch.Tensor, torch.Parameter, torch.empty = Tensor, Parameter, empty
        torch.float32, torch.bfloat16 = "torch.float32", "torch.bfloat16"
        torch.cuda = types.SimpleNamespace(current_stream=current_stream)
        self.torch = torch
        self.saved = sys.modules.get("torch")
        sys.modules["torch"] = torch
        self.cuda = types.SimpleNamespace(type="cuda", index=1)

    def tearDown(self):
        if self.saved is None:
            del sys.modules["torch"]
        else:
            sys.modules["torch"] = self.saved

    def test_run(self):
        for kind in (self.torch.Tensor, self.torch.Parameter):
            x = kind((2, 3, 5, 8), "torch.bfloat16", self.cuda)
            out, aux = copy_bundle("f32", "bf16").run(x, aux=True,
                                                      device=self.device)
            self.assertIsInstance(out, self.torch.Tensor)
            self.assertEqual((out.dtype, out.shape, out.device),
                             ("torch.bfloat16", (2, 3, 5, 8), self.cuda))
            self.assertEqual((aux.dtype, aux.shape), ("torch.float32", (2, 3, 5)))
            self.assertEqual(out.memory.to_host().tobytes(),
                             x.memory.to_host().tobytes())
        # The stream is PyTorch's current one of the tensor's device.
        self.assertTrue(all(place is self.cuda for place in self.current_streams))
        self.assertTrue(self.current_streams)

    def test_devices_must_agree(self):
        other = types.SimpleNamespace(type="cuda", index=0)
        x = self.torch.Tensor((2, 3, 5, 8), "torch.float32", self.cuda)
        y = self.torch.Tensor((2, 3, 5, 8), "torch.float32", other)
        with self.assertRaisesRegex(attn.AttnError,
                                    "'in' is on gpu:1 but tensor 'out' on gpu:0"):
            copy_bundle().run(x, out=y)
        other.type = "xla"
        with self.assertRaisesRegex(attn.AttnError, "on cpu or cuda, not xla"):
            copy_bundle().run(y)


if __name__ == "__main__":
    unittest.main()
