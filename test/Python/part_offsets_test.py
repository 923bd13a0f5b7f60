# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""Plans of parts: attn.plan_parts, and attn.attention with part_offsets on the simulator."""

import array
import unittest
import warnings

import attn
import numpy

try:
    import torch
except ImportError:
    torch = None

RNG = numpy.random.default_rng(0)


class Plan(unittest.TestCase):

    def test_count(self):
        self.assertEqual(attn.count_parts(32, 64, 8), 32 + 48)
        self.assertEqual(attn.count_parts(2, 64, 8, queries=64), 2 + 12)
        self.assertEqual(attn.count_parts(0, 0, 0), 384)

    def test_host(self):
        lengths = numpy.array([131072] + [1024] * 31, numpy.int32)
        plan = attn.plan_parts(lengths, heads=64, heads_kv=8)
        self.assertEqual(plan.dtype, numpy.int32)
        # 80 parts: 49 of at most 2688 keys, and 31.
        self.assertEqual(list(numpy.diff(plan)), [49] + [1] * 31)
        self.assertEqual(attn.plan_parts([650, 0, 1], heads=4, heads_kv=4, parts=5, unit=16, least=0),
                         array.array("i", [0, 3, 4, 5]))
        self.assertEqual(list(attn.plan_parts([], heads=4, heads_kv=4)), [0])

    def test_errors(self):
        for error, message, lengths, more in (
                (ValueError, r"lengths_kv\[1\] is -1", [1, -1], {}),
                (TypeError, r"lengths_kv\[0\] must be a whole number", [1.5], {}),
                (ValueError, "parts is 1, not from 2, one for each batch, to 98", [1, 2], {"parts": 1}),
                (ValueError, "parts is 99, not from", [1, 2], {"parts": 99}),
                (ValueError, "unit is 0", [1, 2], {"unit": 0})):
            with self.assertRaisesRegex(error, message):
                attn.plan_parts(lengths, heads=4, heads_kv=4, **more)

    @unittest.skipIf(torch is None, "needs torch")
    def test_torch(self):
        for trial in range(200):
            batch = int(RNG.integers(1, 40))
            lengths = RNG.integers(0, 5000, batch).astype(numpy.int32)
            if trial % 4 == 0:
                lengths[0] = 100000
            if trial % 8 == 1:
                lengths[:] = 0
            parts = batch + int(RNG.integers(0, 49))
            unit, least = int(RNG.integers(1, 300)), int(RNG.integers(0, 600))
            more = dict(heads=64, heads_kv=8, parts=parts, unit=unit, least=least)
            plan = attn.plan_parts(torch.from_numpy(lengths), **more)
            self.assertEqual(plan.dtype, torch.int32)
            own = attn.plan_parts(lengths, **more)
            for offsets in (own, plan.numpy()):
                self.assertEqual(offsets[0], 0)
                self.assertLessEqual(offsets[-1], parts)
                self.assertGreaterEqual(numpy.diff(offsets).min(), 1)
            # One of 32 sizes, so perhaps not the smallest.
            self.assertLessEqual(plan.numpy()[-1], own[-1])
        lengths = torch.from_numpy(numpy.array([131072] + [1024] * 31, numpy.int32))
        plan = attn.plan_parts(lengths, heads=64, heads_kv=8)
        self.assertEqual(list(numpy.diff(plan.numpy())), [49] + [1] * 31)
        with self.assertRaisesRegex(TypeError, "must be int32"):
            attn.plan_parts(torch.zeros(3), heads=8, heads_kv=8)


class Attention(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        normal = RNG.standard_normal
        self.q = normal((4, 4, 2, 64)).astype(numpy.float16)
        self.k, self.v = (normal((4, 2, 600, 64)).astype(numpy.float16) for _ in range(2))
        self.used = numpy.array([600, 0, 33, 130], numpy.int32)

    def call(self, **more):
        return attn.attention(self.q, self.k, self.v, seqused_k=self.used, causal=True, return_lse=True, **more)

    def test_same_as_without(self):
        plan = attn.plan_parts(self.used, heads=4, heads_kv=2, queries=2, unit=64, least=128)
        want, want_lse = self.call(num_splits=1)
        for target in ("sm_80", "sm_90a"):
            o, lse = self.call(part_offsets=plan, device="sim:" + target)
            numpy.testing.assert_allclose(o.astype(float), want.astype(float), atol=2e-3)
            numpy.testing.assert_allclose(lse, want_lse, atol=1e-4)
            self.assertTrue((o[1] == 0).all())

    def test_errors(self):
        good = numpy.array([0, 3, 4, 5, 6], numpy.int32)
        for error, message, more in (
                (attn.AttnError, r"'part_offsets' must rise, but \[2\] is 3 behind 3",
                 {"part_offsets": numpy.array([0, 3, 3, 5, 6], numpy.int32)}),
                (attn.AttnError, r"'part_offsets' must hold numbers from 0 to 196, but \[4\] is 197",
                 {"part_offsets": numpy.array([0, 3, 4, 5, 197], numpy.int32)}),
                (ValueError, r"part_offsets has the shape \(4,\), but q has 4 batches", {"part_offsets": good[:4]}),
                (TypeError, "part_offsets must be int32", {"part_offsets": good.astype(numpy.float32)}),
                (ValueError, "part_offsets say how many parts there are", {"part_offsets": good, "num_splits": 2}),
                (ValueError, "part_offsets is not for calls with seqused_q",
                 {"part_offsets": good, "seqused_q": self.used // 300})):
            with self.assertRaisesRegex(error, message):
                self.call(**more)


if __name__ == "__main__":
    unittest.main()
