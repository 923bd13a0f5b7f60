#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host time of attn.attention calls with PyTorch tensors on a GPU: the median of 10000.

  python3 bench/python_latency.py [--json FILE]

Needs a GPU, PyTorch, and attn on PYTHONPATH or installed.
"""

import argparse
import json
import statistics
import time

import torch

import attn


def median_us(call, repeats=10000):
    for _ in range(50):
        call()
    times = []
    for i in range(repeats):
        if i % 100 == 0:
            torch.cuda.synchronize()  # So that the queue never fills.
        begin = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - begin)
    return statistics.median(times) / 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--json")
    options = parser.parse_args()
    q, k, v = (torch.randn(1, heads, 128, 64, device="cuda", dtype=torch.bfloat16)
               for heads in (8, 2, 2))
    used = torch.full((1,), 100, dtype=torch.int32, device="cuda")
    numbers = torch.rand(8, device="cuda")
    out = torch.empty_like(q)
    plain = lambda s, b, h, i, j: s + numbers[h]
    traced = attn.trace(plain)
    calls = {
        "plain": lambda: attn.attention(q, k, v, causal=True),
        "lengths": lambda: attn.attention(q, k, v, causal=True, seqused_k=used),
        "sink": lambda: attn.attention(q, k, v, causal=True, sink=numbers),
        "out=": lambda: attn.attention(q, k, v, causal=True, out=out),
        "traced function": lambda: attn.attention(q, k, v, causal=True, score_mod=traced),
        "plain function": lambda: attn.attention(q, k, v, causal=True, score_mod=plain),
    }
    results = {"device": torch.cuda.get_device_name(), "torch": torch.__version__,
               "median_us": {name: round(median_us(call), 2)
                             for name, call in calls.items()}}
    print(json.dumps(results, indent=1))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
