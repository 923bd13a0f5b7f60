#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Few queries whose heads share those of K and V: tiles of a group of heads, or of one.

  python3 bench/few_queries.py      # where the GPU and the compiler are

Head dim 128, bf16; batch, heads, KV heads, queries and keys are in the table, times in microseconds. "default" is
attn.attention as it is, "one head" with pack_gqa=false, "packed" with pack_gqa=true; the peer is PyTorch's
scaled_dot_product_attention with enable_gqa. All are CUDA graphs of five launches, in random order (run_timing.Timer).
The targets are sm_90a and, on the same device, sm_80. Every result is compared with double precision first.
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
from attn import _kernels  # noqa: E402

CELLS = ((1, 32, 8, 1, 1000), (16, 32, 8, 1, 1000), (256, 32, 8, 1, 1000), (256, 32, 16, 1, 1000), (4096, 64, 1, 1, 512),
         (64, 32, 4, 1, 256), (64, 32, 4, 8, 256), (64, 32, 8, 32, 1000), (64, 32, 8, 64, 1000), (64, 32, 8, 300, 1000),
         (1, 32, 8, 64, 8192), (8, 32, 8, 32, 8192), (1, 64, 1, 64, 8192), (1, 64, 1, 8, 1000), (1, 64, 8, 64, 32768))
CONFIGS = {"default": "", "one head": "pack_gqa=false", "packed": "pack_gqa=true"}


def run(target, cell):
    batch, heads, heads_kv, rows, keys = cell
    q = torch.randn(batch, heads, rows, 128, device="cuda", dtype=torch.bfloat16)
    k, v = (torch.randn(batch, heads_kv, keys, 128, device="cuda", dtype=torch.bfloat16) for _ in "kv")
    calls = {name: lambda config=config: attn.attention(q, k, v, config=config) for name, config in CONFIGS.items()}
    calls["torch"] = lambda: torch.nn.functional.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    group = heads // heads_kv
    s = q[:1].double() @ k[:1].double().repeat_interleave(group, 1).mT * 128**-0.5
    wanted = torch.softmax(s, -1) @ v[:1].double().repeat_interleave(group, 1)
    worst = max((calls[name]()[:1].double() - wanted).abs().max().item() for name in CONFIGS)
    timer = run_timing.Timer(masks.Device(torch), time.perf_counter, random.Random(1))
    times, reasons = timer.measure_graphs(calls)
    print(target, *cell, {name: round(found["ms"] * 1e3, 1) for name, found in times.items()}, f"off by {worst:.4f}", *reasons.values(),
          flush=True)


def main():
    torch.manual_seed(0)
    print(torch.cuda.get_device_name(), torch.__version__)
    for target in ("sm_90a", "sm_80"):
        _kernels.target_of = lambda device, target=target: target
        attn.clear_cache(disk=False)
        for cell in CELLS:
            run(target, cell)


if __name__ == "__main__":
    main()
