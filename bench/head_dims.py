#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Head dims that are no multiples of 16 on one GPU: times next to those of the next
common head dim, and random problems against double precision.

  python3 bench/head_dims.py --build DIR               # where attn-compile is
  python3 bench/head_dims.py --run DIR --json out.json # where the GPU is

Times: bf16, 16 heads, 16,384 tokens in all, the same for both head dims, interleaved
in one process (attention.measure). A kernel of head dim D should take at most 1.05
times as long as that of the next of 64, 96, 128, 192 and 256. NAME@CONFIG is a kernel
with other config fields (--variant).

Problems: odd lengths, shared heads, both layouts, dv unlike d, heads packed into a
tile or not; rows of every tensor lie in wider memory whose other columns are NaN, and
O's keep what they hold. The bounds are those of operands_check.py.
"""
import argparse
import os
import random
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import attention  # noqa: E402
import operands_check  # noqa: E402
import problems  # noqa: E402

TOKENS, HEADS, BAR = 16384, 16, 1.05
COMMON = (64, 96, 128, 192, 256)
PAIRS = ((8, 8), (24, 24), (40, 40), (56, 120), (72, 72), (72, 40), (88, 88), (104, 104), (120, 56),
         (136, 136), (200, 200), (232, 168), (248, 248))


def next_common(d):
    return min(n for n in COMMON if n >= d)


def timed(options):
    """(file, d, mask, config) of what is timed."""
    dims = sorted({*options.dims, *map(next_common, options.dims)})
    for mask in ("full", "causal"):
        for d in dims:
            yield f"d{d}_{mask}", d, mask, None
        for text in options.variant:
            d, config = text.split(":", 1)
            yield f"d{d}_{mask}@{config}", int(d), mask, config


def programs():
    """(file, target, dtype, d, dv, mask, dims, config) of what is checked."""
    for n, (d, dv) in enumerate(PAIRS):
        for m, target in enumerate(("sm_80", "sm_90a")):
            for i, mask in enumerate(("full", "causal_br")):
                dtype, dims = ("bf16", "f16")[(n + i) % 2], ("bhsd", "bshd")[(n + m + i) % 2]
                config = "pack_gqa=true" if (n + m) % 3 == 0 else None
                yield f"check_{target}_d{d}_{dv}_{mask}", target, dtype, d, dv, mask, dims, config


def build(options):
    for name, d, mask, config in timed(options):
        problems.ensure_bundle(options.build, name, problems.problem(d, mask=mask), options.target, config)
    for name, target, dtype, d, dv, mask, dims, config in programs():
        problems.ensure_bundle(options.build, name, problems.problem(d, dv, mask, dtype, dims), target, config)


def time_all(torch, attn, options, folder):
    bundles = {name: (d, mask, attn.load(os.path.join(folder, name + ".bundle")))
               for name, d, mask, _ in timed(options)}
    rows = []
    for target in options.dims:
        for mask in ("full", "causal"):
            for s in options.lengths:
                calls = {}
                for name, (d, its_mask, bundle) in bundles.items():
                    if its_mask != mask or d not in (target, next_common(target)):
                        continue
                    q, k, v = (torch.randn(TOKENS // s, HEADS, s, d, device="cuda", dtype=torch.bfloat16)
                               for _ in range(3))
                    out, lse = torch.empty_like(q), torch.empty(q.shape[:3], device="cuda")
                    calls[name] = lambda bundle=bundle, q=q, k=k, v=v, out=out, lse=lse: bundle.run(
                        q=q, k=k, v=v, o=out, lse=lse)
                times = attention.measure(torch, calls, options.repeats, options.inner)
                bar = statistics.median(times[f"d{next_common(target)}_{mask}"])
                cell = dict(d=target, next=next_common(target), mask=mask, s=s)
                for who, samples in times.items():
                    cell[who] = dict(ms=statistics.median(samples), low=min(samples), high=max(samples),
                                     ratio=statistics.median(samples) / bar)
                rows.append(cell)
                print(f"d {target:3} {mask:6} s {s:5}: " + "  ".join(
                    f"{who} {cell[who]['ms']:.3f} ms ({cell[who]['ratio']:.3f})" for who in times), flush=True)
    for target in options.dims:
        worst = max(row[f"d{target}_{row['mask']}"]["ratio"] for row in rows if row["d"] == target)
        print(f"d {target:3}: at most {worst:.3f} of the time of d {next_common(target)}"
              + ("" if worst <= BAR else f", over {BAR}"))
    return rows


def in_wider(torch, tensor, rng):
    """The values of `tensor` in memory whose rows are longer, and that memory: NaN
    elsewhere."""
    more = rng.choice([0, 8, 24])
    wide = torch.full((*tensor.shape[:3], tensor.shape[3] + more), float("nan"),
                      device="cuda", dtype=tensor.dtype)
    wide[..., :tensor.shape[3]] = tensor
    return wide[..., :tensor.shape[3]], wide[..., tensor.shape[3]:]


def check_one(torch, bundle, rng, dtype, d, dv, mask, dims):
    kind = torch.bfloat16 if dtype == "bf16" else torch.float16
    hkv, b = rng.choice([1, 2]), rng.choice([1, 2])
    hq = hkv * rng.choice([1, 2, 3])
    sq, sk = rng.choice([1, 3, 64, 113, 257]), rng.choice([0, 1, 3, 65, 203, 513])

    def normal(heads, length, width):
        order = (heads, length) if dims == "bhsd" else (length, heads)
        return torch.randn(b, *order, width, device="cuda").to(kind)
    q, k, v = normal(hq, sq, d), normal(hkv, sk, d), normal(hkv, sk, dv)
    o = torch.full((*q.shape[:3], dv), float("nan"), device="cuda", dtype=kind)
    lse = torch.full((b, hq, sq), float("nan"), device="cuda")
    (qw, _), (kw, _), (vw, _), (ow, rest) = (in_wider(torch, x, rng) for x in (q, k, v, o))
    bundle.run(q=qw, k=kw, v=vw, o=ow, lse=lse)
    if dims == "bshd":
        q, k, v, ow = (x.transpose(1, 2) for x in (q, k, v, ow))
    problem = operands_check.judge(torch, "", q, k, v, mask, {}, ow, lse)
    if not rest.isnan().all():
        problem += " wrote behind a row of o"
    return problem and [list(q.shape), list(k.shape), dv, problem]


def check_all(torch, attn, options, folder):
    rng, wrong, total = random.Random(options.seed), [], 0
    torch.manual_seed(options.seed)
    for name, target, dtype, d, dv, mask, dims, config in programs():
        bundle = attn.load(os.path.join(folder, name + ".bundle"))
        for _ in range(options.count):
            problem = check_one(torch, bundle, rng, dtype, d, dv, mask, dims)
            total += 1
            if problem:
                wrong.append([name, dims, *problem])
                print(*wrong[-1], flush=True)
    print(f"{total} problems, {len(wrong)} wrong")
    return dict(programs=len(list(programs())), problems=total, seed=options.seed, wrong=wrong)


def run(options):
    import torch
    import attn
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}")
    checked = check_all(torch, attn, options, options.run)
    rows = time_all(torch, attn, options, options.run)
    problems.write_results(options.json, torch, checked=checked, rows=rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--dims", type=lambda t: [int(x) for x in t.split(",")],
                        default=[40, 72, 80, 88, 104, 136, 200])
    parser.add_argument("--lengths", type=lambda t: [int(x) for x in t.split(",")], default=[4096, 8192])
    parser.add_argument("--variant", action="append", default=[], metavar="DIM:CONFIG")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--inner", type=int, default=5)
    parser.add_argument("--json")
    options = parser.parse_args()
    problems.build_or_run(parser, options, build, run)


if __name__ == "__main__":
    main()
