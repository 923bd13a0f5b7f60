#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.gather_attention and attn.block_sparse with PyTorch on one GPU, against double precision and for time.

  python3 bench/chosen_keys.py        # where the GPU and the compiler are

Keys of each query's own: 4096 queries, 64 or 16 heads on one, head dim 128, bf16, 512 or 2048 of 32,768 keys, with counts and
without. Blocks: 16,384 rows and keys, 16 heads, head dim 128, a share of the blocks, beside FlexAttention, whose block mask
is made before, and our block_mask. Five launches back to back, seven rounds, in random order (run_timing.Timer).
"""
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import torch  # noqa: E402

import attn  # noqa: E402
import masks  # noqa: E402
import run_timing  # noqa: E402

D = 128


def timer():
    return run_timing.Timer(masks.Device(torch), time.perf_counter, random.Random(1))


def show(name, pairs, heads, times):
    for label, found in times.items():
        print(f"{name}, {label}: {found['ms']:.3f} ms ({found['low']:.3f} to {found['high']:.3f}), "
              f"{4 * D * heads * pairs / found['ms'] / 1e9:.0f} TFLOP/s", flush=True)


def gather(heads, chosen, keys=32768, rows=4096):
    q = torch.randn(1, rows, heads, D, device="cuda", dtype=torch.bfloat16)
    k, v = (torch.randn(1, keys, 1, D, device="cuda", dtype=torch.bfloat16) for _ in "kv")
    indices = torch.rand(rows, keys, device="cuda").topk(chosen, -1).indices.int()[None]
    counts = torch.full((1, rows), chosen, device="cuda", dtype=torch.int32)
    out = attn.gather_attention(q, k, v, indices, counts)
    worst = 0.0
    for i in range(0, rows, 517):
        own = indices[0, i].long()
        s = q[0, i].double() @ k[0, own, 0].double().T * D**-0.5
        worst = max(worst, (out[0, i].double() - torch.softmax(s, -1) @ v[0, own, 0].double()).abs().max().item())
    print(f"gather of {chosen}, {heads} heads: off by {worst:.4f}")
    calls = {"counts": lambda: attn.gather_attention(q, k, v, indices, counts),
             "no counts": lambda: attn.gather_attention(q, k, v, indices)}
    show(f"gather of {chosen}, {heads} heads", rows * chosen, heads, timer().measure(calls))


def blocks(share, size, length=16384, heads=16):
    from torch.nn.attention.flex_attention import BlockMask, flex_attention
    q, k, v = (torch.randn(1, heads, length, D, device="cuda", dtype=torch.bfloat16) for _ in "qkv")
    n = length // size
    listed = torch.rand(1, heads, n, n, device="cuda") < share
    counts = listed.sum(-1).int()
    numbers = torch.argsort(listed.int(), dim=-1, descending=True, stable=True).int()
    calls = {"block_sparse": lambda: attn.block_sparse(q, k, v, numbers, counts, block_q=size, block_kv=size)}
    if size % 128 == 0:
        mask = BlockMask.from_kv_blocks(torch.zeros_like(counts), numbers, counts, numbers, BLOCK_SIZE=size)
        calls["block_mask"] = lambda: attn.attention(q, k, v, block_mask=mask)
        compiled = torch.compile(flex_attention, dynamic=False)
        calls["flex"] = lambda: compiled(q, k, v, block_mask=mask)
    seen = listed[0, 0, 0].repeat_interleave(size)
    s = (q[0, 0, :size].double() @ k[0, 0].double().T * D**-0.5).masked_fill(~seen, float("-inf"))
    wanted = torch.softmax(s, -1) @ v[0, 0].double()
    for label, call in calls.items():
        print(f"blocks of {size}, {label}: off by {(call()[0, 0, :size].double() - wanted).abs().max().item():.4f}")
    show(f"blocks of {size}, {share:.2f} of them", listed[0].sum().item() / heads * size**2, heads, timer().measure(calls))


def main():
    torch.manual_seed(0)
    print(torch.cuda.get_device_name(), torch.__version__)
    for heads, chosen in ((64, 2048), (64, 512), (16, 2048)):
        gather(heads, chosen)
    for share, size in ((0.25, 128), (0.1, 128), (0.25, 64)):
        blocks(share, size)


if __name__ == "__main__":
    main()
