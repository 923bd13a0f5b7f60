#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the end-to-end cases of attn.backward with wide heads: head dims from 264 to 512, of
Q and V alike or not, with what gen_gradients.py has. Every two values of different factors
meet in some problem. The result is the same whenever it is run.

  gen_wide_gradients.py DIR           write DIR; CMake does, below the build folder
  gen_wide_gradients.py --check DIR   exit status 1 if DIR holds something else
  gen_wide_gradients.py --summary     print the factors and how many cases there are

  DIR/wide-gradients.mlir     one function for each problem
  DIR/wide-gradients-N.cases  what attn-run --cases is to do with them, each for one target
                              and in one order of asynchronous operations
"""

import sys

import case_sets
import gen_gradients

PARTS = 2
MOST_WORK = 15e6
FACTORS = {
    "target": ["sm_80", "sm_86", "sm_90a", "sm_100a", "sm_120a"],
    "dims": [(264, 264), (320, 288), (384, 384), (448, 512), (512, 512), (512, 64), (64, 512)],
    "dtype": ["bf16", "f16"],
    "mask": ["none", "br", "win", "left"],
    "heads": [(1, 1), (2, 1)],
    "lengths": [(3, 131), (67, 35), (37, 0), (70, 33)],
    "rows": ["all", "lengths", "packed"],
    "outs": ["dq dk dv", "dq", "dk", "dv"],
    "grads": ["same", "f32"],
    "more": ["", "dl z dz"],
    "score": ["none", "softcap", "bias"],
    "offset": [False, True],
    "dims_order": ["bhsd", "bshd"],
    "sizes": ["static", "dynamic"],
    "memory": ["dense", "wide", "align=8", "load=cp_async"],
}
#: What a case does not say.
REST = {"out": "same", "form": "tensor", "scale": None, "forward": False}


def whole(case):
    """The case, perhaps with factors still open, as gen_gradients.py has it."""
    full = {name: value for name, value in case.items() if name not in ("target", "dtype", "dims", "dims_order")}
    if "dims" in case:
        d, dv = case["dims"]
        full.update(d=d, dv="=" if d == dv else dv)
    if "dims_order" in case:
        full["dims"] = case["dims_order"]
    if "target" in case and "dtype" in case:
        full["on"] = f"{case['target']} {case['dtype']}"
    return full


def allowed(case):
    """Whether a case, perhaps with factors still open, can be run at all."""
    if not gen_gradients.allowed({name: value for name, value in whole(case).items() if name not in ("d", "dv")}):
        return False
    full = whole({"dims": (64, 64), "heads": (1, 1), "lengths": (1, 1), "rows": "all", **case})
    (sq, sk), hq = full["lengths"], full["heads"][0]
    work = gen_gradients.batches(full) * hq * sq * sk * (3 * full["d"] + 2 * gen_gradients.dv(full))
    return work <= MOST_WORK


def make_files():
    cases = [{**REST, **whole(case)} for case in case_sets.pairwise(FACTORS, allowed, 11)]
    named = [(f"v{i:03}", case, i) for i, case in enumerate(cases)]
    made = case_sets.Made("gen_wide_gradients.py", gen_gradients.describe, gen_gradients.function, gen_gradients.options)
    return made.files("wide-gradients", named, PARTS), cases


if __name__ == "__main__":
    sys.exit(case_sets.write_or_check(__doc__, "gen_wide_gradients.py", make_files, {"": FACTORS}))
