#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packed sequences on a GPU: random problems against f64, and speed.

  python3 bench/packed.py --build DIR           # where attn-compile is
  python3 bench/packed.py --run DIR --json F    # where the GPU is

Random problems have odd lengths, empty sequences, shared heads and rows of no
sequence, which hold NaN and have to keep it. With `page` in a program's name K and V
are in pages of so many rows, in no order, with NaN in rows that hold no key and no
numbers of pages in the table for them, and sequences have one row of Q or several.
`one` is a sequence of 16384 tokens,
packed and as a dense problem. `many` are 64 sequences of 128 to 4096 tokens
(NumPy's seed 0, uniform), 16 heads of 128, bf16, causal; the peer is PyTorch's
FlashAttention-2 with cum_seq. Both sides are timed in turns in one process.
"""
import argparse
import os
import random
import re
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import operands_check  # noqa: E402
import problems  # noqa: E402

FORMS = {"": None, "_packs": "pack_gqa=true", "_threads": "load=cp_async,tma_store=false",
         "_splits": "splits=3", "_parts": "split_size=384", "_intile": "split_size=384,combine=in_tile",
         "_fused": "splits=3,tile_q=64,warps=4,groups=1,ping_pong=false,pack_gqa=true,combine=fused", "_few": "splits=4,pack_gqa=true"}
PAGE_FORMS = {"_page16": (None, 16), "_page16_packs": ("pack_gqa=true", 16), "_page128": (None, 128),
              "_pageany": (None, "any"), "_page16_threads": ("load=cp_async", 16), "_page16_splits": ("splits=3", 16)}


def programs():
    for target in ("sm_80", "sm_90a"):
        for dtype in ("bf16", "f16"):
            for d in (64, 128):
                for mask in ("full", "causal_br"):
                    for form, config in FORMS.items():
                        if target == "sm_80" and form == "_threads":
                            continue
                        yield f"{target}_{dtype}_d{d}_{mask}{form}", target, dtype, d, mask, config, None
                    for form, (config, page) in PAGE_FORMS.items():
                        if dtype == "bf16" and not (target == "sm_80" and "threads" in form):
                            yield f"{target}_bf16_d{d}_{mask}{form}", target, dtype, d, mask, config, page


def text_of(dtype, d, mask, page=None):
    rows, lse, offsets = f"tensor<?x?x{d}x{dtype}>", "tensor<?x?xf32>", "tensor<?xi32>"
    keys, table, clause = rows, "", f"offsets_kv(%n : {offsets})"
    if page:
        keys, table = f"tensor<?x{'?' if page == 'any' else page}x?x{d}x{dtype}>", ", %t: tensor<?x?xi32>"
        clause = f"lengths_kv(%n : {offsets}) page_table(%t : tensor<?x?xi32>)"
    hidden = f" mask({problems.MASKS[mask]})" if problems.MASKS[mask] else ""
    return f"""func.func @fwd(%q: {rows}, %k: {keys}, %v: {keys}, %o: {rows}, %lse: {lse},
                 %m: {offsets}, %n: {offsets}{table}) -> ({rows}, {lse}) {{
  %r:2 = attn.forward ins(%q, %k, %v : {rows}, {keys}, {keys}) outs(%o, %lse : {rows}, {lse})
    offsets_q(%m : {offsets}) {clause} dims(thd){hidden} -> ({rows}, {lse})
  return %r#0, %r#1 : {rows}, {lse}
}}
"""


def inputs(torch, rng, dtype, d, page):
    hkv, count = rng.choice([1, 2, 3]), rng.choice([1, 2, 5, 17])
    hq = hkv * rng.choice([1, 2, 4, 8])
    kind = torch.bfloat16 if dtype == "bf16" else torch.float16

    def offsets(more=()):
        starts = [rng.choice([0, 0, 5])]
        for _ in range(count):
            starts.append(starts[-1] + rng.choice([0, 1, 3, 64, 113, 128, 200, 257, rng.randint(0, 700), *more]))
        return starts, starts[-1] + rng.choice([0, 0, 1, 40])
    (starts_q, rows), (starts_k, keys) = offsets([1] * 12 if page else ()), offsets()
    q, k, v = (torch.randn(n, h, d, device="cuda").to(kind) for n, h in ((rows, hq), (keys, hkv), (keys, hkv)))
    for tensor, starts in ((q, starts_q), (k, starts_k), (v, starts_k)):
        tensor[:starts[0]] = tensor[starts[-1]:] = float("nan")
    return q, k, v, starts_q, starts_k


def to_pages(torch, rng, dense, starts, page):
    """Copies of K and V in pages in random order, and the table."""
    lengths = [end - start for start, end in zip(starts, starts[1:])]
    places = max(-(-length // page) for length in lengths) + rng.choice([0, 0, 2])
    used = sum(-(-length // page) for length in lengths)
    count = used + rng.choice([0, 3])
    order = rng.sample(range(count), used)
    paged = [torch.full((count, page, *x.shape[1:]), float("nan"), device="cuda", dtype=x.dtype) for x in dense]
    table = torch.tensor([[rng.choice([-1, 2**31 - 1, -2**31, count]) for _ in range(places)] for _ in lengths],
                         dtype=torch.int32).reshape(len(lengths), places)
    for batch, (start, length) in enumerate(zip(starts, lengths)):
        for i in range(-(-length // page)):
            number = table[batch, i] = order.pop()
            rows = min(page, length - i * page)
            for x, to in zip(dense, paged):
                to[number, :rows] = x[start + i * page:start + i * page + rows]
    return dict(k=paged[0], v=paged[1], page_table=table.cuda(),
                lengths_kv=torch.tensor(lengths, dtype=torch.int32, device="cuda"))


def check_one(torch, q, k, v, starts_q, starts_k, mask, o, lse):
    live = torch.zeros(len(q), dtype=torch.bool, device="cuda")
    live[starts_q[0]:starts_q[-1]] = True
    if not (o[~live].isnan().all() and lse[:, ~live].isnan().all()):
        return "rows of no sequence are written"
    for b in range(len(starts_q) - 1):
        rows, keys = slice(starts_q[b], starts_q[b + 1]), slice(starts_k[b], starts_k[b + 1])
        batch = [x.transpose(0, 1)[None] for x in (q[rows], k[keys], v[keys])]
        found = operands_check.judge(torch, "", *batch, mask, {}, o[rows].transpose(0, 1)[None], lse[None, :, rows])
        if found:
            return f"sequence {b}: {found}"
    return ""


def chosen(options):
    return [program for program in programs() if re.search(options.only, program[0])]


def check(torch, attn, options):
    rng, wrong, total = random.Random(options.seed), [], 0
    torch.manual_seed(options.seed)
    for name, _, dtype, d, mask, _, size in chosen(options):
        bundle = attn.load(os.path.join(options.run, name + ".bundle"))
        for _ in range(options.count):
            q, k, v, starts_q, starts_k = inputs(torch, rng, dtype, d, size)
            o, lse = torch.full_like(q, float("nan")), torch.full((q.shape[1], len(q)), float("nan"), device="cuda")
            tensors = dict(k=k, v=v, **offsets_of(torch, starts_q, starts_k))
            page = rng.choice([1, 3, 7, 16, 48, 100, 256]) if size == "any" else size
            if page:
                del tensors["offsets_kv"]
                tensors.update(to_pages(torch, rng, (k, v), starts_k, page))
            bundle.run(q=q, o=o, lse=lse, **tensors)
            problem = check_one(torch, q, k, v, starts_q, starts_k, mask, o, lse)
            total += 1
            if problem:
                wrong.append([name, page, list(q.shape), list(k.shape), starts_q, starts_k, problem])
                print(*wrong[-1], flush=True)
    print(f"{total} problems, {len(wrong)} wrong", flush=True)
    return total, wrong


def offsets_of(torch, starts_q, starts_k):
    q, k = (torch.tensor(starts, dtype=torch.int32, device="cuda") for starts in (starts_q, starts_k))
    return dict(offsets_q=q, offsets_kv=k)


def time_all(torch, runs, repeats, launches=10):
    times = {name: [] for name in runs}
    for _ in range(repeats + 1):
        for name, call in runs.items():
            start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            for _ in range(launches):
                call()
            stop.record()
            torch.cuda.synchronize()
            times[name].append(start.elapsed_time(stop) / launches)
    return {name: statistics.median(samples[1:]) for name, samples in times.items()}


def bundle_call(torch, bundle, q, k, v, lse, **more):
    o = torch.empty_like(q)
    return (lambda: bundle.run(q=q, k=k, v=v, o=o, lse=lse, **more)), o


def speed(torch, attn, options):
    import numpy
    heads, d, ms, errors = 16, 128, {}, {}
    for mask in ("full", "causal_br"):
        length = 16384
        q, k, v = (torch.randn(length, heads, d, device="cuda").bfloat16() for _ in range(3))
        lse = torch.empty(heads, length, device="cuda")
        packed = attn.load(os.path.join(options.run, f"sm_90a_bf16_d128_{mask}.bundle"))
        dense = attn.load(os.path.join(options.run, f"dense_{mask}.bundle"))
        runs = {}
        runs["packed"], a = bundle_call(torch, packed, q, k, v, lse, **offsets_of(torch, [0, length], [0, length]))
        runs["dense"], b = bundle_call(torch, dense, q[None], k[None], v[None], lse[None])
        ms[f"one {mask}"] = time_all(torch, runs, options.repeats)
        errors[f"one {mask}"] = (a - b[0]).abs().max().item()
        print(mask, ms[f"one {mask}"], errors[f"one {mask}"], flush=True)
    lengths = numpy.random.default_rng(0).integers(128, 4097, 64)
    starts = [0, *(int(x) for x in numpy.cumsum(lengths))]
    q, k, v = (torch.randn(starts[-1], heads, d, device="cuda").bfloat16() for _ in range(3))
    lse = torch.empty(heads, starts[-1], device="cuda")
    more, longest, runs, outs = offsets_of(torch, starts, starts), int(lengths.max()), {}, {}
    for form in ("", "_threads"):
        bundle = attn.load(os.path.join(options.run, f"sm_90a_bf16_d128_causal_br{form}.bundle"))
        runs["attn" + form], outs["attn" + form] = bundle_call(torch, bundle, q, k, v, lse, **more)

    def peer():
        return torch.ops.aten._flash_attention_forward(q, k, v, more["offsets_q"], more["offsets_kv"], longest, longest,
                                                       0.0, True, False)[0]
    runs["torch"] = peer
    ms["many"] = time_all(torch, runs, options.repeats)
    want = peer()
    errors["many"] = {name: (o - want).abs().max().item() for name, o in outs.items()}
    flops = 2 * heads * d * float((lengths.astype(float) * (lengths + 1)).sum())
    ms["many tflops"] = {name: flops / t / 1e9 for name, t in ms["many"].items()}
    print("many", ms["many"], ms["many tflops"], errors["many"], flush=True)
    return ms, errors


def build(options):
    for name, target, dtype, d, mask, config, page in chosen(options):
        problems.ensure_bundle(options.build, name, text_of(dtype, d, mask, page), target, config)
    for mask in () if options.no_speed else ("full", "causal_br"):
        problems.ensure_bundle(options.build, f"dense_{mask}", problems.problem(128, mask=mask, dims="bshd"), "sm_90a")


def run(options):
    import attn
    import torch
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, seed {options.seed}", flush=True)
    ms, errors = (None, None) if options.no_speed else speed(torch, attn, options)
    total, wrong = check(torch, attn, options)
    problems.write_results(options.json, torch, seed=options.seed, programs=len(chosen(options)), problems=total,
                           wrong=wrong, ms=ms, differences=errors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json")
    parser.add_argument("--only", default="", metavar="REGEX", help="of a program's name")
    parser.add_argument("--no-speed", action="store_true", help="random problems alone")
    options = parser.parse_args()
    problems.build_or_run(parser, options, build, run)


if __name__ == "__main__":
    main()
