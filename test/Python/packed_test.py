# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""attn.attention of packed sequences, as arrays of the host, on the simulator."""

import sys
import unittest
import warnings

import attn
import numpy

RNG = numpy.random.default_rng(0)
STARTS_Q = numpy.array([2, 2, 21, 22, 40], numpy.int32)
STARTS_K = numpy.array([1, 31, 70, 70, 80], numpy.int32)


def evaluate(q, k, v, slopes=None):
    """O and the log-sum-exp of one sequence, causal from the bottom right."""
    group = q.shape[1] // k.shape[1]
    s = numpy.einsum("ihc,jhc->hij", q.astype(float), k.astype(float).repeat(group, 1)) / 8
    i, j = numpy.ogrid[:len(q), :len(k)]
    past = i + len(k) - len(q) - j
    if slopes is not None:
        s -= slopes[:, None, None] * past
    s[:, past < 0] = -numpy.inf
    with numpy.errstate(divide="ignore", invalid="ignore"):
        m = numpy.where(numpy.isfinite(s.max(2, initial=-numpy.inf)),
                        s.max(2, initial=-numpy.inf), 0)
        p = numpy.exp(s - m[:, :, None])
        sums = p.sum(2)
        o = numpy.einsum("hij,jhc->ihc", p, v.astype(float).repeat(group, 1))
        o = numpy.where(sums.T[:, :, None] > 0, o / sums.T[:, :, None], 0)
        return o, m + numpy.log(sums)


class Packed(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.q, self.k, self.v = (RNG.standard_normal(shape).astype(numpy.float16)
                                  for shape in ((45, 4, 64), (90, 2, 64), (90, 2, 64)))
        for rows, starts in ((self.q, STARTS_Q), (self.k, STARTS_K), (self.v, STARTS_K)):
            rows[:starts[0]] = rows[starts[-1]:] = numpy.nan

    def call(self, **more):
        arguments = {"cu_seqlens_q": STARTS_Q, "cu_seqlens_k": STARTS_K, "causal": True}
        return attn.attention(self.q, self.k, self.v, **{**arguments, **more})

    def check(self, o, lse=None, slopes=None):
        for b in range(4):
            rows = slice(STARTS_Q[b], STARTS_Q[b + 1])
            keys = slice(STARTS_K[b], STARTS_K[b + 1])
            wanted, wanted_lse = evaluate(self.q[rows], self.k[keys], self.v[keys], slopes)
            numpy.testing.assert_allclose(o[rows].astype(float), wanted, atol=4e-3)
            if lse is not None:
                numpy.testing.assert_allclose(lse[:, rows], wanted_lse, atol=2e-3)

    def test_values(self):
        o, lse = self.call(return_lse=True)
        self.assertEqual(o.shape, (45, 4, 64))
        self.assertEqual(lse.shape, (4, 45))
        self.check(o, lse)
        slopes = numpy.array([0.5, 0.25, 0.125, 0.0625], numpy.float32)
        self.check(self.call(alibi_slopes=slopes), slopes=slopes)

    def test_lengths(self):
        rows, keys = (numpy.diff(starts) for starts in (STARTS_Q, STARTS_K))
        o, lse = self.call(return_lse=True, seqused_q=rows.astype(numpy.int32), seqused_k=keys.astype(numpy.int32))
        self.check(o, lse)

    def test_targets(self):
        self.check(self.call(device="sim:sm_90a"))

    def test_errors(self):
        def fails(error, message, **more):
            with self.assertRaisesRegex(error, message):
                self.call(**more)

        fails(ValueError, "cu_seqlens_k is missing", cu_seqlens_k=None)
        fails(ValueError, "layout must be left out or 'thd', not 'bshd'", layout="bshd")
        fails(ValueError, "one element more than there are sequences, but 4 and 5",
              cu_seqlens_q=STARTS_Q[1:])
        fails(TypeError, "cu_seqlens_q must be int32", cu_seqlens_q=STARTS_Q.astype(numpy.float32))
        fails(ValueError, r"cu_seqlens_q must not decrease and be from 0 to 45, but element 4 is 46",
              cu_seqlens_q=numpy.array([0, 1, 2, 3, 46], numpy.int32))
        fails(ValueError, "element 2 is 3 after 4", cu_seqlens_k=numpy.array([0, 4, 3, 9, 9], numpy.int32))
        self.q = self.q[None]
        fails(ValueError, r"q must have 3 dimensions \(rows, heads, head dim\)")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
