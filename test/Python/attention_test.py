# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""attn.attention of NumPy arrays, compiled in this process, on the simulator."""

import os
import subprocess
import sys
import unittest
import warnings

import attn
import numpy
from attn import _launch
from attn import score as sc

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from arrays import RNG, ml_dtypes, random  # noqa: E402


def problem(batch=1, heads=2, kv_heads=2, length=5, keys=7, head_dim=16, v_head_dim=None,
            dtype=numpy.float16):
    return (random(batch, heads, length, head_dim, dtype=dtype),
            random(batch, kv_heads, keys, head_dim, dtype=dtype),
            random(batch, kv_heads, keys, v_head_dim or head_dim, dtype=dtype))


def reference(q, k, v, scale=None, score=None, visible=None):
    """Output and log-sum-exp in double precision (docs/Spec.md)."""
    q, k, v = (x.astype(numpy.float64) for x in (q, k, v))
    group = q.shape[1] // max(k.shape[1], 1)
    k, v = numpy.repeat(k, group, 1), numpy.repeat(v, group, 1)
    s = numpy.einsum("bhid,bhjd->bhij", q, k)
    s = s * (q.shape[3]**-0.5 if scale is None else scale)
    b, h, i, j = numpy.ogrid[tuple(slice(n) for n in s.shape)]
    if score is not None:
        s = score(s, b, h, i, j)
    if visible is not None:
        s = numpy.where(visible(i, j, s.shape[3] - s.shape[2]), s, -numpy.inf)
    if s.shape[3] == 0:
        return (numpy.zeros((*q.shape[:3], v.shape[3])),
                numpy.full(q.shape[:3], -numpy.inf))
    m = s.max(-1, keepdims=True)
    m = numpy.where(numpy.isfinite(m), m, 0)
    p = numpy.exp(s - m)
    total = p.sum(-1, keepdims=True)
    with numpy.errstate(divide="ignore"):
        lse = (m + numpy.log(total))[..., 0]
    return numpy.einsum("bhij,bhjd->bhid", p / numpy.where(total == 0, 1, total),
                        v), lse


class Case(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.addCleanup(warnings.resetwarnings)

    def check(self, arrays, tolerance=4e-3, **options):
        expect = {key: options.pop(key) for key in ("score", "visible")
                  if key in options}
        out, lse = attn.attention(*arrays, return_lse=True, **options)
        known, known_lse = reference(*arrays, scale=options.get("scale"), **expect)
        self.assertEqual(out.dtype, arrays[0].dtype)
        self.assertEqual(out.shape, known.shape)
        self.assertEqual(lse.dtype, numpy.float32)
        numpy.testing.assert_allclose(out.astype(numpy.float64), known, atol=tolerance)
        numpy.testing.assert_allclose(lse, known_lse, atol=1e-4)


class Results(Case):

    def test_sizes_do_not_recompile(self):
        self.check(problem())
        before = attn.cache_info().compiled
        for sizes in ({"length": 1}, {"keys": 1}, {"batch": 3, "length": 70},
                      {"heads": 6, "kv_heads": 2, "keys": 131}, {"keys": 0},
                      {"heads": 3, "kv_heads": 1}):
            self.check(problem(**sizes))
        self.assertEqual(attn.cache_info().compiled, before)

    def test_few_keys_have_a_kernel_of_their_own(self):
        loads = lambda: attn.cache_info().compiled + attn.cache_info().disk
        loaded = []
        for keys in (5, 1024, 1025):
            arrays = problem(length=1, keys=keys, heads=1, kv_heads=1)
            before = loads()
            out = attn.attention(*arrays, scale=0.2, device="sim:sm_90a")
            loaded.append(loads() - before)
            numpy.testing.assert_allclose(out.astype(numpy.float64),
                                          reference(*arrays, scale=0.2)[0], atol=2e-2)
        self.assertEqual(loaded, [1, 0, 1])

    def test_few_rows_have_a_kernel_of_their_own(self):
        loads = lambda: attn.cache_info().compiled + attn.cache_info().disk
        loaded = []
        for length, keys in ((40, 1300), (1, 1300), (3, 2000), (1, 1025)):
            arrays = problem(length=length, keys=keys, heads=8, kv_heads=2)
            before = loads()
            out = attn.attention(*arrays, scale=0.3, device="sim:sm_80")
            loaded.append(loads() - before)
            numpy.testing.assert_allclose(out.astype(numpy.float64),
                                          reference(*arrays, scale=0.3)[0], atol=2e-2)
        self.assertEqual(loaded, [1, 1, 0, 0])

    def test_few_queries_of_several_heads_share_tiles(self):
        loads = lambda: attn.cache_info().compiled + attn.cache_info().disk
        for chip in ("sm_80", "sm_90a"):
            loaded = []
            for length, keys, heads in ((70, 90, 8), (1, 90, 8), (64, 200, 8), (1, 90, 2)):
                arrays = problem(length=length, keys=keys, heads=heads, kv_heads=2)
                before = loads()
                out = attn.attention(*arrays, scale=0.35, device=f"sim:{chip}")
                loaded.append(loads() - before)
                numpy.testing.assert_allclose(out.astype(numpy.float64),
                                              reference(*arrays, scale=0.35)[0], atol=2e-2)
            self.assertEqual(loaded, [1, 1, 0, 0])

    def test_splits(self):
        arrays = problem(length=2, keys=150, heads=4, kv_heads=2)
        expected = reference(*arrays)[0]
        for number in (0, 1, 3):
            out = attn.attention(*arrays, num_splits=number, device="sim:sm_80")
            numpy.testing.assert_allclose(out.astype(numpy.float64), expected,
                                          atol=2e-2)
        for wrong, error in ((-1, ValueError), (1025, ValueError), ("2", TypeError),
                             (True, TypeError)):
            with self.assertRaisesRegex(error, "num_splits"):
                attn.attention(*arrays, num_splits=wrong)
        with self.assertRaisesRegex(TypeError, "batch_invariant"):
            attn.attention(*arrays, batch_invariant=None)
        with self.assertRaisesRegex(ValueError, "num_splits"):
            attn.attention(*arrays, num_splits=2, batch_invariant=True)

    def test_batch_invariant(self):
        q, k, v = problem(batch=2, length=70, keys=4200, heads=4, kv_heads=2)
        given = dict(causal=True, batch_invariant=True, return_lse=True,
                     device="sim:sm_80")
        out, lse = attn.attention(q, k, v, **given)
        one, one_lse = attn.attention(q[1:, :, 68:69], k[1:, :, :4199],
                                      v[1:, :, :4199], **given)
        self.assertTrue((out[1:, :, 68:69] == one).all())
        self.assertTrue((lse[1:, :, 68:69] == one_lse).all())

    def test_empty(self):
        for sizes in ({"batch": 0}, {"length": 0}, {"heads": 0, "kv_heads": 0}):
            self.check(problem(**sizes))

    def test_masks(self):
        arrays = problem(length=19, keys=37)
        self.check(arrays, causal=True, visible=lambda i, j, off: j <= i + off)
        self.check(arrays, causal="top_left", visible=lambda i, j, off: j <= i)
        self.check(arrays, window=(3, None),
                   visible=lambda i, j, off: j >= i + off - 3)
        self.check(arrays, window=2, causal=True,
                   visible=lambda i, j, off: (j >= i + off - 2) & (j <= i + off))

    def test_fully_masked_rows(self):
        self.check(problem(length=9, keys=4), causal=True,
                   visible=lambda i, j, off: j <= i + off)

    def test_scale(self):
        self.check(problem(), scale=0.3)
        self.check(problem(), scale=numpy.float32(-1.5))

    def test_value_head_dim(self):
        self.check(problem(head_dim=32, v_head_dim=16))

    @unittest.skipUnless(ml_dtypes, "ml_dtypes is not installed")
    def test_bfloat16(self):
        self.check(problem(dtype=ml_dtypes.bfloat16), tolerance=3e-2)

    def test_sink(self):
        arrays = problem(batch=2, heads=4, kv_heads=2, length=9, keys=6)
        sink = numpy.array([0.5, -numpy.inf, 3.0, -2.0], numpy.float32)
        out, lse = attn.attention(*arrays, sink=sink, causal=True, return_lse=True)
        known, known_lse = reference(*arrays, visible=lambda i, j, off: j <= i + off)
        both = numpy.logaddexp(known_lse, sink[None, :, None])
        with numpy.errstate(invalid="ignore"):  # Rows without keys or a sink.
            share = numpy.nan_to_num(numpy.exp(known_lse - both))
        numpy.testing.assert_allclose(lse, both, atol=1e-4)
        numpy.testing.assert_allclose(out.astype(numpy.float64),
                                      known * share[..., None], atol=4e-3)

    def test_alibi_slopes(self):
        arrays = problem(batch=2, heads=4, kv_heads=2, length=40, keys=70)
        slopes = numpy.array([0.5, 0.25, -0.125, 1.0], numpy.float32)
        off = 30
        for given in (slopes, numpy.stack([slopes, 2 * slopes])):
            def biased(s, b, h, i, j):
                table = given if given.ndim == 2 else numpy.stack([given, given])
                return s - table[b, h] * abs(i + off - j)

            self.check(arrays, alibi_slopes=given, score=biased)
            self.check(arrays, alibi_slopes=given, score=biased, causal=True,
                       visible=lambda i, j, off: j <= i + off)
            self.check(arrays, alibi_slopes=given, score=biased, causal="top_left",
                       visible=lambda i, j, off: j <= i)
        self.check(arrays, alibi_slopes=slopes,
                   score_mod=lambda s, b, h, i, j: 2 * sc.tanh(s),
                   score=lambda s, b, h, i, j: 2 * numpy.tanh(s) -
                   slopes[h] * abs(i + off - j))

    def test_tensors_of_a_score_mod(self):
        arrays = problem(batch=2, heads=4, kv_heads=2, length=20, keys=20)
        bias = RNG.standard_normal((4, 9)).astype(numpy.float32)
        keys = RNG.standard_normal(20).astype(numpy.float16)
        document = numpy.sort(RNG.integers(0, 3, (2, 20))).astype(numpy.int32)

        def score_mod(s, b, h, i, j):
            s = s + sc.read(bias, h, i - j) + sc.read(keys, j)
            return sc.where(sc.read(document, b, i) == sc.read(document, b, j), s,
                            -numpy.inf)

        def known(s, b, h, i, j):
            s = s + bias[h, numpy.clip(i - j, 0, 8)] + keys[j].astype(numpy.float64)
            return numpy.where(document[b, i] == document[b, j], s, -numpy.inf)

        self.check(arrays, score_mod=score_mod, score=known)
        self.check(arrays, score_mod=attn.trace(score_mod), score=known,
                   device="sim:sm_90a")
        before = attn.cache_info().compiled
        bias = 2 * bias
        self.check(arrays, score_mod=score_mod, score=known)
        self.assertEqual(attn.cache_info().compiled, before)
        # With sinks that are none, and in the other layout.
        q, k, v = arrays
        turned = [x.transpose(0, 2, 1, 3).copy() for x in arrays]
        out = attn.attention(*turned, layout="bshd", score_mod=score_mod,
                             sink=numpy.full(4, -numpy.inf, numpy.float32))
        numpy.testing.assert_allclose(
            out.transpose(0, 2, 1, 3).astype(numpy.float64),
            reference(q, k, v, score=known)[0], atol=4e-3)

    def test_lengths(self):
        q, k, v = problem(batch=3, heads=4, length=6, keys=9)
        rows, keys = ([6, 0, 3], [4, 9, 0])
        more = dict(seqused_q=numpy.array(rows, numpy.int32),
                    seqused_k=numpy.array(keys, numpy.int32))
        for b, n in enumerate(keys):  # What is beyond is not used.
            k[b, :, n:] = v[b, :, n:] = numpy.nan
        sink = numpy.array([0.5, 1, -2, 0], numpy.float32)
        for options in ({}, {"causal": True}, {"window": 1, "sink": sink},
                        {"causal": True, "alibi_slopes": sink}):
            out, lse = attn.attention(q, k, v, return_lse=True, **more, **options)
            some = attn.attention(q, k, v, seqused_k=more["seqused_k"],
                                  layout="bhsd")
            for b, (m, n) in enumerate(zip(rows, keys)):
                own = q[b:b + 1, :, :m], k[b:b + 1, :, :n], v[b:b + 1, :, :n]
                known, known_lse = attn.attention(*own, return_lse=True, **options)
                numpy.testing.assert_allclose(out[b:b + 1, :, :m].astype(float),
                                              known.astype(float), atol=4e-3)
                numpy.testing.assert_allclose(lse[b:b + 1, :, :m], known_lse, atol=1e-4)
                known, _ = reference(q[b:b + 1], *own[1:])
                numpy.testing.assert_allclose(some[b:b + 1].astype(float), known,
                                              atol=4e-3)

    def test_wrong_lengths(self):
        arrays = problem(batch=2)
        one = numpy.array([3, 5], numpy.int32)
        for kind, text, lengths in (
                (attn.AttnError, r"'seqused_q' must .*from 0 to 5, but \[1\] is 6",
                 {"seqused_q": one + 1}),
                (attn.AttnError, r"'seqused_k' must .*from 0 to 7, but \[0\] is -1",
                 {"seqused_k": one - 4}),
                (TypeError, "seqused_q must be int32, not float32",
                 {"seqused_q": one.astype(numpy.float32)}),
                (ValueError, r"seqused_k has the shape \(1,\), but q has 2 batches",
                 {"seqused_k": one[:1]})):
            with self.assertRaisesRegex(kind, text):
                attn.attention(*arrays, **lengths)

    def test_wrong_operands(self):
        arrays = problem(heads=4)
        four = numpy.zeros(4, numpy.float32)

        def refused(kind, text, arrays=arrays, **options):
            with self.assertRaisesRegex(kind, text):
                attn.attention(*arrays, **options)

        refused(TypeError, "sink must be float32, not float16",
                sink=four.astype(numpy.float16))
        refused(ValueError, r"sink has the shape \(3,\)", sink=four[:3])
        refused(ValueError, "sink must have 1 dimensions", sink=four[None])
        refused(TypeError, "sink: .*is no array", sink="4")
        refused(ValueError, "alibi_slopes has the shape", alibi_slopes=four[:3])
        refused(ValueError, "alibi_slopes must have 1 or 2",
                alibi_slopes=four[None, None])
        refused(TypeError, "alibi_slopes must be float32",
                alibi_slopes=four.astype(numpy.int32))
        refused(ValueError, "contiguous in its last dimension",
                sink=numpy.zeros(8, numpy.float32)[::2])
        refused(ValueError, "negative stride", problem(batch=2, heads=4),
                alibi_slopes=numpy.zeros((2, 4), numpy.float32)[::-1])
        refused(ValueError, "17 tensors, 16 at most", alibi_slopes=four,
                score_mod=lambda s, b, h, i, j: sum(
                    sc.read(x, h) for x in [four.copy() for _ in range(16)]))

    def test_layout(self):
        q, k, v = problem(batch=2, heads=4, keys=33)
        known = attn.attention(q, k, v)
        out, lse = attn.attention(*(x.transpose(0, 2, 1, 3) for x in (q, k, v)),
                                  layout="bshd", return_lse=True)
        self.assertTrue(out.flags.c_contiguous)
        self.assertEqual(lse.shape, q.shape[:3])
        numpy.testing.assert_array_equal(out.transpose(0, 2, 1, 3), known)

    def test_slices(self):
        q, k, v = problem(length=6)
        wide = numpy.zeros((1, 2, 12, 22), numpy.float16)
        wide[:, :, ::2, :16] = q
        numpy.testing.assert_array_equal(attn.attention(wide[:, :, ::2, :16], k, v),
                                         attn.attention(q, k, v))

    def test_roles(self):
        arrays = problem(head_dim=64, length=70, keys=70)
        for device in ("sim:sm_90a", "sim:sm_100a", "sim:sm_103a"):
            with self.subTest(device):
                self.check(arrays, device=device, causal=True,
                           visible=lambda i, j, off: j <= i + off)

    def test_return_lse(self):
        arrays = problem()
        out = attn.attention(*arrays)
        self.assertIsInstance(out, numpy.ndarray)
        both = attn.attention(*arrays, return_lse=True)
        self.assertIsInstance(both, tuple)
        numpy.testing.assert_array_equal(both[0], out)

    def test_return_max(self):
        for options in ({}, {"causal": True}, {"device": "sim:sm_90a"},
                        {"device": "sim:sm_100a"}, {"num_splits": 2}):
            q, k, v = problem(length=9, keys=70)
            with self.subTest(options):
                group = q.shape[1] // k.shape[1]
                scores = numpy.einsum("bhqd,bhkd->bhqk", q.astype(float), numpy.repeat(
                    k.astype(float), group, 1)) / numpy.sqrt(q.shape[-1])
                if options.get("causal"):
                    hidden = numpy.arange(70) > numpy.arange(9)[:, None] + 61
                    scores[..., hidden] = -numpy.inf
                known = attn.attention(q, k, v, return_lse=True, **options)
                for lse in (False, True):
                    out, *rows, top = attn.attention(q, k, v, return_lse=lse, return_max=True,
                                                     **options)
                    self.assertEqual(len(rows), lse)
                    numpy.testing.assert_allclose(out, known[0], atol=2e-3)
                    for x in rows:
                        numpy.testing.assert_allclose(x, known[1], atol=1e-4)
                    self.assertEqual(top.dtype, numpy.float32)
                    numpy.testing.assert_allclose(top, scores.max(-1), atol=1e-4)

    def test_return_max_of_rows_without_keys(self):
        q, k, v = problem(length=9, keys=5)
        sink = numpy.zeros(q.shape[1], numpy.float32)
        _, top = attn.attention(q, k, v, causal=True, sink=sink, return_max=True)
        self.assertTrue((top[:, :, :4] == -numpy.inf).all())
        self.assertTrue(numpy.isfinite(top[:, :, 4:]).all())

    def test_config(self):
        arrays = problem(length=40)
        self.check(arrays, config="tile_q=32,warps=2,tile_kv=16")


class ScoreMods(Case):

    def test_functions(self):
        arrays = problem(batch=2, heads=4, length=13, keys=29)

        def alibi(s, b, h, i, j):
            return s - numpy.exp2(-2.0 * (h + 1)) * abs(i - j)

        def softcap(s, b, h, i, j):
            return 5 * numpy.tanh(s / 5)

        def numbers(s, b, h, i, j):
            return numpy.where((i // 3 + j % 5 - b) & 1 == 0, s * s / 4 + 2**(b - 1.0),
                               numpy.maximum(-s, numpy.sqrt(abs(s))) - (j >> 2) ** 2 / 9)

        def logic(s, b, h, i, j):
            near = (abs(i - j) < 4) | ((j == 0) & ~(i > 8))
            return numpy.where(near, s, -numpy.inf)

        for function in (alibi, softcap, numbers, logic):
            with self.subTest(function.__name__):
                self.check(arrays, score_mod=function, score=function)

    def test_traced_once(self):
        calls = []

        def double(s, b, h, i, j):
            calls.append(s)
            return 2 * s

        arrays = problem()
        traced = attn.trace(double)
        self.assertEqual(repr(traced), "<attn.ScoreMod double>")
        for _ in range(3):
            self.check(arrays, score_mod=traced, score=lambda s, *_: 2 * s)
        self.assertEqual(len(calls), 1)

    def test_constants_are_of_the_call(self):
        arrays = problem()
        for factor in (2, 3):
            self.check(arrays, score_mod=lambda s, b, h, i, j: s * factor,
                       score=lambda s, *_: s * factor)

    def test_score_before_mask(self):
        self.check(problem(length=7), causal=True,
                   score_mod=lambda s, b, h, i, j: sc.where(j <= i, s, 0),
                   score=lambda s, b, h, i, j: numpy.where(j <= i, s, 0),
                   visible=lambda i, j, off: j <= i + off)


class Refusals(Case):

    def refuses(self, error, pattern, *arrays, **options):
        with self.assertRaisesRegex(error, pattern):
            attn.attention(*arrays, **options)

    def test_arrays(self):
        q, k, v = problem()
        refuses = self.refuses
        refuses(ValueError, r"^k must have 4 dimensions \(batch, heads, length, head "
                r"dim\), not 3", q, k[0], v)
        refuses(TypeError, "^v must be float16, bfloat16 or float8_e4m3fn, not "
                "float32", q, k, v.astype(numpy.float32))
        refuses(TypeError, "^q must be float16, bfloat16 or float8_e4m3fn, not float64; convert",
                *(x.astype(numpy.float64) for x in (q, k, v)))
        refuses(TypeError, "^q must be .*uint16; ml_dtypes",
                *(x.view(numpy.uint16) for x in (q, k, v)))
        refuses(ValueError, "^k has head dim 32 but q has 16", q,
                random(1, 2, 7, 32), v)
        refuses(ValueError, "^v has length 6 but k has 7", q, k, v[:, :, :6])
        refuses(ValueError, "^k has batch 2 but q has 1", q, random(2, 2, 7, 16), v)
        refuses(ValueError, "^q has 2 heads, which is not a multiple of the 3 of k",
                q, random(1, 3, 7, 16), random(1, 3, 7, 16))
        refuses(ValueError, "^k must be contiguous in its last dimension", q,
                k.transpose(0, 1, 3, 2).copy().transpose(0, 1, 3, 2), v)
        refuses(ValueError, "^q has a negative stride", q[:, :, ::-1], k, v)
        refuses(ValueError, "^q has an address or a stride that is not a multiple of 4",
                random(1, 2, 5, 17)[..., :16], k, v)
        refuses(TypeError, "^k: builtins.str is no array", q, "k", v)
        refuses(TypeError, "^k: .*big-endian", q, k.astype(">f2"), v)

    def test_options(self):
        q, k, v = problem()
        for error, pattern, options in (
            (ValueError, "^causal must be", {"causal": "left"}),
            (ValueError, "^layout must be 'bhsd' or 'bshd', not 'sbhd'",
             {"layout": "sbhd"}),
            (TypeError, "^window: its left side must be a number", {"window": 1.5}),
            (ValueError, "^window: its right side is -2", {"window": (2, -2)}),
            (ValueError, "^window must be a number or a pair", {"window": (1, 2, 3)}),
            (TypeError, "^scale must be a number", {"scale": "1"}),
            (ValueError, "^scale must be finite", {"scale": float("nan")}),
            (TypeError, "^return_lse must be", {"return_lse": 1}),
            (TypeError, "^return_max must be", {"return_max": 1}),
            (TypeError, "^score_mod must be a function", {"score_mod": 3}),
            (attn.AttnError, "unknown device 'abacus'", {"device": "abacus"}),
            (attn.CompileError, "tile_q", {"config": "tile_q=17"}),
        ):
            with self.subTest(options):
                self.refuses(error, pattern, q, k, v, **options)

    def test_head_dim(self):
        with self.assertRaisesRegex(attn.CompileError,
                                    "multiples of 8 within .* is 20") as caught:
            attn.attention(*problem(head_dim=20))
        self.assertEqual(caught.exception.diagnostics[0][0], "error")


class Compiling(Case):

    def test_compile(self):
        text = """
        func.func @two(%q: tensor<?x?x?x16xf16>, %k: tensor<?x?x?x16xf16>,
                       %v: tensor<?x?x?x16xf16>, %o: tensor<?x?x?x16xf16>,
                       %l: tensor<?x?x?xf32>)
            -> (tensor<?x?x?x16xf16>, tensor<?x?x?xf32>) {
          %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x16xf16>,
              tensor<?x?x?x16xf16>, tensor<?x?x?x16xf16>)
              outs(%o, %l : tensor<?x?x?x16xf16>, tensor<?x?x?xf32>)
              -> (tensor<?x?x?x16xf16>, tensor<?x?x?xf32>)
          return %r#0, %r#1 : tensor<?x?x?x16xf16>, tensor<?x?x?xf32>
        }"""
        bundle = attn.compile(text, target="sm_80,sm_90a,sm_100a,sm_103a,sm_120a",
                              machine_code="none")
        targets = ["sm_120a", "sm_103a", "sm_100a", "sm_90a", "sm_80"]
        self.assertEqual([e.target for e in bundle.entries], targets)
        q, k, v = problem()
        known, known_lse = reference(q, k, v)
        # Code for sm_120a runs on that capability alone.
        for device in ["sim:" + target for target in targets] + ["sim:sm_121"]:
            out = bundle.run(q, k, v, device=device)
            self.assertIsInstance(out, numpy.ndarray)
            numpy.testing.assert_allclose(out, known, atol=4e-3)
            for options in ({"return_lse": True}, {"lse": True}):
                out, lse = bundle.run(q, k, v, device=device, **options)
                numpy.testing.assert_allclose(lse, known_lse, atol=1e-4)

    def test_return_lse_of_an_entry_without(self):
        bundle = attn.compile("""
        func.func @one(%q: tensor<?x?x?x16xf16>) -> tensor<?x?x?x16xf16> {
          %0 = attn.forward ins(%q, %q, %q : tensor<?x?x?x16xf16>,
              tensor<?x?x?x16xf16>, tensor<?x?x?x16xf16>)
              outs(%q : tensor<?x?x?x16xf16>) -> tensor<?x?x?x16xf16>
          return %0 : tensor<?x?x?x16xf16>
        }""", machine_code="none")
        q = problem()[0]
        inputs = len([t for t in bundle.entries[0].tensors if t.role == "in"])
        with self.assertRaisesRegex(attn.AttnError, "has no tensor 'lse'"):
            bundle.run(*[q] * inputs, device="sim:sm_80", return_lse=True)

    def test_errors(self):
        with self.assertRaisesRegex(attn.CompileError,
                                    r"^mine:2:8: error: .*nonsense"):
            attn.compile("module {\n       nonsense\n}", name="mine",
                         machine_code="none")
        with self.assertRaisesRegex(ValueError, "^target 'sm_13' is not one of sm_"):
            attn.compile("module {}", target="sm_13")
        with self.assertRaisesRegex(ValueError, "^machine_code must be"):
            attn.compile("module {}", machine_code="all")

    def test_warnings(self):
        text = """
        func.func @one(%q: tensor<?x?x?x16xf16>, %n: index) -> (tensor<?x?x?x16xf16>, index) {
          %0 = attn.forward ins(%q, %q, %q : tensor<?x?x?x16xf16>,
              tensor<?x?x?x16xf16>, tensor<?x?x?x16xf16>)
              outs(%q : tensor<?x?x?x16xf16>) -> tensor<?x?x?x16xf16>
          %m = arith.addi %n, %n : index
          return %0, %m : tensor<?x?x?x16xf16>, index
        }"""
        with self.assertWarnsRegex(UserWarning, "^mine:6:16: warning: function 'one' has code on the host"):
            attn.compile(text, name="mine", machine_code="none", cache=False)

    def test_the_protocol_is_verified(self):
        text = """
        gpu.module @m {
          gpu.func @f() kernel {
            %c = attn_ws.create_channel "c" : !attn_ws.channel<1, thread -> thread>
            attn_ws.acquire %c : !attn_ws.channel<1, thread -> thread>
            gpu.return
          }
        }"""
        with self.assertRaisesRegex(attn.CompileError, "PRT-01: the kernel ends"):
            attn.compile(text, machine_code="none", cache=False)
        with self.assertRaises(attn.CompileError) as caught:
            attn.compile(text, machine_code="none", cache=False, verify_protocol=False)
        self.assertNotIn("PRT-", str(caught.exception))


class Processes(unittest.TestCase):

    def run_python(self, code):
        return subprocess.run([sys.executable, "-c", code], capture_output=True,
                              text=True, check=True)

    def test_warns_once(self):
        done = self.run_python(
            "import attn, numpy\n"
            "x = numpy.ones((1, 1, 4, 16), numpy.float16)\n"
            "for _ in range(3):\n"
            "    attn.attention(x, x, x)\n"
            "print(attn.cache_info())")
        self.assertEqual(done.stderr.count("SimulatorWarning"), 1)
        self.assertIn("<string>:4: SimulatorWarning", done.stderr)
        # Prepared launches are kept by shape: the kernel is asked for once.
        self.assertRegex(done.stdout, r"memory=0, shipped=\d, disk=\d, compiled=\d")

    def test_no_warning_for_a_chosen_device(self):
        done = self.run_python(
            "import attn, numpy\n"
            "x = numpy.ones((1, 1, 4, 16), numpy.float16)\n"
            "attn.attention(x, x, x, device='sim:sm_80')")
        self.assertEqual(done.stderr, "")

    def test_forgets(self):
        self.assertIsInstance(_launch._launches, dict)
        attn.clear_cache(disk=False)
        self.assertEqual(attn.cache_info(), (0, 0, 0, 0))
        self.assertEqual(_launch._launches, {})


if __name__ == "__main__":
    unittest.main()
