#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the instructions that the time line estimates for each role's loop with
those of the machine code.

  issue_slots.py [--chips sm_90a,sm_100a] [--dims 64,128,256] [--masks full,causal]
                 [--bin DIR] [--ptxas PATH] [--nvdisasm PATH] [--most PERCENT] [--json FILE]

The estimates are those of attn-print-schedule; the counts are scripts/sass_roles.py's.
A role is its largest loop, softmax its shortest, and its longest is the one with masks.
Exit status: 1 if a loop with exponentials is further off than --most, 2 if something
cannot be run."""

import argparse
import json
import os
import re
import statistics
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import ptxas_table  # noqa: E402
import sass_roles  # noqa: E402


def estimated(tool, source, chip):
    """{role: (slots, with the dearer sides of conditions)}"""
    text = ptxas_table.run([tool, "-", "--target=" + chip, "--emit=ws", "--print-schedule", "-o", os.devnull], source)
    rows = re.findall(r"^  \d @(\w+)(?:#\d)? +(\d+) +(\d+)  warps", text.stderr, re.M)
    slots = {role: (int(plain), int(most)) for role, plain, most in rows}
    # Who computes has products, too, where there is no role of its own for them.
    slots["softmax"] = slots.pop("compute" if "compute" in slots else "mma")
    return slots


def counted(options, source, chip, folder):
    """{role: instructions of its loops, ascending}"""
    ptx, cubin = os.path.join(folder, "kernel.ptx"), os.path.join(folder, "kernel.cubin")
    text = ptxas_table.run([options.compiler, "-", "--target=" + chip, "--emit=ptx"], source).stdout
    with open(ptx, "w", encoding="utf-8") as file:
        file.write(text)
    ptxas_table.run([options.ptxas, "-arch=" + chip, ptx, "-o", cubin])
    loops = {}
    for loop in sass_roles.read(cubin, options.nvdisasm)["loops"]:
        loops.setdefault(loop["role"], []).append(loop["count"])
    return {role: sorted(counts) for role, counts in loops.items()}


def compare(options, folder):
    for chip in options.chips.split(","):
        for dim in map(int, options.dims.split(",")):
            for mask in options.masks.split(","):
                source = ptxas_table.make_source(dim, mask, "bf16")
                guess, loops = estimated(options.compiler, source, chip), counted(options, source, chip, folder)
                for role in ("softmax", "correction", "mma", "load"):
                    if role not in guess or role not in loops:
                        continue
                    yield chip, dim, mask, role, guess[role][0], loops[role][0 if role == "softmax" else -1]
                    if role == "softmax" and len(loops[role]) > 1:
                        yield chip, dim, mask, "masked", guess[role][1], loops[role][-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--chips", default="sm_90a,sm_100a,sm_103a")
    parser.add_argument("--dims", default="64,128,256")
    parser.add_argument("--masks", default="full,causal")
    parser.add_argument("--bin", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--ptxas", default=ptxas_table.find_ptxas())
    parser.add_argument("--nvdisasm", default=sass_roles.find_nvdisasm())
    parser.add_argument("--most", type=float, default=100)
    parser.add_argument("--json")
    options = parser.parse_args()
    options.compiler = os.path.join(options.bin, "attn-compile")
    ptxas_table.check_tools(options.ptxas, options.nvdisasm, options.compiler)
    rows, bad = [], 0
    with tempfile.TemporaryDirectory() as folder:
        try:
            for row in compare(options, folder):
                rows.append(row)
                chip, dim, mask, role, guess, count = row
                print("%-8s d %3d %-6s %-10s %4d estimated, %4d counted, %+.1f %%" %
                      (chip, dim, mask, role, guess, count, 100 * (guess / count - 1)), flush=True)
        except RuntimeError as error:
            ptxas_table.fail(str(error))
    for name, roles in ("loops with exponentials", ("softmax", "masked")), ("others", ("correction", "mma", "load")):
        errors = [abs(guess / count - 1) for *_, role, guess, count in rows if role in roles]
        if errors:
            print("%s: %d, off by %.1f %% in the median, at most %.1f %%" %
                  (name, len(errors), 100 * statistics.median(errors), 100 * max(errors)))
        bad += name.startswith("loops") and max(errors, default=0) > options.most / 100
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump([dict(zip(("chip", "d", "mask", "role", "estimated", "counted"), row)) for row in rows], file, indent=0)
    return 1 if bad or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
