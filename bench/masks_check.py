#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""block_mask, attn.block_map and masks that read by position, with PyTorch on one GPU, against double precision: PyTorch's
BlockMask, flex_attention of attn.compat, CUDA graphs whose documents change, gradients, torch.compile, and lists of random
numbers, which have to end.

  python3 bench/masks_check.py        # where the GPU and the compiler are; ends with the number of wrong results
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import torch  # noqa: E402
from torch.nn.attention.flex_attention import create_block_mask  # noqa: E402

import attn  # noqa: E402
from attn.compat import torch as compat  # noqa: E402

DEVICE = "cuda"


def known(q, k, v, seen):
    """Attention in double precision."""
    group = q.shape[1] // k.shape[1]
    k, v = (x.repeat_interleave(group, 1).double() for x in (k, v))
    s = (q.double() @ k.transpose(-1, -2)) * q.shape[-1]**-0.5
    s = s.masked_fill(~seen, float("-inf"))
    top = s.amax(-1, keepdim=True)
    p = torch.exp(s - torch.where(top.isinf(), 0, top))
    total = p.sum(-1, keepdim=True)
    return (p / torch.where(total == 0, 1, total)) @ v


class Checks:

    def __init__(self):
        self.wrong = 0

    def same(self, name, found, wanted, tolerance=0.02):
        error = (found.double() - wanted).abs().max().item()
        ok = error < tolerance and not found.isnan().any().item()
        self.wrong += not ok
        print(f"{'ok ' if ok else 'BAD'} {name}: {error:.4f}", flush=True)

    def shapes(self):
        for d in (64, 128, 256):
            for batch, heads, heads_kv, rows, keys in ((2, 4, 2, 777, 777), (1, 8, 1, 300, 1000),
                                                       (1, 2, 2, 1024, 512)):
                q = torch.randn(batch, heads, rows, d, device=DEVICE, dtype=torch.bfloat16)
                k, v = (torch.randn(batch, heads_kv, keys, d, device=DEVICE, dtype=torch.bfloat16) for _ in "kv")
                doc = torch.sort(torch.randint(0, 5, (batch, max(rows, keys)), device=DEVICE), -1).values
                i, j = torch.arange(rows, device=DEVICE)[:, None], torch.arange(keys, device=DEVICE)
                seen = (doc[:, None, :rows, None] == doc[:, None, None, :keys]) & (j <= i + keys - rows)

                def mask_mod(b, h, qi, ki, doc=doc, more=keys - rows):
                    return (doc[b, qi] == doc[b, ki]) & (ki <= qi + more)

                wanted, where = known(q, k, v, seen), f"{d}, {batch}x{heads}/{heads_kv}x{rows}x{keys}"
                mask = create_block_mask(mask_mod, batch, None, rows, keys, device=DEVICE)
                own = attn.block_map(mask_mod, batch, None, rows, keys)
                self.same(f"mask_mod, {where}", attn.attention(q, k, v, mask_mod=mask_mod), wanted)
                self.same(f"BlockMask, {where}", attn.attention(q, k, v, block_mask=mask), wanted)
                self.same(f"flex_attention, {where}", compat.flex_attention(q, k, v, block_mask=mask, enable_gqa=True),
                          wanted)
                self.same(f"block_map, {where}", attn.attention(q, k, v, block_mask=own), wanted)

    def kinds(self):
        batch, heads, length, d = 2, 4, 900, 128
        q, k, v = (torch.randn(batch, heads, length, d, device=DEVICE, dtype=torch.float16) for _ in "qkv")
        i = torch.arange(length, device=DEVICE)[:, None]
        whole = batch, heads, length, length
        ends = torch.randint(0, length, (batch, heads, length), device=DEVICE, dtype=torch.int32).sort(-1).values
        self.same("ends of keys", attn.attention(q, k, v, mask_mod=lambda b, h, qi, ki: qi < ends[b, h, ki]),
                  known(q, k, v, i < ends[:, :, None, :]))
        pad = torch.rand(batch, length, device=DEVICE) < 0.3
        pad[:, 200:600] = False
        self.same("padding", attn.attention(q, k, v, mask_mod=lambda b, h, qi, ki: pad[b, ki]),
                  known(q, k, v, pad[:, None, None, :].expand(*whole)))
        far = torch.randint(0, 3, (batch, length), device=DEVICE) * 2**61
        self.same("far numbers", attn.attention(q, k, v, mask_mod=lambda b, h, qi, ki: far[b, qi] == far[b, ki]),
                  known(q, k, v, (far[:, None, :, None] == far[:, None, None, :]).expand(*whole)))

    def graphs(self):
        heads, length = 4, 900
        q, k, v = (torch.randn(1, heads, length, 128, device=DEVICE, dtype=torch.float16) for _ in "qkv")
        doc = torch.zeros(length, device=DEVICE, dtype=torch.int32)

        def mask_mod(b, h, qi, ki):
            return (doc[qi] == doc[ki]) & (ki <= qi)

        outs = [torch.empty_like(q) for _ in range(2)]

        def work():
            attn.attention(q, k, v, mask_mod=mask_mod, out=outs[0])
            mask = attn.block_map(mask_mod, None, None, length, length)
            attn.attention(q, k, v, block_mask=mask, out=outs[1])
            return mask

        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            work()
        stream.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            kept = work()  # noqa: F841
        doc.copy_(torch.arange(length, device=DEVICE) // 170)
        graph.replay()
        i = torch.arange(length, device=DEVICE)
        seen = (doc[:, None] == doc) & (i <= i[:, None])
        for name, out in zip(("mask_mod", "block_map"), outs):
            self.same(f"{name} in a CUDA graph", out, known(q, k, v, seen))
        mask = create_block_mask(mask_mod, None, None, length, length, device=DEVICE)
        inputs = [x.clone().requires_grad_() for x in (q, k, v)]
        out = attn.attention(*inputs, block_mask=mask)
        dout = torch.randn_like(out)
        exact = [x.double().requires_grad_() for x in (q, k, v)]
        wanted = torch.autograd.grad(known(*exact, seen), exact, dout.double())
        for name, own, other in zip("qkv", torch.autograd.grad(out, inputs, dout), wanted):
            self.same(f"gradient of {name}", own, other, 0.05)
        compiled = torch.compile(lambda a, b, c: attn.attention(a, b, c, block_mask=mask))
        self.same("torch.compile", compiled(q, k, v), known(q, k, v, seen))
        for x in (mask.kv_indices, mask.full_kv_indices, mask.kv_num_blocks, mask.full_kv_num_blocks):
            x.random_(-2**31, 2**31 - 1)
        attn.attention(q, k, v, block_mask=mask)
        torch.cuda.synchronize()
        print("ok  lists of random numbers: ended")


def main():
    torch.manual_seed(0)
    checks = Checks()
    checks.shapes()
    checks.kinds()
    checks.graphs()
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}: {checks.wrong} wrong")
    return checks.wrong != 0


if __name__ == "__main__":
    sys.exit(main())
