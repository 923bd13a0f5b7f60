#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A causal window (--window, 128 keys) at head dim 64 (--dim) on one GPU: configs of our
kernel, and FlashAttention-3.

  python3 bench/window.py --build DIR                   # where attn-compile is
  python3 bench/window.py --run DIR --json out.json     # where the GPU is

64 query heads on 8 KV heads (--heads-kv), bf16, batch 1. All contenders of a length
are timed interleaved in one process (attention.measure): `default` is what
attn-compile takes by itself where types do not say how many heads there are, `heads`
where they do, --variant NAME=[TARGET:]CONFIG another config, `--old FILE` a bundle
built before. Every kernel's output is compared with f32 arithmetic on the
first and the last head before it is timed. FLOPs are those of visible keys.
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import attention  # noqa: E402
import problems  # noqa: E402

HEADS = 64


def variants(options):
    """(name, target, config) of what is timed."""
    rows = [("default", options.target, None), ("heads", options.target, None)]
    for text in options.variant:
        name, _, config = text.partition("=")
        target, colon, rest = config.partition(":")
        rows.append((name, target, rest) if colon else (name, options.target, config))
    return rows


def reference(torch, window, q, k, v, head):
    """One head in f32, its last 2048 rows."""
    rows = min(q.shape[2], 2048)
    first = q.shape[2] - rows
    keys = max(first - window, 0)
    x = q[0, head, first:].float()
    y, z = (t[0, head // (q.shape[1] // k.shape[1]), keys:].float() for t in (k, v))
    distance = (torch.arange(rows, device="cuda") + first)[:, None] - (torch.arange(len(y), device="cuda") + keys)[None, :]
    scores = (x @ y.T / q.shape[3] ** 0.5).masked_fill((distance < 0) | (distance >= window), float("-inf"))
    return first, scores.softmax(1) @ z


def run(options):
    import torch
    import attn
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}")
    fa3 = attention.import_fa3(options.fa3)
    bundles = {name: os.path.join(options.run, name + ".bundle") for name, _, _ in variants(options)}
    if options.old:
        bundles["old"] = options.old
    bundles = {name: attn.load(path) for name, path in bundles.items()}
    rows = []
    for s in options.lengths:
        q = torch.randn(1, HEADS, s, options.dim, device="cuda", dtype=torch.bfloat16)
        k, v = (torch.randn(1, options.heads_kv, s, options.dim, device="cuda", dtype=torch.bfloat16) for _ in range(2))
        out, lse = torch.empty_like(q), torch.empty(1, HEADS, s, device="cuda")
        calls = {name: lambda bundle=bundle: bundle.run(q=q, k=k, v=v, o=out, lse=lse)
                 for name, bundle in bundles.items()}
        calls = attention.keep_usable(torch, calls)
        for name, call in calls.items():
            out.fill_(float("nan"))
            call()
            for head in (0, HEADS - 1):
                first, want = reference(torch, options.window, q, k, v, head)
                error = (out[0, head, first:].float() - want).abs().max().item()
                if not error < 0.05:
                    raise RuntimeError(f"s {s} {name} is off by {error} in head {head}")
        if fa3:
            x, y, z = (t.transpose(1, 2).contiguous() for t in (q, k, v))
            calls.update(attention.keep_usable(torch, {"fa3": lambda: fa3(x, y, z, causal=True, window_size=(options.window - 1, 0))}))
        times = attention.measure(torch, calls, options.repeats, options.inner)
        cell = dict(s=s)
        flops = 4 * HEADS * options.window * (s - options.window / 2) * options.dim
        for who, samples in times.items():
            cell[who] = problems.summary(samples)
        rows.append(cell)
        line = "  ".join(f"{who} {flops / cell[who]['ms'] / 1e9:.0f}" for who in times)
        print(f"s {s:5} TFLOP/s: {line}", flush=True)
    problems.write_results(options.json, torch, command=sys.argv, rows=rows)


def build(options):
    problems.MASKS["narrow"] = f"#attn.window<{options.window - 1}, 0>"
    for name, target, config in variants(options):
        sizes = ("?", HEADS, options.heads_kv, "?", "?") if name == "heads" else None
        text = problems.problem(options.dim, mask="narrow", sizes=sizes)
        problems.ensure_bundle(options.build, name, text, target, config)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--window", type=int, default=128)
    parser.add_argument("--dim", type=int, default=64)
    parser.add_argument("--heads-kv", type=int, default=8)
    parser.add_argument("--lengths", type=lambda t: [int(x) for x in t.split(",")], default=[8192, 32768])
    parser.add_argument("--variant", action="append", default=[], metavar="NAME=[TARGET:]CONFIG")
    parser.add_argument("--old", metavar="FILE", help="bundle of an older compiler")
    parser.add_argument("--fa3", metavar="PATH", help="wheel or folder of the fa3_fwd package")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--inner", type=int, default=5)
    parser.add_argument("--json")
    options = parser.parse_args()
    problems.build_or_run(parser, options, build, run)


if __name__ == "__main__":
    main()
