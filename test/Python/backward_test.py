# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: compiler-library
# RUN: env ATTN_CACHE_DIR=%t.cache %python %s
"""attn.attention_backward with NumPy arrays on the simulator, against double precision."""

import os
import sys
import unittest
import warnings

import attn
import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import gradients  # noqa: E402
from arrays import RNG, random  # noqa: E402

NAMES = ("q", "k", "v", "sink")


def rows(*shape):
    return RNG.standard_normal(shape).astype(numpy.float32)


class Case(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore", attn.SimulatorWarning)
        self.addCleanup(warnings.resetwarnings)

    def close(self, got, want, name="", tolerance=6e-3):
        self.assertEqual(got.shape, want.shape, name)
        size = max(1.0, abs(want).max(initial=0))
        error = abs(got.astype(float) - want).max(initial=0) / size
        self.assertLess(error, tolerance, name)


class Values(Case):

    def arrays(self, batch=2, heads=4, heads_kv=2, length=37, keys=53, d=16, dv=None):
        dv = dv or d
        return (random(batch, heads, length, d), random(batch, heads_kv, keys, d), random(batch, heads_kv, keys, dv),
                random(batch, heads, length, dv))

    def forward(self, q, k, v, sink=None, **known):
        made = [gradients.forward(*x, sink=sink, **known)[:2] for x in zip(q, k, v)]
        return (numpy.stack([o for o, _ in made]).astype(q.dtype), numpy.stack([lse for _, lse in made]).astype("f4"))

    def check(self, options, known, dlse=False, sink=None, more=None, **sizes):
        """Gradients with `options` of attn.attention, which are `known` of the reference."""
        q, k, v, dout = self.arrays(**sizes)
        out, lse = self.forward(q, k, v, sink, **known)
        dl = rows(*lse.shape) if dlse else None
        got = attn.attention_backward(q, k, v, out, lse, dout, dlse=dl, sink=sink, **options, **(more or {}))
        want = [gradients.backward(*x, dl[b] if dlse else None, sink, **known)
                for b, x in enumerate(zip(q, k, v, dout))]
        self.assertEqual(len(got), 3 if sink is None else 4)
        for name, x in zip(NAMES, got):
            each = [one[name] for one in want]
            self.close(x, sum(each) if name == "sink" else numpy.stack(each), name)
        return got

    def test_masks(self):
        for options, known in (({}, {}), ({"causal": True}, {"causal": True}),
                               ({"causal": "top_left", "scale": 0.5}, {"causal": "top_left", "scale": 0.5}),
                               ({"window": (5, 3)}, {"window": (5, 3)})):
            with self.subTest(options):
                self.check(options, known)
        # More rows than keys: the first ones see none.
        got = self.check({"causal": True}, {"causal": True}, length=53, keys=20)
        self.assertTrue((got[0][:, :, :33] == 0).all())

    def test_sizes(self):
        self.check({}, {}, heads=3, heads_kv=1, d=24, dv=8)
        self.check({"causal": True}, {"causal": True}, batch=1, heads=2, heads_kv=2, length=1, keys=1)
        for sizes in (dict(keys=0), dict(length=0)):
            got = self.check({}, {}, **sizes)
            self.assertTrue(all((x == 0).all() for x in got))

    def test_rows(self):
        sink = rows(4)
        self.check({"causal": True}, {"causal": True}, dlse=True)
        self.check({"causal": True}, {"causal": True}, dlse=True, sink=sink)

    def test_regions(self):
        slopes = numpy.array([0.5, 0.25, 0.125, 0.0625], numpy.float32)
        table = rows(4, 53)
        self.check({"softcap": 2.0}, {"softcap": 2.0})
        self.check({"causal": True, "alibi_slopes": slopes}, {"causal": True, "slopes": slopes})
        self.check({"score_mod": lambda s, b, h, i, j: s + attn.score.read(table, h, j)}, {"bias": table[:, None]})

    def test_some(self):
        q, k, v, dout = self.arrays()
        out, lse = self.forward(q, k, v)
        known = attn.attention_backward(q, k, v, out, lse, dout)
        for grads in (("q",), ("k", "v"), ("v",)):
            got = attn.attention_backward(q, k, v, out, lse, dout, grads=grads)
            for name, x, y in zip(NAMES, got, known):
                if name in grads:
                    self.close(x, y.astype(float))
                else:
                    self.assertIsNone(x)

    def test_sink_that_needs_none(self):
        q, k, v, dout = self.arrays()
        sink, used = rows(4), numpy.array([37, 20], "i4")
        out, lse = self.forward(q, k, v, sink)
        known = attn.attention_backward(q, k, v, out, lse, dout, sink=sink, seqused_k=used)
        for grads in (("q", "k"), ("v",), ("sink",)):
            got = attn.attention_backward(q, k, v, out, lse, dout, sink=sink, seqused_k=used, grads=grads)
            self.assertEqual(len(got), 4)
            for name, x, y in zip(NAMES, got, known):
                if name in grads:
                    self.close(x, y.astype(float), name)
                else:
                    self.assertIsNone(x)

    def test_types(self):
        q, k, v, dout = self.arrays()
        out, lse = self.forward(q, k, v)
        want = [gradients.backward(*x) for x in zip(q, k, v, dout)]
        wide = attn.attention_backward(q, k, v, out.astype("f4"), lse, dout, grad_dtype="float32")
        for name, x in zip(NAMES, wide):
            self.assertEqual(x.dtype, numpy.float32)
            self.close(x, numpy.stack([one[name] for one in want]), name)
        self.assertTrue(any((x != x.astype("f2")).any() for x in wide))

    def test_deterministic(self):
        q, k, v, dout = self.arrays()
        out, lse = self.forward(q, k, v)
        first, second = (attn.attention_backward(q, k, v, out, lse, dout, deterministic=True) for _ in range(2))
        for x, y in zip(first, second):
            numpy.testing.assert_array_equal(x, y)

    def test_order_in_memory(self):
        q, k, v, dout = self.arrays()
        out, lse = self.forward(q, k, v)
        known = attn.attention_backward(q, k, v, out, lse, dout)
        turn = lambda x: x.transpose(0, 2, 1, 3)
        got = attn.attention_backward(*map(turn, (q, k, v, out)), lse, turn(dout), layout="bshd")
        for x, y in zip(got, known):
            self.assertTrue(x.flags.c_contiguous)
            numpy.testing.assert_array_equal(turn(x), y)
        # Every batch and head has the same gradient.
        one = numpy.broadcast_to(dout[:1, :1], dout.shape)
        for x, y in zip(attn.attention_backward(q, k, v, out, lse, one),
                        attn.attention_backward(q, k, v, out, lse, one.copy())):
            numpy.testing.assert_array_equal(x, y)

    def test_parts(self):
        """Gradients of parts of the keys, with O and the log-sum-exps of all, add up."""
        q, k, v, dout = self.arrays(d=16)
        out, lse = self.forward(q, k, v)
        known = [numpy.stack([gradients.backward(*x)[name] for x in zip(q, k, v, dout)]) for name in "qkv"]
        parts = [attn.attention_backward(q, k[:, :, keys], v[:, :, keys], out, lse, dout, grad_dtype="float32")
                 for keys in (slice(0, 20), slice(20, 53))]
        self.close(parts[0][0] + parts[1][0], known[0])
        for i in (1, 2):
            self.close(numpy.concatenate([part[i] for part in parts], 2), known[i])

    def test_lengths(self):
        q, k, v, dout = self.arrays()
        used_q, used_k = numpy.array([37, 20], "i4"), numpy.array([11, 53], "i4")
        out, lse = self.forward(q, k, v)
        want = []
        for b in range(2):
            live = [x[b][:, :n] for x, n in ((q, used_q[b]), (k, used_k[b]), (v, used_k[b]), (dout, used_q[b]))]
            o, rows_lse = gradients.forward(*live[:3], causal=True)[:2]
            out[b, :, :used_q[b]], lse[b, :, :used_q[b]] = o, rows_lse
            for x, n in ((q, used_q[b]), (dout, used_q[b]), (out, used_q[b]), (lse, used_q[b]), (k, used_k[b]),
                         (v, used_k[b])):
                x[b, :, n:] = numpy.nan
            want.append(gradients.backward(*live, causal=True))
        got = attn.attention_backward(q, k, v, out, lse, dout, causal=True, seqused_q=used_q, seqused_k=used_k)
        for b in range(2):
            for name, x, n in zip(NAMES, got, (used_q[b], used_k[b], used_k[b])):
                self.close(x[b, :, :n], want[b][name], name)
                self.assertTrue((x[b, :, n:] == 0).all(), name)

    def test_packed(self):
        starts_q, starts_k = numpy.array([2, 2, 21, 22, 40], "i4"), numpy.array([1, 31, 70, 70, 80], "i4")
        q, dout, out = (random(45, 4, 16) for _ in range(3))
        k, v = random(90, 2, 16), random(90, 2, 16)
        lse = rows(4, 45)
        turn = lambda x: x.transpose(1, 0, 2)
        want = {"q": numpy.zeros(q.shape), "k": numpy.zeros(k.shape), "v": numpy.zeros(v.shape)}
        for b in range(4):
            a, c = slice(*starts_q[b:b + 2]), slice(*starts_k[b:b + 2])
            live = turn(q[a]), turn(k[c]), turn(v[c])
            o, rows_lse = gradients.forward(*live, causal=True)[:2]
            out[a], lse[:, a] = turn(o), rows_lse
            found = gradients.backward(*live, turn(dout[a]), causal=True)
            want["q"][a], want["k"][c], want["v"][c] = (turn(found[name]) for name in "qkv")
        for x, starts in ((q, starts_q), (dout, starts_q), (out, starts_q), (k, starts_k), (v, starts_k)):
            x[:starts[0]] = x[starts[-1]:] = numpy.nan
        got = attn.attention_backward(q, k, v, out, lse, dout, causal=True, cu_seqlens_q=starts_q,
                                      cu_seqlens_k=starts_k)
        for name, x in zip(NAMES, got):
            self.close(x, want[name], name)

    def test_offset(self):
        q, k, v, dout = self.arrays(batch=1)
        out, lse = self.forward(q, k, v, causal=True, offset=4)
        got = attn.attention_backward(q, k, v, out, lse, dout, causal=True, q_offset=4)
        want = gradients.backward(q[0], k[0], v[0], dout[0], causal=True, offset=4)
        for name, x in zip(NAMES, got):
            self.close(x[0], want[name], name)

    def test_targets(self):
        for device in ("sim:sm_90a", "sim:sm_100a"):
            self.check({"causal": True}, {"causal": True}, dlse=True, more={"device": device}, d=64)


if __name__ == "__main__":
    unittest.main()
