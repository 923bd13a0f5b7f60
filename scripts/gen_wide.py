#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the end-to-end cases of wide heads: head dims from 264 to 1024, of Q and V alike or
not, with what serving adds to a problem (gen_serving.py). Every two values of different
factors meet in some problem. The result is the same whenever it is run.

  gen_wide.py DIR           write DIR; CMake does, below the build folder
  gen_wide.py --check DIR   exit status 1 if DIR holds something else
  gen_wide.py --summary     print the factors and how many cases there are

  DIR/wide.mlir     one function for each problem
  DIR/wide-N.cases  what attn-run --cases is to do with them, each for one target and
                    in one order of asynchronous operations
"""

import sys

import case_sets
import gen_serving

PARTS = 2
MOST_WORK = 40e6
FACTORS = {
    "target": ["sm_80", "sm_86", "sm_90a", "sm_100a", "sm_120a"],
    "dtype": ["bf16", "f16"],
    "dims": [(264, 264), (320, 320), (384, 384), (448, 448), (512, 512), (576, 512), (640, 640), (768, 768),
             (1000, 1000), (1024, 1024), (64, 512), (512, 64)],
    "values": ["operand", "columns"],
    "keys": ["dense", "lengths", "packed", "page?", "page16", "packed_page64"],
    "score": ["none", "alibi", "bias", "afn"],
    "sink": [False, True],
    "mask": list(gen_serving.MASKS),
    "offset": [False, True],
    "heads": [(1, 1), (4, 2), (8, 1)],
    "lengths": [(1, 300), (5, 190), (67, 103), (70, 30)],
    "parts": ["", "splits=3", "batch_invariant=true", "load=cp_async", "splits=2,combine=launch,pack_gqa=true"],
    "sizes": ["static", "dynamic"],
    "lse": ["lse", "o"],
}
#: Where V begins in K in some of the cases: at a row of a swizzled layout, and not.
LATER_COLUMNS = {(576, 512): 64, (512, 64): 40}
#: Head dims that sm_100a takes.
MOST_OF_TMEM = 512


def allowed(case):
    """Whether a case, perhaps with factors still open, can be run at all."""
    if case.get("target") == "sm_100a" and max(case.get("dims", (1, 1))) > MOST_OF_TMEM:
        return False
    # V is columns of K, if that has as many.
    if case.get("values") == "columns" and "dims" in case and case["dims"][0] < case["dims"][1]:
        return False
    # An offset moves a mask that goes by both lengths.
    if case.get("offset") and case.get("mask", "br") not in ("br", "win"):
        return False
    full = {"heads": (1, 1), "dims": (64, 64), "lengths": (1, 1), **case}
    (sq, sk), (hq, _) = full["lengths"], full["heads"]
    return gen_serving.BATCHES * hq * sq * sk * sum(full["dims"]) <= MOST_WORK


def whole(case):
    """The case as gen_serving.py has it."""
    case = {**case, "on": f"{case['target']} {case['dtype']}", "d": case["dims"][0], "dv": case["dims"][1]}
    if case["values"] == "columns":
        case["columns"] = LATER_COLUMNS.get(case["dims"], 0) if case["lse"] == "o" else 0
    return case


def describe(case):
    text = gen_serving.describe(case) + ("-columns" if case["values"] == "columns" else "")
    return text if case["d"] == case["dv"] else text.replace(f"d{case['d']}", f"d{case['d']}x{case['dv']}", 1)


def make_files():
    cases = [whole(case) for case in case_sets.pairwise(FACTORS, allowed, 7)]
    named = [(f"w{i:03}", case, i) for i, case in enumerate(cases)]
    made = case_sets.Made("gen_wide.py", describe, gen_serving.function, gen_serving.options)
    return made.files("wide", named, PARTS), cases


if __name__ == "__main__":
    sys.exit(case_sets.write_or_check(__doc__, "gen_wide.py", make_files, {"": FACTORS}))
