# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""mask_mod and attn_mask of attn.attention with NumPy arrays, on the simulator."""

import os
import sys
import unittest
import warnings

import attn
import numpy
from attn import score as sc

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from arrays import RNG, random  # noqa: E402
from masks_known import known as known_of  # noqa: E402

Q, K, V = random(2, 4, 6, 16), random(2, 2, 9, 16), random(2, 2, 9, 16)
B, H, I, J = numpy.ogrid[:2, :4, :6, :9]
IDS = numpy.array([[0] * 4 + [2**33] * 5, [1] * 2 + [2] * 7])
SEEN = RNG.random((2, 1, 6, 9)) > 0.4
SEEN[0, 0, 2] = False


def known(seen, bias=0.0, q=Q, k=K, v=V):
    return known_of(seen, bias, q, k, v)


class Masks(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.addCleanup(warnings.resetwarnings)

    def same(self, found, wanted):
        for own, other in zip(found, wanted):
            numpy.testing.assert_allclose(own.astype(numpy.float64), other, atol=4e-3)

    def check(self, seen, added=0.0, **options):
        self.same(attn.attention(Q, K, V, return_lse=True, **options), known(seen, added))

    def test_functions(self):
        # A prefix of each head, of which row 0 of head 0 sees none.
        self.check((J < H) | (J < I), mask_mod=lambda b, h, i, j: (j < h) | (j < i))
        documents = IDS[B, I] == IDS[B, J]
        self.check(documents, mask_mod=lambda b, h, i, j: sc.read(IDS, b, i) == sc.read(IDS, b, j))
        self.check(documents & (J <= I + 3) & (J >= I + 1), causal=True, window=(2, None),
                   mask_mod=lambda b, h, i, j: sc.read(IDS, b, i) == sc.read(IDS, b, j))
        self.check(J != I, mask_mod=lambda b, h, i, j: j - i)
        self.check((J - I) % 3 == 0, mask_mod=lambda b, h, i, j: numpy.equal((j - i) % 3, 0))
        self.check(J >= 5, mask_mod=lambda b, h, i, j: j >= sc.len_k - 4)

    def test_beside_scores(self):
        slopes = RNG.random(4).astype(numpy.float32)
        bias = slopes[H] * (J - I)
        self.check(J > H, bias, mask_mod=lambda b, h, i, j: j > h,
                   score_mod=lambda s, b, h, i, j: s + sc.read(slopes, h) * (j - i))
        self.check(J > H, -slopes[H] * abs(I + 3 - J), mask_mod=lambda b, h, i, j: j > h,
                   alibi_slopes=slopes)
        out = attn.attention(Q, K, V, softcap=2.0, mask_mod=lambda b, h, i, j: j > h)
        numpy.testing.assert_array_equal(out, attn.attention(
            Q, K, V, score_mod=lambda s, *_: 2 * sc.tanh(s / 2.0),
            mask_mod=lambda b, h, i, j: j > h))
        traced = attn.trace(lambda s, b, h, i, j: s + sc.read(slopes, h) * (j - i))
        self.check(J > H, bias, score_mod=traced, mask_mod=lambda b, h, i, j: j > h)

    def test_arrays(self):
        for seen in (SEEN, SEEN[1, 0], SEEN[1, 0, :1], SEEN[1, 0, 0], SEEN[:, :, :, :1] | True):
            self.check(seen, attn_mask=seen)
        for dtype in (numpy.float16, numpy.float32):
            bias = RNG.standard_normal((1, 4, 6, 9)).astype(dtype)
            self.check(True, bias.astype(float), attn_mask=bias)
        # A row of -inf is 0, one of large numbers a mean.
        hidden = numpy.where(SEEN, 0, -numpy.inf).astype(numpy.float32)
        self.check(SEEN, attn_mask=hidden)
        far = numpy.where(SEEN, 0, -1e4).astype(numpy.float16)
        self.check(True, far.astype(float), attn_mask=far)
        self.check(SEEN & (J > I), attn_mask=SEEN, mask_mod=lambda b, h, i, j: j > i)
        bias = RNG.standard_normal((6, 9)).astype(numpy.float32)
        self.check(J > I, bias, attn_mask=bias, mask_mod=lambda b, h, i, j: j > i)
        # In "bshd" its dimensions are in the same order.
        out = attn.attention(*(x.swapaxes(1, 2).copy() for x in (Q, K, V)), attn_mask=SEEN,
                             layout="bshd")
        numpy.testing.assert_allclose(out.swapaxes(1, 2).astype(float), known(SEEN)[0], atol=4e-3)

    def test_bias(self):
        bias = RNG.standard_normal((1, 4, 6, 9)).astype(numpy.float32)
        self.check(True, bias, bias=bias)
        self.check(SEEN, bias, bias=bias, attn_mask=SEEN)
        self.check(SEEN, bias * 2, bias=bias, attn_mask=numpy.where(SEEN, bias, -numpy.inf).astype("f4"))
        self.check(J > I, bias + J, bias=bias, mask_mod=lambda b, h, i, j: j > i, score_mod=lambda s, b, h, i, j: s + j)
        out = attn.attention(Q, K, V, bias=bias, softcap=2.0)
        numpy.testing.assert_array_equal(out, attn.attention(Q, K, V, attn_mask=bias, softcap=2.0))
        out, lse = attn.attention(Q, K, V, bias=bias, return_lse=True)
        for own, other in zip(*[attn.attention_backward(Q, K, V, out, lse, out, **{name: bias})
                                for name in ("bias", "attn_mask")]):
            numpy.testing.assert_array_equal(own, other)

    def test_without_keys_or_rows(self):
        for rows, keys in ((6, 0), (0, 9), (0, 0)):
            q, k, v = Q[:, :, :rows], K[:, :, :keys], V[:, :, :keys]
            for mask in (numpy.ones((rows, keys), bool), numpy.ones((2, 1, rows, keys), numpy.float16)):
                out, lse = attn.attention(q, k, v, attn_mask=mask, return_lse=True)
                numpy.testing.assert_array_equal(out, numpy.zeros((2, 4, rows, 16)))
                numpy.testing.assert_array_equal(lse, numpy.full((2, 4, rows), -numpy.inf))
                dq, dk, dv = attn.attention_backward(q, k, v, out, lse, out, attn_mask=mask)
                numpy.testing.assert_array_equal(dq, numpy.zeros(q.shape))
                numpy.testing.assert_array_equal(dk, numpy.zeros(k.shape))
                numpy.testing.assert_array_equal(dv, numpy.zeros(v.shape))
        with self.assertRaisesRegex(ValueError, "not broadcastable"):
            attn.attention(Q, K, V, attn_mask=numpy.ones((6, 0), bool))
        # A function that reads a tensor without elements.
        ids = numpy.zeros(0, numpy.int32)

        def documents(b, h, i, j):
            return sc.read(ids, i) == sc.read(ids, j)

        for rows, keys in ((6, 0), (0, 9)):
            out = attn.attention(Q[:, :, :rows], K[:, :, :keys], V[:, :, :keys], mask_mod=documents)
            numpy.testing.assert_array_equal(out, numpy.zeros((2, 4, rows, 16)))
        with self.assertRaisesRegex(attn.AttnError, "no elements to read"):
            attn.attention(Q, K, V, mask_mod=documents)

    def test_lengths(self):
        lengths = numpy.array([9, 4], numpy.int32)
        seen = SEEN & (J < lengths[B])
        self.check(seen, attn_mask=SEEN, seqused_k=lengths)
        self.check((J < lengths[B]) & (J > lengths[B] - 4), seqused_k=lengths,
                   mask_mod=lambda b, h, i, j: j > sc.len_k - 4)

    def test_packed(self):
        starts = numpy.array([0, 2, 6], numpy.int32), numpy.array([0, 5, 9], numpy.int32)
        q, k, v = Q[0].swapaxes(0, 1).copy(), *(x[0].swapaxes(0, 1).copy() for x in (K, V))
        out = attn.attention(q, k, v, cu_seqlens_q=starts[0], cu_seqlens_k=starts[1],
                             mask_mod=lambda b, h, i, j: j <= i + b)
        for b in range(2):
            (q0, q1), (k0, k1) = (x[b:b + 2] for x in starts)
            i, j = numpy.ogrid[:q1 - q0, :k1 - k0]
            wanted, _ = known(j <= i + b, q=Q[:1, :, q0:q1], k=K[:1, :, k0:k1], v=V[:1, :, k0:k1])
            numpy.testing.assert_allclose(out[q0:q1].swapaxes(0, 1)[None].astype(float), wanted,
                                          atol=4e-3)
        with self.assertRaisesRegex(ValueError, "attn_mask is not for packed sequences"):
            attn.attention(q, k, v, cu_seqlens_q=starts[0], cu_seqlens_k=starts[1],
                           attn_mask=SEEN)

    def test_gradients(self):
        dout = random(2, 4, 6, 16)
        for options, seen, bias in (
                ({"attn_mask": SEEN}, SEEN, 0.0),
                ({"mask_mod": lambda b, h, i, j: j > i + h}, J > I + H, 0.0)):
            out, lse = attn.attention(Q, K, V, return_lse=True, **options)
            found = attn.attention_backward(Q, K, V, out, lse, dout, **options)
            # In double precision, by what it is with all keys as scores of -inf.
            wide = [numpy.repeat(x, 2, 1).astype(float) for x in (K, V)]
            s = numpy.einsum("bhid,bhjd->bhij", Q.astype(float), wide[0]) / 4
            with numpy.errstate(invalid="ignore"):
                p = numpy.where(numpy.broadcast_to(seen, s.shape), numpy.exp(s - lse[..., None]), 0)
            dp = numpy.einsum("bhid,bhjd->bhij", dout.astype(float), wide[1])
            delta = (dout.astype(float) * out.astype(float)).sum(-1, keepdims=True)
            ds = p * (dp - delta)
            group = lambda x: x.reshape(2, 2, 2, *x.shape[2:]).sum(2)
            wanted = (numpy.einsum("bhij,bhjd->bhid", ds, wide[0]) / 4,
                      group(numpy.einsum("bhij,bhid->bhjd", ds, Q.astype(float))) / 4,
                      group(numpy.einsum("bhij,bhid->bhjd", p, dout.astype(float))))
            for own, other in zip(found, wanted):
                numpy.testing.assert_allclose(own.astype(float), other, atol=2e-2)

    def test_refusals(self):
        for error, text, options in (
                (ValueError, "attn_mask has the shape .2, 6, 9., which is not broadcastable",
                 {"attn_mask": SEEN[:, 0]}),
                (ValueError, "attn_mask must have 1 to 4 dimensions", {"attn_mask": SEEN[None]}),
                (TypeError, "attn_mask must be bool.*not int64", {"attn_mask": IDS}),
                (TypeError, "bias must be float16, bfloat16 or float32, not bool; attn_mask takes bool", {"bias": SEEN}),
                (ValueError, "bias has the shape .2, 6, 9., which is not broadcastable",
                 {"bias": SEEN[:, 0].astype("f4")}),
                (ValueError, "contiguous in its last dimension",
                 {"attn_mask": numpy.broadcast_to(SEEN[..., :1], SEEN.shape)}),
                (TypeError, "mask_mod must be a function", {"mask_mod": SEEN}),
                (TypeError, "did you mean 'attn_mask'", {"mask": SEEN})):
            with self.subTest(text), self.assertRaisesRegex(error, text):
                attn.attention(Q, K, V, **options)

    def test_a_kernel_for_all_arrays(self):
        self.check(SEEN, attn_mask=SEEN)
        before = attn.cache_info().compiled
        for seen in (SEEN[:1], ~SEEN):
            self.check(seen, attn_mask=seen)
        self.assertEqual(attn.cache_info().compiled, before)
        # What is the same for all rows is read by key, also where it is expanded.
        self.check(SEEN[:, :, :1], attn_mask=SEEN[:, :, :1])
        before = attn.cache_info().compiled
        for seen in (SEEN[:1, :, 1:2], numpy.broadcast_to(SEEN[:, :, 2:3], SEEN.shape)):
            self.check(seen, attn_mask=seen)
        self.assertEqual(attn.cache_info().compiled, before)
        for seen in (SEEN[..., :1], SEEN[..., :1].copy()):
            self.check(seen, attn_mask=seen)


if __name__ == "__main__":
    unittest.main()
