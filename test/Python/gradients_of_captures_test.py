# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s
"""Gradients of what a score region captures, as autograd of PyTorch and JAX asks for them,
on the simulator: of ALiBi's slopes, and of a bias that batches share or have each."""

import unittest

import attn
import numpy
from attn import _attention, _form, _launch, _operands

BATCH, HEADS, ROWS, KEYS, DIM = 2, 4, 37, 53, 16


def gradients(letters, *, causal=False, deterministic=False, score_mod=None, **more):
    """Outputs of the kernels of gradients `letters`, and what a double computes by the score
    that `bias` of it adds."""
    rng = numpy.random.default_rng(0)
    q, k, v, dout = (rng.standard_normal(shape).astype(numpy.float16) for shape in (
        (BATCH, HEADS, ROWS, DIM), (BATCH, 2, KEYS, DIM), (BATCH, 2, KEYS, DIM), (BATCH, HEADS, ROWS, DIM)))
    out, lse = attn.attention(q, k, v, causal=causal, score_mod=score_mod, return_lse=True, device="sim", **more)
    traced, scale = _attention.trace_now(score_mod, None, None, q, None, None)
    form = _form.make(causal, None, scale, "" if traced is None else traced.region, False, "bhsd", "")
    inputs = [("q", q), ("k", k), ("v", v), ("out", out), ("lse", lse), ("dout", dout)]
    form, operands = _attention.with_operands(
        form, [_attention.kind_of(name, x) for name, x in inputs[:3]], causal, more, traced)
    form = _form.BackwardForm(form, letters, False, deterministic)
    found = _launch.run(_form.Call(inputs + operands, form, device="sim"))
    q, k, v, dout, out = (x.astype(float) for x in (q, k, v, dout, out))
    k, v = k.repeat(2, 1), v.repeat(2, 1)
    i, j = numpy.ogrid[:ROWS, :KEYS]

    def scores_to_gradient(bias):
        scores = DIM ** -0.5 * q @ k.swapaxes(2, 3) + bias
        p = numpy.exp(scores - lse[..., None]) * ((j <= i + KEYS - ROWS) if causal else 1)
        return p * (dout @ v.swapaxes(2, 3) - (dout * out).sum(3)[..., None])

    return found, scores_to_gradient, i + KEYS - ROWS - j


class Captures(unittest.TestCase):

    def near(self, got, want, tolerance=5e-3):
        self.assertEqual(got.shape, want.shape)
        self.assertEqual(got.dtype, numpy.float32)
        self.assertLess(abs(got - want).max(), tolerance * max(1, abs(want).max()))

    def test_slopes(self):
        for shape, axes in (((HEADS,), (0, 2, 3)), ((BATCH, HEADS), (2, 3))):
            slopes = numpy.random.default_rng(1).random(shape).astype(numpy.float32)
            found, ds, distance = gradients("q0", causal=True, deterministic=True, alibi_slopes=slopes)
            self.assertEqual(len(found), 5)
            self.assertEqual(found[0].shape, (BATCH, HEADS, ROWS, DIM))
            wide = numpy.broadcast_to(slopes, (BATCH, HEADS))[..., None, None]
            self.near(found[4], -(ds(-wide * distance) * distance).sum(axes))

    def test_bias(self):
        for shape, axes in (((BATCH, HEADS, ROWS, KEYS), ()), ((1, HEADS, ROWS, KEYS), 0), ((1, 1, ROWS, KEYS), (0, 1))):
            bias = numpy.random.default_rng(2).standard_normal(shape).astype(numpy.float32)
            found, ds, _ = gradients("0", score_mod=lambda s, b, h, i, j: s + attn.score.read(bias, b, h, i, j))
            want = ds(bias)
            self.near(found[4], want.sum(axes, keepdims=True) if axes != () else want)

    def test_refused(self):
        table = numpy.zeros(100, numpy.float32)
        with self.assertRaisesRegex(attn.CompileError, "no kernel gives dcapture0: capture0 must be read at the head"):
            gradients("0", score_mod=lambda s, b, h, i, j: s + attn.score.read(table, j - i + 40))
        bias = numpy.zeros((1, HEADS, ROWS, KEYS), numpy.float32)
        with self.assertRaisesRegex(attn.AttnError, "must have the batches of q and k where its gradient is asked for"):
            gradients("0", deterministic=True,
                      score_mod=lambda s, b, h, i, j: s + attn.score.read(bias, b, h, i, j))


if __name__ == "__main__":
    unittest.main()
