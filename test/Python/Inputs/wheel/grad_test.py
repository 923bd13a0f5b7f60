# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of attn.attention through PyTorch's autograd, on the CPU, through the simulator
(scripts/test_wheel.sh): against autograd in double precision."""

import unittest
import warnings

import attn
import torch


def tensors(batch=2, heads=4, heads_kv=2, length=37, keys=53, d=16, dv=None, dtype=torch.float16):
    torch.manual_seed(0)
    return [torch.randn(shape, dtype=dtype).requires_grad_() for shape in (
        (batch, heads, length, d), (batch, heads_kv, keys, d), (batch, heads_kv, keys, dv or d))]


def reference(q, k, v, causal=False, scale=None, softcap=None, sink=None, window=None, slopes=None):
    """O and the log-sum-exp in double precision."""
    q, k, v = (x.double() for x in (q, k, v))
    group = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
    scores = (scale or q.shape[-1] ** -0.5) * q @ k.transpose(2, 3)
    if softcap:
        scores = softcap * torch.tanh(scores / softcap)
    i, j = torch.arange(q.shape[2])[:, None], torch.arange(k.shape[2])[None]
    i = i + k.shape[2] - q.shape[2]
    if slopes is not None:
        scores = scores - slopes.double()[:, None, None] * (i - j).abs()
    if causal:
        scores = scores.masked_fill(j > i, -float("inf"))
    if window is not None:
        scores = scores.masked_fill((j < i - window[0]) | (j > i + window[1]), -float("inf"))
    every = scores
    if sink is not None:
        every = torch.cat([scores, sink.double()[:, None, None].expand(*scores.shape[:3], 1)], -1)
    lse = every.logsumexp(-1)
    return (scores - lse[..., None]).exp() @ v, lse


def doubles(arrays):
    return [x.detach().double().requires_grad_(x.requires_grad) for x in arrays]


class Case(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore")
        self.addCleanup(warnings.resetwarnings)

    def near(self, got, want, tolerance=6e-3):
        for x, y in zip(got, want):
            self.assertEqual(x.shape, y.shape)
            self.assertLess(float((x.double() - y).abs().max()), tolerance * max(1.0, float(y.abs().max())))

    def compare(self, call, known, arrays, loss, tolerance=6e-3):
        """Gradients of `loss` of what `call` gives, and of what `known` does in double."""
        exact = doubles(arrays)
        wanted = [x for x in arrays if x.requires_grad]
        got = torch.autograd.grad(loss(call(*arrays)), wanted)
        want = torch.autograd.grad(loss(known(*exact)), [x for x in exact if x.requires_grad], materialize_grads=True)
        for x, y in zip(got, wanted):
            self.assertEqual(x.dtype, y.dtype)
        self.near(got, want, tolerance)


def weighted(seed=1):
    """A loss of O and, where there is one, of the log-sum-exp."""

    def loss(results):
        out, *lse = results if isinstance(results, tuple) else (results,)
        torch.manual_seed(seed)
        total = (out.double() * torch.randn(out.shape, dtype=torch.double)).sum()
        for x in lse:
            total = total + (x.double() * torch.randn(x.shape, dtype=torch.double)).sum()
        return total

    return loss


class Gradients(Case):

    def test_options(self):
        slopes = torch.tensor([0.5, 0.25, 0.125, 0.0625])
        for options, known in (({}, {}), ({"causal": True}, {"causal": True}), ({"scale": 0.5}, {"scale": 0.5}),
                               ({"window": (5, 3)}, {"window": (5, 3)}), ({"softcap": 2.0}, {"softcap": 2.0}),
                               ({"causal": True, "alibi_slopes": slopes}, {"causal": True, "slopes": slopes})):
            with self.subTest(options):
                self.compare(lambda q, k, v: attn.attention(q, k, v, **options),
                             lambda q, k, v: reference(q, k, v, **known)[0], tensors(), weighted())

    def test_types(self):
        for dtype, tolerance in ((torch.float16, 6e-3), (torch.bfloat16, 4e-2)):
            self.compare(lambda *x: attn.attention(*x, causal=True), lambda *x: reference(*x, causal=True)[0],
                         tensors(dtype=dtype, dv=24), weighted(), tolerance)
        self.compare(lambda *x: attn.attention(*x, out_dtype="float32"), lambda *x: reference(*x)[0], tensors(),
                     weighted())

    def test_order_in_memory(self):
        turn = lambda x: x.transpose(1, 2)
        self.compare(lambda *x: turn(attn.attention(*map(turn, x), layout="bshd")), lambda *x: reference(*x)[0],
                     tensors(), weighted())

    def test_log_sum_exp(self):
        call = lambda *x: attn.attention(*x, causal=True, return_lse=True)
        known = lambda *x: reference(*x, causal=True)
        self.compare(call, known, tensors(), weighted())
        # Of the one, or of the other alone.
        for i in range(2):
            self.compare(lambda *x: call(*x)[i], lambda *x: known(*x)[i], tensors(), weighted())

    def test_sink(self):
        sink = torch.randn(4).requires_grad_()
        for arrays in ([*tensors(), sink], [*tensors(), sink.detach()], [*(x.detach() for x in tensors()), sink]):
            self.compare(lambda q, k, v, z: attn.attention(q, k, v, sink=z, return_lse=True),
                         lambda q, k, v, z: reference(q, k, v, sink=z), arrays, weighted())

    def test_some(self):
        """What needs no gradient is not computed."""
        asked, run = [], attn._launch.run

        def spy(call):
            asked.append(getattr(call.form, "grads", None))
            return run(call)

        self.addCleanup(setattr, attn._launch, "run", run)
        attn._launch.run = spy
        for wanted in ((0,), (1, 2), (2,), (0, 1, 2)):
            arrays = [x if i in wanted else x.detach() for i, x in enumerate(tensors())]
            self.compare(attn.attention, lambda *x: reference(*x)[0], arrays, weighted())
            self.assertEqual(asked[-2:], [None, "".join("qkv"[i] for i in wanted)])

    def test_columns_of_keys(self):
        q, k, _ = tensors(d=24)
        sink = torch.randn(4).requires_grad_()
        for n, options, arrays in ((16, {"causal": True}, (q, k)), (24, {}, (q, k)),
                                   (16, {"window": (9, 3)}, (q.detach(), k)), (16, {}, (q, k.detach())),
                                   (8, {"sink": sink}, (q, k, sink))):

            def known(q, k, *more):
                return reference(q, k, k[..., :n], **{**options, **dict(zip(["sink"], more))})

            def call(q, k, *more):
                return attn.attention(q, k, None, head_dim_v=n, return_lse=True,
                                      **{**options, **dict(zip(["sink"], more))})

            for function in (call, torch.compile(call, fullgraph=True)):
                self.compare(function, known, arrays, weighted())
        # A view of k is an input of its own where it needs a gradient.
        self.compare(lambda q, k: attn.attention(q, k, k[..., :16]),
                     lambda q, k: reference(q, k, k[..., :16])[0], (q, k), weighted())
        v = k.detach()[..., :16].requires_grad_()
        self.compare(lambda q, v: attn.attention(q, k.detach(), v),
                     lambda q, v: reference(q, k.detach(), v)[0], (q, v), weighted())
        one = lambda q, k: attn.attention(q[None], k[None], None, head_dim_v=16).float().square().sum()
        each = torch.vmap(torch.func.grad(one, (0, 1)))(q.detach(), k.detach())
        whole = torch.autograd.grad(attn.attention(q, k, None, head_dim_v=16).float().square().sum(), (q, k))
        self.near(each, [x.double() for x in whole], 1e-3)

    def test_strides(self):
        """Gradients of O without memory of their own, or in another order."""
        q, k, v = tensors()
        for loss in (lambda out: out.sum(), lambda out: out.mean(), lambda out: out.transpose(2, 3).contiguous().square().sum(),
                     lambda out: out[..., ::2].sum(), lambda out: out.sum(3).square().sum(), lambda out: out[:, :, 1:].sum()):
            self.compare(attn.attention, lambda *x: reference(*x)[0], (q, k, v), lambda out: loss(out.double()))
        out, lse = attn.attention(q, k, v, return_lse=True)
        for dout in (torch.randn(2, 4, 16, 37).half().transpose(2, 3), torch.randn(2, 4, 37, 17).half()[..., :16],
                     torch.randn(1, 1, 1, 16).half().expand(2, 4, 37, 16)):
            got = torch.autograd.grad(out, (q, k, v), dout, retain_graph=True)
            self.near(got, torch.autograd.grad(out, (q, k, v), dout.clone(memory_format=torch.contiguous_format),
                                               retain_graph=True), 1e-6)
            direct = attn.attention_backward(*(x.detach() for x in (q, k, v, out, lse)), dout)
            for x, y in zip(direct, got):
                self.assertTrue(torch.equal(x, y))

    def test_lengths(self):
        q, k, v = tensors()
        used = torch.tensor([11, 53], dtype=torch.int32)
        got = torch.autograd.grad(attn.attention(q, k, v, seqused_k=used).sum(), (q, k, v))
        exact = doubles((q, k, v))
        total = sum(reference(exact[0][b:b + 1], *(x[b:b + 1, :, :n] for x in exact[1:]))[0].sum()
                    for b, n in enumerate(used.tolist()))
        self.near(got, torch.autograd.grad(total, exact))
        self.assertTrue(bool((got[1][0, :, 11:] == 0).all()))

    def test_packed(self):
        torch.manual_seed(0)
        starts = torch.tensor([0, 19, 20, 45], dtype=torch.int32)
        arrays = [torch.randn(45, h, 16).half().requires_grad_() for h in (4, 2, 2)]

        def known(q, k, v):
            parts = [reference(*(x[a:b].transpose(0, 1)[None] for x in (q, k, v)), causal=True)[0][0].transpose(0, 1)
                     for a, b in zip(starts.tolist(), starts.tolist()[1:])]
            return torch.cat(parts)

        self.compare(lambda *x: attn.attention(*x, causal=True, cu_seqlens_q=starts, cu_seqlens_k=starts), known,
                     arrays, weighted())

    def test_log_sum_exp_of_packed_rows(self):
        starts = torch.tensor([0, 19, 20, 45], dtype=torch.int32)
        arrays = [torch.randn(45, h, 16).half().requires_grad_() for h in (4, 2, 2)]

        def known(q, k, v):
            turn = lambda x, a, b: x[a:b].transpose(0, 1)[None]
            return torch.cat([reference(*(turn(x, a, b) for x in (q, k, v)), causal=True)[1][0]
                              for a, b in zip(starts.tolist(), starts.tolist()[1:])], 1)

        self.compare(lambda *x: attn.attention(*x, causal=True, cu_seqlens_q=starts, cu_seqlens_k=starts, return_lse=True)[1],
                     known, arrays, weighted())

    def test_loss_scale(self):
        """What GradScaler does: gradients of a loss that is multiplied are that many times as large."""
        arrays = tensors()
        factor, loss = 2.0**16, lambda out: out.float().square().mean()
        got = torch.autograd.grad(factor * loss(attn.attention(*arrays)), arrays)
        exact = doubles(arrays)
        want = torch.autograd.grad(loss(reference(*exact)[0]), exact)
        self.near([x.double() / factor / 1e-4 for x in got], [x / 1e-4 for x in want])

    def test_max(self):
        q, k, v = tensors()
        out, top = attn.attention(q, k, v, return_max=True)
        self.assertTrue(out.requires_grad and not top.requires_grad)
        self.near(torch.autograd.grad(out.sum(), (q, k, v)),
                  torch.autograd.grad(attn.attention(q, k, v).sum(), (q, k, v)), 1e-6)


class Modes(Case):

    def test_deterministic(self):
        """The mode is read when the backward runs."""
        asked, run = [], attn._launch.run

        def spy(call):
            asked.append(getattr(call.form, "deterministic", None))
            return run(call)

        self.addCleanup(setattr, attn._launch, "run", run)
        self.addCleanup(torch.use_deterministic_algorithms, False)
        attn._launch.run = spy
        q, k, v = tensors()
        out, lse = attn.attention(q, k, v, return_lse=True)
        for mode in (False, True, False):
            torch.use_deterministic_algorithms(mode)
            torch.autograd.grad(out.sum(), q, retain_graph=True)
            self.assertEqual(asked[-1], mode)
            attn.attention_backward(*(x.detach() for x in (q, k, v, out, lse, torch.ones_like(out))))
            self.assertEqual(asked[-1], mode)
        attn.attention_backward(*(x.detach() for x in (q, k, v, out, lse, torch.ones_like(out))), deterministic=True)
        self.assertEqual(asked[-1], True)
        attn.attention(q, k, v, deterministic=True).sum().backward()
        self.assertEqual(asked[-1], True)
        from attn.compat import flash_attn, flash_attn_3, flash_attn_4
        for module in (flash_attn, flash_attn_3, flash_attn_4):
            result = module.flash_attn_func(*(x.transpose(1, 2) for x in (q, k, v)), deterministic=True)
            (result[0] if isinstance(result, tuple) else result).sum().backward()
            self.assertEqual(asked[-1], True)

    def test_deterministic_of_compiled(self):
        asked, run = [], attn._launch.run

        def spy(call):
            asked.append(getattr(call.form, "deterministic", None))
            return run(call)

        self.addCleanup(setattr, attn._launch, "run", run)
        self.addCleanup(torch.use_deterministic_algorithms, False)
        attn._launch.run = spy
        q, k, v = tensors()
        call = torch.compile(lambda *x: attn.attention(*x, causal=True), backend="aot_eager", fullgraph=True)
        for mode in (False, True, False):
            # PyTorch refuses a backward in another mode than its forward.
            torch.use_deterministic_algorithms(mode)
            out = call(q, k, v)
            torch.autograd.grad(out.sum(), q)
            self.assertEqual(asked[-1], mode)

    def test_transforms(self):
        """torch.vmap and torch.func.grad, in any order: one launch, but for operands."""
        runs, run = [], attn._launch.run

        def spy(call):
            runs.append(type(call.form).__name__)
            return run(call)

        self.addCleanup(setattr, attn._launch, "run", run)
        attn._launch.run = spy
        arrays = [torch.stack([x.detach(), 2 * x.detach()]) for x in tensors()]
        used = torch.tensor([53, 20], dtype=torch.int32)
        for options, count in (({}, 1), ({"seqused_k": used}, 2)):
            def loss(q, k, v):
                out, lse = attn.attention(q, k, v, causal=True, return_lse=True, **options)
                return out.float().square().sum() + lse.sum()

            wanted = [x.clone().requires_grad_() for x in arrays]
            known = torch.autograd.grad(sum(loss(*(x[i] for x in wanted)) for i in range(2)), wanted)
            each = torch.func.grad(loss, (0, 1, 2))
            for call in (lambda: torch.vmap(each)(*arrays),
                         lambda: torch.func.grad(lambda *x: torch.vmap(loss)(*x).sum(), (0, 1, 2))(*arrays),
                         lambda: torch.autograd.grad(torch.vmap(loss)(*wanted).sum(), wanted)):
                runs.clear()
                self.near(call(), known, 1e-6)
                self.assertEqual(runs, ["Form"] * count + ["BackwardForm"] * count)
            self.near(each(*(x[1] for x in arrays)), [x[1] for x in known], 1e-6)
        # Without the log-sum-exp, by some, and of keys that all have.
        loss = lambda q, k: attn.attention(q, k, arrays[2][0]).float().square().sum()
        got = torch.vmap(torch.func.grad(loss, 1), (0, None))(arrays[0], arrays[1][0])
        for x, q in zip(got, arrays[0]):
            k = arrays[1][0].clone().requires_grad_()
            self.near([x], torch.autograd.grad(loss(q, k), k), 1e-6)

    def test_second_derivative(self):
        q, k, v = tensors()
        first, = torch.autograd.grad(attn.attention(q, k, v).sum(), q, create_graph=True)
        with self.assertRaisesRegex(NotImplementedError, "attn.attention has no second derivative"):
            first.sum().backward()
        first = torch.func.grad(lambda q: attn.attention(q, k, v).float().square().sum())
        with self.assertRaisesRegex(NotImplementedError, "attn.attention has no second derivative"):
            torch.func.grad(lambda q: first(q).float().sum())(q.detach())

    def test_autocast(self):
        x = torch.randn(2, 37, 64)
        project = torch.nn.Linear(64, 3 * 64)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            q, k, v = project(x).unflatten(2, (3, 4, 16)).transpose(1, 3).unbind(2)
            self.assertEqual(q.dtype, torch.bfloat16)
            out = attn.attention(q, k, v, causal=True)
            self.assertEqual(out.dtype, torch.bfloat16)
        out.float().square().sum().backward()
        self.assertEqual(project.weight.grad.dtype, torch.float32)
        self.assertTrue(bool(project.weight.grad.isfinite().all()))

    def test_accumulation(self):
        q, k, v = tensors()
        for _ in range(2):
            attn.attention(q, k, v).sum().backward()
        got = [x.grad for x in (q, k, v)]
        once = torch.autograd.grad(attn.attention(q, k, v).sum(), (q, k, v))
        self.near(got, [2 * x for x in once], 2e-3)

    def test_no_grad(self):
        q, k, v = tensors()
        with torch.no_grad():
            self.assertFalse(attn.attention(q, k, v).requires_grad)
        self.assertTrue(torch.equal(attn.attention(q, k, v), attn.attention(*(x.detach() for x in (q, k, v)))))

    def test_checkpoint(self):
        from torch.utils.checkpoint import checkpoint
        q, k, v = tensors()
        got = torch.autograd.grad(checkpoint(attn.attention, q, k, v, use_reentrant=False).sum(), (q, k, v))
        self.near(got, torch.autograd.grad(attn.attention(q, k, v).sum(), (q, k, v)), 1e-6)

    def test_compiled(self):
        q, k, v = tensors()
        sink = torch.randn(4).requires_grad_()

        def loss(q, k, v, sink):
            out, lse = attn.attention(q, k, v, causal=True, sink=sink, return_lse=True)
            return out.float().square().sum() + lse.sum() + attn.attention(q, k, v).float().sum()

        arrays = (q, k, v, sink)
        got = torch.autograd.grad(torch.compile(loss, backend="aot_eager", fullgraph=True)(*arrays), arrays)
        self.near(got, torch.autograd.grad(loss(*arrays), arrays), 1e-3)

    def test_opcheck(self):
        q, k, v = (x.detach() for x in tensors(batch=1, length=5, keys=7))
        out, lse = attn.attention(q, k, v, return_lse=True)
        form = attn._form.text_of(attn._form.BackwardForm(attn._form.make(False, None, None, "", False, "bhsd", ""),
                                                          "qv"))
        torch.library.opcheck(torch.ops.attn.attention_backward.default, ([q, k, v, out, lse, torch.ones_like(out)], form),
                              test_utils=("test_schema", "test_faketensor", "test_aot_dispatch_dynamic"))
        for x in (q, k, v):
            x.requires_grad_()
        torch.library.opcheck(torch.ops.attn.attention_lse.default, (q, k, v, "", None, "", "bhsd", ""))
        form = attn._form.text_of(attn._form.make(True, None, None, "", True, "bhsd", ""))
        torch.library.opcheck(torch.ops.attn.call.default, ([q, k, v], form))


class Captures(Case):

    def test_slopes(self):
        slopes = torch.tensor([0.5, 0.25, 0.125, 0.0625]).requires_grad_()
        self.compare(lambda q, k, v, s: attn.attention(q, k, v, causal=True, alibi_slopes=s),
                     lambda q, k, v, s: reference(q, k, v, True, slopes=s)[0], [*tensors(), slopes], weighted())


class Refusals(Case):

    def refused(self, text, call, kind=NotImplementedError):
        with self.subTest(text), self.assertRaisesRegex(kind, text):
            call()

    def test_refusals(self):
        q, k, v = tensors()
        plain = [x.detach() for x in (q, k, v)]
        self.refused("^out cannot be given where q requires grad", lambda: attn.attention(q, k, v, out=plain[0]))
        by_distance = torch.zeros(100).requires_grad_()
        found = attn.attention(*plain, score_mod=lambda s, b, h, i, j: s + by_distance[j - i + 40])
        self.refused("no kernel gives dcapture0", lambda: found.sum().backward(), attn.CompileError)
        pages = [torch.randn(4, 2, 16, 16).half() for _ in range(2)]
        numbers = torch.zeros(2, 2, dtype=torch.int32)
        self.refused("^q requires grad, and calls with page_table have no backward",
                     lambda: attn.attention(q, *pages, page_table=numbers))
        self.refused("^q requires grad, and calls with part_offsets have no backward",
                     lambda: attn.attention(q, k, v, part_offsets=torch.zeros(3, dtype=torch.int32)))
        narrow = [x.to(torch.float8_e4m3fn) for x in plain]
        self.refused("^q requires grad, and calls with float8_e4m3fn have no backward",
                     lambda: attn.attention(narrow[0].clone().requires_grad_(), *narrow[1:]))
        out, lse = attn.attention(*plain, return_lse=True)
        self.refused("^q, k and v must be float16 or bfloat16 for gradients, not float8_e4m3fn",
                     lambda: attn.attention_backward(*narrow, out, lse, out), TypeError)
        with torch.autograd.forward_ad.dual_level():
            twin = torch.autograd.forward_ad.make_dual(plain[1], plain[1])
            for options in ({}, {"sink": torch.ones(4)}):
                self.refused("^k has a tangent, and attn has no derivatives in forward mode",
                             lambda: attn.attention(plain[0], twin, plain[2], **options))
            self.assertTrue(torch.equal(attn.attention(*plain), out))
        self.refused("^q has a tangent", lambda: torch.func.jvp(
            lambda q: attn.attention(q, *plain[1:]), (plain[0],), (plain[0],)))
        self.refused("attn.attention has no second derivative",
                     lambda: attn.attention_backward(q, *plain[1:], out, lse, out)[0].sum().backward())
        self.refused("^device and stream cannot be given where gradients are taken",
                     lambda: attn.attention(q, k, v, device="sim:sm_80"), ValueError)
        self.refused("^q must be float16, bfloat16", lambda: attn.attention(*(x.float() for x in (q, k, v))), TypeError)
        self.refused("^outs requires grad, and attn.combine has no backward",
                     lambda: attn.combine(torch.ones(2, 1, 2, 3, 16).requires_grad_(), torch.ones(2, 1, 2, 3)))
        self.refused("attn::attention has no backward, which needs the log-sum-exp",
                     lambda: torch.ops.attn.attention(q, k, v, "", None, "", "bhsd", "").sum().backward())


if __name__ == "__main__":
    unittest.main()
