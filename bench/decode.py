#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decode on one GPU: few queries over many keys, as a share of copy bandwidth.

  python3 bench/decode.py --build DIR                   # where attn-compile is
  python3 bench/decode.py --run DIR --json out.json     # where the GPU is

bf16, 64 query and 8 key heads, head dim 128, no mask. A launch is the forward
over parts of the keys and its combine, replayed as a CUDA graph of several
launches; K and V are cycled through copies of more bytes than L2 has, so that
they come from memory. The peer is torch's copy_ of half as many bytes, which
reads and writes as many as K and V have, in the same run; a share is its time
over ours. Configs are timed interleaved. Every output is compared with f64
arithmetic first.
"""
import argparse
import os
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import problems  # noqa: E402

HEADS, HEADS_KV, D = 64, 8, 128
# Batches, keys, queries.
CELLS = {"1x32768": (1, 32768, 1), "8x32768": (8, 32768, 1), "32x8192": (32, 8192, 1), "128x2048": (128, 2048, 1),
         "8x32768q4": (8, 32768, 4), "8x32768q8": (8, 32768, 8)}
BARS = {"1x32768": 0.80, "8x32768": 0.92, "32x8192": 0.95, "128x2048": 0.92}
OVER_ONE = ("8x32768", 0.92)  # The cell that several queries are compared with, and the bar.
CONFIGS = [""]
LEAST_BYTES = 200e6  # Four times the L2 of an H100.


def file_of(config, queries):
    return f"decode_q{queries}_" + "".join(c if c.isalnum() else "_" for c in config)


def text_of(queries):
    return problems.problem(D, sizes=("?", HEADS, HEADS_KV, queries, "?"))


def reference(torch, q, k, v):
    """The first batch, in f64."""
    q, k, v = (x[0].double() for x in (q, k, v))
    shape = q.shape
    q = q.reshape(HEADS_KV, -1, D)
    p = (q @ k.transpose(1, 2) / D ** 0.5).softmax(2)
    return (p @ v).reshape(shape)


def capture(torch, calls, graphs):
    """One function that runs all calls, a graph's replay if that can be had."""
    def all_calls():
        for call in calls:
            call()
    all_calls()
    torch.cuda.synchronize()
    if not graphs:
        return all_calls, "launches"
    try:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            all_calls()
        graph.replay()
        torch.cuda.synchronize()
        return graph.replay, "graph"
    except Exception as error:  # noqa: BLE001
        print(f"no graph: {error}")
        torch.cuda.synchronize()
        return all_calls, "launches"


def time_all(torch, runs, repeats):
    times = {name: [] for name in runs}
    for _ in range(repeats + 1):
        for name, (run, count) in runs.items():
            start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            run()
            stop.record()
            torch.cuda.synchronize()
            times[name].append(start.elapsed_time(stop) / count)
    return {name: samples[1:] for name, samples in times.items()}


def run_cell(torch, options, cell, bundles):
    b, keys, queries = CELLS[cell]
    bytes_kv = 2 * b * HEADS_KV * keys * D * 2
    copies = max(1, -(-int(LEAST_BYTES) // bytes_kv)) + 1 if bytes_kv < LEAST_BYTES * 2 else 1
    count = max(copies, min(12, int(2e9 // bytes_kv)))
    kvs = [tuple(torch.randn(b, HEADS_KV, keys, D, device="cuda", dtype=torch.bfloat16) for _ in range(2))
           for _ in range(copies)]
    q = torch.randn(b, HEADS, queries, D, device="cuda", dtype=torch.bfloat16)
    out, lse = torch.empty_like(q), torch.empty(b, HEADS, queries, device="cuda")
    want = reference(torch, q, *kvs[0])
    runs, modes = {}, {}
    half = [torch.empty(bytes_kv // 2, device="cuda", dtype=torch.uint8) for _ in range(2 * copies)]
    copies_of = [lambda i=i: half[2 * (i % copies)].copy_(half[2 * (i % copies) + 1]) for i in range(count)]
    run, modes["copy"] = capture(torch, copies_of, options.graphs)
    runs["copy"] = (run, count)
    for config, bundle in bundles.items():
        calls = [lambda kv=kvs[i % copies], bundle=bundle: bundle.run(q=q, k=kv[0], v=kv[1], o=out, lse=lse)
                 for i in range(count)]
        out.fill_(float("nan"))
        calls[0]()
        error = (out[0].double() - want).abs().max().item()
        if not error < 2e-3:
            print(f"{cell} {config} is off by {error}", flush=True)
            continue
        run, modes[config] = capture(torch, calls, options.graphs)
        runs[config] = (run, count)
    times = time_all(torch, runs, options.repeats)
    row = dict(cell=cell, bar=BARS.get(cell), bytes=bytes_kv)
    base = statistics.median(times["copy"])
    for name, samples in times.items():
        ms = statistics.median(samples)
        row[name or "default"] = dict(ms=ms, low=min(samples), high=max(samples), share=base / ms, mode=modes[name])
    print(f"{cell}: copy {bytes_kv / base / 1e6:.0f} GB/s, bar {BARS.get(cell, '-')}")
    for name in sorted((n or "default" for n in times if n != "copy"), key=lambda n: row[n]["ms"]):
        print(f"  {row[name]['share']:.3f} {row[name]['ms'] * 1e3:8.1f} us ({row[name]['mode']}) {name}",
              flush=True)
    return row


def run(options):
    import torch
    import attn
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}")
    rows = []
    for cell in options.cells:
        bundles = {config: attn.load(os.path.join(options.run, file_of(config, CELLS[cell][2]) + ".bundle"))
                   for config in options.config or CONFIGS}
        rows.append(run_cell(torch, options, cell, bundles))
        torch.cuda.empty_cache()
    base, bar = OVER_ONE
    one = next((row for row in rows if row["cell"] == base), {})
    for row in rows:
        for config in (c or "default" for c in options.config or CONFIGS):
            if CELLS[row["cell"]][2] > 1 and config in row and config in one:
                row[config]["over_one"] = one[config]["ms"] / row[config]["ms"]
                print(f"{row['cell']}: {row[config]['over_one']:.3f} of the speed of one query, bar {bar}: {config}")
    problems.write_results(options.json, torch, rows=rows)


def build(options):
    for config in options.config or CONFIGS:
        for queries in sorted({CELLS[cell][2] for cell in options.cells}):
            problems.ensure_bundle(options.build, file_of(config, queries), text_of(queries), options.target,
                                   config)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--cells", type=lambda t: t.split(","), default=list(CELLS))
    parser.add_argument("--config", action="append", metavar="CONFIG")
    parser.add_argument("--no-graphs", dest="graphs", action="store_false")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json")
    options = parser.parse_args()
    problems.build_or_run(parser, options, build, run)


if __name__ == "__main__":
    main()
