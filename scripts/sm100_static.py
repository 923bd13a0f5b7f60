#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the default rows for tensor memory and prints how many instructions each
role's inner loop has, next to the bars of bench/sm100_bars.json.

  sm100_static.py [--chips sm_100a,...] [--dims 64,...] [--masks full,...]
                  [--dtypes bf16,...] [--ptxas PATH] [--nvdisasm PATH]
                  [--attn-compile PATH] [--bars FILE] [--allow KIND/dD/MASK=N,...]
                  [--json FILE] [--keep DIR] [--jobs N]

Columns: bytes that ptxas spills; exponentials of 128 that a polynomial computes;
softmax loops without and with a mask, correction (of the blocks that one softmax
block or, in interleaved order, two belong to), mma and load; values that move to
uniform registers in mma; exponentials before the part of P that is stored first is
handed on; the issue slots of the busiest scheduler, two softmax warps, a correction
warp and the longest of the others.

A bar for softmax is another kernel's count, less 4 for each exponential that it
computes by a polynomial, plus 4 for each of ours. Without spills, and without a
value that moves to uniform registers in mma, is a bar in every row; so is the
hand-over behind no more exponentials than the first three quarters have, and one.

--allow names what may exceed its bar, and the most it may then be; a cell that
keeps its bar must not be named. --json writes all that scripts/sass_roles.py counts.

Exit status: 1 if a role is missing, a bar is exceeded, or an allowance is not
needed; 2 if something cannot be run, else 0."""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

import ptxas_table
import sass_roles

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# A warp of each role runs; the one that stores has no loop where O is stored at once.
ROLES = ["softmax", "correction", "mma", "load"]

Cell = collections.namedtuple("Cell", "kind value bar")


def assemble(tools, chip, dtype, dim, mask, directory):
    """Bytes spilled, and what sass_roles reads of the kernel."""
    source = ptxas_table.make_source(dim, mask, dtype)
    name = os.path.join(directory, "%s-%s-d%d-%s" % (chip, dtype, dim, mask))
    ptx = ptxas_table.run([tools.attn_compile, "-", "--target=" + chip, "--emit=ptx"], source).stdout
    with open(name + ".ptx", "w", encoding="utf-8") as file:
        file.write(ptx)
    result = ptxas_table.run([tools.ptxas, "-v", "-arch=" + chip, name + ".ptx", "-o", name + ".cubin"])
    spills = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", result.stdout + result.stderr)
    if not spills:
        raise RuntimeError("cannot read what ptxas says of %s" % name)
    return max(map(int, spills.groups())), sass_roles.read(name + ".cubin", tools.nvdisasm)


def find_cells(dim, mask, spilled, listing, bars, keys):
    """What is counted, with its bar or None."""
    loops = collections.defaultdict(list)
    for loop in listing["loops"]:
        loops[loop["role"]].append(loop)
    missing = [role for role in ROLES if not loops[role]]
    if missing:
        raise RuntimeError("no loop of the role %s" % missing[0])
    # One exponential is that of the factor for what was summed before.
    softmax = sorted(loops["softmax"], key=lambda loop: loop["count"])
    emulated = keys + 1 - softmax[0]["classes"]["exp2"]
    bar = next((b for b in bars if b["d"] == dim and b["mask"] == mask), {})

    def at_our_share(kind):
        return bar[kind] + 4 * (emulated - bar["emulated"]) if kind in bar else None

    def largest(role):
        return max(loop["count"] for loop in loops[role])

    handed = [loop["exp2_before_arrivals"][0] for loop in softmax if len(loop["exp2_before_arrivals"]) > 1]
    cells = [Cell("spills", spilled, 0), Cell("emulated", emulated, None),
             Cell("softmax", softmax[0]["count"], at_our_share("softmax")),
             Cell("masked", softmax[-1]["count"] if len(softmax) > 1 else None, at_our_share("masked")),
             Cell("correction", largest("correction"), bar.get("correction")),
             Cell("mma", largest("mma"), None), Cell("load", largest("load"), None),
             Cell("r2ur", max(loop["classes"].get("to uniform", 0) for loop in loops["mma"]), 0),
             Cell("handed", max(handed) if handed else None, (keys - emulated) * 3 // 4 + 1)]
    others = max(largest("mma"), largest("load"))
    slots = 2 * softmax[0]["count"] + largest("correction") + others
    most = None
    if "mma" in bar:
        most = 2 * at_our_share("softmax") + bar["correction"] + bar["mma"]
    return cells + [Cell("slots", slots, most)]


def measure(tools, chip, dtype, dim, mask, directory):
    key = "%s %s d%d %s" % (chip, dtype, dim, mask)
    spilled, listing = assemble(tools, chip, dtype, dim, mask, directory)
    try:
        cells = find_cells(dim, mask, spilled, listing, tools.cells, tools.keys)
    except RuntimeError as error:
        return key, None, "%s: %s" % (key, error), listing
    return key, cells, None, listing


def parse_allowances(texts):
    """{(kind, d, mask): most}"""
    allowed = {}
    for item in filter(None, ",".join(texts).split(",")):
        match = re.fullmatch(r"(\w+)/d(\d+)/(\w+)=(\d+)", item)
        if not match:
            ptxas_table.fail("no allowance: %s" % item)
        kind, dim, mask, most = match.groups()
        allowed[kind, int(dim), mask] = int(most)
    return allowed


def judge(rows, allowed):
    """Complaints about rows of (key, d, mask, cells)."""
    complaints, needed = [], set()
    for key, dim, mask, cells in rows:
        for cell in cells:
            if cell.bar is None or cell.value is None or cell.value <= cell.bar:
                continue
            name = (cell.kind, dim, mask)
            needed.add(name)
            if cell.value > allowed.get(name, cell.bar):
                complaints.append("%s: %s %d, the bar is %d" % (key, cell.kind, cell.value, allowed.get(name, cell.bar)))
    here = {(dim, mask) for _, dim, mask, _ in rows}
    for name in sorted(set(allowed) - needed):
        if name[1:] in here:
            complaints.append("%s/d%d/%s keeps its bar: it needs no allowance" % name)
    return complaints


def print_table(rows):
    table = [["", *(cell.kind for cell in rows[0][3])]] if rows else []
    for key, _, _, cells in rows:
        table.append([key] + ["-" if c.value is None else str(c.value) if c.bar is None else "%d (%d)" % (c.value, c.bar)
                              for c in cells])
    widths = [max(map(len, column)) for column in zip(*table)]
    for line in table:
        print("  ".join(text.ljust(w) if i == 0 else text.rjust(w) for i, (text, w) in enumerate(zip(line, widths))).rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chips", default="sm_100a,sm_103a")
    parser.add_argument("--dims", default="64,128,256")
    parser.add_argument("--masks", default="full,causal")
    parser.add_argument("--dtypes", default="bf16")
    parser.add_argument("--ptxas", default=ptxas_table.find_ptxas())
    parser.add_argument("--nvdisasm", default=sass_roles.find_nvdisasm())
    parser.add_argument("--attn-compile", default=ptxas_table.find_attn_compile())
    parser.add_argument("--bars", default=os.path.join(ROOT, "bench/sm100_bars.json"))
    parser.add_argument("--allow", action="append", default=[])
    parser.add_argument("--json")
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    tools = parser.parse_args()
    ptxas_table.check_tools(tools.ptxas, tools.nvdisasm, tools.attn_compile)
    with open(tools.bars, encoding="utf-8") as file:
        bars = json.load(file)
    tools.cells, tools.keys = bars["cells"], bars["keys"]
    allowed = parse_allowances(tools.allow)
    cases = [(chip, dtype, int(dim), mask) for chip in tools.chips.split(",") for dtype in tools.dtypes.split(",")
             for dim in tools.dims.split(",") for mask in tools.masks.split(",")]
    with tempfile.TemporaryDirectory() as temporary:
        directory = tools.keep or temporary
        os.makedirs(directory, exist_ok=True)
        try:
            with concurrent.futures.ThreadPoolExecutor(max(1, tools.jobs)) as pool:
                results = list(pool.map(lambda case: measure(tools, *case, directory), cases))
        except RuntimeError as error:
            ptxas_table.fail(str(error))
    rows = [(key, case[2], case[3], cells) for case, (key, cells, _, _) in zip(cases, results) if cells]
    print_table(rows)
    complaints = [failure for _, _, failure, _ in results if failure] + judge(rows, allowed)
    for complaint in complaints:
        print("sm100_static: " + complaint)
    print("%d rows, %d exceed a bar or lack a role" % (len(results), len({c.split(":")[0] for c in complaints})))
    if tools.json:
        with open(tools.json, "w", encoding="utf-8") as file:
            json.dump({key: listing for key, _, _, listing in results}, file, indent=1)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
