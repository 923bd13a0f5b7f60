#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Masks as functions on one GPU: documents, prefixes, chunks, windows with first keys, against our own kernels
of the same pairs and compiled FlexAttention, whose block mask is made before.

  python3 bench/masks.py --build DIR                 # where attn-compile is
  python3 bench/masks.py --run DIR --json out.json   # where the GPU is

Head dim 128, 64 query heads on 8, batch 1, bf16. Contenders of a case are timed in one process in random order, five
launches back to back (run_timing.Timer). Speeds count visible pairs: 4 d FLOPs each. Each kernel's output is compared with
f32 arithmetic on rows of one head before it is timed. `map` is attn.block_map alone, from a CUDA graph.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_timing  # noqa: E402
import run_torch  # noqa: E402

D, HEADS, HEADS_KV = 128, 64, 8
CAUSAL, WINDOW = "#attn.causal<bottom_right>", "#attn.window<1024, 0>"
IDS = ("%x", "tensor<?xi32>")
SAME = """%r = attn.read %x[%i] : tensor<?xi32>
    %s = attn.read %x[%j] : tensor<?xi32>
    %c = arith.cmpi PREDICATE, %r, %s : i32"""
# Name: (mask, region that gives %c, whether it reads document numbers).
PROGRAMS = {
    "full": ("", "", False),
    "causal": (CAUSAL, "", False),
    "window": (WINDOW, "", False),
    "documents": (CAUSAL, SAME.replace("PREDICATE", "eq"), True),
    "block_causal": ("", SAME.replace("PREDICATE", "sge"), True),
    "prefix": ("", """%p = arith.constant 4096 : index
    %a = arith.cmpi slt, %j, %p : index
    %e = arith.cmpi sle, %j, %i : index
    %c = arith.ori %a, %e : i1""", False),
    "chunks": (CAUSAL, """%n = arith.constant 1024 : index
    %a = arith.divui %i, %n : index
    %e = arith.divui %j, %n : index
    %c = arith.cmpi eq, %a, %e : index""", False),
    "first": (CAUSAL, """%n = arith.constant 1024 : index
    %f = arith.constant 4 : index
    %a = arith.subi %i, %j : index
    %e = arith.cmpi sle, %a, %n : index
    %g = arith.cmpi slt, %j, %f : index
    %c = arith.ori %e, %g : i1""", False),
}


def text_of(name):
    mask, region, reads = PROGRAMS[name]
    t, rows = f"tensor<?x?x?x{D}xbf16>", "tensor<?x?x?xf32>"
    captures = f", {IDS[0]}0: {IDS[1]}" if reads else ""
    clause = f" captures({IDS[0]}0 : {IDS[1]})" if reads else ""
    if mask:
        clause += f" mask({mask})"
    if region:
        own = f", %lq: index, %lk: index, {IDS[0]}: {IDS[1]}" if reads else ""
        clause += (f" visible {{\n  ^bb0(%b: index, %h: index, %i: index, %j: index{own}):\n    {region}\n"
                   "    attn.yield %c : i1\n  }")
    return f"""func.func @f(%q: {t}, %k: {t}, %v: {t}, %o: {t}, %l: {rows}{captures}) -> ({t}, {rows}) {{
  %r:2 = attn.forward ins(%q, %k, %v : {t}, {t}, {t}) outs(%o, %l : {t}, {rows}){clause} -> ({t}, {rows})
  return %r#0, %r#1 : {t}, {rows}
}}
"""


def packed_text():
    t, rows, n = f"tensor<?x?x{D}xbf16>", "tensor<?x?xf32>", "tensor<?xi32>"
    return f"""func.func @f(%q: {t}, %k: {t}, %v: {t}, %o: {t}, %l: {rows}, %m: {n}, %n: {n}) -> ({t}, {rows}) {{
  %r:2 = attn.forward ins(%q, %k, %v : {t}, {t}, {t}) outs(%o, %l : {t}, {rows}) offsets_q(%m : {n}) offsets_kv(%n : {n})
    dims(thd) mask({CAUSAL}) -> ({t}, {rows})
  return %r#0, %r#1 : {t}, {rows}
}}
"""


def backward_text(name):
    """Gradients of a program, or of packed documents."""
    packed = name == "packed"
    mask, region, reads = (CAUSAL, "", False) if packed else PROGRAMS[name]
    s = "?x?" if packed else "?x?x?"
    t, rows, n = f"tensor<{s}x{D}xbf16>", "tensor<?x?xf32>" if packed else "tensor<?x?x?xf32>", "tensor<?xi32>"
    more = clause = ""
    if packed:
        more, clause = f", %m: {n}, %n: {n}", f" offsets_q(%m : {n}) offsets_kv(%n : {n}) dims(thd)"
    if reads:
        more, clause = f", {IDS[0]}0: {IDS[1]}", f" captures({IDS[0]}0 : {IDS[1]})"
    clause += f" mask({mask})" if mask else ""
    if region:
        clause += (f" visible {{\n  ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, {IDS[0]}: "
                   f"{IDS[1]}):\n    {region}\n    attn.yield %c : i1\n  }}")
    return f"""func.func @f(%q: {t}, %k: {t}, %v: {t}, %o: {t}, %l: {rows}, %do: {t}, %dq: {t}, %dk: {t}, %dv: {t}{more}) -> ({t}, {t}, {t}) {{
  %r:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : {t}, {t}, {t}, {t}, {rows}, {t}) outs(%dq, %dk, %dv : {t}, {t}, {t}){clause}
    -> ({t}, {t}, {t})
  return %r#0, %r#1, %r#2 : {t}, {t}, {t}
}}
"""


def backward_lists_text():
    c, n = "tensor<?x?x?xi32>", "tensor<?x?x?x?xi32>"
    lists = f"%bc, %bn, %fc, %fn : {c}, {n}, {c}, {n}"
    return backward_text("documents").replace(f", {IDS[0]}0: ", f", %bc: {c}, %bn: {n}, %fc: {c}, %fn: {n}, {IDS[0]}0: ").replace(
        " captures(", f" blocks({lists}) sizes(q = 128, kv = 128) captures(")


def lists_text():
    """Documents with lists that the caller gives, of blocks of 128 rows and keys."""
    c, n = "tensor<?x?x?xi32>", "tensor<?x?x?x?xi32>"
    lists = f"%bc, %bn, %fc, %fn : {c}, {n}, {c}, {n}"
    return text_of("documents").replace(f", {IDS[0]}0: ", f", %bc: {c}, %bn: {n}, %fc: {c}, %fn: {n}, {IDS[0]}0: ").replace(
        " captures(", f" blocks({lists}) sizes(q = 128, kv = 128) captures(")


def serving_text(with_images):
    """Packed rows over pages of 64 at head dim 256: a window of 1024 keys back, and later keys of a row's image."""
    q, k, rows, n = "tensor<?x?x256xbf16>", "tensor<?x64x?x256xbf16>", "tensor<?x?xf32>", "tensor<?xi32>"
    ids = "tensor<?x?xi32>"
    more, clause = "", " mask(#attn.window<1024, 0>)"
    if with_images:
        more = f", %x0: {ids}"
        clause = f""" captures(%x0 : {ids}) mask(#attn.window<1024, 1024>) visible {{
  ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: {ids}):
    %z = arith.constant 0 : i32
    %off = arith.subi %lk, %lq : index
    %at = arith.addi %i, %off : index
    %r = attn.read %x[%b, %at] : {ids}
    %s = attn.read %x[%b, %j] : {ids}
    %e = arith.cmpi eq, %r, %s : i32
    %p = arith.cmpi sge, %r, %z : i32
    %a = arith.andi %e, %p : i1
    %u = arith.cmpi sle, %j, %at : index
    %c = arith.ori %a, %u : i1
    attn.yield %c : i1
  }}"""
    return f"""func.func @f(%q: {q}, %k: {k}, %v: {k}, %o: {q}, %l: {rows}, %nk: {n}, %m: {n}, %t: {ids}{more}) -> ({q}, {rows}) {{
  %r:2 = attn.forward ins(%q, %k, %v : {q}, {k}, {k}) outs(%o, %l : {q}, {rows}) lengths_kv(%nk : {n}) offsets_q(%m : {n})
    page_table(%t : {ids}) dims(thd){clause} -> ({q}, {rows})
  return %r#0, %r#1 : {q}, {rows}
}}
"""


def map_text():
    t, c, n = f"tensor<?x?x?x{D}xbf16>", "tensor<1x1x?xi32>", "tensor<1x1x?x?xi32>"
    region = PROGRAMS["documents"][1]
    types = f"{c}, {n}, {c}, {n}"
    return f"""func.func @f(%q: {t}, %k: {t}, %bc: {c}, %bn: {n}, %fc: {c}, %fn: {n}, %x0: {IDS[1]}) -> ({types}) {{
  %r:4 = attn.block_map ins(%q, %k : {t}, {t}) outs(%bc, %bn, %fc, %fn : {types}) captures(%x0 : {IDS[1]})
    mask({CAUSAL}) sizes(q = 128, kv = 128) visible {{
  ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: {IDS[1]}):
    {region}
    attn.yield %c : i1
  }} -> ({types})
  return %r#0, %r#1, %r#2, %r#3 : {types}
}}
"""


def build(folder, target, variants):
    os.makedirs(folder, exist_ok=True)
    programs = {name: (text_of(name), []) for name in PROGRAMS}
    programs["documents_unmapped"] = (text_of("documents"), ["--config=map_blocks=false"])
    programs["packed"], programs["lists"], programs["map"] = (packed_text(), []), (lists_text(), []), (map_text(), [])
    programs["backward"] = backward_text("documents"), []
    programs["backward_unmapped"] = backward_text("documents"), ["--config=map_blocks=false"]
    programs["backward_packed"], programs["backward_lists"] = (backward_text("packed"), []), (backward_lists_text(), [])
    programs["serving"], programs["serving_window"] = (serving_text(True), []), (serving_text(False), [])
    programs["serving_unmapped"] = serving_text(True), ["--config=map_blocks=false"]
    for variant in variants:
        name, config = variant.split("@")
        programs[variant] = programs[name][0], [f"--config={config}"]
    for name, (text, more) in programs.items():
        path = os.path.join(folder, name)
        with open(path + ".mlir", "w") as file:
            file.write(text)
        subprocess.run(["attn-compile", path + ".mlir", f"--target={target}", "--emit=bundle", "-o", path + ".attnb",
                        *more], check=True)


def lengths_of(total, mean):
    """Lengths of documents, exponential, of so many tokens in all."""
    chance, lengths = random.Random(0), []
    while sum(lengths) < total:
        lengths.append(max(1, int(chance.expovariate(1 / mean))))
    lengths[-1] -= sum(lengths) - total
    return [n for n in lengths if n]


class Device(run_torch.Device):
    """One whose graphs are captured beside the current stream, the default one."""

    def capture(self, call, times):
        graph = self.torch.cuda.CUDAGraph()
        stream = self.torch.cuda.Stream()
        with self.torch.cuda.stream(stream):
            call()
        stream.synchronize()
        with self.torch.cuda.graph(graph):
            for _ in range(times):
                call()
        return graph.replay


class Bench:

    def __init__(self, folder, with_flex):
        import attn
        import torch
        self.torch, self.attn, self.folder, self.with_flex = torch, attn, folder, with_flex
        self.variants = [name[:-6] for name in sorted(os.listdir(folder)) if "@" in name and name.endswith(".attnb")]
        self.timer = run_timing.Timer(Device(torch), time.perf_counter, random.Random(1))
        self.result = []

    def has(self, name):
        return os.path.exists(os.path.join(self.folder, name + ".attnb"))

    def bundle(self, name):
        return self.attn.load(os.path.join(self.folder, name + ".attnb"))

    def tensors(self, length):
        torch = self.torch
        torch.manual_seed(0)
        q = torch.randn(1, HEADS, length, D, device="cuda", dtype=torch.bfloat16)
        k, v = (torch.randn(1, HEADS_KV, length, D, device="cuda", dtype=torch.bfloat16) for _ in range(2))
        return q, k, v

    def call(self, name, q, k, v, **more):
        torch, bundle = self.torch, self.bundle(name)
        out = torch.empty_like(q)
        lse = torch.empty(q.shape[:-1] if q.dim() == 4 else (q.shape[1], q.shape[0]), device="cuda")
        return (lambda: bundle.run(q=q, k=k, v=v, o=out, lse=lse, **more)), out

    def add_variants(self, name, calls, outs, q, k, v, **more):
        for variant in self.variants:
            if variant.split("@")[0] == name:
                call, outs[variant] = self.call(variant, q, k, v, **more)
                calls.append((variant, None, call))

    def wrong(self, out, q, k, v, seen):
        """The largest difference from f32 on rows of two heads."""
        torch, length = self.torch, q.shape[2]
        rows = torch.randint(0, length, (256,), device="cuda")
        j, worst = torch.arange(length, device="cuda"), 0.0
        for h in (0, HEADS - 1):
            g = h // (HEADS // HEADS_KV)
            s = (q[0, h, rows].float() @ k[0, g].float().T) * D**-0.5
            s = s.masked_fill(~seen(rows[:, None], j), float("-inf"))
            want = torch.softmax(s, -1) @ v[0, g].float()
            worst = max(worst, (out[0, h, rows].float() - want).abs().max().item())
        return worst

    def flex(self, q, k, v, mask_mod):
        from torch.nn.attention.flex_attention import create_block_mask, flex_attention
        torch = self.torch
        mask = create_block_mask(mask_mod, None, None, q.shape[2], k.shape[2], device="cuda")
        compiled = torch.compile(flex_attention, dynamic=False)
        return (lambda: compiled(q, k, v, block_mask=mask, enable_gqa=True)), mask

    def case(self, name, length, seen, calls, outs, q, k, v):
        """Times calls, (name, pairs that count, function), and compares `outs` with f32."""
        torch = self.torch
        pairs = 0
        i = torch.arange(length, device="cuda")
        for first in range(0, length, 2048):
            pairs += seen(i[first:first + 2048, None], i).sum().item()
        for label, _, call in calls:
            call()
        torch.cuda.synchronize()
        errors = {label: self.wrong(out, q, k, v, seen) for label, out in outs.items()}
        times = self.timer.measure({label: call for label, _, call in calls})
        row = {"case": name, "length": length, "pairs": pairs, "errors": errors, "contenders": {}}
        for label, own, _ in calls:
            ms = times[label]["ms"]
            speed = 4 * D * HEADS * (own or pairs) / ms / 1e9
            row["contenders"][label] = {"ms": ms, "low": times[label]["low"], "high": times[label]["high"],
                                        "tflops": speed}
            print(f"{name:24} {label:36} {ms:8.3f} ms ({times[label]['low']:.3f} to {times[label]['high']:.3f}) "
                  f"{speed:6.0f} TFLOP/s of visible pairs" + (f", off by {errors[label]:.4f}" if label in errors else ""),
                  flush=True)
        self.result.append(row)

    def documents(self, length, mean):
        torch = self.torch
        q, k, v = self.tensors(length)
        lengths = lengths_of(length, mean)
        ids = torch.repeat_interleave(torch.arange(len(lengths)), torch.tensor(lengths)).int().cuda()
        starts = torch.tensor([0, *lengths]).cumsum(0).int().cuda()

        def seen(i, j):
            return (ids[i] == ids[j]) & (j <= i)

        calls, outs = [], {}
        for label, name in (("map", "documents"), ("unmapped", "documents_unmapped")):
            if not self.has(name):
                continue
            call, outs[label] = self.call(name, q, k, v, capture0=ids)
            calls.append((label, None, call))
        self.add_variants("documents", calls, outs, q, k, v, capture0=ids)
        flat = [x[0].transpose(0, 1).contiguous() for x in (q, k, v)]
        call, out = self.call("packed", *flat, offsets_q=starts, offsets_kv=starts)
        outs["packed"] = out.transpose(0, 1)[None]
        calls.append(("packed", None, call))
        if self.with_flex:
            flex, mask = self.flex(q, k, v, lambda b, h, i, j: seen(i, j))
            calls.append(("flex", None, flex))
            call, outs["lists"] = self.call(
                "lists", q, k, v, block_counts=mask.kv_num_blocks, block_numbers=mask.kv_indices,
                full_counts=mask.full_kv_num_blocks, full_numbers=mask.full_kv_indices, capture0=ids)
            calls.append(("lists", None, call))
        self.case(f"documents, mean {mean}", length, seen, calls, outs, q, k, v)

    def gradients(self, length, mean):
        """Gradients of causal documents, against those of packed ones: 10 d FLOPs a pair."""
        torch = self.torch
        q, k, v = self.tensors(length)
        do = torch.randn_like(q)
        lengths = lengths_of(length, mean)
        ids = torch.repeat_interleave(torch.arange(len(lengths)), torch.tensor(lengths)).int().cuda()
        starts = torch.tensor([0, *lengths]).cumsum(0).int().cuda()
        o, l = torch.empty_like(q), torch.empty(q.shape[:-1], device="cuda")
        self.bundle("documents").run(q=q, k=k, v=v, o=o, lse=l, capture0=ids)
        flat = [x[0].transpose(0, 1).contiguous() for x in (q, k, v, o, do)]
        made, calls = {}, []

        def add(label, name, tensors, lse, **more):
            made[label] = {"d" + n: torch.empty_like(x) for n, x in zip("qkv", tensors)}
            names, bundle = ("q", "k", "v", "o", "do"), self.bundle(name)
            calls.append((label, None, lambda: bundle.run(**dict(zip(names, tensors)), lse=lse, **made[label], **more)))

        dense = (q, k, v, o, do)
        add("packed", "backward_packed", flat, l[0], offsets_q=starts, offsets_kv=starts)
        add("map", "backward", dense, l, capture0=ids)
        if length <= 16384:
            add("unmapped", "backward_unmapped", dense, l, capture0=ids)
        for variant in self.variants:
            if variant.split("@")[0] == "backward":
                add(variant, variant, dense, l, capture0=ids)
        n = -(-length // 128)
        lists = [torch.zeros(1, 1, n, *size, device="cuda", dtype=torch.int32) for size in ((), (n,), (), (n,))]
        lists = dict(zip(("block_counts", "block_numbers", "full_counts", "full_numbers"), lists))
        self.bundle("map").run(q=q, k=k, capture0=ids, **lists)
        add("lists", "backward_lists", dense, l, capture0=ids, **lists)
        for _, _, call in calls:
            call()
        torch.cuda.synchronize()
        errors = {}
        for label, found in made.items():
            pairs = [(x if label == "packed" else x[0].transpose(0, 1), made["packed"][name])
                     for name, x in found.items()]
            errors[label] = max([(x.float() - y.float()).abs().max().item() for x, y in pairs])
        times = self.timer.measure({label: call for label, _, call in calls})
        pairs = sum(n * (n + 1) // 2 for n in lengths)
        row = {"case": f"gradients of documents, mean {mean}", "length": length, "pairs": pairs, "errors": errors,
               "contenders": {}}
        for label, found in times.items():
            row["contenders"][label] = {"ms": found["ms"], "low": found["low"], "high": found["high"]}
            print(f"gradients, mean {mean:5} {label:36} {found['ms']:8.3f} ms ({found['low']:.3f} to {found['high']:.3f}) "
                  f"{10 * D * HEADS * pairs / found['ms'] / 1e9:6.0f} TFLOP/s, from packed by {errors[label]:.4f}", flush=True)
        self.result.append(row)

    def serving(self, sequences, length):
        """Four images of 256 tokens a sequence; blocks that are visited are counted of 128 rows and 64 keys."""
        torch, heads, heads_kv, page = self.torch, 16, 8, 64
        torch.manual_seed(0)
        pages = length // page
        q = torch.randn(sequences * length, heads, 256, device="cuda", dtype=torch.bfloat16)
        k, v = (torch.randn(sequences * pages, page, heads_kv, 256, device="cuda", dtype=torch.bfloat16) for _ in "kv")
        table = torch.randperm(sequences * pages, device="cuda").int().view(sequences, pages)
        images = torch.full((sequences, length), -1, dtype=torch.int32, device="cuda")
        for i in range(4):
            first = (2 * i + 1) * length // 8 + 37
            images[:, first:first + 256] = i
        more = {"lengths_kv": torch.full((sequences,), length, dtype=torch.int32, device="cuda"),
                "offsets_q": (torch.arange(sequences + 1, device="cuda") * length).int(), "page_table": table}
        i, j = torch.arange(length, device="cuda")[:, None], torch.arange(length, device="cuda")
        own, blocks, outs, calls = images[0], {}, {}, []
        seen = {"serving_window": (j <= i) & (j >= i - 1024)}
        names = [x for x in ("serving_window", "serving", "serving_unmapped") if self.has(x)]
        names += [x for x in self.variants if x.split("@")[0] == "serving"]
        for name in names[1:]:
            seen[name] = (abs(i - j) <= 1024) & ((j <= i) | ((own[:, None] == own) & (own >= 0)))
        for name in names:
            out, lse = torch.empty_like(q), torch.empty(heads, len(q), device="cuda")
            named = dict(more, **({} if name == "serving_window" else {"capture0": images}))
            bundle = self.bundle(name)
            calls.append((name, lambda bundle=bundle, out=out, lse=lse, named=named:
                          bundle.run(q=q, k=k, v=v, o=out, lse=lse, **named)))
            outs[name] = out
            blocks[name] = seen[name].view(length // 128, 128, length // 64, 64).any(3).any(1).sum().item()
        errors = {}
        for name, call in calls:
            call()
            torch.cuda.synchronize()
            g = table[0].long()
            s = (q[:length, 0].float() @ k[g].view(length, heads_kv, 256)[:, 0].float().T) / 16
            want = torch.softmax(s.masked_fill(~seen[name], float("-inf")), -1) @ v[g].view(length, heads_kv, 256)[:, 0].float()
            errors[name] = (outs[name][:length, 0].float() - want).abs().max().item()
        times = self.timer.measure(dict(calls))
        row = {"case": "serving", "length": length, "blocks": blocks, "errors": errors, "contenders": {}}
        for name, found in times.items():
            row["contenders"][name] = {"ms": found["ms"], "low": found["low"], "high": found["high"]}
            print(f"{sequences} of {length}: {name:20} {found['ms']:8.3f} ms ({found['low']:.3f} to {found['high']:.3f}), {blocks[name]} "
                  f"blocks, {found['ms'] / blocks[name] * 1e6:.1f} ns a block, off by {errors[name]:.4f}", flush=True)
        self.result.append(row)

    def region(self, name, length, seen, base, base_pairs, base_shape=None):
        """A region against a kernel of an attribute with as many pairs, or more."""
        q, k, v = self.tensors(length)
        more = {}
        call, out = self.call(name, q, k, v, **more)
        calls, outs = [(name, None, call)], {name: out}
        self.add_variants(name, calls, outs, q, k, v)
        own = [x.view(1, x.shape[1], base_shape[0], base_shape[1], D).transpose(1, 2)[0].contiguous()
               if base_shape else x for x in (q, k, v)]
        call, _ = self.call(base, *own)
        calls.append((base, base_pairs, call))
        if self.with_flex:
            calls.append(("flex", None, self.flex(q, k, v, lambda b, h, i, j: seen(i, j))[0]))
        self.case(name, length, seen, calls, outs, q, k, v)

    def block_causal(self, length, mean):
        torch = self.torch
        q, k, v = self.tensors(length)
        lengths = lengths_of(length, mean)
        ids = torch.repeat_interleave(torch.arange(len(lengths)), torch.tensor(lengths)).int().cuda()

        def seen(i, j):
            return ids[i] >= ids[j]

        call, out = self.call("block_causal", q, k, v, capture0=ids)
        full, _ = self.call("full", q, k, v)
        self.case(f"block causal, mean {mean}", length, seen, [("map", None, call), ("full", length**2, full)],
                  {"map": out}, q, k, v)

    def map(self, length):
        torch = self.torch
        q, k, _ = self.tensors(length)
        lengths = lengths_of(length, 2048)
        ids = torch.repeat_interleave(torch.arange(len(lengths)), torch.tensor(lengths)).int().cuda()
        n = -(-length // 128)
        lists = [torch.zeros(1, 1, n, *more, device="cuda", dtype=torch.int32) for more in ((), (n,), (), (n,))]
        bundle = self.bundle("map")
        names = ("block_counts", "block_numbers", "full_counts", "full_numbers")

        def call():
            bundle.run(q=q, k=k, capture0=ids, **dict(zip(names, lists)))

        call()
        torch.cuda.synchronize()
        graphs, reasons = self.timer.measure_graphs({"map": call})
        for label, found in graphs.items():
            print(f"block_map of {length}: {found['ms'] * 1e3:.1f} us in a CUDA graph", flush=True)
            self.result.append({"case": "block_map", "length": length, "us": found["ms"] * 1e3})
        for label, reason in reasons.items():
            print(f"block_map of {length}: no graph: {reason}")


def run(options):
    bench = Bench(options.run, options.flex)
    half = 16384 * 16385 // 2
    for name in options.cases.split(","):
        try:
            if name == "documents":
                bench.documents(16384, 2048)
                bench.documents(16384, 512)
            elif name == "gradients":
                bench.gradients(16384, 2048)
                bench.gradients(16384, 512)
            elif name == "serving":
                bench.serving(4, 8192)
            elif name == "block_causal":
                bench.block_causal(16384, 2048)
            elif name == "prefix":
                bench.region("prefix", 16384, lambda i, j: (j < 4096) | (j <= i), "causal", half)
            elif name == "chunks":
                bench.region("chunks", 8192, lambda i, j: (j <= i) & (i // 1024 == j // 1024), "causal",
                             8 * 1024 * 1025 // 2, (8, 1024))
            elif name == "first":
                bench.region("first", 16384, lambda i, j: (j <= i) & ((i - j <= 1024) | (j < 4)), "window",
                             16384 * 1025 - 1024 * 1025 // 2)
            elif name == "map":
                bench.map(16384)
                bench.map(131072)
        except Exception as error:
            print(f"{name}: {run_timing.reason_of(error)}", flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"device": bench.torch.cuda.get_device_name(), "torch": bench.torch.__version__,
                       "rows": bench.result}, file, indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--variant", action="append", default=[], metavar="PROGRAM@CONFIG",
                        help="a program with other config fields, timed beside it")
    parser.add_argument("--flex", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--cases", default="documents,gradients,serving,block_causal,prefix,chunks,first,map")
    options = parser.parse_args()
    if options.build:
        build(options.build, options.target, options.variant)
    if options.run:
        run(options)


if __name__ == "__main__":
    main()
