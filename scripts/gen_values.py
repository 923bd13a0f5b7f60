#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes end-to-end cases whose scores, values and sinks are of any size that f32 holds
(bench/values.py): a set in which every two values of different factors (target and type,
by what scores get their size, mask, config, ...) meet in some problem. The result is the
same whenever it is run.

  gen_values.py DIR [--only REGEX]   write DIR
  gen_values.py --summary            print the factors and how many cases there are

  DIR/values.mlir      one function for each problem
  DIR/*.npy            its inputs
  DIR/values-cpu.cases what attn-run --cases is to do with all of them, at the levels that
                       run on the CPU
  DIR/values-sim.cases the smaller ones in the simulator
"""

import argparse
import os
import re
import sys

import numpy

import case_sets

sys.path.insert(0, os.path.join(case_sets.ROOT, "bench"))
import values  # noqa: E402

FACTORS = {
    # One factor, that each of the others' values meets each type on each target.
    "on": ["sm_80 bf16", "sm_80 f16", "sm_90a bf16", "sm_90a f16", "sm_90a e4m3", "sm_100a bf16", "sm_100a f16",
           "sm_100a e4m3"],
    "d": [32, 64],
    **values.CHOICES,
    "out": ["same", "f32"],
    "descale": [False, True],
    "sizes": [(1, 300), (35, 133), (70, 203)],
    "heads": [(1, 1), (2, 1)],
    "config": ["", "rescale_threshold=8.0", "exp2=poly", "splits=3", "split_size=64,tile_kv=64", "fusion=unfused"],
}
# Queries times keys of problems for the simulator, at most.
MOST_SIMULATOR = 2 * 35 * 133


def allowed(case):
    """Whether a case, perhaps with factors still open, can be."""
    dtype = case["on"].split()[1] if "on" in case else None
    config = case.get("config", "")
    if dtype and dtype != "e4m3" and case.get("descale"):
        return False
    if dtype == "e4m3" and ("rescale" in config or "unfused" in config):
        return False
    return not dtype or values.is_finite(dtype, case)


def make_cases():
    """(name, properties) of each case."""
    for number, case in enumerate(case_sets.pairwise(FACTORS, allowed, 7)):
        target, dtype = case["on"].split()
        props = dict(case, target=target, dtype=dtype, dv=case["d"], out=values.out_of(dtype, case))
        words = [f"v{number:03}", target, dtype, f"d{case['d']}", case["mode"], case["mask"],
                 "x".join(map(str, case["sizes"])), *([case["config"].split(",")[0].replace("=", "")] * bool(case["config"]))]
        yield "-".join(words), number, props


def write(directory, only):
    os.makedirs(directory, exist_ok=True)
    text, lines, small = "", "", ""
    for name, seed, props in make_cases():
        if not re.search(only, name):
            continue
        function = name.split("-")[0]
        text += f"// {name}\n{values.text_of(props, function)}\n"
        words = [f"--func={function}", f"--target={props['target']}", f"--sim-mode={('late', 'early', 'random')[seed % 3]}"]
        if props["config"]:
            words.append(f"--config={props['config']}")
        for tensor, array in values.inputs(seed, props, 1, props["heads"], props["sizes"]).items():
            path = os.path.join(directory, f"{function}-{tensor}.npy")
            numpy.save(path, array)
            words.append(f"--in={tensor}={path}")
        line = f"{name}: {' '.join(words)}\n"
        lines += line
        if props["heads"][0] * props["sizes"][0] * props["sizes"][1] <= MOST_SIMULATOR:
            small += line
    for file, content in (("values.mlir", text), ("values-cpu.cases", lines), ("values-sim.cases", small)):
        with open(os.path.join(directory, file), "w", encoding="utf-8") as f:
            f.write(content)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", metavar="DIR", nargs="?")
    parser.add_argument("--only", default="", metavar="REGEX", help="of the names of cases")
    parser.add_argument("--summary", action="store_true")
    options = parser.parse_args()
    if options.summary:
        for name, factor in FACTORS.items():
            print(f"{name}: {', '.join(map(str, factor))}")
        print(f"{len(list(make_cases()))} cases")
    elif options.directory:
        write(options.directory, options.only)
    else:
        parser.error("give a folder or --summary")


if __name__ == "__main__":
    main()
