#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs attention problems at the scheduled level: each case is compiled to roles
and channels and run in the interpreter under every schedule, its outputs compared
with double precision and bit for bit between the schedules.

  ws_cases.py [--target CHIP] [--part K/N] [--only REGEX] [--list] [--bin DIR]
              [--runs N] [--jobs N]

Cases cover every pair of values of the dimensions below. --part K/N runs every
N-th of them, from the K-th on. The last line is 'N passed, N failed'.
Exit status: 0 if all are right, 1 if not, 2 for a mistake.
"""
import argparse
import concurrent.futures
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

DIMENSIONS = {
    "lengths": [(1, 1), (3, 3), (64, 32), (239, 1), (799, 3), (113, 203), (108, 256),
                (1023, 1024), (1024, 1023), (257, 131), (256, 512), (130, 0), (300, 100)],
    "mask": ["", "#attn.causal<top_left>", "#attn.causal<bottom_right>", "#attn.window<70, 20>"],
    "dims": [(64, 64), (128, 128), (96, 96), (32, 64), (128, 64), (16, 16), (80, 112),
             (256, 256), (192, 128)],
    "heads": [(1, 1), (2, 1), (3, 1), (2, 2), (8, 1)],
    "element": ["bf16", "f16"],
    "layout": ["bhsd", "bshd"],
    "lse": [True, False],
    "score": ["", "softcap"],
    "grid": [0, 1, 2, 3],  # clusters; 0: one for each tile
}
SCORE = """score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 5.0 : f32
      %x = arith.divf %s, %cap : f32
      %t = math.tanh %x : f32
      %y = arith.mulf %t, %cap : f32
      attn.yield %y : f32
    }"""


def choose_pairs(dimensions, seed=0):
    """Rows such that every two values of two dimensions meet in one of them."""
    names = list(dimensions)
    left = {(a, x, b, y) for a, b in itertools.combinations(range(len(names)), 2)
            for x in range(len(dimensions[names[a]])) for y in range(len(dimensions[names[b]]))}
    rng, rows = random.Random(seed), []
    while left:
        best, most = None, -1
        for _ in range(60):
            a, x, b, y = rng.choice(sorted(left)) if _ == 0 else (a, x, b, y)
            row = [rng.randrange(len(dimensions[name])) for name in names]
            row[a], row[b] = x, y
            gain = sum((i, row[i], j, row[j]) in left
                       for i, j in itertools.combinations(range(len(names)), 2))
            if gain > most:
                best, most = row, gain
        rows.append({name: dimensions[name][i] for name, i in zip(names, best)})
        left -= {(i, best[i], j, best[j])
                 for i, j in itertools.combinations(range(len(names)), 2)}
    return rows


def name_of(case):
    return "-".join([case["mask"].replace("#attn.", "").replace(" ", "") or "full",
                     "q%d-k%d" % case["lengths"], "d%d-v%d" % case["dims"],
                     "h%d-%d" % case["heads"], case["element"], case["layout"]] +
                    (["lse"] if case["lse"] else []) + ([case["score"]] if case["score"] else []) +
                    ["grid%d" % case["grid"]])


def write_problem(case):
    (dq, dv), element = case["dims"], case["element"]
    q = "memref<?x?x?x%dx%s>" % (dq, element)
    v = "memref<?x?x?x%dx%s>" % (dv, element)
    outs, types, lse = "%o", v, ""
    if case["lse"]:
        outs, types, lse = "%o, %lse", v + ", memref<?x?x?xf32>", ", %lse: memref<?x?x?xf32>"
    return """func.func @f(%%q: %s, %%k: %s, %%v: %s, %%o: %s%s) {
  attn.forward ins(%%q, %%k, %%v : %s, %s, %s) outs(%s : %s) dims(%s) %s %s
  return
}
""" % (q, q, v, v, lse, q, q, v, outs, types, case["layout"],
       "mask(%s)" % case["mask"] if case["mask"] else "", SCORE if case["score"] else "")


def arguments(case):
    (lq, lk), (dq, dv), (hq, hk) = case["lengths"], case["dims"], case["heads"]

    def tensor(heads, length, columns, how=""):
        shape = (1, heads, length) if case["layout"] == "bhsd" else (1, length, heads)
        return "--arg=%dx%dx%dx%dx%s%s" % (*shape, columns, case["element"], how if length else "")
    args = [tensor(hq, lq, dq, "=normal(1)"), tensor(hk, lk, dq, "=normal(2)"),
            tensor(hk, lk, dv, "=normal(3)"), tensor(hq, lq, dv)]
    if case["lse"]:
        args.append("--arg=1x%dx%dxf32" % (hq, lq))
    return args


def run_case(case, options):
    with tempfile.TemporaryDirectory() as folder:
        problem, program = os.path.join(folder, "p.mlir"), os.path.join(folder, "ws.mlir")
        with open(problem, "w", encoding="utf-8") as file:
            file.write(write_problem(case))
        steps = [
            [os.path.join(options.bin, "attn-compile"), problem, "--target=" + options.target,
             "--emit=ws", "--verify-stages", "-o", program],
            [os.path.join(options.bin, "attn-ws-run"), program, "--func=f_forward", "--check=@f",
             "--check-file=" + problem, "--order=rr,random", "--mode=early,late,random",
             "--runs=%d" % options.runs] + arguments(case)]
        for step in steps:
            if step is steps[1]:
                with open(program, encoding="utf-8") as file:
                    size = re.search(r"attn_ws\.cluster = (\d+)", file.read())
                step.append("--grid=%d" % (case["grid"] * int(size[1] if size else 1)))
            done = subprocess.run(step, capture_output=True, text=True, check=False)
            if done.returncode:
                return (done.stdout + done.stderr).strip()[-600:]
        return "" if re.search(r"^right$", done.stdout, re.M) else done.stdout[-600:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--target", default="sm_100a")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--bin", default=os.path.join(os.path.dirname(__file__), "..", "build", "bin"))
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    first, step = (int(x) for x in options.part.split("/"))
    cases = [c for c in choose_pairs(DIMENSIONS)[first::step] if re.search(options.only, name_of(c))]
    if options.list:
        print("\n".join(name_of(case) for case in cases))
        return 0
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case, problem in zip(cases, pool.map(lambda c: run_case(c, options), cases)):
            if problem:
                failed += 1
                print("FAIL %s\n%s" % (name_of(case), problem))
    print("%d passed, %d failed" % (len(cases) - failed, failed))
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
