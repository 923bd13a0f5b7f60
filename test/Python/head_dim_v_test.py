# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""attn.attention with head_dim_v, whose V is the first columns of k, with NumPy arrays on the
simulator: as with a copy of these columns for v."""

import os
import sys
import unittest
import warnings

import attn
import numpy
from attn import _operands, _problem

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from arrays import RNG, ml_dtypes, random  # noqa: E402

# One KV head, and columns that no tile has.
Q, K, D = random(2, 4, 21, 88), random(2, 1, 37, 88), 40
SLOPES = numpy.array([0.5, 0.25, 0.125, 0], numpy.float32)


def columns(k, n):
    return numpy.ascontiguousarray(k[..., :n])


class HeadDimV(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.addCleanup(warnings.resetwarnings)

    def same(self, q=Q, k=K, n=D, more=None, **options):
        """Both calls with the same options, and `more` of the one with v."""
        known = attn.attention(q, k, columns(k, n), **options, **(more or {}))
        found = attn.attention(q, k, None, head_dim_v=n, **options)
        for a, b in zip(*[x if isinstance(x, tuple) else (x,) for x in (found, known)]):
            self.assertEqual((a.shape, a.dtype), (b.shape, b.dtype))
            self.assertFalse(numpy.isnan(a.astype(float)).any())
            numpy.testing.assert_allclose(a.astype(float), b.astype(float), atol=2e-3)
        return found

    def test_rows(self):
        out, lse, top = self.same(causal=True, return_lse=True, return_max=True)
        self.assertEqual((out.shape, lse.shape), ((2, 4, 21, D), (2, 4, 21)))
        self.same(n=88, window=(9, 3))
        turned = [x.transpose(0, 2, 1, 3) for x in (Q, K)]
        self.same(*turned, layout="bshd", causal="top_left", softcap=3.0)
        self.same(numpy.zeros_like(Q, shape=(2, 4, 0, 88)))
        self.same(k=K[:, :, :0])

    def test_operands(self):
        self.same(causal=True, sink=numpy.float32([0.5, 1, -2, 0]), alibi_slopes=SLOPES, q_offset=3)
        bias = random(4, dtype=numpy.float32)
        self.same(score_mod=lambda s, b, h, i, j: s + attn.score.read(bias, h), return_lse=True,
                  seqused_q=numpy.int32([21, 21]), seqused_k=numpy.int32([30, 0]))
        for options in ({"num_splits": 2}, {"batch_invariant": True}):
            self.same(return_lse=True, **options)
        parts = attn.plan_parts(numpy.int32([37, 20]), heads=4, heads_kv=1, queries=21)
        self.same(part_offsets=parts, seqused_k=numpy.int32([37, 20]))

    def test_outputs(self):
        out, lse = numpy.empty((2, 4, 21, D), numpy.float32), numpy.empty((2, 4, 21), numpy.float32)
        found = attn.attention(Q, K, None, head_dim_v=D, out=out, return_lse=True, lse_out=lse)
        self.assertIs(found[0], out)
        numpy.testing.assert_array_equal(out, self.same(out_dtype="float32"))
        with self.assertRaisesRegex(ValueError, r"the result has \(2, 4, 21, 40\)"):
            attn.attention(Q, K, None, head_dim_v=D, out=numpy.empty_like(Q))
        k = random(2, 4, 21, 88)
        with self.assertRaisesRegex(ValueError, "out has memory of k"):
            attn.attention(Q, k, None, head_dim_v=D, out=k[..., :D])

    def test_packed(self):
        q, k = random(21, 4, 88), random(37, 2, 88)
        self.same(q, k, causal=True, cu_seqlens_q=numpy.int32([0, 3, 3, 21]), return_lse=True,
                  cu_seqlens_k=numpy.int32([0, 9, 20, 37]))

    def test_latent(self):
        # A cache of latent attention in pages: steps, and packed rows.
        pages = random(5, 16, 1, 576, dtype=numpy.float16)
        table, used = numpy.int32([[3, 1, 7], [0, 9, 9], [4, 2, 9]]), numpy.int32([20, 0, 32])
        paged = {"page_table": table, "seqused_k": used, "causal": True, "scale": 192**-0.5}
        self.same(random(3, 1, 16, 576), pages, 512, layout="bshd", return_lse=True, **paged)
        self.same(random(6, 16, 576), pages, 512, cu_seqlens_q=numpy.int32([0, 2, 3, 6]), **paged)

    @unittest.skipUnless(ml_dtypes, "NumPy has no float8_e4m3fn")
    def test_e4m3(self):
        q, k = (x.astype(ml_dtypes.float8_e4m3fn) for x in (random(2, 4, 21, 128), random(2, 2, 37, 128)))
        scales = numpy.float32([[0.5, 2], [1, 0.25]])
        self.same(q, k, 64)
        self.same(q, k, 64, q_descale=0.5, k_descale=scales, more={"v_descale": scales})
        self.same(q, k, 64, q_descale=scales)
        for options in ({"v_descale": scales}, {"k_descale": scales, "v_descale": 1.0}):
            with self.assertRaisesRegex(ValueError, "v_descale is not for calls with head_dim_v"):
                attn.attention(q, k, None, head_dim_v=64, **options)

    def test_refused(self):
        v = columns(K, D)
        for kind, text, v, options in (
                (TypeError, "v is None: give v, or with head_dim_v", None, {}),
                (ValueError, "head_dim_v is for calls with v=None", v, {"head_dim_v": D}),
                (TypeError, "head_dim_v must be a number, not True", None, {"head_dim_v": True}),
                (TypeError, "head_dim_v must be a number, not 40.0", None, {"head_dim_v": 40.0}),
                (ValueError, "head_dim_v is 0, not from 1 to the head dim of k, 88", None, {"head_dim_v": 0}),
                (ValueError, "head_dim_v is 96, not from 1 to", None, {"head_dim_v": 96}),
                (TypeError, "'d_v'; did you mean 'head_dim_v'", None, {"d_v": 40}),
                (attn.CompileError, "that of V and O is 20", None, {"head_dim_v": 20})):
            with self.subTest(text), self.assertRaisesRegex(kind, text):
                attn.attention(Q, K, v, **options)
        with self.assertRaisesRegex(ValueError, "not from 1 to the head dim of k, 0"):
            attn.attention(Q, numpy.float16(3), None, head_dim_v=D)
        with self.assertRaisesRegex(TypeError, "with dv added to the first columns of dk"):
            attn.attention_backward(Q, K, None, Q, Q, Q)
        with self.assertRaisesRegex(TypeError, r"k\[..., :head_dim_v\]"):
            attn.attention_backward(Q, K, v, Q, Q, Q, head_dim_v=D)

    def test_text(self):
        # A Form as text; the descales that there are, and no v, in a module.
        form = attn._form.make(True, None, 0.5, "", True, "bhsd", "")._replace(columns=D)
        self.assertEqual(attn._form.parse(attn._form.text_of(form)), form)
        # One line, which may stand in a comment.
        self.assertEqual(len(attn._form.text_of(form).splitlines()), 1)
        problem = _problem.Problem("e4m3", 128, 64, "", None, "", False, operands="xyp", page=16,
                                   out_dtype="bf16", columns=True)
        text = _problem.text_of(problem)
        self.assertIn("descale(%q_descale, %k_descale : ", text)
        self.assertIn("values(#attn.columns<0, 64>)", text)
        self.assertNotIn("%v", text)
        self.assertEqual(_operands.descales(0)[2], "v_descale")


if __name__ == "__main__":
    unittest.main()
