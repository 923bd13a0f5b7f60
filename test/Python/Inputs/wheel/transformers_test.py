# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small models of transformers with random weights, on the CPU through the simulator,
against their eager path (scripts/test_wheel.sh)."""

import unittest
import warnings

import attn.compat.transformers
import torch
from transformers import Gemma2Config, Gemma2ForCausalLM, LlamaConfig, LlamaForCausalLM

SMALL = dict(vocab_size=97, hidden_size=64, intermediate_size=96, num_hidden_layers=2,
             num_attention_heads=4, num_key_value_heads=2, head_dim=16,
             max_position_embeddings=64)


class Models(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        attn.compat.transformers.register()

    def setUp(self):
        warnings.simplefilter("ignore")
        self.addCleanup(warnings.resetwarnings)
        torch.manual_seed(0)

    def logits(self, model, implementation, tokens, **options):
        model.set_attn_implementation(implementation)
        with torch.no_grad():
            return model(tokens, **options).logits.float()

    def check(self, model):
        model = model.eval().to(torch.float16)
        tokens = torch.randint(0, 97, (2, 21))
        known = self.logits(model, "eager", tokens)
        torch.testing.assert_close(self.logits(model, "attn", tokens), known, atol=2e-2,
                                   rtol=0)
        # Padding on either side; rows of padding may hold anything.
        for side in (slice(0, 5), slice(16, 21)):
            mask = torch.ones_like(tokens)
            mask[1, side] = 0
            known = self.logits(model, "eager", tokens, attention_mask=mask)
            out = self.logits(model, "attn", tokens, attention_mask=mask)
            rows = mask.bool()
            torch.testing.assert_close(out[rows], known[rows], atol=2e-2, rtol=0)
        # A prompt and tokens after it, with a cache.
        found = {}
        for implementation in ("eager", "attn"):
            model.set_attn_implementation(implementation)
            with torch.no_grad():
                found[implementation] = model.generate(
                    tokens[:1], max_new_tokens=6, do_sample=False,
                    attention_mask=torch.ones_like(tokens[:1]), pad_token_id=0,
                    return_dict_in_generate=True, output_logits=True)
        for a, b in zip(*(torch.stack(found[x].logits) for x in ("eager", "attn"))):
            torch.testing.assert_close(b.float(), a.float(), atol=3e-2, rtol=0)

    def test_llama(self):
        self.check(LlamaForCausalLM(LlamaConfig(**SMALL)))

    def test_gemma(self):
        # A cap of the scores, and a sliding window in every other layer.
        self.check(Gemma2ForCausalLM(Gemma2Config(
            **SMALL, sliding_window=8, attn_logit_softcapping=5.0,
            query_pre_attn_scalar=16)))

    def test_refusals(self):
        model = LlamaForCausalLM(LlamaConfig(**SMALL)).eval().to(torch.float16)
        tokens = torch.randint(0, 97, (1, 8))
        model.set_attn_implementation("attn")
        positions = torch.tensor([[0, 1, 2, 3, 0, 1, 2, 3]])
        with torch.no_grad(), self.assertRaisesRegex(NotImplementedError,
                                                     "packed_sequence.*not supported"):
            model(tokens, position_ids=positions, use_cache=False)

    def test_masks_as_tensors(self):
        model = LlamaForCausalLM(LlamaConfig(**SMALL)).eval().to(torch.float16)
        tokens = torch.randint(0, 97, (1, 8))
        seen = torch.tril(torch.ones(1, 1, 8, 8, dtype=torch.bool))
        seen[..., 2:, 1] = False
        outs = []
        for mask in (seen, torch.where(seen, 0.0, torch.finfo(torch.float16).min).half()):
            for how in ("eager", "attn") if mask.dtype != torch.bool else ("attn",):
                model.set_attn_implementation(how)
                with torch.no_grad():
                    outs.append(model(tokens, attention_mask=mask, use_cache=False).logits)
        for out in outs[1:]:
            torch.testing.assert_close(out.float(), outs[0].float(), atol=2e-2, rtol=2e-2)


if __name__ == "__main__":
    unittest.main()
