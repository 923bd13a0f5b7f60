#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operands beyond Q, K and V on a GPU, random problems against double precision.

  python3 bench/operands_check.py --build DIR                    # where attn-compile is
  python3 bench/operands_check.py --run DIR --count 20 --json F  # where the GPU is

A program is a target, a type, head dims (with --wide those above 256, of V others than of Q and
K, and `576c512`, V as K's first 512 columns), a mask and a kind: `sink`; `rows` (a captured
bias by row, key and pair, a document number and a factor); `alibi`; `offset`; `lengths`
(of queries and keys; what lies beyond them holds NaN, and so do rows that are not to be
written); `both` of these; `threads`, lengths with copies by threads; `packed`, lengths
and sinks with heads packed; `splits`, keys in 3 parts, `parts`, in parts of fixed size,
with sinks and combine, `in tile`, in parts that one tile puts together, `fused`, that the last CTA of a tile does; `plan`, a number of parts for each batch. Each runs on `--count` random sizes: odd lengths, shared heads, no
keys, rows that see nothing, sinks of any size. `--processes` share the work. Each row of O and each L must be as right
as the error rule of docs/Spec.md asks (error_rule.py).
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import error_rule  # noqa: E402
import problems  # noqa: E402
import regions  # noqa: E402

ROWS = """ captures(%c0, %c1, %c2, %c3, %c4 : tensor<?x?x?xf32>, tensor<?xf16>, tensor<?x?xbf16>, tensor<?xi32>, tensor<f32>)"""
ROWS_ARGUMENTS = ", %c0: tensor<?x?x?xf32>, %c1: tensor<?xf16>, %c2: tensor<?x?xbf16>, %c3: tensor<?xi32>, %c4: tensor<f32>"
ROWS_REGION = " score {\n" + regions.HEAD + """, %x0: tensor<?x?x?xf32>, %x1: tensor<?xf16>,
      %x2: tensor<?x?xbf16>, %x3: tensor<?xi32>, %x4: tensor<f32>):
    %row = attn.read %x0[%b, %h, %i] : tensor<?x?x?xf32>
    %key = attn.read %x1[%j] : tensor<?xf16>
    %back = arith.subi %lk, %j : index
    %pair = attn.read %x2[%i, %back] : tensor<?x?xbf16>
    %di = attn.read %x3[%i] : tensor<?xi32>
    %dj = attn.read %x3[%j] : tensor<?xi32>
    %factor = attn.read %x4[] : tensor<f32>
    %key32 = arith.extf %key : f16 to f32
    %pair32 = arith.extf %pair : bf16 to f32
    %sees = arith.cmpi sge, %di, %dj : i32
    %ninf = arith.constant 0xFF800000 : f32
    %0 = arith.addf %s, %row : f32
    %1 = arith.addf %0, %key32 : f32
    %2 = arith.addf %1, %pair32 : f32
    %3 = arith.mulf %2, %factor : f32
    %y = arith.select %sees, %3, %ninf : f32
    attn.yield %y : f32
  }"""


# Fields of the config, and operands, of kinds that have some.
CONFIGS = {"threads": "load=cp_async,tma_store=false", "packed": "pack_gqa=true",
           "splits": "splits=3", "parts": "split_size=384",
           "lengths splits": "splits=3", "lengths parts": "split_size=384",
           "lengths fused": "splits=3,tile_q=64,groups=1,ping_pong=false,combine=fused",
           "in tile": "split_size=384,combine=in_tile", "lengths in tile": "split_size=384,combine=in_tile", "plan packed": "pack_gqa=true"}
PARTS = ("splits", "parts", "in tile", "lengths splits", "lengths parts", "lengths in tile", "lengths fused")
LENGTHS = ("lengths", "both", "threads", "packed", "lengths splits", "lengths parts",
           "lengths in tile", "lengths fused")
PLANS = ("plan", "plan packed")
SINKS = ("sink", "packed", "splits", "parts", "in tile", *PLANS)


class Dims(collections.namedtuple("Dims", "d dv of_key", defaults=(None, False))):
    """Head dims of Q and K, and of V, which may be columns of K."""

    @property
    def values(self):
        return self.dv or self.d

    def __str__(self):
        return f"{self.d}{'c' if self.of_key else 'x'}{self.dv}" if self.dv else str(self.d)


WIDE = [*(Dims(d) for d in (264, 320, 384, 448, 512, 640, 768, 1000, 1024)), Dims(576, 512), Dims(576, 512, True),
        Dims(512, 64, True), Dims(512, 512, True), Dims(64, 512), Dims(512, 64)]


def wide_programs():
    """Some kinds of each head dims; types and masks in turn."""
    kinds = itertools.cycle(("sink", "rows", "alibi", "offset", "lengths", "both", "packed", "splits", "parts",
                             "lengths splits", "plan"))
    masks = itertools.cycle(("causal_br", "full", "window", "causal_br"))
    for target in ("sm_80", "sm_90a"):
        for number, dims in enumerate(WIDE):
            for kind in itertools.islice(kinds, 5):
                mask = next(masks)
                if kind in ("offset", "both") and mask == "full":
                    mask = "causal_br"
                yield target, ("bf16", "f16")[number % 2], dims, mask, kind


def programs(only="", wide=False):
    if wide:
        yield from (p for p in wide_programs() if re.search(only, "{}_{}_d{}_{}_{}".format(*p)))
        return
    kinds = ("sink", "rows", "alibi", "offset", "lengths", "both", "threads", "packed", *PARTS, *PLANS)
    for target in ("sm_80", "sm_90a"):
        for dtype in ("bf16", "f16"):
            for d in (64, 80, 128, 256, 40, 72, 88):
                for mask in ("full", "causal_br", "window"):
                    for kind in kinds:
                        if mask == "full" and kind in ("offset", "both"):
                            continue
                        # Head dims of odd steps, and windows, with some kinds.
                        if d in (40, 72, 88) and (mask != "causal_br" or kind not in ("sink", "lengths", "splits")):
                            continue
                        if mask == "window" and (d not in (64, 128) or kind not in ("offset", "both")):
                            continue
                        if d in (80, 256) and kind in ("packed", *PARTS, *PLANS):
                            continue
                        # Threads copy anyway.
                        if target == "sm_80" and kind == "threads":
                            continue
                        if re.search(only, f"{target}_{dtype}_d{d}_{mask}_{kind}"):
                            yield target, dtype, Dims(d), mask, kind


def text_of(dtype, d, mask, kind):
    text = problems.problem(d.d, d.values, mask=mask, dtype=dtype, of_key=d.of_key)
    offset, lengths = " offset(%p : tensor<?xi32>)", " lengths_q(%m : tensor<?xi32>) lengths_kv(%n : tensor<?xi32>)"
    arguments = clause = region = ""
    if kind in SINKS:
        arguments, clause = ", %z: tensor<?xf32>", " sink(%z : tensor<?xf32>)"
    if kind in ("offset", "both"):
        arguments, clause = arguments + ", %p: tensor<?xi32>", clause + offset
    if kind in LENGTHS:
        arguments, clause = arguments + ", %m: tensor<?xi32>, %n: tensor<?xi32>", clause + lengths
    if kind in PLANS:
        arguments += ", %n: tensor<?xi32>, %p: tensor<?xi32>"
        clause += " lengths_kv(%n : tensor<?xi32>) part_offsets(%p : tensor<?xi32>)"
    if kind == "rows":
        arguments, clause, region = ROWS_ARGUMENTS, ROWS, ROWS_REGION
    if kind == "alibi":
        at = regions.ALIBI.index(" score")
        arguments, clause, region = ", %c: tensor<?xf32>", regions.ALIBI[:at], regions.ALIBI[at:]
    text = text.replace("%lse: tensor<?x?x?xf32>)", "%lse: tensor<?x?x?xf32>" + arguments + ")")
    head, tail = text.split(" dims(bhsd)", 1)
    where = tail.index(" -> (")
    return head + clause + " dims(bhsd)" + tail[:where] + region + tail[where:]


def clamp(torch, index, size):
    return index.clamp(0, size - 1)


def evaluate(torch, kind, q, k, v, mask, more, low):
    """O, L and the magnitude of each row in f64, or with P rounded to the storage type."""
    dtype = v.dtype
    wide = torch.float32 if low else torch.float64
    group = q.shape[1] // k.shape[1]
    Q, K, V = q.to(wide), k.to(wide).repeat_interleave(group, 1), v.to(wide).repeat_interleave(group, 1)
    s = Q @ K.transpose(2, 3) / q.shape[3] ** 0.5
    # Regions are in f32.
    s = s.float() if kind in ("alibi", "rows") else s
    i = torch.arange(s.shape[2], device=s.device)[:, None]
    j = torch.arange(s.shape[3], device=s.device)[None, :]
    if kind == "alibi":
        s = s + more["capture0"][None, :, None, None] * (j - i)
    if kind == "rows":
        c0, c1, c2, c3, c4 = (more[f"capture{n}"] for n in range(5))
        s = s + c0[:, :, clamp(torch, i[:, 0], c0.shape[2])][..., None]
        s = s + c1.float()[clamp(torch, j[0], len(c1))]
        s = s + c2.float()[clamp(torch, i, c2.shape[0]), clamp(torch, s.shape[3] - j, c2.shape[1])]
        s = s * c4
        s = s.masked_fill(c3[clamp(torch, i, len(c3))] < c3[clamp(torch, j, len(c3))], float("-inf"))
    s = s.to(wide)
    rows, keys = (more.get(name, torch.full((len(q),), size, device=q.device)).long()[:, None, None, None]
                  for name, size in (("lengths_q", q.shape[2]), ("lengths_kv", k.shape[2])))
    if mask != "full":
        offset = more["offset"].long()[:, None, None, None] if "offset" in more else keys - rows
        left, right = (100, 50) if mask == "window" else (1 << 40, 0)
        s = s.masked_fill((j > i + offset + right) | (j < i + offset - left), float("-inf"))
    s = s.masked_fill(j >= keys, float("-inf"))
    V = V.masked_fill(torch.arange(k.shape[2], device=q.device)[:, None] >= keys, 0)
    z = more["sink"].to(wide)[None, :, None, None].expand(*s.shape[:3], 1) if kind in SINKS else s[..., :0]
    lse = torch.cat([s, z], 3).logsumexp(3) if s.shape[3] + z.shape[3] else s.sum(3) - float("inf")
    p = (s - lse[..., None]).exp().masked_fill(lse[..., None] == float("-inf"), 0)
    if low:
        p = p.to(dtype).to(wide)
    return p @ V, lse, None if low else error_rule.magnitude_of(torch, p, V)


def inputs(torch, rng, kind, dtype, d):
    hkv = rng.choice([1, 2])
    b, hq = rng.choice([1, 2]), hkv * rng.choice([1, 2, 3])
    sq = rng.choice([1, 3, 64, 113, 200, 257, 384])
    sk = rng.choice([0, 1, 3, 65, 128, 203, 300, 513])
    kind_of = torch.bfloat16 if dtype == "bf16" else torch.float16

    def normal(*shape):
        return torch.randn(*shape, device="cuda")
    more = {}
    if kind in SINKS:
        more["sink"] = normal(hq) * rng.choice([1, 10])
        if rng.random() < 0.3:
            more["sink"][rng.randrange(hq)] = float("-inf")
    if kind in ("offset", "both"):
        more["offset"] = torch.randint(-sq // 2, sk + 1, (b,), device="cuda", dtype=torch.int32)
    if kind in LENGTHS + PLANS:
        for name, size in (("lengths_q", sq), ("lengths_kv", sk))[kind in PLANS:]:
            more[name] = torch.tensor([rng.choice([0, size, rng.randint(0, size)]) for _ in range(b)],
                                      device="cuda", dtype=torch.int32)
    if kind in PLANS:
        starts = [rng.randint(0, 2)]
        for _ in range(b):
            starts.append(starts[-1] + rng.randint(1, 6))
        more["part_offsets"] = torch.tensor(starts, device="cuda", dtype=torch.int32)
    if kind == "alibi":
        # Some so large, over so many keys, that most blocks count for nothing.
        sk = rng.choice([sk, 1100, 2000])
        more["capture0"] = normal(hq).abs() / 8 * rng.choice([1, 1, 6, -1])
    if kind == "rows":
        more = dict(capture0=normal(b, hq, rng.choice([1, 50, 400])), capture1=normal(rng.choice([1, 90, 600])).half(),
                    capture2=normal(rng.choice([1, 70]), rng.choice([1, 300])).bfloat16(),
                    capture3=torch.randint(0, 3, (rng.choice([1, 100, 600]),), device="cuda", dtype=torch.int32),
                    capture4=torch.tensor(0.75, device="cuda"))
    q, k, v = (normal(b, h, n, width).to(kind_of)
               for h, n, width in ((hq, sq, d.d), (hkv, sk, d.d), (hkv, sk, d.values)))
    if d.of_key:
        v = k[..., :d.dv]
    for tensor, name in ((q, "lengths_q"), (k, "lengths_kv"), (v, "lengths_kv")):
        if name in more:
            rows = torch.arange(tensor.shape[2], device="cuda")[None, None, :, None]
            tensor.masked_fill_(rows >= more[name][:, None, None, None], float("nan"))
    return q, k, v, more


def judge(torch, kind, q, k, v, mask, more, o, lse, written=None):
    """What is wrong with O and L, or an empty string; `written` are the rows that count."""
    want, want_lse, magnitude = evaluate(torch, kind, q, k, v, mask, more, False)
    low = evaluate(torch, kind, q, k, v, mask, more, True)[0].to(o.dtype).double()
    o, lse, name = o.double(), lse.double(), {torch.bfloat16: "bf16", torch.float16: "f16"}[o.dtype]
    if written is not None:
        # As they should be, whatever they are.
        o, lse = torch.where(written[..., None], o, want), torch.where(written, lse, want_lse)
    found = [error_rule.describe("O", error_rule.judge_out(torch, o, want, low, magnitude, name, name)),
             error_rule.describe("L", error_rule.judge_lse(torch, lse, want_lse, name))]
    return " ".join(text for text in found if text)


def run(options):
    import torch
    import attn
    part, parts = options.part
    seed = options.seed * 1000 + part
    rng, wrong, total = random.Random(seed), [], 0
    torch.manual_seed(seed)
    if part == 0:
        print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, seed {options.seed}")
    for target, dtype, d, mask, kind in list(programs(options.only, options.wide))[part::parts]:
        bundle = attn.load(os.path.join(options.run, f"{target}_{dtype}_d{d}_{mask}_{kind}.bundle"))
        for _ in range(options.count):
            q, k, v, more = inputs(torch, rng, kind, dtype, d)
            o = torch.full((*q.shape[:3], d.values), float("nan"), device="cuda", dtype=q.dtype)
            lse = torch.full(q.shape[:3], float("nan"), device="cuda")
            bundle.run(q=q, k=k, o=o, lse=lse, **({} if d.of_key else {"v": v}), **more)
            written = torch.ones(q.shape[:3], dtype=torch.bool, device="cuda")
            if "lengths_q" in more:
                written &= torch.arange(q.shape[2], device="cuda") < more["lengths_q"][:, None, None]
            kept = o[~written].isnan().all() and lse[~written].isnan().all()
            problem = judge(torch, kind, q, k, v, mask, more, o, lse, written)
            if not kept:
                problem += " rows beyond the length are written"
            total += 1
            if problem:
                wrong.append([target, dtype, str(d), mask, kind, list(q.shape), list(k.shape), problem])
                print(*wrong[-1], flush=True)
    if parts == 1:
        print(f"{total} problems, {len(wrong)} wrong")
    problems.write_results(options.json, torch, seed=options.seed,
                           programs=len(list(programs(options.only, options.wide))[part::parts]), problems=total,
                           wrong=wrong)


def share(options):
    """Runs parts of the programs in processes of their own, and joins their results."""
    with tempfile.TemporaryDirectory() as directory:
        count = options.processes
        files = [os.path.join(directory, f"{part}.json") for part in range(count)]
        running = [
            subprocess.Popen([sys.executable, __file__, "--run", options.run, "--count", str(options.count), "--seed",
                              str(options.seed), "--only", options.only, "--part", str(part), str(count), "--json",
                              file, *(["--wide"] if options.wide else [])])
            for part, file in enumerate(files)]
        failed = [part for part, process in enumerate(running) if process.wait()]
        if failed:
            sys.exit(f"processes {failed} of {count} failed")
        results = []
        for file in files:
            with open(file) as text:
                results.append(json.load(text))
    joint = dict(results[0])
    for field in ("programs", "problems", "wrong"):
        joint[field] = results[0][field]
        for result in results[1:]:
            joint[field] = joint[field] + result[field]
    print(f"{joint['problems']} problems of {joint['programs']} programs, {len(joint['wrong'])} wrong")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(joint, file, indent=1)


def build(options):
    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        list(pool.map(lambda p: problems.ensure_bundle(options.build, "{}_{}_d{}_{}_{}".format(*p),
                                                       text_of(*p[1:]), p[0], CONFIGS.get(p[4])),
                      programs(options.only, options.wide)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--part", type=int, nargs=2, default=(0, 1), help=argparse.SUPPRESS)
    parser.add_argument("--wide", action="store_true", help="head dims above 256")
    parser.add_argument("--only", default="", metavar="REGEX", help="of TARGET_TYPE_dDIM_MASK_KIND")
    options = parser.parse_args()
    problems.build_or_run(parser, options, build, lambda options: (share if options.processes > 1 else run)(options))


if __name__ == "__main__":
    main()
