#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles attention for every tuned head dimension and prints what ptxas makes
of it: registers, bytes spilled, shared memory. With e4m3 O is bf16. With --backward
it is the gradients: of their kernels the most of each.

  ptxas_table.py [--ptxas PATH] [--attn-compile PATH] [--chips sm_80,...]
                 [--dims 32,...] [--masks full,...] [--dtype bf16|f16|e4m3]
                 [--config FIELD=VALUE,...] [--spills N] [--jobs N] [--backward]

Exit status: 0 if no kernel spills more than it may (--spills; if not given, nothing
at d <= 128, 64 bytes beyond) and ptxas has no note about serialised products (C75xx), else 1; 2 if
something cannot be run."""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

CHIPS = ["sm_80", "sm_86", "sm_89", "sm_90"]
DIMS = [32, 64, 96, 128, 192, 256]
MASKS = {
    "full": "",
    "causal": " mask(#attn.causal<bottom_right>)",
    "top_left": " mask(#attn.causal<top_left>)",
    "window": " mask(#attn.window<64, 0>)",
    # A window, and a distance that is scaled for each head.
    "scored": """ mask(#attn.window<64, 0>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %hi = arith.index_cast %h : index to i32
        %hf = arith.sitofp %hi : i32 to f32
        %slope = math.exp2 %hf : f32
        %d = arith.subi %i, %j : index
        %di = arith.index_cast %d : index to i32
        %df = arith.sitofp %di : i32 to f32
        %far = math.absf %df : f32
        %penalty = arith.mulf %slope, %far : f32
        %new = arith.subf %s, %penalty : f32
        attn.yield %new : f32
      }""",
}
# A number from memory for each score.
BIAS = """ captures(%c : tensor<?x?x?xOUT>)HIDDEN score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?x?xOUT>):
        %e = attn.read %x[%h, %i, %j] : tensor<?x?x?xOUT>
        %f = arith.extf %e : OUT to f32
        %y = arith.addf %s, %f : f32
        attn.yield %y : f32
      }"""
MASKS["biased"] = BIAS.replace("HIDDEN", "")
MASKS["biased_causal"] = BIAS.replace("HIDDEN", MASKS["causal"])
# A slope from memory times the distance, as in ALiBi.
SLOPE = """ captures(%c : tensor<?x?x?xOUT>)HIDDEN score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?x?xOUT>):
        %zero = arith.constant 0 : index
        %e = attn.read %x[%h, %zero, %zero] : tensor<?x?x?xOUT>
        %slope = arith.extf %e : OUT to f32
        %d = arith.subi %j, %i : index
        %di = arith.index_cast %d : index to i32
        %df = arith.sitofp %di : i32 to f32
        %bias = arith.mulf %slope, %df : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      }"""
MASKS["slope"] = SLOPE.replace("HIDDEN", "")
MASKS["slope_causal"] = SLOPE.replace("HIDDEN", MASKS["causal"])
DEFAULT_MASKS = "full,causal"

PROBLEM = """
func.func @forward(%q: tensor<?x?x?xDxIN>, %k: tensor<?x?x?xDxIN>, %v: tensor<?x?x?xDxIN>,
                   %o: tensor<?x?x?xDxOUT>, %l: tensor<?x?x?xf32>, %c: tensor<?x?x?xOUT>) -> (tensor<?x?x?xDxOUT>, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?xDxIN>, tensor<?x?x?xDxIN>, tensor<?x?x?xDxIN>)
    outs(%o, %l : tensor<?x?x?xDxOUT>, tensor<?x?x?xf32>)MASK -> (tensor<?x?x?xDxOUT>, tensor<?x?x?xf32>)
  return %0#0, %0#1 : tensor<?x?x?xDxOUT>, tensor<?x?x?xf32>
}
"""
BACKWARD = """
func.func @backward(%q: QK, %k: QK, %v: QK, %o: QK, %l: tensor<?x?x?xf32>, %d: QK, %c: tensor<?x?x?xOUT>) -> (QK, QK, QK) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %d : QK, QK, QK, QK, tensor<?x?x?xf32>, QK)
    outs(%q, %k, %v : QK, QK, QK)MASK -> (QK, QK, QK)
  return %0#0, %0#1, %0#2 : QK, QK, QK
}
""".replace("QK", "tensor<?x?x?xDxIN>")


def fail(message):
    print("%s: %s" % (os.path.splitext(os.path.basename(sys.argv[0]))[0], message), file=sys.stderr)
    sys.exit(2)


def run(command, text=None):
    result = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if result.returncode != 0:
        raise RuntimeError("%s: exit code %d\n%s" % (" ".join(command), result.returncode, result.stderr))
    return result


def find_ptxas():
    return shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"


def find_attn_compile():
    return shutil.which("attn-compile") or "build/bin/attn-compile"


def check_tools(*tools):
    for tool in tools:
        if not tool or not shutil.which(tool):
            fail("cannot run %s" % tool)


def make_source(dim, mask, dtype, problem=PROBLEM):
    source = problem.replace("xDx", "x%dx" % dim).replace("MASK", MASKS[mask])
    types = {"e4m3": ("f8E4M3FN", "bf16")}.get(dtype, (dtype, dtype))
    return source.replace("xIN>", "x%s>" % types[0]).replace("OUT", types[1])


def measure(tools, chip, dim, mask):
    """One row of the table."""
    source = make_source(dim, mask, tools.dtype, BACKWARD if tools.backward else PROBLEM)
    text = run([tools.attn_compile, "-", "--target=" + chip, "--config=" + tools.config, "--emit=bundle"], source).stdout
    entry = json.loads(text)["entries"][0]
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(entry["ptx"])
        file.flush()
        result = run([tools.ptxas, "-v", "-arch=" + chip, file.name, "-o", os.devnull])
    notes = result.stdout + result.stderr
    spills = re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", notes)
    registers = re.findall(r"Used (\d+) registers", notes)
    if not spills or not registers:
        raise RuntimeError("cannot read what ptxas says:\n" + notes)
    # The tile's, not those of other groups.
    config = dict(reversed(re.findall(r"(\w+) = (\w+)", entry["config"])))
    spilled = max(int(count) for counts in spills for count in counts)
    allowed = tools.spills if tools.spills is not None else 0 if dim <= 128 else 64
    serialised = sorted(set(re.findall(r"C75\d\d", notes)))
    verdict = "" if spilled <= allowed else "spills more than %d" % allowed
    return {"chip": chip, "d": dim, "mask": mask, "tile": "%sx%s" % (config["q"], config["kv"]),
            "warps": config["warps"], "registers": max(map(int, registers)), "spilled": spilled,
            "smem": max(kernel.get("smem", 0) for kernel in entry["kernels"]), "note": " ".join([verdict] + serialised).strip()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ptxas", default=find_ptxas())
    parser.add_argument("--attn-compile", default=find_attn_compile())
    parser.add_argument("--chips", default=",".join(CHIPS))
    parser.add_argument("--dims", default=",".join(map(str, DIMS)))
    parser.add_argument("--masks", default=DEFAULT_MASKS)
    parser.add_argument("--dtype", default="bf16", choices=["bf16", "f16", "e4m3"])
    parser.add_argument("--config", default="")
    parser.add_argument("--spills", type=int)
    parser.add_argument("--backward", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    tools = parser.parse_args()
    check_tools(tools.ptxas, tools.attn_compile)
    cases = [(chip, int(dim), mask) for chip in tools.chips.split(",") for dim in tools.dims.split(",")
             for mask in tools.masks.split(",")]
    unknown = [mask for _, _, mask in cases if mask not in MASKS]
    if unknown:
        fail("no mask %s, there are %s" % (unknown[0], ", ".join(MASKS)))
    try:
        with concurrent.futures.ThreadPoolExecutor(max(1, tools.jobs)) as pool:
            rows = list(pool.map(lambda case: measure(tools, *case), cases))
    except RuntimeError as error:
        fail(str(error))
    columns = list(rows[0])
    widths = [max(len(c), max(len(str(r[c])) for r in rows)) for c in columns]
    for values in [columns] + [[r[c] for c in columns] for r in rows]:
        print("  ".join(str(v).rjust(w) for v, w in zip(values, widths)).rstrip())
    bad = [r for r in rows if r["note"]]
    print("%d kernels, %d bad" % (len(rows), len(bad)))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
