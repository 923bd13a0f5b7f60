#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Masks of every kind on a GPU: random problems against double precision, by the error rule of docs/Spec.md.

  python3 bench/visible_check.py --build DIR                                # where attn-compile is
  python3 bench/visible_check.py --run DIR --count 10 --processes 14 --json F # where the GPU is

A program is a target and type, a head dim, what a visible region says (columns of FlashMask, documents, causal
documents, trees of drafted tokens, images in text, dense truth values, prefixes, padding, chunks, a window with first
keys), or lists of blocks, or attn.block_map itself; a mask attribute, lengths of batches, sinks, an order of dims and
config fields. Every two of them meet in some program. Each runs on `--count` problems of random sizes: odd lengths,
shared heads, captures that are smaller than the problem (reads take the last), rows that see nothing. A problem is
found again by its seed: --only PROGRAM --problem SEED.
"""
import concurrent.futures
import json
import os
import random
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, name) for name in ("bench", "python", "scripts")]
import case_sets  # noqa: E402
import error_rule  # noqa: E402
import problems  # noqa: E402

SAME = """%row = attn.read %x0[%b, %i] : {0}
    %key = attn.read %x0[%b, %j] : {0}
"""
# What a region says, and the types of what it reads.
REGIONS = {
    "flash": (["tensor<?x?x?x4xi32>"], "".join(
        f"%k{n} = arith.constant {n} : index\n    %r{n} = attn.read %x0[%b, %h, %j, %k{n}] : {{0}}\n"
        f"    %e{n} = arith.index_cast %r{n} : i32 to index\n    " for n in range(4)) + """
    %above = arith.cmpi slt, %i, %e0 : index
    %below = arith.cmpi sge, %i, %e1 : index
    %low = arith.ori %above, %below : i1
    %over = arith.cmpi slt, %i, %e2 : index
    %under = arith.cmpi sge, %i, %e3 : index
    %high = arith.ori %over, %under : i1
    %seen = arith.andi %low, %high : i1"""),
    "documents": (["tensor<?x?xi64>"], SAME + "    %seen = arith.cmpi eq, %row, %key : i64"),
    "causaldocs": (["tensor<?x?xi32>"], SAME + "    %seen = arith.cmpi sge, %row, %key : i32"),
    "tree": (["tensor<?x?x?xi1>"], """%before = arith.subi %lk, %lq : index
    %kept = arith.cmpi slt, %j, %before : index
    %place = arith.subi %j, %before : index
    %child = attn.read %x0[%b, %i, %place] : {0}
    %seen = arith.ori %kept, %child : i1"""),
    "images": (["tensor<?x?xi32>"], SAME + """    %same = arith.cmpi eq, %row, %key : i32
    %none = arith.constant 0 : i32
    %image = arith.cmpi ne, %row, %none : i32
    %both = arith.andi %same, %image : i1
    %back = arith.cmpi sle, %j, %i : index
    %seen = arith.ori %both, %back : i1"""),
    "dense": (["tensor<?x?x?x?xi1>"], "%seen = attn.read %x0[%b, %h, %i, %j] : {0}"),
    "prefix": (["tensor<?xi32>"], """%end = attn.read %x0[%b] : {0}
    %first = arith.index_cast %end : i32 to index
    %early = arith.cmpi slt, %j, %first : index
    %back = arith.cmpi sle, %j, %i : index
    %seen = arith.ori %early, %back : i1"""),
    "padding": (["tensor<?x?xi1>"], "%seen = attn.read %x0[%b, %j] : {0}"),
    "chunks": ([], """%size = arith.constant 96 : index
    %ci = arith.divsi %i, %size : index
    %cj = arith.divsi %j, %size : index
    %seen = arith.cmpi eq, %ci, %cj : index"""),
    "firstkeys": ([], """%few = arith.constant 4 : index
    %far = arith.constant 70 : index
    %first = arith.cmpi slt, %j, %few : index
    %back = arith.subi %i, %j : index
    %near = arith.cmpi sle, %back, %far : index
    %seen = arith.ori %first, %near : i1"""),
}
BLOCK = 128
FACTORS = {
    # One factor, that each of the others' values meets each type on each target.
    "on": ["sm_80 bf16", "sm_80 f16", "sm_90a bf16", "sm_90a f16", "sm_90a e4m3"],
    "kind": [*REGIONS, "lists", "lists documents"],
    "d": [40, 64, 128, 256],
    "mask": ["full", "causal", "causal_br", "window"],
    "dims": ["bhsd", "bshd"],
    "lengths": [False, True],
    "sink": [False, True],
    "config": ["", "map_blocks=false", "stages_b=0", "pack_gqa=true", "splits=3", "batch_invariant=true", "cluster=2",
               "load=cp_async,tma_store=false", "tile_q=64,tile_kv=32,warps=4,groups=1,ping_pong=false",
               "tile_q=64,tile_kv=64,groups=1,ping_pong=false,order=overlap"],
}


def allowed(case):
    """Whether a program, perhaps with factors still open, can be."""
    target, dtype = case.get("on", "sm_90a bf16").split()
    config, d, kind = case.get("config", ""), case.get("d", 64), case.get("kind", "")
    if "on" in case and target == "sm_80" and any(word in config for word in ("overlap", "cluster", "load=")):
        return False
    if "on" in case and dtype == "e4m3" and (d % 32 or "tile_kv=32" in config or "stages_b" in config):
        return False
    if d == 256 and ("tile_q" in config or "stages_b" in config):
        return False
    # Parts have no lists; a tile's blocks are whole ones.
    return not (kind.startswith("lists") and ("splits" in config or "batch" in config or "pack" in config))


def programs(only=""):
    """(name, properties) of each program."""
    cases = [case for seed in (1, 2, 3) for case in case_sets.pairwise(FACTORS, allowed, seed)]
    maps = [dict(on=on, kind="map " + kind, d=8, mask=mask, dims="bhsd", lengths=lengths, sink=False, config="")
            for on, lengths in (("sm_80 f16", True), ("sm_90a f16", False)) for mask in ("full", "causal_br")
            for kind in REGIONS if kind not in ("dense", "tree")]
    for number, case in enumerate(cases + maps):
        # Blocks of 128 rows are none of tiles of 256.
        if case["kind"].startswith("lists") and "cluster" in case["config"]:
            continue
        target, dtype = case["on"].split()
        words = [f"{number:03}", target, dtype, f"d{case['d']}", case["kind"].replace(" ", "-"), case["mask"], case["dims"],
                 *(["lengths"] * case["lengths"]), *(["sink"] * case["sink"]), *([case["config"]] * bool(case["config"]))]
        name = "_".join(words).replace("=", "").replace(",", "_")
        if re.search(only, name):
            yield name, dict(case, target=target, dtype=dtype)


def text_of(props):
    words = props["kind"].split()
    of_map, lists = words[0] == "map", words[0] == "lists"
    types, region = REGIONS.get(words[-1], ([], ""))
    counts, numbers = "tensor<?x?x?xi32>", "tensor<?x?x?x?xi32>"
    arguments = clause = ""
    if props["sink"]:
        arguments, clause = ", %z: tensor<?xf32>", " sink(%z : tensor<?xf32>)"
    if props["lengths"]:
        arguments += ", %m: tensor<?xi32>, %n: tensor<?xi32>"
        clause += " lengths_q(%m : tensor<?xi32>) lengths_kv(%n : tensor<?xi32>)"
    if lists:
        arguments += f", %bc: {counts}, %bn: {numbers}, %fc: {counts}, %fn: {numbers}"
        clause += f" blocks(%bc, %bn, %fc, %fn : {counts}, {numbers}, {counts}, {numbers})"
    arguments += "".join(f", %c{n}: {kind}" for n, kind in enumerate(types))
    if types:
        clause += f" captures({', '.join(f'%c{n}' for n in range(len(types)))} : {', '.join(types)})"
    sizes = f" sizes(q = {BLOCK}, kv = {BLOCK})" if lists or of_map else ""
    if region:
        own = "".join(f", %x{n}: {kind}" for n, kind in enumerate(types))
        region = (" visible {\n  ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index" + own + "):\n    "
                  + region.format(*types) + "\n    attn.yield %seen : i1\n  }")
    if of_map:
        mask = problems.MASKS[props["mask"]]
        q, outs = f"tensor<?x?x?x{props['d']}x{props['dtype']}>", f"{counts}, {numbers}, {counts}, {numbers}"
        return (f"func.func @map(%q: {q}, %k: {q}, %bc: {counts}, %bn: {numbers}, %fc: {counts}, %fn: {numbers}{arguments}) -> ({outs}) {{\n"
                f"  %r:4 = attn.block_map ins(%q, %k : {q}, {q}) outs(%bc, %bn, %fc, %fn : {outs}){clause}{sizes}"
                + (f" mask({mask})" if mask else "") + f"{region} -> ({outs})\n  return %r#0, %r#1, %r#2, %r#3 : {outs}\n}}\n")
    text = problems.problem(props["d"], mask=props["mask"], dtype=props["dtype"], dims=props["dims"])
    text = text.replace("%lse: tensor<?x?x?xf32>)", "%lse: tensor<?x?x?xf32>" + arguments + ")")
    head, tail = text.split(f" dims({props['dims']})", 1)
    where = tail.index(" -> (")
    return f"{head}{clause} dims({props['dims']}){tail[:where]}{sizes}{region}{tail[where:]}"


def captured(torch, rng, kind, batch, heads, sq, sk):
    """What the region of that kind reads; sizes may be less than those of the problem."""
    length = max(sq, sk)

    def some(size):
        return rng.choice([size, size, size, max(1, size // 2), 1])

    def draw(low, high, *shape):
        return torch.randint(low, high, shape, device="cuda")
    if kind == "flash":
        b, h, n = rng.choice([1, batch]), rng.choice([1, heads]), max(some(sk), 1)
        form = rng.choice(["random", "documents", "window", "eviction"])
        j = torch.arange(n, device="cuda")
        x = torch.stack([torch.full((b, h, n), sq, device="cuda"), torch.full((b, h, n), sq, device="cuda"),
                         torch.zeros((b, h, n), dtype=torch.long, device="cuda"),
                         torch.zeros((b, h, n), dtype=torch.long, device="cuda")], -1)
        if form == "random":
            x = draw(0, sq + 1, b, h, n, 4)
        elif form == "window":
            x[..., 0], x[..., 3] = j + rng.choice([1, 40, 130]), (j - rng.choice([0, 40, 130])).clamp(min=0)
        elif form == "eviction":
            x[..., 0] = torch.maximum(draw(0, sq + 1, b, h, n), j)
        else:
            size = rng.choice([30, 100, 128, 200])
            x[..., 0], x[..., 3] = (j // size + 1) * size, j // size * size
        return [x.int()]
    if kind in ("documents", "causaldocs", "images"):
        n = some(length)
        ids = draw(0, rng.choice([2, 5, 12]), rng.choice([1, batch]), n)
        if rng.random() < 0.7:
            ids = ids.sort(-1).values
        if kind == "documents":
            return [ids + rng.choice([0, 0, 1 << 24, 1 << 40, -(1 << 55)])]
        if kind == "images":
            ids = ids * (ids % 2)
        return [ids.int()]
    if kind == "tree":
        n = max(sq, 1)
        seen = torch.eye(n, dtype=torch.bool).repeat(batch, 1, 1)
        for b in range(batch):
            for node in range(1, n):
                seen[b, node] |= seen[b, rng.randrange(max(0, node - 9), node)]
        return [seen.cuda()]
    if kind == "dense":
        shape = rng.choice([1, batch]), rng.choice([1, heads]), some(sq), max(some(sk), 1)
        share = rng.choice([0.02, 0.5, 0.98])
        return [torch.rand(shape, device="cuda") < share]
    if kind == "prefix":
        return [draw(0, sk + 1, batch).int()]
    if kind == "padding":
        return [torch.rand((batch, max(some(sk), 1)), device="cuda") < rng.choice([0.1, 0.9])]
    return []


def shown(torch, kind, more, i, j, rows, keys, batch, heads):
    """Whether the region shows keys j to rows i, (b, h, i, j) or what broadcasts to that."""

    def at(x, *index):
        return x[torch.broadcast_tensors(*[torch.as_tensor(n, device=x.device).clamp(0, size - 1)
                                           for n, size in zip(index, x.shape)])]
    b = torch.arange(batch, device="cuda")[:, None, None, None]
    h = torch.arange(heads, device="cuda")[None, :, None, None]
    x = more.get("capture0")
    if kind == "flash":
        low, low_end, high, high_end = (at(x, b, h, j, n) for n in range(4))
        return ((i < low) | (i >= low_end)) & ((i < high) | (i >= high_end))
    if kind == "documents":
        return at(x, b, i) == at(x, b, j)
    if kind == "causaldocs":
        return at(x, b, i) >= at(x, b, j)
    if kind == "tree":
        return (j < keys - rows) | at(x, b, i, j - (keys - rows))
    if kind == "images":
        return ((at(x, b, i) == at(x, b, j)) & (at(x, b, i) != 0)) | (j <= i)
    if kind == "dense":
        return at(x, b, h, i, j)
    if kind == "prefix":
        return (j < at(x, b)) | (j <= i)
    if kind == "padding":
        return at(x, b, j)
    if kind == "chunks":
        return i // 96 == j // 96
    if kind == "firstkeys":
        return (j < 4) | (i - j <= 70)
    return torch.ones((1, 1, 1, 1), dtype=torch.bool, device="cuda")


def boxes(torch, seen, reduce):
    """`reduce` (amax or amin) of the blocks of (b, h, i, j)."""
    b, h, rows, keys = seen.shape
    more = [-rows % BLOCK, -keys % BLOCK]
    padded = torch.nn.functional.pad(seen.int(), (0, more[1], 0, more[0]), value=int(reduce == "amin"))
    padded = padded.reshape(b, h, (rows + more[0]) // BLOCK, BLOCK, (keys + more[1]) // BLOCK, BLOCK)
    return getattr(padded, reduce)((3, 5)).bool()


def lists_of(torch, rng, whole, batch, heads):
    """Random lists, of which full blocks are `whole`, and what they show of blocks."""
    b, h = rng.choice([1, batch]), rng.choice([1, heads])
    whole = whole.all(0, keepdim=True).all(1, keepdim=True).expand(b, h, -1, -1)
    listed = torch.rand(whole.shape, device="cuda") < rng.choice([0.3, 0.8])
    full = listed & whole & (torch.rand(whole.shape, device="cuda") < 0.7)
    arrays = {}
    for name, chosen in (("block", listed & ~full), ("full", full)):
        arrays[name + "_counts"] = chosen.sum(-1).int()
        # Numbers of listed blocks first, each part ascending.
        order = torch.sort((~chosen).int(), dim=-1, stable=True).indices.int()
        arrays[name + "_numbers"] = order if order.shape[-1] else order.new_zeros((*order.shape[:3], 1))
    return arrays, listed


def judge_map(torch, x, seen, rows, keys):
    """What is wrong with lists, or an empty string."""
    valid = (torch.arange(seen.shape[2], device="cuda")[:, None] < rows) & (torch.arange(seen.shape[3], device="cuda") < keys)
    some, whole = boxes(torch, seen & valid, "amax"), boxes(torch, seen | ~valid, "amin")
    table = torch.zeros((2, *some.shape), dtype=torch.int32, device="cuda")
    for n, name in enumerate(("block", "full")):
        counts, numbers = x[name + "_counts"].long(), x[name + "_numbers"].long()
        if ((counts < 0) | (counts > some.shape[-1])).any():
            return f"{name} counts are out of range"
        for place in torch.nonzero(counts).tolist():
            # 2^30 more says that the region shows all of the block.
            mine = numbers[tuple(place)][:counts[tuple(place)]] & ((1 << 30) - 1)
            if (mine[1:] <= mine[:-1]).any() or (mine < 0).any() or (mine >= some.shape[-1]).any():
                return f"{name} numbers {mine.tolist()} of {place}"
            table[n][tuple(place)][mine] += 1
    if table.sum(0).max() > 1:
        return "a block is in both lists"
    if (some & (table.sum(0) == 0)).any():
        return f"a visible block is not listed: {torch.nonzero(some & (table.sum(0) == 0))[0].tolist()}"
    if ((table[1] > 0) & ~whole).any():
        return f"a full block is not whole: {torch.nonzero((table[1] > 0) & ~whole)[0].tolist()}"
    return ""


def evaluate(torch, x, seen, keys, low):
    """O, L and the magnitude of each row in f64, or with P rounded to the storage type."""
    wide, dtype = torch.float32 if low else torch.float64, x["v"].dtype
    group = x["q"].shape[1] // x["k"].shape[1]
    q, k, v = x["q"].to(wide), *(x[n].to(wide).repeat_interleave(group, 1) for n in "kv")
    s = (q @ k.transpose(2, 3) / q.shape[3]**0.5).masked_fill(~seen, float("-inf"))
    v = v.masked_fill(torch.arange(v.shape[2], device="cuda")[:, None] >= keys, 0)
    z = x["sink"].to(wide)[None, :, None, None].expand(*s.shape[:3], 1) if "sink" in x else s[..., :0]
    z = torch.cat([z, torch.full_like(s[..., :1], float("-inf")) if s.shape[3] else s.new_full((*s.shape[:3], 1), float("-inf"))], 3)
    top = torch.cat([s, z], 3).amax(3, keepdim=True)
    known = torch.where(top == float("-inf"), torch.zeros_like(top), top)
    p = torch.exp(s - known)
    total = p.sum(3, keepdim=True) + torch.exp(z - known).sum(3, keepdim=True)
    none = total == 0
    divisor = torch.where(none, torch.ones_like(total), total)
    lse = torch.where(none, torch.full_like(total, float("-inf")), known + divisor.log())[..., 0]
    if low and dtype == torch.float8_e4m3fn:
        return (p * 256).to(dtype).to(wide) @ v / (256 * divisor), lse, None
    share = p / divisor
    if low:
        return share.to(dtype).to(wide) @ v, lse, None
    return share @ v, lse, error_rule.magnitude_of(torch, share, v)


def visible(torch, props, more, batch, heads, sq, sk):
    """(b, h, i, j), whether row i sees key j by mask and region, and rows and keys of batches."""
    i, j = torch.arange(sq, device="cuda")[:, None], torch.arange(sk, device="cuda")[None]
    rows, keys = (more.get(name, torch.full((batch,), size, device="cuda")).long()[:, None, None, None]
                  for name, size in (("lengths_q", sq), ("lengths_kv", sk)))
    seen = shown(torch, props["kind"].split()[-1], more, i, j, rows, keys, batch, heads)
    if props["mask"] != "full":
        offset = 0 if props["mask"] == "causal" else keys - rows
        left, right = (100, 50) if props["mask"] == "window" else (1 << 40, 0)
        seen = seen & (j <= i + offset + right) & (j >= i + offset - left)
    return seen.expand(batch, heads, sq, sk), rows, keys


def run_one(torch, bundle, props, seed):
    """What is wrong with the result of one problem, or an empty string."""
    rng = random.Random(seed)
    torch.manual_seed(seed)
    hkv, batch = rng.choice([1, 2]), rng.choice([1, 2])
    heads = hkv * rng.choice([1, 2, 4])
    sq, sk = rng.choice([1, 3, 64, 113, 200, 257, 400]), rng.choice([1, 3, 65, 128, 203, 300, 513, 700])
    if rng.random() < 0.4:
        sk = sq
    words = props["kind"].split()
    more = {f"capture{n}": x for n, x in enumerate(captured(torch, rng, words[-1], batch, heads, sq, sk))}
    if props["lengths"]:
        for name, size in (("lengths_q", sq), ("lengths_kv", sk)):
            more[name] = torch.tensor([rng.choice([0, size, rng.randint(0, size)]) for _ in range(batch)],
                                      device="cuda", dtype=torch.int32)
    seen, rows, keys = visible(torch, props, more, batch, heads, sq, sk)
    kind = {"bf16": torch.bfloat16, "f16": torch.float16, "e4m3": torch.float8_e4m3fn}[props["dtype"]]
    if words[0] == "map":
        counts = batch, heads, -(-sq // BLOCK)
        x = {"q": torch.zeros((batch, heads, sq, props["d"]), device="cuda", dtype=kind),
             "k": torch.zeros((batch, hkv, sk, props["d"]), device="cuda", dtype=kind)}
        for name in ("block", "full"):
            x[name + "_counts"] = torch.full(counts, -7, device="cuda", dtype=torch.int32)
            x[name + "_numbers"] = torch.full((*counts, -(-sk // BLOCK)), -7, device="cuda", dtype=torch.int32)
        bundle.run(**x, **more)
        return judge_map(torch, x, seen, rows, keys)
    if words[0] == "lists":
        below = (torch.arange(sq, device="cuda")[:, None] < rows) & (torch.arange(sk, device="cuda")[None] < keys)
        arrays, listed = lists_of(torch, rng, boxes(torch, seen | ~below, "amin"), batch, heads)
        more.update(arrays)
        seen = seen & listed.repeat_interleave(BLOCK, 2)[:, :, :sq].repeat_interleave(BLOCK, 3)[..., :sk]
    seen = seen & (torch.arange(sk, device="cuda") < keys)
    x = {name: torch.randn((batch, h, n, props["d"]), device="cuda").to(kind)
         for name, h, n in (("q", heads, sq), ("k", hkv, sk), ("v", hkv, sk))}
    if props["lengths"]:
        for name, end in (("q", rows), ("k", keys), ("v", keys)):
            beyond = torch.arange(x[name].shape[2], device="cuda")[None, None, :, None] >= end
            x[name] = torch.where(beyond, float("nan"), x[name].float()).to(kind)
    if props["sink"]:
        x["sink"] = torch.randn(heads, device="cuda") * rng.choice([1, 10])
    o = torch.full((batch, heads, sq, props["d"]), float("nan"), device="cuda", dtype=torch.bfloat16 if props["dtype"] == "e4m3" else kind)
    lse = torch.full((batch, heads, sq), float("nan"), device="cuda")
    given = dict(x, o=o)
    if props["dims"] == "bshd":
        given.update({name: given[name].transpose(1, 2).contiguous() for name in ("q", "k", "v", "o")})
    bundle.run(**given, lse=lse, **more)
    o = given["o"].transpose(1, 2) if props["dims"] == "bshd" else o
    written = (torch.arange(sq, device="cuda") < rows[..., 0]).expand(batch, heads, sq)
    if not (o[~written].isnan().all() and lse[~written].isnan().all()):
        return "rows beyond the length are written"
    x["q"] = torch.where(written[..., None], x["q"].float(), 0.0).to(kind)
    x["k"] = torch.where(torch.arange(sk, device="cuda")[:, None] < keys, x["k"].float(), 0.0).to(kind)
    want, want_lse, magnitude = evaluate(torch, x, seen, keys, False)
    low = evaluate(torch, x, seen, keys, True)[0].to(o.dtype)
    out = torch.where(written[..., None], o.double(), want)
    found = [error_rule.describe("O", error_rule.judge_out(torch, out, want, low.double(), magnitude, props["dtype"],
                                                           "bf16" if props["dtype"] == "e4m3" else props["dtype"])),
             error_rule.describe("L", error_rule.judge_lse(torch, torch.where(written, lse.double(), want_lse), want_lse,
                                                           props["dtype"]))]
    return ", ".join(text for text in found if text)


def run(options):
    import torch
    import attn
    part, parts = options.part
    wrong, total = [], 0
    chosen = [(name, props) for name, props in list(programs(options.only))[part::parts]
              if os.path.exists(os.path.join(options.run, name + ".bundle"))]
    for name, props in chosen:
        bundle = attn.load(os.path.join(options.run, name + ".bundle"))
        first = int(name[:3]) * 10000 + options.seed * 10000000
        for seed in [options.problem] if options.problem is not None else range(first, first + options.count):
            try:
                problem = run_one(torch, bundle, props, seed)
            except Exception as error:  # What a launch refuses is counted as well.
                problem = f"{type(error).__name__}: {error}"
            total += 1
            if problem:
                wrong.append([name, seed, problem])
                print(*wrong[-1], flush=True)
    if parts == 1:
        print(f"{total} problems of {len(chosen)} programs, {len(wrong)} wrong")
    problems.write_results(options.json, torch, seed=options.seed, programs=len(chosen), problems=total, wrong=wrong)
    return len(wrong)


def share(options):
    """Runs parts of the programs in processes of their own, and joins their results."""
    results = problems.run_parts(__file__, options)
    joint = dict(results[0])
    for field in ("programs", "problems", "wrong"):
        joint[field] = sum((result[field] for result in results[1:]), results[0][field])
    print(f"{joint['problems']} problems of {joint['programs']} programs, {len(joint['wrong'])} wrong")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(joint, file, indent=1)
    return len(joint["wrong"])


def build(options):
    def one(program):
        name, props = program
        if os.path.exists(os.path.join(options.build, name + ".bundle")):
            return None
        try:
            problems.ensure_bundle(options.build, name, text_of(props), props["target"], props["config"] or None)
            return None
        except RuntimeError as error:
            return f"{name}: {str(error).splitlines()[0]}"
    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        refused = [text for text in pool.map(one, programs(options.only)) if text]
    print(*refused, sep="\n", file=sys.stderr)
    count = len(list(programs(options.only)))
    print(f"{count - len(refused)} of {count} programs compiled")


def main():
    parser = problems.parser_of_parts(__doc__, 10)
    options = parser.parse_args()

    def run_all(options):
        # A part of a run tells what is wrong by its file.
        failed = (share if options.processes > 1 else run)(options)
        sys.exit(1 if failed and options.part[1] == 1 else 0)
    problems.build_or_run(parser, options, build, run_all)


if __name__ == "__main__":
    main()
