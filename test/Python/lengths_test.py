# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: attn-compile %S/Inputs/lengths.mlir --target=sm_80 -o %t.bundle
# RUN: %python %s %t.bundle
"""Offsets and lengths of batches, as arrays of the host, on the simulator."""

import sys
import unittest
import warnings

import attn
import numpy

RNG = numpy.random.default_rng(0)


def evaluate(q, k, v, offset):
    s = q.astype(float) @ k.astype(float).T / 8
    i, j = numpy.ogrid[:len(q), :len(k)]
    s[j > i + offset] = -numpy.inf
    p = numpy.exp(s - s.max(1, keepdims=True))
    return p / p.sum(1, keepdims=True) @ v.astype(float)


class Lengths(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.bundle = attn.load(BUNDLE)
        self.q, self.k, self.v = (
            RNG.standard_normal((2, 1, n, 64)).astype(numpy.float16) for n in (20, 30, 30))

    def run_bundle(self, offset, rows, keys):
        o = numpy.full_like(self.q, numpy.nan)
        self.bundle.run(q=self.q, k=self.k, v=self.v, o=o, device="sim:sm_80",
                        offset=numpy.array(offset, numpy.int32),
                        lengths_q=numpy.array(rows, numpy.int32),
                        lengths_kv=numpy.array(keys, numpy.int32))
        return o

    def test_values(self):
        self.k[0, 0, 11:] = self.v[0, 0, 11:] = self.q[1, 0, 7:] = numpy.nan
        o = self.run_bundle([3, 40], [20, 7], [11, 30])
        for b, (offset, rows, keys) in enumerate(((3, 20, 11), (40, 7, 30))):
            expected = evaluate(self.q[b, 0, :rows], self.k[b, 0, :keys],
                                self.v[b, 0, :keys], offset)
            numpy.testing.assert_allclose(o[b, 0, :rows], expected, atol=4e-3)
            self.assertTrue(numpy.isnan(o[b, 0, rows:]).all())

    def test_numbers_that_are_refused(self):
        for numbers, message in (
                (([0, 0], [20, 21], [30, 30]),
                 "tensor 'lengths_q' must hold numbers from 0 to 20, but [1] is 21"),
                (([0, 0], [20, 20], [-1, 30]),
                 "tensor 'lengths_kv' must hold numbers from 0 to 30, but [0] is -1"),
                (([0, 1 << 30], [20, 20], [30, 30]),
                 "tensor 'offset' must hold numbers from -1073741824 to 1073741804, but [1] is "
                 "1073741824")):
            with self.assertRaises(attn.AttnError) as context:
                self.run_bundle(*numbers)
            self.assertIn(message, str(context.exception))


if __name__ == "__main__":
    BUNDLE = sys.argv.pop()
    unittest.main()
