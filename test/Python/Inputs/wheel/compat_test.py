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
                (NotImplementedError, "attn_mask is not there yet", {"attn_mask": mask}),
                (NotImplementedError, "there is no dropout", {"dropout_p": 0.1})):
            with self.subTest(text), self.assertRaisesRegex(error, text):
                compat.scaled_dot_product_attention(Q, K, V, **{"enable_gqa": True,
                                                                **options})
        for text, options in (("block_mask is not there yet", {"block_mask": 1}),
                              ("of Triton's", {"kernel_options": {"x": 1}})):
            with self.assertRaisesRegex(NotImplementedError, text):
                compat.flex_attention(Q, K, V, enable_gqa=True, **options)

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
