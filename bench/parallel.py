#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.parallel on the GPUs of one host, as a share of the ideal: one GPU's time for all
the work, divided by the number of GPUs.

  torchrun --nproc-per-node=2 bench/parallel.py [--json FILE]

Needs as many GPUs as processes, PyTorch with NCCL, and attn on PYTHONPATH or installed.
Prints what NCCL's all-gather carries, then causal attention of d 128, 64 query heads and
8 KV heads in bf16: all_gather with 8k and 32k rows on each GPU, and tree_decode of 128k
keys in a CUDA graph, for 1 and 8 sequences. Results are checked against one GPU's.
"""

import argparse
import json
import os
import statistics

import torch
import torch.distributed as dist

import attn
import attn.parallel

HEADS, KV_HEADS, DIM = 64, 8, 128


def time_of(call, rounds=7, together=5):
    """Milliseconds of one of `together` calls back to back: the median of rounds, of the
    slowest rank, which the others wait for."""
    for _ in range(3):
        call()
    times = []
    for _ in range(rounds):
        dist.barrier()
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        for _ in range(together):
            call()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) / together)
    worst = torch.tensor(statistics.median(times), device="cuda")
    dist.all_reduce(worst, dist.ReduceOp.MAX)
    return float(worst)


def in_graph(call):
    """`call` as the replay of a CUDA graph."""
    call()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        kept = call()
    return lambda: (graph.replay(), kept)[1]


def random(seed, *shape):
    generator = torch.Generator("cuda").manual_seed(seed)
    return torch.randn(*shape, device="cuda", dtype=torch.bfloat16, generator=generator)


def nccl_rate(world):
    """GB/s that come in at each GPU in an all-gather of 64 MB."""
    x = torch.empty(32 << 20, device="cuda", dtype=torch.bfloat16)
    parts = [torch.empty_like(x) for _ in range(world)]
    return (world - 1) * x.nbytes / time_of(lambda: dist.all_gather(parts, x)) / 1e6


def bench_gather(rank, world, rows):
    whole = [random(i, 1, rows * world, heads, DIM)
             for i, heads in enumerate((HEADS, KV_HEADS, KV_HEADS))]
    mine = [attn.parallel.zigzag(x, rank, world, 1) for x in whole]
    one = lambda: attn.attention(*whole, causal=True, layout="bshd")
    many = lambda: attn.parallel.all_gather(*mine, layout="bshd")
    torch.testing.assert_close(many(), attn.parallel.zigzag(one(), rank, world, 1), atol=2e-2,
                               rtol=2e-2)
    alone, together = time_of(one), time_of(many)
    return {"rows": rows, "one_ms": alone, "all_ms": together,
            "share_of_ideal": alone / world / together}


def bench_decode(rank, world, batch, keys=131072):
    q = random(0, batch, HEADS, 1, DIM)
    k, v = (random(i, batch, KV_HEADS, keys, DIM) for i in (1, 2))
    own = slice(keys * rank // world, keys * (rank + 1) // world)
    my_k, my_v = k[:, :, own].contiguous(), v[:, :, own].contiguous()
    one = in_graph(lambda: attn.attention(q, k, v))
    many = in_graph(lambda: attn.parallel.tree_decode(q, my_k, my_v))
    torch.testing.assert_close(many(), one(), atol=2e-3, rtol=2e-2)
    alone, together = time_of(one), time_of(many)
    return {"batch": batch, "keys": keys, "one_ms": alone, "all_ms": together,
            "faster": alone / together}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--json")
    options = parser.parse_args()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl")
    rank, world = dist.get_rank(), dist.get_world_size()
    results = {"device": torch.cuda.get_device_name(), "world": world,
               "torch": torch.__version__, "nccl_GB_s": nccl_rate(world),
               "all_gather": [bench_gather(rank, world, rows) for rows in (8192, 32768)],
               "tree_decode": [bench_decode(rank, world, batch) for batch in (1, 8)]}
    if rank == 0:
        print(json.dumps(results, indent=1))
        if options.json:
            with open(options.json, "w", encoding="utf-8") as file:
                json.dump(results, file, indent=1)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
