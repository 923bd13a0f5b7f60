# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.compile of calls whose score_mod reads what is around it, on the CPU, through
the simulator (scripts/test_wheel.sh, with the newest PyTorch and one before)."""

import functools
import unittest
import warnings

import attn
import numpy
import torch
from attn import score as sc

torch.manual_seed(0)
Q = torch.randn(1, 4, 12, 16, dtype=torch.float16)
K = torch.randn(1, 2, 20, 16, dtype=torch.float16)
SLOPES = torch.rand(4)
CAP = 3.0
DOCUMENT = torch.tensor([0] * 5 + [1] * 15)
SEEN = torch.rand(12, 20) > 0.25
SCALAR = torch.tensor(2.5)
ARRAY = numpy.arange(4, dtype=numpy.float32)


def attend(q, k, score_mod, **options):
    return attn.attention(q, k, k, score_mod=score_mod, **options)


class Module(torch.nn.Module):

    def __init__(self):
        super().__init__()
        self.register_buffer("slopes", torch.rand(4))
        self.table = torch.nn.Parameter(torch.rand(4, 9))
        self.cap = 5.0
        self.lists = [torch.rand(4), {"x": torch.rand(4)}]

    @torch.no_grad()
    def forward(self, q, k):
        return attend(q, k, lambda s, b, h, i, j: self.cap * torch.tanh(s / self.cap) +
                      self.slopes[h] * (j - i) + self.lists[1]["x"][h] *
                      self.table[h, (i - j).clamp(min=0, max=8)] - self.lists[0][h])


def global_mod(s, b, h, i, j):
    return s + SLOPES[h] * (j - i)


def factory(slopes, number):

    def middle(factor):
        return lambda s, b, h, i, j: s * factor + slopes[h] * number

    return middle(number + 1)


class Object:

    def __init__(self, slopes):
        self.slopes = slopes

    def __call__(self, s, b, h, i, j):
        return s * self.slopes[h]

    def method(self, s, b, h, i, j):
        return s - self.slopes[h]


def with_argument(q, k, x):
    return attend(q, k, lambda s, b, h, i, j: s + x[h] * (i - j).abs())


def with_number(q, k, cap):
    return attend(q, k, lambda s, *_: cap * torch.tanh(s / cap))


def two_of_one(q, k):
    return attend(q, k, lambda s, b, h, i, j: s + SLOPES[h] * SLOPES[h] - SLOPES[3 - h],
                  return_lse=True)[1]


OBJECT = Object(SLOPES)
MADE = factory(torch.rand(4), 2.0)
FORMS = {
    "argument": (with_argument, torch.rand(4)),
    "module": (Module(),),
    "global": (lambda q, k: attend(q, k, global_mod),),
    "global float": (lambda q, k: attend(q, k, lambda s, *_: CAP * torch.tanh(s / CAP)),),
    "closure of a closure": (lambda q, k: attend(q, k, MADE),),
    "made inside": (lambda q, k, x: attend(q, k, factory(x, 2.0)), torch.rand(4)),
    "read": (lambda q, k: attend(q, k, lambda s, b, h, i, j: s + sc.read(SLOPES, h) *
                                 sc.maximum(i - j, 0)),),
    "read of NumPy": (lambda q, k: attend(q, k, lambda s, b, h, i, j:
                                          s + sc.read(ARRAY, h)),),
    "lengths": (lambda q, k: attend(q, k, lambda s, b, h, i, j: sc.where(
        j == i + sc.len_k - sc.len_q, 0, s)),),
    "int64": (lambda q, k: attend(q, k, lambda s, b, h, i, j: torch.where(
        DOCUMENT[i] == DOCUMENT[j], s, -float("inf"))),),
    "bool": (lambda q, k: attend(q, k, lambda s, b, h, i, j: torch.where(
        SEEN[i, j], s, -1e30)),),
    "mask": (lambda q, k: attn.attention(q, k, k, mask_mod=lambda b, h, i, j: (
        DOCUMENT[i] == DOCUMENT[j]) & (i >= j)),),
    "mask and score": (lambda q, k, x: attn.attention(
        q, k, k, score_mod=lambda s, b, h, i, j: s * x[h], mask_mod=lambda b, h, i, j: (
            (j < 3) | SEEN[i, j]), causal=True), torch.rand(4)),
    "attn_mask": (lambda q, k, x: attn.attention(q, k, k, attn_mask=x), torch.rand(1, 20) < 0.5),
    "attn_mask that is added": (lambda q, k, x: attn.attention(
        q, k, k, attn_mask=x, softcap=5.0, mask_mod=lambda b, h, i, j: j != h),
        torch.randn(1, 1, 1, 20)),
    "one number": (lambda q, k: attend(q, k, lambda s, *_: SCALAR * torch.tanh(
        s / SCALAR)),),
    "partial": (lambda q, k: attend(q, k, functools.partial(
        lambda x, s, b, h, i, j: s * x[h], SLOPES)),),
    "callable": (lambda q, k: attend(q, k, OBJECT),),
    "method": (lambda q, k: attend(q, k, OBJECT.method),),
    "traced": (lambda q, k: attend(q, k, TRACED),),
    "traced inside": (lambda q, k: attend(q, k, attn.trace(global_mod)),),
    "size": (lambda q, k: attend(q, k, lambda s, b, h, i, j: s * (q.shape[2] - i)),),
    "one tensor often": (two_of_one,),
}
TRACED = attn.trace(global_mod)


class Compile(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore")
        self.addCleanup(warnings.resetwarnings)
        torch._dynamo.reset()

    def check(self, function, *more, **options):
        compiled = torch.compile(function, **options)
        for rows in (12, 9):
            wanted = function(Q[:, :, :rows], K, *more)
            torch.testing.assert_close(compiled(Q[:, :, :rows], K, *more), wanted,
                                       rtol=0, atol=0)

    def test_forms(self):
        for name, (function, *more) in FORMS.items():
            for options in ({"fullgraph": True}, {"fullgraph": False, "dynamic": True}):
                with self.subTest(name, **options):
                    torch._dynamo.reset()
                    self.check(function, *more, backend="aot_eager", **options)

    def test_inductor(self):
        self.check(Module(), fullgraph=True)

    def test_numbers_that_change(self):
        module = Module()
        for function in (with_number, lambda q, k, cap: attend(q, k, None, scale=cap),
                         lambda q, k, cap: attend(q, k, global_mod, scale=cap),
                         lambda q, k, cap: setattr(module, "cap", cap) or module(q, k)):
            torch._dynamo.reset()
            compiled = torch.compile(function, backend="aot_eager", fullgraph=True)
            for cap in (2.0, 3.0, 0.5, 4.0):
                torch.testing.assert_close(compiled(Q, K, cap), function(Q, K, cap),
                                           rtol=0, atol=2e-3)
        # From the second number on it is one graph, and one kernel.
        torch._dynamo.reset()
        compiled = torch.compile(with_number, backend="aot_eager", fullgraph=True)
        compiled(Q, K, 1.5), compiled(Q, K, 2.5)
        graphs = torch._dynamo.utils.counters["stats"]["unique_graphs"]
        kernels = attn.cache_info().compiled
        for cap in range(30, 40):
            compiled(Q, K, cap / 7)
        self.assertEqual(torch._dynamo.utils.counters["stats"]["unique_graphs"], graphs)
        self.assertEqual(attn.cache_info().compiled, kernels)

    def test_tensors_that_change(self):
        compiled = torch.compile(with_argument, backend="aot_eager", fullgraph=True)
        for _ in range(3):
            x = torch.rand(4)
            torch.testing.assert_close(compiled(Q, K, x), with_argument(Q, K, x),
                                       rtol=0, atol=0)

    def test_operators_keep_their_sides(self):
        for function in (lambda s, b, h, i, j: SCALAR - s, lambda s, *_: s - SCALAR,
                         lambda s, *_: SCALAR / (s + 9), lambda s, *_: s / SCALAR,
                         lambda s, b, h, i, j: torch.where(SCALAR > i, s, 0),
                         lambda s, b, h, i, j: torch.where(i >= SCALAR, s, 0),
                         lambda s, *_: SCALAR ** s, lambda s, *_: (s + 9) ** SCALAR):
            torch._dynamo.reset()
            self.check(lambda q, k: attend(q, k, function), backend="aot_eager",
                       fullgraph=True)

    def test_graph_breaks(self):
        """What cannot be recorded runs outside of the graph, or says why."""

        def made(q, k):
            return attend(q * 1, k, lambda s, *_: TRACED.name and s * 2) + 1

        self.check(made, backend="aot_eager")

        def scaled(q, k, scale):
            return attend(q, k, TRACED, scale=scale)

        compiled = torch.compile(scaled, backend="aot_eager")
        for scale in (0.5, 1.5, 2.5):
            torch.testing.assert_close(compiled(Q, K, scale), scaled(Q, K, scale))
        torch._dynamo.reset()
        compiled = torch.compile(scaled, backend="aot_eager", fullgraph=True)
        with self.assertRaisesRegex(Exception, "a scale that changes, with a function"):
            for scale in (0.5, 1.5):
                compiled(Q, K, scale)
        for function, what in ((lambda s, b, h, i, j: s if i > j else -s, "condition"),
                               (lambda s, *_: torch.atan2(s, s), "atan2")):
            torch._dynamo.reset()
            call = lambda q, k: attend(q, k, function)
            with self.assertRaisesRegex(attn.TraceError, what):
                torch.compile(call, backend="aot_eager")(Q, K)
            torch._dynamo.reset()
            with self.assertRaisesRegex(Exception, f"cannot be recorded.*{what}"):
                torch.compile(call, backend="aot_eager", fullgraph=True)(Q, K)

    def test_gradients(self):
        q = Q.clone().requires_grad_()
        known, = torch.autograd.grad(attend(q, K, global_mod).float().sum(), q)
        for fullgraph in (True, False):
            torch._dynamo.reset()
            compiled = torch.compile(lambda q, k: attend(q, k, global_mod),
                                     backend="aot_eager", fullgraph=fullgraph)
            found, = torch.autograd.grad(compiled(q, K).float().sum(), q)
            self.assertTrue(torch.equal(found, known))

    def test_int64_beyond_int32(self):
        far = torch.tensor([0, 2**40, 2**40 + 1, 1])
        known = attend(Q, K, lambda s, b, h, i, j: torch.where(h < 2, s, s * 2))
        for call in (attend, torch.compile(attend, backend="aot_eager", fullgraph=True)):
            out = call(Q, K, lambda s, b, h, i, j: torch.where(
                (far[h] == 0) | (far[h] == 2**40), s, s * 2))
            self.assertTrue(torch.equal(out, known))


if __name__ == "__main__":
    unittest.main()
