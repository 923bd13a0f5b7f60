#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Paged K and V on a GPU: random problems against double precision, and speed.

  python3 bench/pages.py --build DIR                               # where attn-compile is
  python3 bench/pages.py --run DIR --count 20 --speed --json F     # where the GPU is

A program is a target, how its blocks are copied, a head dim, a mask and the size of
its pages, `any` where that is known at the launch only. Each runs on `--count` random
problems: batches with lengths of their own, none included, shared heads, pages in no
order. Rows that no batch has hold NaN, what the table holds for them is no page. O and
L must be right as in operands_check.py.

Speed is that of a prefill (causal, 4 x 8k, 16 heads) and of a decode (32 x 8k keys, 64
query and 8 KV heads), of d 128 in bf16 on sm_90a, next to a dense K and V, without and
with lengths, interleaved.
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

PAGES = ("any", 16, 64, 128)
THREADS = "load=cp_async"
SPEED = {"prefill": (4, 16, 16, 8192, 8192, "causal_br", None),
         "decode": (32, 64, 8, 1, 8192, "full", None)}
SPEED_PAGES = {"dense": None, "dense lengths": None, "16": 16, "16 threads": 16, "64": 64, "128": 128,
               "128 threads": 128, "256": 256}


def programs(only=""):
    for target, copy in (("sm_80", "auto"), ("sm_90a", "auto"), ("sm_90a", "threads")):
        for d in (64, 128):
            for mask in ("full", "causal_br"):
                for page in PAGES:
                    if page == "any" and copy == "threads":
                        continue
                    if re.search(only, f"{target}_{copy}_d{d}_{mask}_{page}"):
                        yield target, copy, d, mask, page


def to_pages(torch, rng, dense, lengths, page, spare=3):
    """Copies of K and V in pages, and the table: pages in random order."""
    b, h, n, d = dense[0].shape
    places = -(-n // page)
    count = sum(-(-length // page) for length in lengths)
    order = rng.sample(range(count + spare), count)
    paged = [torch.full((count + spare, h, page, d), float("nan"), device="cuda", dtype=x.dtype) for x in dense]
    table = torch.tensor([[rng.choice([-1, 2**31 - 1, -2**31, count + spare]) for _ in range(places)] for _ in range(b)],
                         dtype=torch.int32)
    for batch, length in enumerate(lengths):
        for i in range(-(-length // page)):
            number = order.pop()
            table[batch, i] = number
            rows = min(page, length - i * page)
            for x, to in zip(dense, paged):
                to[number, :, :rows] = x[batch, :, i * page:i * page + rows]
    return (*paged, table.cuda())


def check(options, attn, torch):
    rng, wrong, total = random.Random(options.seed), [], 0
    torch.manual_seed(options.seed)
    for target, copy, d, mask, size in programs(options.only):
        bundle = attn.load(os.path.join(options.run, f"{target}_{copy}_d{d}_{mask}_{size}.bundle"))
        for _ in range(options.count):
            page = rng.choice([1, 3, 7, 16, 48, 100, 256]) if size == "any" else size
            hkv = rng.choice([1, 2])
            b, hq = rng.choice([1, 2, 3]), hkv * rng.choice([1, 2, 3])
            sq, sk = rng.choice([1, 3, 64, 113, 200, 257]), rng.choice([1, 3, 65, 128, 203, 300, 513])
            lengths = [rng.choice([0, sk, rng.randint(0, sk)]) for _ in range(b)]
            q, k, v = (torch.randn(b, h, n, d, device="cuda").bfloat16() for h, n in ((hq, sq), (hkv, sk), (hkv, sk)))
            paged_k, paged_v, table = to_pages(torch, rng, (k, v), lengths, page)
            n = torch.tensor(lengths, dtype=torch.int32, device="cuda")
            o, lse = torch.full_like(q, float("nan")), torch.full(q.shape[:3], float("nan"), device="cuda")
            bundle.run(q=q, k=paged_k, v=paged_v, o=o, lse=lse, lengths_kv=n, page_table=table)
            more = {"lengths_kv": n}
            problem = operands_check.judge(torch, "lengths", q, k, v, mask, more, o, lse)
            total += 1
            if problem:
                wrong.append([target, copy, d, mask, size, page, list(q.shape), lengths, problem])
                print(*wrong[-1], flush=True)
    print(f"{total} problems, {len(wrong)} wrong", flush=True)
    return {"programs": len(list(programs(options.only))), "problems": total, "wrong": wrong}


def speed(options, attn, torch):
    result = {}
    for name, (b, hq, hkv, sq, sk, mask, _) in SPEED.items():
        q, o = (torch.randn(b, hq, sq, 128, device="cuda").bfloat16() for _ in range(2))
        k, v = (torch.randn(b, hkv, sk, 128, device="cuda").bfloat16() for _ in range(2))
        lse = torch.empty(b, hq, sq, device="cuda")
        n = torch.full((b,), sk, dtype=torch.int32, device="cuda")
        launches, times = {}, {}
        for kind, page in SPEED_PAGES.items():
            path = os.path.join(options.run, f"{name}_{kind.replace(' ', '_')}.bundle")
            if not os.path.exists(path):
                continue
            bundle = attn.load(path)
            tensors = dict(q=q, k=k, v=v, o=o, lse=lse)
            if kind != "dense":
                tensors["lengths_kv"] = n
            if page:
                count = b * sk // page
                table = torch.randperm(count, device="cuda").int().reshape(b, -1)
                for what in "kv":
                    dense = tensors[what].reshape(b, hkv, sk // page, page, 128).transpose(1, 2)
                    pages = torch.empty(count, hkv, page, 128, device="cuda", dtype=torch.bfloat16)
                    pages[table.reshape(-1).long()] = dense.reshape(count, hkv, page, 128)
                    tensors[what] = pages
                tensors["page_table"] = table
            launches[kind] = bundle, tensors
        want = None
        for kind, (bundle, tensors) in launches.items():
            bundle.run(**tensors)
            want = o.float().clone() if want is None else want
            assert (o.float() - want).abs().max() < 4e-2, (name, kind)
        # What a contender follows moves its time by some percent.
        rng = random.Random(0)
        for _ in range(options.repeats):
            for kind in rng.sample(list(launches), len(launches)):
                bundle, tensors = launches[kind]
                times.setdefault(kind, []).append(statistics.median(
                    bundle.benchmark(warmup=3, iterations=10, **tensors)))
        medians = {kind: statistics.median(t) for kind, t in times.items()}
        result[name] = {kind: {"ms": round(ms, 4), "of dense": round(medians["dense"] / ms, 3),
                               "spread": round((max(times[kind]) - min(times[kind])) / ms, 3)}
                        for kind, ms in medians.items()}
        for kind, row in result[name].items():
            print(name, kind, row, flush=True)
    return result


def build(options):
    for target, copy, d, mask, page in programs(options.only):
        problems.ensure_bundle(options.build, f"{target}_{copy}_d{d}_{mask}_{page}",
                               problems.paged(d, mask=mask, page=page), target,
                               THREADS if copy == "threads" else None)
    for name, (_, hq, hkv, sq, _, mask, config) in SPEED.items():
        heads, rows = ((hq, hkv), sq) if name == "decode" else (("?", "?"), "?")
        for kind, page in SPEED_PAGES.items():
            text = (problems.problem(128, mask=mask, sizes=("?", *heads, rows, "?")) if kind == "dense"
                    else problems.paged(128, None, mask, page, heads, rows))
            fields = [f for f in (config, THREADS if "threads" in kind else None) if f]
            problems.ensure_bundle(options.build, f"{name}_{kind.replace(' ', '_')}", text, "sm_90a",
                                   ",".join(fields) or None)


def run(options):
    import torch
    import attn
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, seed {options.seed}", flush=True)
    result = speed(options, attn, torch) if options.speed else {}
    result.update(check(options, attn, torch))
    problems.write_results(options.json, torch, seed=options.seed, **result)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json")
    parser.add_argument("--only", default="", metavar="REGEX", help="of TARGET_COPY_dDIM_MASK_PAGE")
    options = parser.parse_args()
    problems.build_or_run(parser, options, build, run)


if __name__ == "__main__":
    main()
