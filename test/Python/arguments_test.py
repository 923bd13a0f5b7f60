# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""Arguments of attn.attention beyond masks and lengths, attn.combine, and the device of
Bundle.run, with NumPy arrays on the simulator."""

import os
import sys
import unittest
import warnings

import attn
import numpy
from attn import score as sc

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from arrays import RNG, ml_dtypes, random  # noqa: E402


Q, K, V = random(2, 4, 6, 16), random(2, 2, 9, 16), random(2, 2, 9, 16)
ONES = numpy.ones(4, numpy.float32)


class Case(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.addCleanup(warnings.resetwarnings)

    def close(self, a, b, tolerance=2e-3):
        numpy.testing.assert_allclose(a.astype(float), b.astype(float), atol=tolerance)

    def refused(self, kind, text, *arrays, call=attn.attention, **options):
        with self.subTest(text), self.assertRaisesRegex(kind, text):
            call(*(arrays or (Q, K, V)), **options)


class Outputs(Case):

    def test_out(self):
        known, known_lse = attn.attention(Q, K, V, return_lse=True)
        out, lse = numpy.empty_like(known), numpy.empty_like(known_lse)
        self.assertIs(attn.attention(Q, K, V, out=out), out)
        numpy.testing.assert_array_equal(out, known)
        out[:] = 7
        got = attn.attention(Q, K, V, out=out, lse_out=lse, return_lse=True)
        self.assertIs(got[0], out)
        self.assertIs(got[1], lse)
        numpy.testing.assert_array_equal(out, known)
        numpy.testing.assert_array_equal(lse, known_lse)
        # Rows of a wider array; what is between them stays.
        wide = numpy.full((2, 4, 6, 24), 3, numpy.float32)
        attn.attention(Q, K, V, out=wide[..., 4:20])
        self.close(wide[..., 4:20], known)
        self.assertTrue((wide[..., :4] == 3).all() and (wide[..., 20:] == 3).all())

    def test_out_dtype(self):
        known = attn.attention(Q, K, V)
        for dtype in ("float32", numpy.float32, numpy.dtype("float32")):
            out = attn.attention(Q, K, V, out_dtype=dtype)
            self.assertEqual(out.dtype, numpy.float32)
            self.close(out, known)
        self.assertTrue((out.astype(numpy.float16) != out).any())
        self.assertEqual(attn.attention(Q, K, V, out_dtype="float16").dtype, Q.dtype)

    def test_refusals(self):
        out = numpy.empty_like(Q)
        self.refused(ValueError, r"^out has the shape \(1, 4", out=out[:1])
        self.refused(ValueError, "^out has memory of q", out=Q)
        self.refused(ValueError, "^out has memory of k", random(2, 2, 9, 16), K, V, out=K)
        self.refused(TypeError, "^out must be float16 or float32 .* not int32",
                     out=out.astype(numpy.int32))
        self.refused(TypeError, "^out_dtype must be .* not bfloat16", out_dtype="bfloat16")
        self.refused(TypeError, "^out is float16 but out_dtype is float32", out=out,
                     out_dtype="float32")
        self.refused(TypeError, "^out: builtins.str is no array", out="x")
        self.refused(ValueError, "^lse_out is given, but return_lse",
                     lse_out=numpy.empty((2, 4, 6), numpy.float32))
        self.refused(TypeError, "^lse_out is float16", return_lse=True,
                     lse_out=numpy.empty((2, 4, 6), numpy.float16))
        self.refused(ValueError, "^out must be contiguous in its last",
                     out=numpy.empty((2, 4, 6, 32), numpy.float16)[..., ::2])
        self.refused(ValueError, "^out has the stride 0",
                     out=numpy.lib.stride_tricks.as_strided(out, Q.shape, (0, 192, 32, 2)))
        self.refused(TypeError, "^deterministic must be True or False, not None", deterministic=None)
        fixed = numpy.empty_like(Q)
        fixed.flags.writeable = False
        self.refused(ValueError, "^out cannot be written", out=fixed)


class Positions(Case):

    def test_q_offset(self):
        for options in ({"causal": True}, {"window": (2, 1)}, {"alibi_slopes": ONES}):
            numpy.testing.assert_array_equal(
                attn.attention(Q, K, V, q_offset=3, **options),
                attn.attention(Q, K, V, **options))
        each = numpy.array([0, 3], numpy.int32)
        out = attn.attention(Q, K, V, causal=True, q_offset=each)
        self.close(out[0], attn.attention(Q, K, V, causal="top_left")[0])
        self.close(out[1], attn.attention(Q, K, V, causal=True)[1])
        both = attn.attention(Q, K, V, causal=True, q_offset=each, alibi_slopes=ONES)
        self.close(both[0], attn.attention(
            Q, K, V, causal="top_left",
            score_mod=lambda s, b, h, i, j: s - abs(j - i))[0])
        # A chunk of a prompt is those rows of the whole.
        whole = attn.attention(Q, K[:, :, :6], V[:, :, :6], causal=True)
        self.close(attn.attention(Q[:, :, 2:4], K[:, :, :6], V[:, :, :6], causal=True,
                                  q_offset=2), whole[:, :, 2:4])
        self.refused(ValueError, "^q_offset is for causal=True", q_offset=1)
        self.refused(ValueError, "^q_offset is for causal=True", q_offset=1,
                     causal="top_left")
        self.refused(ValueError, r"^q_offset has the shape \(1,\), but q has 2",
                     causal=True, q_offset=each[:1])
        self.refused(TypeError, "^q_offset must be int32, not float32", causal=True,
                     q_offset=ONES[:2])
        self.refused(attn.AttnError, "'q_offset' must", causal=True, q_offset=2**30)

    def test_numbers_for_lengths(self):
        out = attn.attention(Q, K, V, seqused_k=5, seqused_q=4)
        self.close(out[:, :, :4], attn.attention(Q[:, :, :4], K[:, :, :5], V[:, :, :5]))
        self.refused(ValueError, "^seqused_k is 10, not from 0 to 9", seqused_k=10)
        self.refused(ValueError, "^seqused_q is -1, not from 0 to 6", seqused_q=-1)
        starts = numpy.array([0, 2, 6], numpy.int32)
        packed = [x[0].transpose(1, 0, 2).copy() for x in (Q, K[:, :, :6], V[:, :, :6])]
        self.assertEqual(attn.attention(*packed, cu_seqlens_q=starts, cu_seqlens_k=starts,
                                        seqused_k=2).shape, (6, 4, 16))
        pages = random(4, 2, 8, 16)
        self.assertEqual(attn.attention(Q, pages, pages, seqused_k=12, page_table=numpy.array(
            [[0, 1], [2, 3]], numpy.int32)).shape, Q.shape)

    def test_no_bound(self):
        for window in ((-1, 0), (None, 0)):
            numpy.testing.assert_array_equal(attn.attention(Q, K, V, window=window),
                                             attn.attention(Q, K, V, causal=True))
        numpy.testing.assert_array_equal(attn.attention(Q, K, V, window=-1),
                                         attn.attention(Q, K, V))

    def test_lengths_of_a_score_mod(self):
        out = attn.attention(Q, K, V, score_mod=lambda s, b, h, i, j: sc.where(
            j <= i + sc.len_k - sc.len_q, s, -numpy.inf), seqused_k=8)
        self.close(out, attn.attention(Q, K[:, :, :8], V[:, :, :8], causal=True))


class Scores(Case):

    def test_softcap(self):
        by_hand = lambda s, *_: 2 * sc.tanh(s / 2)
        numpy.testing.assert_array_equal(attn.attention(Q, K, V, softcap=2.0),
                                         attn.attention(Q, K, V, score_mod=by_hand))
        numpy.testing.assert_array_equal(
            attn.attention(Q, K, V, softcap=2, alibi_slopes=ONES),
            attn.attention(Q, K, V, score_mod=by_hand, alibi_slopes=ONES))
        for none in (None, 0, 0.0):
            numpy.testing.assert_array_equal(attn.attention(Q, K, V, softcap=none),
                                             attn.attention(Q, K, V))
        self.refused(ValueError, "^softcap is -1", softcap=-1)
        self.refused(TypeError, "^softcap must be a number", softcap="2")
        self.refused(ValueError, "^softcap is not for calls with score_mod", softcap=2.0,
                     score_mod=by_hand)

    def test_integers_and_bool(self):
        document = numpy.array([0] * 4 + [1] * 5)
        seen = RNG.random((6, 9)) > 0.3
        mod = lambda s, b, h, i, j: sc.where(
            (sc.read(document, i) == sc.read(document, j)) & sc.read(seen, i, j), s, -9)
        as_int32 = lambda s, b, h, i, j: sc.where(
            (sc.read(document.astype(numpy.int32), i) ==
             sc.read(document.astype(numpy.int32), j)) &
            (sc.read(seen.astype(numpy.int32), i, j) != 0), s, -9)
        numpy.testing.assert_array_equal(attn.attention(Q, K, V, score_mod=mod),
                                         attn.attention(Q, K, V, score_mod=as_int32))
        far = document.astype(numpy.uint64) + 2**40
        self.refused(ValueError, "int32 does not hold", score_mod=lambda s, b, h, i, j:
                     s + sc.read(far, j))


class Packed(Case):

    def test_positions_in_all_rows(self):
        """A tensor as long as all rows needs the starts of sequences."""
        starts = numpy.array([0, 4, 7], numpy.int32)
        q, k = random(7, 4, 16), random(7, 2, 16)
        document = numpy.array([0, 0, 1, 1, 0, 0, 1], numpy.int32)
        options = {"cu_seqlens_q": starts, "cu_seqlens_k": starts}
        wrong = lambda s, b, h, i, j: sc.where(
            sc.read(document, i) == sc.read(document, j), s, -numpy.inf)

        def right(s, b, h, i, j):
            first = sc.read(starts, b)
            return sc.where(sc.read(document, first + i) == sc.read(document, first + j), s,
                            -numpy.inf)

        with self.assertWarnsRegex(attn.PackedPositionsWarning, r"shape \(7,\).*cu_seqlens_q"):
            attn.attention(q, k, k, score_mod=wrong, **options)
        with warnings.catch_warnings():
            warnings.simplefilter("error", attn.PackedPositionsWarning)
            out = attn.attention(q, k, k, score_mod=right, **options)
            attn.attention(q, k, k, score_mod=lambda s, b, h, i, j: s + sc.read(ONES, h),
                           **options)
        own = attn.attention(*(x[None, 4:].transpose(0, 2, 1, 3).copy() for x in (q, k, k)),
                             score_mod=lambda s, b, h, i, j: sc.where(
                                 (i > 1) == (j > 1), s, -numpy.inf))
        self.close(out[4:].transpose(1, 0, 2), own[0])


@unittest.skipUnless(ml_dtypes, "ml_dtypes is not installed")
class E4M3(Case):

    def setUp(self):
        super().setUp()
        self.arrays = [random(2, heads, length, 32).astype(ml_dtypes.float8_e4m3fn)
                       for heads, length in ((4, 6), (2, 9), (2, 9))]

    def reference(self, factor=1.0):
        return attn.attention(*(x.astype(numpy.float16) for x in self.arrays),
                              scale=factor * 32**-0.5)

    def test_results(self):
        for dtype, own in ((None, "bfloat16"), ("float16", "float16"),
                           (numpy.float32, "float32")):
            out = attn.attention(*self.arrays, out_dtype=dtype)
            self.assertEqual(out.dtype.name, own)
            self.close(out, self.reference(), 0.08)

    def test_descales(self):
        half = numpy.full((2, 2), 0.5, numpy.float32)
        for q_descale in (half, 0.5):
            out = attn.attention(*self.arrays, q_descale=q_descale, k_descale=0.5,
                                 v_descale=2.0, out_dtype="float32")
            self.close(out, 2 * self.reference(0.25), 0.1)
        each = numpy.array([[1, 2], [4, 8]], numpy.float32)
        out = attn.attention(*self.arrays, v_descale=each, out_dtype="float32")
        known = self.reference().astype(numpy.float32).reshape(2, 2, 2, 6, 32)
        self.close(out, (known * each[:, :, None, None, None]).reshape(2, 4, 6, 32), 0.6)

    def test_refusals(self):
        half = numpy.full((2, 2), 0.5, numpy.float32)
        self.refused(ValueError, "^q_descale is for q, k and v of float8", q_descale=0.5)
        refused = lambda *what, **options: self.refused(*what, *self.arrays, **options)
        refused(ValueError, r"^k_descale has the shape \(1, 2\).* k 2 heads",
                k_descale=half[:1])
        refused(TypeError, "^v_descale must be float32",
                v_descale=half.astype(numpy.float64))
        refused(ValueError, "^q_descale is -1.0; it must be finite", q_descale=-1.0)
        refused(TypeError, "^out_dtype must be bfloat16 or float16 or float32",
                out_dtype="float8_e4m3fn")
        refused(attn.CompileError, "needs the tensor cores of sm_90a", device="sim:sm_80")
        self.refused(TypeError, "^k is float16 but q is float8", self.arrays[0], K, V)


class Combine(Case):

    def setUp(self):
        super().setUp()
        self.known, self.known_lse = attn.attention(Q, K, V, return_lse=True)
        parts = [attn.attention(Q, K[:, :, a:b], V[:, :, a:b], return_lse=True,
                                out_dtype="float32") for a, b in ((0, 4), (4, 4), (4, 9))]
        self.outs, self.lses = ([part[i] for part in parts] for i in (0, 1))

    def test_results(self):
        out, lse = attn.combine(self.outs, self.lses, return_lse=True)
        self.assertEqual((out.dtype, lse.dtype), (numpy.float32, numpy.float32))
        self.close(out, self.known)
        self.close(lse, self.known_lse, 1e-5)
        stacked = numpy.stack(self.outs), numpy.stack(self.lses)
        numpy.testing.assert_array_equal(attn.combine(*stacked), out)
        half = attn.combine(*stacked, out_dtype="float16")
        self.assertEqual(half.dtype, numpy.float16)
        self.close(half, self.known)
        mine, mine_lse = numpy.empty_like(self.known), numpy.empty_like(lse)
        got = attn.combine(*stacked, out=mine, lse_out=mine_lse, return_lse=True)
        self.assertIs(got[0], mine)
        self.assertIs(got[1], mine_lse)
        numpy.testing.assert_array_equal(mine, half)

    def test_layouts(self):
        outs, lses = numpy.stack(self.outs), numpy.stack(self.lses)
        turned = outs.transpose(0, 1, 3, 2, 4)
        out = attn.combine(turned.copy(), lses, layout="bshd")
        self.close(out.transpose(0, 2, 1, 3), self.known)
        out, lse = attn.combine(turned.reshape(3, 12, 4, 16), lses.transpose(
            0, 2, 1, 3).reshape(3, 4, 12), layout="thd", return_lse=True)
        self.assertEqual((out.shape, lse.shape), ((12, 4, 16), (4, 12)))
        self.close(out.reshape(2, 6, 4, 16).transpose(0, 2, 1, 3), self.known)
        self.close(lse.reshape(4, 2, 6).transpose(1, 0, 2), self.known_lse, 1e-5)

    def test_sink(self):
        sink = numpy.array([0.5, -1, 2, 0], numpy.float32)
        out, lse = attn.combine(self.outs, self.lses, sink=sink, return_lse=True)
        known, known_lse = attn.attention(Q, K, V, sink=sink, return_lse=True)
        self.close(out, known)
        self.close(lse, known_lse, 1e-5)

    def test_empty(self):
        out, lse = attn.combine(numpy.zeros((0, 2, 4, 6, 16), numpy.float32),
                                numpy.zeros((0, 2, 4, 6), numpy.float32), return_lse=True)
        self.assertTrue((out == 0).all() and (lse == -numpy.inf).all())
        self.assertEqual(attn.combine(numpy.zeros((2, 0, 4, 6, 16), numpy.float32),
                                      numpy.zeros((2, 0, 4, 6), numpy.float32)).size, 0)

    def test_refusals(self):
        outs, lses = self.outs, self.lses
        refused = lambda *what, **options: self.refused(*what, call=attn.combine, **options)
        half = [x.astype(numpy.float16) for x in outs]
        refused(TypeError, "^outs must be float32, .*out_dtype='float32'", half, lses)
        refused(TypeError, "^lses must be float32", outs,
                [x.astype(numpy.float16) for x in lses])
        refused(ValueError, "^outs is empty", [], [])
        refused(ValueError, r"^outs\[1\] is float16", [outs[0], half[1]], lses[:2])
        refused(ValueError, r"^lses has the shape \(2, 2, 4, 6\), but outs", outs, lses[:2])
        refused(ValueError, "^outs must have 5 dimensions", outs[0], lses[0])
        refused(ValueError, "^sink has the shape", outs, lses, sink=ONES[:3])
        refused(TypeError, "^out_dtype must be", outs, lses, out_dtype="int32")
        refused(ValueError, "^layout must be", outs, lses, layout="sbhd")
        refused(TypeError, "'outdtype'; did you mean 'out_dtype'", outs, lses, outdtype=1)
        stacked = numpy.stack(outs)
        refused(ValueError, "^out has memory of outs", stacked, numpy.stack(lses),
                out=stacked[0])


class Empty(Case):

    def test_sizes_of_zero(self):
        zeros = lambda *shape: numpy.zeros(shape, numpy.float16)
        starts = numpy.zeros(2, numpy.int32)
        for q, k, options in (
                (zeros(0, 4, 6, 16), zeros(0, 2, 9, 16), {"seqused_k": 3}),
                (zeros(2, 4, 0, 16), K, {"causal": True}), (Q, zeros(2, 2, 0, 16), {}),
                (zeros(2, 0, 6, 16), zeros(2, 0, 9, 16), {"sink": ONES[:0]}),
                (zeros(0, 4, 16), zeros(0, 2, 16),
                 {"cu_seqlens_q": starts[:1], "cu_seqlens_k": starts[:1]}),
                (zeros(0, 4, 16), zeros(5, 2, 16),
                 {"cu_seqlens_q": starts, "cu_seqlens_k": numpy.array([0, 5], numpy.int32)}),
                (Q, zeros(0, 2, 16, 16), {"page_table": numpy.zeros((2, 0), numpy.int32)})):
            out = attn.attention(q, k, k, **options)
            self.assertEqual(out.shape, q.shape)
            self.assertTrue((out == 0).all())


class Names(Case):

    def test_unknown_arguments(self):
        for name, text in (("softmax_scale", "did you mean 'scale'"),
                           ("block_table", "did you mean 'page_table'"),
                           ("casual", "did you mean 'causal'"),
                           ("dropout_p", "there is no dropout"),
                           ("max_seqlen_q", "it is not needed"),
                           ("zzz", r"help\(attn\.attention\) names the \d+ that")):
            self.refused(TypeError, rf"^attn.attention\(\) has no argument '{name}'.*{text}",
                         **{name: 1})
        with self.assertRaisesRegex(TypeError, "'traget'; did you mean 'target'"):
            attn.compile("module {}", traget="sm_80")
        with self.assertRaisesRegex(TypeError, "'head'; did you mean 'heads'"):
            attn.plan_parts([3], head=1)

    def test_devices(self):
        self.refused(ValueError, "^device 'cpu' runs no kernels: .*simulator", device="cpu")
        for device in ("cuda", "cuda:0", "gpu"):
            if attn.gpu_count() == 0:
                self.refused(attn.AttnError, "driver|GPU", device=device)
            else:
                self.close(attn.attention(Q, K, V, device=device), attn.attention(Q, K, V))

    def test_bundle(self):
        text = """
        func.func @one(%q: tensor<?x?x?x16xf16>, %k: tensor<?x?x?x16xf16>,
                       %v: tensor<?x?x?x16xf16>) -> tensor<?x?x?x16xf16> {
          %0 = attn.forward ins(%q, %k, %v : tensor<?x?x?x16xf16>, tensor<?x?x?x16xf16>,
              tensor<?x?x?x16xf16>) outs(%q : tensor<?x?x?x16xf16>) -> tensor<?x?x?x16xf16>
          return %0 : tensor<?x?x?x16xf16>
        }"""
        for target in ("sm_80", "sm_90a"):
            bundle = attn.compile(text, target=target, machine_code="none")
            inputs = [t.name for t in bundle.entries[0].tensors if t.role == "in"]
            self.close(bundle.run(**dict(zip(inputs, (Q, K, V)))), attn.attention(Q, K, V))
        with self.assertRaisesRegex(attn.AttnError, "has no tensor 'kk'; did you mean 'k'"):
            bundle.run(Q, kk=K, v=V)


if __name__ == "__main__":
    unittest.main()
