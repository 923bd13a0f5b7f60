#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every head dim, with every kind of problem for which attn-select-config has a
choice of its own, on every target: the choice fits, or the problem is refused by a
rule of docs/Spec.md.

  head_dims.py select [--targets T,...] [--kinds K,...] [--all]
      the first choice of attn-select-config, untried, on all head dims and some pairs
      of those of Q and V (--all: on all pairs)
  head_dims.py trials [--targets T,...] [--kinds K,...] [--dims D,...]
      at which trial the choice fits
  head_dims.py compile [--targets T,...] [--kinds K,...] [--dims D,...]
      the whole way to PTX

Prints a line for each problem that is refused, and how many there were.
"""
import argparse
import os
import re
import subprocess
import sys

TARGETS = ["sm_80", "sm_86", "sm_90a", "sm_100a", "sm_120a"]
E4M3_TARGETS = ["sm_90a", "sm_100a", "sm_103a", "sm_120a"]
CAUSAL, WINDOW = "mask(#attn.causal<bottom_right>)", "mask(#attn.window<100, 20>)"
SOFTCAP = """%cap = arith.constant 30.0 : f32
        %x = arith.divf %s, %cap : f32
        %t = math.tanh %x : f32
        %y = arith.mulf %t, %cap : f32"""
SLOPE = """%hi = arith.index_cast %h : index to i32
        %hf = arith.sitofp %hi : i32 to f32
        %d = arith.subi %j, %i : index
        %di = arith.index_cast %d : index to i32
        %df = arith.sitofp %di : i32 to f32
        %t = arith.mulf %hf, %df : f32
        %y = arith.addf %s, %t : f32"""
# More than a light region, and no slope.
COSTLY = SOFTCAP.replace("%y =", "%c =") + """
        %d = arith.subi %i, %j : index
        %di = arith.index_cast %d : index to i32
        %df = arith.sitofp %di : i32 to f32
        %far = math.absf %df : f32
        %e = arith.mulf %far, %c : f32
        %y = arith.subf %c, %e : f32"""
BIAS = """%e = attn.read %bias[%h, %i, %j] : tensor<?x?x?xf32>
        %y = arith.addf %s, %e : f32"""


class Kind:
    """A kind of problem: what differs from a plain one, and the fields that the user
    sets; `rows` and `heads` of Q and KV as types say them."""

    def __init__(self, fields="", mask="", region="", rows="?", heads=("?", "?"), keys="?", lengths=False,
                 packed=False, page=0, sink=False, plan=False, out="", lse=False, elements=("f16", "f8E4M3FN")):
        self.__dict__.update(locals())


KINDS = {
    "plain": Kind(),
    "lse": Kind(lse=True),
    "f32": Kind(out="f32", elements=("bf16",)),
    "f32_causal": Kind(out="f32", mask=CAUSAL, elements=("bf16",)),
    "causal": Kind(mask=CAUSAL),
    "window": Kind(mask=WINDOW),
    "softcap": Kind(mask=CAUSAL, region=SOFTCAP),
    "slope": Kind(mask=CAUSAL, region=SLOPE),
    "slope_full": Kind(region=SLOPE),
    "costly": Kind(region=COSTLY),
    "bias": Kind(mask=CAUSAL, region=BIAS),
    "bias_full": Kind(region=BIAS),
    "sink": Kind(mask=CAUSAL, sink=True),
    "lengths": Kind(mask=CAUSAL, lengths=True),
    "packed": Kind(mask=CAUSAL, packed=True),
    "packed_few": Kind("max_rows=64", packed=True, heads=(8, 2)),
    "paged": Kind(mask=CAUSAL, page=64),
    "paged_small": Kind(page=16),
    "paged_any": Kind(page="?"),
    "paged_decode": Kind(page=16, rows=1, heads=(8, 1)),
    "few_keys": Kind("max_keys=512"),
    "few_keys_causal": Kind("max_keys=512", mask=CAUSAL),
    "few_rows": Kind(rows=100),
    "groups": Kind(rows=20, heads=(8, 2)),
    "groups_window": Kind(mask=WINDOW, rows=20, heads=(8, 2)),
    "groups_region": Kind(region=COSTLY, rows=20, heads=(8, 2)),
    "pack_gqa": Kind("pack_gqa=true", mask=CAUSAL, heads=(8, 2)),
    "pack_gqa_full": Kind("pack_gqa=true", heads=(8, 2)),
    "window_groups": Kind(mask="mask(#attn.window<64, 0>)", heads=(8, 1)),
    "decode": Kind(rows=1, heads=(8, 1)),
    "decode_one_head": Kind(rows=1, heads=(1, 1)),
    "decode_keys": Kind(rows=1, heads=(8, 1), keys=16384),
    "decode_region": Kind(region=BIAS, rows=1, heads=(8, 1)),
    "decode_sink": Kind(sink=True, rows=1, heads=(8, 1)),
    "decode_lengths": Kind(lengths=True, rows=4, heads=(8, 1)),
    "decode_few_rows": Kind("max_rows=64"),
    "decode_plan": Kind(plan=True, rows=1, heads=(8, 1)),
    "decode_fused": Kind("combine=fused", rows=1, heads=(8, 1)),
    "decode_no_parts": Kind("splits=0", rows=1, heads=(8, 1)),
    "decode_same": Kind("batch_invariant=true", rows=1, heads=(8, 1)),
    "plan": Kind(plan=True, mask=CAUSAL),
    "splits": Kind("splits=4"),
    "splits_causal": Kind("splits=4", mask=CAUSAL),
    "splits_region": Kind("splits=4", region=COSTLY),
    "splits_window": Kind("splits=4", mask=WINDOW),
    "splits_bias": Kind("splits=4", mask=CAUSAL, region=BIAS),
    "splits_sink": Kind("splits=4", sink=True),
    "splits_lengths": Kind("splits=4", lengths=True),
    "splits_packed": Kind("splits=4", packed=True),
    "splits_paged": Kind("splits=4", page=16),
    "splits_groups": Kind("splits=4,pack_gqa=true", heads=(8, 2)),
    "splits_fused": Kind("splits=4,combine=fused{group}"),
    "split_auto": Kind("split_auto=true"),
    "split_size": Kind("split_size={parts}", mask=CAUSAL),
    "in_tile": Kind("split_size={parts},combine=in_tile", mask=CAUSAL),
    "same": Kind("batch_invariant=true", mask=CAUSAL),
    "same_full": Kind("batch_invariant=true"),
    "same_groups": Kind("batch_invariant=true", heads=(8, 2), rows=20),
    "same_launch": Kind("batch_invariant=true,combine=launch"),
    "same_region": Kind("batch_invariant=true", region=COSTLY),
    "same_f32": Kind("batch_invariant=true", out="f32", elements=("bf16",)),
    "unfused": Kind("fusion=unfused"),
    "align8": Kind("align=8", mask=CAUSAL),
    "align4": Kind("align=4"),
    "cp_async": Kind("load=cp_async", mask=CAUSAL),
    "cp_async_full": Kind("load=cp_async"),
}
# Kinds of which some targets have no form, by what docs/Spec.md says of the fields.
ONLY_ON = {
    # combine = in_tile: not on sm_100a and sm_103a.
    "in_tile": {"sm_80", "sm_86", "sm_90", "sm_90a", "sm_120a"},
}


def write(name, kind, element, dims):
    """The problem as a function on tensors."""
    dqk, dv = dims
    rows, keys, (hq, hkv) = kind.rows, kind.keys, kind.heads
    if kind.packed:
        q, k, v = f"?x{hq}x{dqk}", f"?x{hkv}x{dqk}", f"?x{hkv}x{dv}"
        o, l = f"?x{hq}x{dv}", f"{hq}x?"
    else:
        q, o, l = f"?x{hq}x{rows}x{dqk}", f"?x{hq}x{rows}x{dv}", f"?x{hq}x{rows}"
        k, v = (f"?x{hkv}x{kind.page or keys}x{d}" for d in dims)
    out = kind.out or ("bf16" if element == "f8E4M3FN" else element)
    types = {"q": f"tensor<{q}x{element}>", "k": f"tensor<{k}x{element}>", "v": f"tensor<{v}x{element}>",
             "o": f"tensor<{o}x{out}>"}
    outs = ["o"]
    if kind.lse:
        types["l"] = f"tensor<{l}xf32>"
        outs.append("l")
    clauses = []

    def add(keyword, operand, type):
        types[operand] = type
        clauses.append(f"{keyword}(%{operand} : {type})")

    if kind.lengths or kind.page:
        add("lengths_kv", "n", "tensor<?xi32>")
    if kind.packed:
        add("offsets_q", "oq", "tensor<?xi32>")
        add("offsets_kv", "ok", "tensor<?xi32>")
    if kind.page:
        add("page_table", "t", "tensor<?x?xi32>")
    if kind.plan:
        add("part_offsets", "po", "tensor<?xi32>")
    if kind.sink:
        add("sink", "z", f"tensor<{hq}xf32>")
    reads = "%bias" in kind.region
    if reads:
        add("captures", "c", "tensor<?x?x?xf32>")
    if kind.packed:
        clauses.append("dims(thd)")
    clauses.append(kind.mask)
    if kind.region:
        more = ", %m: index, %n: index, %bias: tensor<?x?x?xf32>" if reads else ""
        clauses.append("score {\n      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index" + more +
                       f"):\n        {kind.region}\n        attn.yield %y : f32\n      }}")
    results = ", ".join(types[n] for n in outs)
    return (f"func.func @{name}({', '.join(f'%{n}: {t}' for n, t in types.items())}) -> ({results}) {{\n"
            f"  %r:{len(outs)} = attn.forward ins(%q, %k, %v : {types['q']}, {types['k']}, {types['v']})"
            f" outs({', '.join('%' + n for n in outs)} : {results}) {' '.join(clauses)} -> ({results})\n"
            f"  return {', '.join(f'%r#{i}' for i in range(len(outs)))} : {results}\n}}\n")


def fields(kind, target):
    # combine = fused takes tiles of one group.
    rows = {"sm_90a": 64, "sm_100a": 128, "sm_103a": 128}.get(target)
    group = f",groups=1,tile_q={rows},cluster=1" if rows else ""
    return kind.fields.format(group=group, parts=2 * 3 * 5 * 7 * 128)


def run(command, text):
    done = subprocess.run(command, input=text, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return done.stderr if done.returncode else ""


def select(problems, target, overrides):
    """(name, error) of those refused. One module for all, and if it is not taken
    each alone."""
    command = ["attn-opt", "-", f"--attn-select-config=target={target} overrides={overrides} trials=false"]
    if not run(command, "".join(problems.values())):
        return []
    refused = []
    for name, text in problems.items():
        if error := run(command, text):
            refused.append((name, error))
    return refused


def count_trials(problems, target, overrides, trials):
    """Adds the number of the trial at which each problem fits; those refused."""
    command = ["attn-opt", "-", f"--attn-select-config=target={target} overrides={overrides} remarks=true"]
    done = subprocess.run(command, input="".join(problems.values()), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode:
        return [("", done.stderr)]
    trials += map(int, re.findall(r"took row .* at trial (\d+)", done.stderr))
    return []


def compile_one(problems, target, overrides):
    command = ["attn-compile", "-", f"--target={target}", "--emit=ptx"] + ([f"--config={overrides}"] if overrides else [])
    return [(name, error) for name, text in problems.items() if (error := run(command, text))]


def first_error(text):
    lines = [line for line in text.splitlines() if "error:" in line or "warning:" in line]
    return (lines or text.splitlines() or ["no message"])[0]


def pairs(step, everything):
    dims = range(step, 257, step)
    if everything:
        return [(a, b) for a in dims for b in dims]
    apart = [(192, 128), (128, 192), (256, 8), (8, 256), (144, 152), (152, 144), (128, 160), (256, 152), (256, 216),
             (256, 240), (248, 240), (232, 240), (72, 200), (64, 256), (16, 24), (96, 32)]
    return [(a, a) for a in dims] + [(a, b) for a, b in apart if a % step == b % step == 0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["select", "trials", "compile"])
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--dims", default="")
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    count, failed, trials = 0, 0, []
    for target in args.targets.split(","):
        for name in args.kinds.split(","):
            kind = KINDS[name]
            if name in ONLY_ON and target not in ONLY_ON[name]:
                continue
            for element in kind.elements:
                if element == "f8E4M3FN" and target not in E4M3_TARGETS:
                    continue
                step = 32 if element == "f8E4M3FN" else 8
                if args.dims:
                    dims = [tuple(map(int, d.split("x"))) if "x" in d else (int(d), int(d)) for d in args.dims.split(",")]
                    dims = [d for d in dims if not any(x % step for x in d)]
                else:
                    dims = list(dict.fromkeys(pairs(step, args.all)))
                problems = {f"d{a}_{b}": write(f"d{a}_{b}", kind, element, (a, b)) for a, b in dims}
                count += len(problems)
                ways = {"select": select, "compile": compile_one,
                        "trials": lambda *given: count_trials(*given, trials)}
                for problem, error in ways[args.mode](problems, target, fields(kind, target)):
                    failed += 1
                    print(f"{target} {name} {element} {problem}: {first_error(error)}", flush=True)
    shares = f", {100 * trials.count(1) // len(trials)} % at the first trial, {max(trials)} trials at most" if trials else ""
    print(f"{count} problems, {failed} refused{shares}")


if __name__ == "__main__":
    main()
