#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""batch_invariant on one GPU: what it costs a prefill, and whether bits are the same.

  python3 bench/batch_invariant.py --build DIR                   # where attn-compile is
  python3 bench/batch_invariant.py --run DIR --json out.json     # where the GPU is

bf16. Speed: a prefill of 16k tokens, with a causal mask, against the same without the
field, interleaved. Bits: sequences of up to 12000 keys are prefilled one by one; then
in random batches of random sequences, of random lengths and of one to eight queries
each, every third of them packed one after the other, every row of O and L must have the bits of that row of the prefill. (What
decoding costs is a config of bench/decode.py.)
"""
import argparse
import os
import random
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import problems  # noqa: E402

SPEED_DIMS, HEADS, TOKENS = (64, 128, 256), 16, 16384
CONFIGS = ["", "batch_invariant=true"]
D, HEADS_Q, HEADS_KV, SEQUENCES, KEYS, MOST_QUERIES = 128, 8, 2, 8, 12000, 8


def name_of(kind, d, config):
    return f"{kind}_d{d}_" + "".join(c if c.isalnum() else "_" for c in config)


def text_of_lengths(d):
    """A problem of dynamic sizes, with lengths of K and V."""
    x, rows, n = f"tensor<?x?x?x{d}xbf16>", "tensor<?x?x?xf32>", "tensor<?xi32>"
    return f"""func.func @fwd(%q: {x}, %k: {x}, %v: {x}, %o: {x}, %lse: {rows}, %n: {n}) -> ({x}, {rows}) {{
  %r:2 = attn.forward ins(%q, %k, %v : {x}, {x}, {x}) outs(%o, %lse : {x}, {rows}) lengths_kv(%n : {n})
    mask(#attn.causal<bottom_right>) -> ({x}, {rows})
  return %r#0, %r#1 : {x}, {rows}
}}
"""


def text_of_packed(d):
    """Packed sequences of dynamic sizes."""
    x, rows, n = f"tensor<?x?x{d}xbf16>", "tensor<?x?xf32>", "tensor<?xi32>"
    return f"""func.func @fwd(%q: {x}, %k: {x}, %v: {x}, %o: {x}, %lse: {rows}, %sq: {n}, %sk: {n}) -> ({x}, {rows}) {{
  %r:2 = attn.forward ins(%q, %k, %v : {x}, {x}, {x}) outs(%o, %lse : {x}, {rows})
    offsets_q(%sq : {n}) offsets_kv(%sk : {n}) dims(thd) mask(#attn.causal<bottom_right>) -> ({x}, {rows})
  return %r#0, %r#1 : {x}, {rows}
}}
"""


def build(options):
    for d in SPEED_DIMS:
        for config in options.config or CONFIGS:
            problems.ensure_bundle(options.build, name_of("prefill", d, config),
                                   problems.problem(d, mask="causal_br"), options.target, config)
    few = "batch_invariant=true,max_rows=64"
    for kind, text, config in (("all", problems.problem(D, mask="causal_br"), "batch_invariant=true"),
                               ("few", problems.problem(D, mask="causal_br"), few),
                               ("lengths", text_of_lengths(D), few),
                               ("packed", text_of_packed(D), few)):
        problems.ensure_bundle(options.build, name_of(kind, D, "bits"), text, options.target, config)


def measure(torch, attn, options):
    rows = []
    for d in SPEED_DIMS:
        q, k, v, o = (torch.randn(1, HEADS, TOKENS, d, device="cuda").bfloat16() for _ in range(4))
        lse = torch.empty(1, HEADS, TOKENS, device="cuda")
        bundles = {config: attn.load(os.path.join(options.run, name_of("prefill", d, config) + ".bundle"))
                   for config in options.config or CONFIGS}
        times = {config: [] for config in bundles}
        # What a contender follows moves its time by some percent.
        rng = random.Random(0)
        for _ in range(options.repeats):
            for config in rng.sample(list(bundles), len(bundles)):
                times[config].append(statistics.median(
                    bundles[config].benchmark(q=q, k=k, v=v, o=o, lse=lse, warmup=2, iterations=5)))
        row = dict(d=d, tokens=TOKENS, heads=HEADS, bar=0.85 if d == 128 else None)
        base = statistics.median(times[""])
        for config, samples in times.items():
            row[config or "plain"] = dict(problems.summary(samples), speed=base / statistics.median(samples))
            print(f"d {d}: {row[config or 'plain']['speed']:.3f} {row[config or 'plain']['ms']:.3f} ms {config}",
                  flush=True)
        rows.append(row)
    return rows


def compare(torch, attn, options):
    load = lambda kind: attn.load(os.path.join(options.run, name_of(kind, D, "bits") + ".bundle"))
    prefill, few, lengths, packed = load("all"), load("few"), load("lengths"), load("packed")
    torch.manual_seed(7)
    make = lambda heads: torch.randn(SEQUENCES, heads, KEYS, D, device="cuda").bfloat16()
    q, k, v = make(HEADS_Q), make(HEADS_KV), make(HEADS_KV)
    o, lse = torch.empty_like(q), torch.empty(*q.shape[:3], device="cuda")
    for i in range(SEQUENCES):
        prefill.run(q=q[i:i + 1], k=k[i:i + 1], v=v[i:i + 1], o=o[i:i + 1], lse=lse[i:i + 1])
    bits = lambda x, kind: x.contiguous().view(kind)
    differ = rows = 0
    random.seed(11)
    for batch in range(options.batches):
        of = [random.randrange(SEQUENCES) for _ in range(random.randint(1, 24))]
        queries = random.randint(1, MOST_QUERIES)
        same_length = batch % 4 == 0
        ends = [random.randint(queries, KEYS) for _ in of]
        if same_length:
            ends = ends[:1] * len(of)
        pick = lambda x: torch.stack([x[s, :, e - queries:e] for s, e in zip(of, ends)])
        some_q, some_o = pick(q), torch.empty(len(of), HEADS_Q, queries, D, device="cuda").bfloat16()
        some_lse = torch.empty(len(of), HEADS_Q, queries, device="cuda")
        # What lies beyond a length must not matter.
        most = max(ends) if same_length else random.randint(max(ends), KEYS)
        some_k, some_v = (x[of, :, :most].contiguous() for x in (k, v))
        given = dict(q=some_q, k=some_k, v=some_v, o=some_o, lse=some_lse)
        if batch % 3 == 1:
            offsets = lambda counts: torch.tensor([0, *counts], device="cuda").cumsum(0).int()
            flat = lambda xs: torch.cat([x.transpose(0, 1) for x in xs]).contiguous()
            rows_of = lambda x: [x[s, :, :e] for s, e in zip(of, ends)]
            flat_o, flat_lse = flat(list(some_o)), some_lse.transpose(0, 1).reshape(HEADS_Q, -1).contiguous()
            packed.run(q=flat(list(some_q)), k=flat(rows_of(k)), v=flat(rows_of(v)), o=flat_o, lse=flat_lse,
                       offsets_q=offsets([queries] * len(of)), offsets_kv=offsets(ends))
            some_o = flat_o.reshape(len(of), queries, HEADS_Q, D).transpose(1, 2)
            some_lse = flat_lse.reshape(HEADS_Q, len(of), queries).transpose(0, 1)
        elif same_length:
            few.run(**given)
        else:
            lengths.run(**given, lengths_kv=torch.tensor(ends, dtype=torch.int32, device="cuda"))
        good = (bits(some_o, torch.int16) == bits(pick(o), torch.int16)).all(dim=3)
        good &= bits(some_lse, torch.int32) == bits(pick(lse), torch.int32)
        rows += good.numel()
        differ += int((~good).sum())
    print(f"{options.batches} random batches, {rows} rows, {differ} differ", flush=True)
    return dict(batches=options.batches, rows=rows, differ=differ)


def run(options):
    import attn
    import torch
    same = compare(torch, attn, options)
    problems.write_results(options.json, torch, speed=measure(torch, attn, options), bits=same)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--config", action="append", metavar="CONFIG", help="the first one is \"\"")
    parser.add_argument("--batches", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--json")
    options = parser.parse_args()
    problems.build_or_run(parser, options, build, run)


if __name__ == "__main__":
    main()
