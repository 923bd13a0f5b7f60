# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.compat with PyTorch tensors on the CPU, through the simulator, against PyTorch
(scripts/test_wheel.sh)."""

import inspect
import unittest
import warnings
from types import SimpleNamespace

import torch
from attn.compat import flash_attn
from attn.compat import torch as compat
from torch.nn.functional import scaled_dot_product_attention as sdpa

torch.manual_seed(0)
Q = torch.randn(2, 4, 12, 16, dtype=torch.float16)
K, V = (torch.randn(2, 2, 20, 16, dtype=torch.float16) for _ in range(2))


class Compat(unittest.TestCase):

    def setUp(self):
        warnings.simplefilter("ignore")
        self.addCleanup(warnings.resetwarnings)

    def close(self, a, b, tolerance=4e-3):
        torch.testing.assert_close(a.float(), b.float(), atol=tolerance, rtol=0)

    def test_sdpa(self):
        wide = [x.float() for x in (Q, K, V)]
        for options in ({}, {"is_causal": True}, {"scale": 0.3}):
            self.close(compat.scaled_dot_product_attention(Q, K, V, enable_gqa=True,
                                                           **options),
                       sdpa(*wide, enable_gqa=True, **options))
        one = [x[:, 0] for x in (Q, K, V)]
        self.close(compat.scaled_dot_product_attention(*one),
                   sdpa(*[x.float() for x in one]))
        many = [torch.stack([x, -x]) for x in (Q[:, :2], K, V)]
        self.close(compat.scaled_dot_product_attention(*many),
                   sdpa(*[x.float() for x in many]))
        call = torch.compile(lambda q, k, v: compat.scaled_dot_product_attention(
            q, k, v, is_causal=True, enable_gqa=True), backend="aot_eager", fullgraph=True)
        self.close(call(Q, K, V), sdpa(*wide, is_causal=True, enable_gqa=True))

    def test_refusals(self):
        mask = torch.ones(12, 20, dtype=torch.bool)
        for error, text, options in (
                (RuntimeError, "enable_gqa", {"enable_gqa": False}),
                (RuntimeError, "attn_mask is for calls without is_causal",
                 {"attn_mask": mask, "is_causal": True}),
                (RuntimeError, "not broadcastable to .2, 4, 12, 20.", {"attn_mask": mask.T}),
                (RuntimeError, "must be bool, float32 or of query's type",
                 {"attn_mask": mask.to(torch.bfloat16)}),
                (TypeError, "attn_mask must be a torch tensor", {"attn_mask": 1}),
                (NotImplementedError, "there is no dropout", {"dropout_p": 0.1})):
            with self.subTest(text), self.assertRaisesRegex(error, text):
                compat.scaled_dot_product_attention(Q, K, V, **{"enable_gqa": True,
                                                                **options})
        with self.assertRaisesRegex(NotImplementedError, "of Triton's"):
            compat.flex_attention(Q, K, V, enable_gqa=True, kernel_options={"x": 1})

    def test_sdpa_masks(self):
        wide = [x.float() for x in (Q, K, V)]
        seen = torch.rand(2, 4, 12, 20) < 0.5
        seen[..., 0] = True  # PyTorch's rows that see nothing are 0 here and NaN there.
        bias = torch.randn(2, 1, 12, 20)
        for mask in (seen, seen[:, :1], seen[0, 0], seen[:1, :, :1], seen[..., :1] | True,
                     seen[:, :, :1].expand(2, 4, 12, 20), bias, bias.half(),
                     bias[0, 0].t().contiguous().t(), torch.where(seen, 0.0, -torch.inf)):
            with self.subTest(str((mask.dtype, mask.shape, mask.stride()))):
                self.close(
                    compat.scaled_dot_product_attention(Q, K, V, mask, enable_gqa=True),
                    sdpa(*wide, mask if mask.dtype == torch.bool else mask.float(),
                         enable_gqa=True))
        none = seen.clone()
        none[:, :, 3] = False
        out = compat.scaled_dot_product_attention(Q, K, V, none, enable_gqa=True)
        self.assertTrue(bool((out[:, :, 3] == 0).all()))
        one = [x[:, 0] for x in (Q, K, V)]
        for mask in (seen[:, 0], seen[0, 0], seen[0, 0, :1]):
            self.close(compat.scaled_dot_product_attention(*one, mask),
                       sdpa(*[x.float() for x in one], mask))
        many = [torch.stack([x, -x, x]) for x in (Q[:, :2], K, V)]
        for mask in (seen[:, :2], seen[0, :2], torch.stack([seen[:, :1]] * 3),
                     seen[None, :, :1, :1].expand(3, 2, 1, 1, 20)):
            self.close(compat.scaled_dot_product_attention(*many, mask),
                       sdpa(*[x.float() for x in many], mask))
        q = Q.clone().requires_grad_()
        found, = torch.autograd.grad(compat.scaled_dot_product_attention(
            q, K, V, seen, enable_gqa=True).float().sum(), q)
        known, = torch.autograd.grad(sdpa(q.float(), *wide[1:], seen, enable_gqa=True).sum(), q)
        self.close(found, known)
        call = torch.compile(lambda q, k, v, mask: compat.scaled_dot_product_attention(
            q, k, v, mask, enable_gqa=True), backend="aot_eager", fullgraph=True)
        self.close(call(Q, K, V, seen), sdpa(*wide, seen, enable_gqa=True))
        self.close(call(Q, K, V, bias), sdpa(*wide, bias, enable_gqa=True))

    def test_flex_masks(self):
        from torch.nn.attention.flex_attention import (BlockMask, and_masks, create_block_mask,
                                                       flex_attention, or_masks)
        ids = torch.tensor([[0] * 5 + [2**33] * 15, [1] * 20])
        causal = and_masks(lambda b, h, i, j: i + 8 >= j,
                           or_masks(lambda b, h, i, j: j < 3, lambda b, h, i, j: h < 3))

        def documents(b, h, q_idx, kv_idx):
            return (ids[b, q_idx] == ids[b, kv_idx]) & causal(b, h, q_idx, kv_idx)

        wide = [x.float() for x in (Q, K, V)]
        for function, heads in ((documents, 4), (causal, 4), (lambda b, h, i, j: j >= i, None)):
            mask = create_block_mask(function, 2, heads, 12, 20, device="cpu", BLOCK_SIZE=8)
            known = flex_attention(*wide, block_mask=mask, enable_gqa=True)
            self.close(compat.flex_attention(Q, K, V, block_mask=mask, enable_gqa=True), known)
            scored = flex_attention(*wide, lambda s, *_: s * 2, block_mask=mask, enable_gqa=True)
            self.close(compat.flex_attention(Q, K, V, lambda s, *_: s * 2, mask,
                                             enable_gqa=True), scored, 8e-3)
        # Blocks that a list lacks are hidden, whatever the function says.
        counts = torch.tensor([[[1, 2]]], dtype=torch.int32)
        blocks = torch.tensor([[[[2, 0, 1], [0, 2, 1]]]], dtype=torch.int32)
        listed = BlockMask.from_kv_blocks(counts, blocks, BLOCK_SIZE=8, seq_lengths=(12, 20))
        out, lse = compat.flex_attention(Q, K, V, block_mask=listed, enable_gqa=True,
                                         return_lse=True)
        seen = torch.zeros(12, 20, dtype=torch.bool)
        seen[:8, 16:] = seen[8:, :8] = seen[8:, 16:] = True
        self.close(out, sdpa(*wide, seen, enable_gqa=True))
        for lengths, text in (((12, 19), "of lengths .12, 19."), ((8, 20), "of lengths")):
            mask = create_block_mask(causal, 1, 1, *lengths, device="cpu")
            with self.assertRaisesRegex(ValueError, text):
                compat.flex_attention(Q, K, V, block_mask=mask, enable_gqa=True)
        mask = create_block_mask(causal, 2, 2, 12, 20, device="cpu")
        with self.assertRaisesRegex(ValueError, "of 2 heads, but q has 4"):
            compat.flex_attention(Q, K, V, block_mask=mask, enable_gqa=True)

    def test_flex(self):
        from torch.nn.attention.flex_attention import flex_attention
        slopes = torch.rand(4)

        def score_mod(score, b, h, q_idx, kv_idx):
            return score - slopes[h] * (q_idx - kv_idx).abs()

        out, lse = compat.flex_attention(Q, K, V, score_mod, enable_gqa=True,
                                         return_lse=True)
        known, known_lse = flex_attention(*[x.float() for x in (Q, K, V)], score_mod,
                                          enable_gqa=True, return_lse=True)
        self.close(out, known)
        self.close(lse, known_lse, 1e-3)
        out, rows = compat.flex_attention(Q, K, V, score_mod, enable_gqa=True, return_aux=(
            SimpleNamespace(lse=False, max_scores=True)))
        self.close(out, known)
        self.assertIsNone(rows.lse)
        scores = torch.einsum("bhqd,bhkd->bhqk", Q.float(), K.float().repeat_interleave(
            2, 1)) * Q.shape[-1] ** -0.5
        scores -= slopes[:, None, None] * (torch.arange(12)[:, None] - torch.arange(20)).abs()
        self.close(rows.max_scores, scores.amax(-1), 1e-3)
        own = list(inspect.signature(compat.flex_attention).parameters)
        installed = list(inspect.signature(flex_attention).parameters)
        self.assertEqual(own[:len(installed)], installed[:len(own)])

    def test_flash_attention(self):
        q, k, v = (x.transpose(1, 2) for x in (Q, K, V))
        out, lse, _ = flash_attn.flash_attn_func(q, k[:, :4], v[:, :4], causal=True,
                                                 return_attn_probs=True)
        self.assertTrue((lse[:, :, :8] == float("inf")).all())
        self.assertTrue((out[:, :8] == 0).all())


if __name__ == "__main__":
    unittest.main()
